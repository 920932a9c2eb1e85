// Selects a word: a, b, or the largest or smallest number in two's complement. Combinational.
// SPDX-License-Identifier: Apache-2.0
//
// A bit takes one look-up table; synthesis of the portable version takes two.
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

    genvar n;
    generate
        for (n = 0; n < WIDTH; n = n + 1) begin : g_bit
            SB_LUT4 #(
                .LUT_INIT(n < WIDTH - 1 ? 16'hf0ca : 16'h0fca)  // index {choice, b, a}
            ) lut (
                .I0(a[n]), .I1(b[n]), .I2(choice[0]), .I3(choice[1]), .O(q[n])
            );
        end
    endgenerate

endmodule
`resetall
