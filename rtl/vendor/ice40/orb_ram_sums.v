// Accumulator memory of a node: sums as two halves in one block RAM, written and read one after the other.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_ram_sums #(
    parameter WIDTH   = 32,  // bits of a sum, even
    parameter DEPTH   = 64,  // sums
    parameter LATENCY = 1,   // cycles from address to data: 1
    parameter HALVES  = 2    // cycles from one half to the other: `half` is as long before `we`, and waddr stands still
                             // from then on; the upper half of what is read is wanted as much later than the lower
                             // one, for as long, and raddr stands still meanwhile
) (
    input  wire                     clk,
    input  wire                     half,   // the lower half of the sum is the upper half of wdata
    input  wire                     we,     // the sum is wdata
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

    assign rdata = {read, read};  // each when it is wanted

    wire unused = &{1'b0, wdata[BITS-1:0], re_d[HALVES]};

endmodule
`resetall
