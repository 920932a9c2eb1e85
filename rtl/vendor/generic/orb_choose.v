// Selects a word: a, b, or the largest or smallest number in two's complement. Combinational.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_choose #(
    parameter WIDTH = 18             // bits of a word, 2 or more
) (
    input  wire [      1:0] choice,  // 0: a, 1: b, 2: the smallest number, 10...0, 3: the largest number, 01...1
    input  wire [WIDTH-1:0] a,
    input  wire [WIDTH-1:0] b,
    output wire [WIDTH-1:0] q
);

    assign q = choice[1] ? {!choice[0], {(WIDTH - 1) {choice[0]}}} : choice[0] ? b : a;

endmodule
`resetall
