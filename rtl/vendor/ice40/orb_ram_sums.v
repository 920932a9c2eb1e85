// Accumulator memory of a node: sums as two halves in one block RAM, written and read one after the other.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_ram_sums #(
    parameter WIDTH   = 32,  // bits of a sum, even
    parameter DEPTH   = 64,  // sums
    parameter LATENCY = 2,   // cycles from address to data: 2
    parameter HALVES  = 1    // 1: there is a `half` before each `we`, and addresses stand still from `half` to `we`
                             // and in the cycle behind `re`
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
        if (HALVES == 0 || LATENCY != 2 || WIDTH % 2 != 0) begin : g_whole
            iCE40_keeps_sums_as_halves_so_SUM_LAT_must_be_2 illegal ();
        end
    endgenerate

    localparam BITS = WIDTH / 2;

    reg upper;              // the upper half is read
    wire [BITS-1:0] read;   // the half that was read last
    reg [BITS-1:0] lower;   // ... and the one before it

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
        .raddr({raddr, upper}),
        .rdata(read)
    );

    always @(posedge clk) begin
        upper <= re;
        lower <= read;
    end

    assign rdata = {read, lower};

    wire unused = &{1'b0, wdata[BITS-1:0]};

endmodule
`resetall
