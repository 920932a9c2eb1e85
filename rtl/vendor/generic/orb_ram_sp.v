// Memory of one clock with one port: it writes a word in the cycles of `we` and reads one in all others.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_ram_sp #(
    parameter WIDTH = 32,  // bits of a word
    parameter DEPTH = 16   // words
) (
    input  wire                     clk,
    input  wire                     we,
    input  wire [$clog2(DEPTH)-1:0] addr,
    input  wire [        WIDTH-1:0] wdata,
    output wire [        WIDTH-1:0] rdata  // word of the last cycle's address; invalid after a write
);

    orb_ram_sdp #(
        .WIDTH  (WIDTH),
        .DEPTH  (DEPTH),
        .LATENCY(1)
    ) memory (
        .clk  (clk),
        .we   (we),
        .waddr(addr),
        .wdata(wdata),
        .re   (1'b1),
        .raddr(addr),
        .rdata(rdata)
    );

endmodule
`resetall
