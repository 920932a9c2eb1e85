// Membranes lie behind every second node of a folded ring. Those at the ends of the smaller tori are closed.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_membranes #(
    parameter P = 4  // nodes along each side
) (
    input  wire         clk,
    input  wire [  7:0] ring,    // nodes along each side of a torus: an even divisor of P, or P
    output reg  [  P:0] sizes,   // bit n: n nodes; two cycles after ring, as is
    output reg  [P/2:0] closed   // number n lies behind place 2n+1; two cycles after ring
);

    integer n, size;
    reg [7:0] ring_q;
    /* verilator lint_off BLKSEQ */
    always @(posedge clk) begin
        ring_q <= ring;
        for (n = 0; n <= P; n = n + 1) sizes[n] <= (ring_q == n[7:0]);
        closed = {P / 2 + 1{1'b0}};
        for (size = 2; size < P; size = size + 2)
            for (n = 0; n < P / 2; n = n + 1)
                if ((P % size == 0) && ((2 * n + 2) % size == 0) && (ring_q == size[7:0])) closed[n] = 1'b1;
    end
    /* verilator lint_on BLKSEQ */

endmodule
`resetall
