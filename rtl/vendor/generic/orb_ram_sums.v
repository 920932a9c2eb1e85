// Accumulator memory of a node: one port writes, one reads.
// SPDX-License-Identifier: Apache-2.0
//
// Sums come over a link, so their lower halves are there before the upper ones: a family may take them one by one. They
// leave that way too.
`resetall
`default_nettype none

module orb_ram_sums #(
    parameter WIDTH   = 36,   // bits of a sum
    parameter DEPTH   = 512,  // sums
    parameter LATENCY = 2,    // cycles from address to data, 1 or 2
    /* verilator lint_off UNUSEDPARAM */
    parameter HALVES  = 0     // cycles from half to half: `half` is as long before `we`, and waddr stands still
                              // from then on; the upper half of what is read is wanted as much later than the lower
                              // one, for as long, and raddr stands still meanwhile
    /* verilator lint_on UNUSEDPARAM */
) (
    input  wire                     clk,
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire                     half,   // the lower half of the sum is the upper half of wdata
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire                     we,     // the sum is wdata
    input  wire [$clog2(DEPTH)-1:0] waddr,
    input  wire [        WIDTH-1:0] wdata,
    input  wire                     re,
    input  wire [$clog2(DEPTH)-1:0] raddr,
    output wire [        WIDTH-1:0] rdata
);

    orb_ram_sdp #(
        .WIDTH  (WIDTH),
        .DEPTH  (DEPTH),
        .LATENCY(LATENCY)
    ) memory (
        .clk  (clk),
        .we   (we),
        .waddr(waddr),
        .wdata(wdata),
        .re   (re),
        .raddr(raddr),
        .rdata(rdata)
    );

endmodule
`resetall
