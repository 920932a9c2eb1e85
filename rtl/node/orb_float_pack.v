// Rounds a significand, and packs it and its exponent into a floating-point number. One register.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_float_pack #(
    parameter EXP = 8,   // exponent bits of the format, 5..8
    parameter MAN = 23,  // fraction bits of the format, 7..23
    parameter EW  = 9    // bits of the exponent field that comes, more than EXP
) (
    input  wire             clk,
    input  wire             en,
    input  wire             sign,         // of the result
    input  wire             negative,     // the significand is the complement of the sum's bits
    input  wire [    MAN:0] significand,  // rounded down, with the hidden bit; that is 0 in a subnormal
    input  wire [   EW-1:0] field,        // the exponent field would be this
    input  wire [      1:0] less,         // ... minus this, if the number is not a subnormal
    input  wire             half,         // the sum's next bit
    input  wire             more,         // there are ones below that in the sum
    input  wire             inf,          // the result is infinite
    input  wire             nan,          // ... or a NaN
    output reg  [EXP+MAN:0] y
);

    // temporaries, so that a simulator computes them only when they are wanted
    reg [EW-1:0] upper, lower, exponent;
    reg [EXP+MAN-1:0] rounded;  // a carry out of the fraction counts the exponent up, to infinity at the end
    reg up, special;

    /* verilator lint_off BLKSEQ */
    always @(posedge clk)
        if (en) begin
            up      = negative ? !half | (!more & significand[0]) : half & (more | significand[0]);
            upper   = significand[MAN] ? field : {EW{1'b0}};
            lower   = significand[MAN] ? {{(EW - 2) {1'b0}}, less} : {EW{1'b0}};
            // the exponent is subtracted and the significand rounded in one go; beside it, whether it is too large
            rounded = {upper[EXP-1:0], significand[MAN-1:0]} + {{EXP{1'b0}} - lower[EXP-1:0], {MAN{1'b0}}}
                    + {{(EXP + MAN - 1) {1'b0}}, up};
            exponent = upper - lower;
            special = inf | nan | (|exponent[EW-1:EXP]) | (&exponent[EXP-1:0]);
            y[EXP+MAN]  <= sign & !nan;
            y[MAN+:EXP] <= special ? {EXP{1'b1}} : rounded[MAN+:EXP];
            y[MAN-1:0]  <= special ? {nan, {(MAN - 1) {1'b0}}} : rounded[MAN-1:0];
        end
    /* verilator lint_on BLKSEQ */

endmodule
`resetall
