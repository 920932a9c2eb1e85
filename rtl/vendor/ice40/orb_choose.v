// Chooses a word: a, b, or the largest or smallest there is. A look-up table a bit, of which synthesis would make two.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_choose #(
    parameter WIDTH = 18
) (
    input  wire [      1:0] choice,  // 0 a, 1 b, 2 zeros below a one, 3 ones below a zero
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
