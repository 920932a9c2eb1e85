// Accumulator memory of a node, with one write port and one read port.
// SPDX-License-Identifier: Apache-2.0
//
// A sum is read LATENCY cycles after its address. Sums arrive and leave over a link, their lower half before the upper
// one. A family may therefore write and read the halves one after the other; this version ignores `half`.
`resetall
`default_nettype none

module orb_ram_sums #(
    parameter WIDTH   = 36,   // bits of a sum
    parameter DEPTH   = 512,  // sums
    parameter LATENCY = 2,    // cycles from address to data, 1 or 2
    /* verilator lint_off UNUSEDPARAM */
    parameter HALVES  = 0     // cycles between the halves of a sum, 0 if a sum stays whole. When writing, `half`
                              // comes HALVES cycles before `we`, and waddr is stable from then on. When reading, the
                              // upper half is used HALVES cycles after the lower one, for as many cycles, and raddr
                              // is stable meanwhile.
    /* verilator lint_on UNUSEDPARAM */
) (
    input  wire                     clk,
    /* verilator lint_off UNUSEDSIGNAL */
    input  wire                     half,   // the upper half of wdata is the lower half of the sum
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire                     we,     // wdata is the whole sum
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
