// Keeps, for each stage descriptor, the bit length of the largest sum that it stored.
// SPDX-License-Identifier: Apache-2.0
//
// Sums pass as chunks of LY bits, lowest first; a bit is set where any node's sum differs from its bit below. The
// highest set position n says that -2^n <= sum < 2^n for all of them.
`resetall
`default_nettype none

module orb_magnitude #(
    parameter LY    = 9,            // bits of a chunk
    parameter DEPTH = 16,           // descriptors
    parameter IB    = $clog2(DEPTH)
) (
    input  wire          clk,
    input  wire          clear,    // forget all
    input  wire          en,       // a chunk
    input  wire          first,    // ... the lowest of its sum
    input  wire [LY-1:0] bits,
    input  wire [IB-1:0] index,    // the descriptor that stores it
    input  wire [IB-1:0] read,
    output wire [   7:0] length    // of descriptor `read`
);

    localparam LB = $clog2(LY + 1);

    reg  [   7:0] stored[0:DEPTH-1];
    reg  [   7:0] base, found_q, known_q;  // known_q: what is stored where found_q may go
    reg           found_any;
    reg  [IB-1:0] index_q;
    wire [   7:0] base_now = first ? 8'd0 : base;

    function [LB-1:0] top(input [LY-1:0] b);
        integer n;
        begin
            top = {LB{1'b0}};
            for (n = 0; n < LY; n = n + 1) if (b[n]) top = n[LB-1:0];
        end
    endfunction

    wire          larger = found_any & (found_q > known_q);

    integer n;
    always @(posedge clk) begin
        found_any <= en & (|bits);
        found_q   <= base_now + {{(8 - LB) {1'b0}}, top(bits)};
        index_q   <= index;
        if (en) base <= base_now + LY[7:0];
        known_q <= (larger & (index == index_q)) ? found_q : stored[index];
        if (clear) begin
            known_q <= 8'd0;
            for (n = 0; n < DEPTH; n = n + 1) stored[n] <= 8'd0;
        end else if (larger) stored[index_q] <= found_q;
    end

    assign length = stored[read];

endmodule
`resetall
