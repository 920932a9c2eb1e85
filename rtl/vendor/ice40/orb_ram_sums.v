// Accumulator memory of a node: one block RAM, in which the halves of a sum are written and read one after the other.
// SPDX-License-Identifier: Apache-2.0
//
// A half is read one cycle after its address.
`resetall
`default_nettype none

module orb_ram_sums #(
    parameter WIDTH   = 32,  // bits of a sum, even
    parameter DEPTH   = 64,  // sums
    parameter LATENCY = 1,   // cycles from address to data, only 1
    parameter HALVES  = 2    // cycles between the halves of a sum, 1 or more. When writing, `half` comes HALVES cycles
                             // before `we`, and waddr is stable from then on. When reading, the upper half is used
                             // HALVES cycles after the lower one, for as many cycles, and raddr is stable meanwhile.
) (
    input  wire                     clk,
    input  wire                     half,   // the upper half of wdata is the lower half of the sum
    input  wire                     we,     // wdata is the whole sum
    input  wire [$clog2(DEPTH)-1:0] waddr,
    input  wire [        WIDTH-1:0] wdata,
    input  wire                     re,
    input  wire [$clog2(DEPTH)-1:0] raddr,
    output wire [        WIDTH-1:0] rdata
);

    generate
        if (HALVES == 0 || LATENCY != 1 || WIDTH % 2 != 0) begin : g_whole
            iCE40_keeps_sums_as_halves_so_SUM_LAT_must_be_0 illegal ();
        end
    endgenerate

    localparam BITS = WIDTH / 2;

    wire [BITS-1:0] read;
    reg [HALVES:1] re_q;
    wire [HALVES:0] re_d = {re_q, re};
    always @(posedge clk) re_q <= re_d[HALVES-1:0];

    orb_ram_sdp #(
        .WIDTH  (BITS),
        .DEPTH  (2 * DEPTH),
        .LATENCY(1)
    ) memory (
        .clk  (clk),
        .we   (half | we),
        .waddr({waddr, we}),
        .wdata(wdata[WIDTH-1:BITS]),
        .re   (1'b1),
        .raddr({raddr, !(|re_d[HALVES-1:0])}),
        .rdata(read)
    );

    assign rdata = {read, read};  // each half is used in the cycles in which it is read

    wire unused = &{1'b0, wdata[BITS-1:0], re_d[HALVES]};

endmodule
`resetall
