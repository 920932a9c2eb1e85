// Rounds a significand to nearest even, and packs it and its exponent into a floating-point number.
// SPDX-License-Identifier: Apache-2.0
//
// Latency: one cycle. The register of y is loaded with en.
`resetall
`default_nettype none

module orb_float_pack #(
    parameter EXP = 8,   // exponent bits of the format, 5..8
    parameter MAN = 23,  // fraction bits of the format, 7..23
    parameter EW  = 9    // bits of `field`, more than EXP
) (
    input  wire             clk,
    input  wire             en,
    input  wire             sign,         // of the result
    input  wire             negative,     // the significand is the complement of the sum's bits
    input  wire [    MAN:0] significand,  // rounded down, with the hidden bit, which is 0 in a subnormal
    input  wire [   EW-1:0] field,        // the exponent field is field - less, or 0 in a subnormal
    input  wire [      1:0] less,
    input  wire             half,         // the bit of the sum below the significand
    input  wire             more,         // there are ones below `half`
    input  wire             inf,          // the result is infinite
    input  wire             nan,          // the result is a NaN
    output reg  [EXP+MAN:0] y
);

    // These are temporaries, so that a simulator computes them only when en is 1.
    reg [EW-1:0] upper, lower, exponent;
    reg [EXP+MAN-1:0] rounded;  // a carry out of the fraction adds 1 to the exponent, and gives inf at its end
    reg up, special;

    /* verilator lint_off BLKSEQ */
    always @(posedge clk)
        if (en) begin
            up      = negative ? !half | (!more & significand[0]) : half & (more | significand[0]);
            upper   = significand[MAN] ? field : {EW{1'b0}};
            lower   = significand[MAN] ? {{(EW - 2) {1'b0}}, less} : {EW{1'b0}};
            // One addition subtracts from the exponent and rounds the significand. In parallel, `exponent` shows if the
            // number is too large.
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
