// Rounds a significand, and packs it and its exponent into a floating-point number. One register.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_float_pack #(
    parameter EXP = 8,   // exponent bits of the format, 4..8
    parameter MAN = 23,  // fraction bits of the format, 2..23
    parameter EW  = 9    // bits of the exponent field that comes, EXP or more
) (
    input  wire             clk,
    input  wire             en,
    input  wire             sign,
    input  wire [    MAN:0] significand,  // rounded down, with the hidden bit; that is 0 in a subnormal
    input  wire [   EW-1:0] below,        // exponent field less 1, also 0 in a subnormal
    input  wire             up,           // round up
    input  wire             inf,          // the result is infinite
    input  wire             nan,          // ... or a NaN
    output reg  [EXP+MAN:0] y
);

    localparam [EXP-1:0] SPECIAL = {EXP{1'b1}};

    // temporaries, so that a simulator computes them only when they are wanted
    reg [EW+MAN:0] rounded;  // the hidden bit counts the exponent up, and so does a carry out of the fraction
    reg            special;

    /* verilator lint_off BLKSEQ */
    always @(posedge clk)
        if (en) begin
            rounded = {1'b0, below, {MAN{1'b0}}} + {{EW{1'b0}}, significand} + {{(EW + MAN) {1'b0}}, up};
            special = inf | nan | rounded[EW+MAN:MAN] >= {{(EW + 1 - EXP) {1'b0}}, SPECIAL};
            y[EXP+MAN]      <= sign & !nan;
            y[MAN+:EXP]     <= special ? SPECIAL : rounded[MAN+:EXP];
            y[MAN-1:0]      <= special ? {nan, {(MAN - 1) {1'b0}}} : rounded[MAN-1:0];
        end
    /* verilator lint_on BLKSEQ */

endmodule
`resetall
