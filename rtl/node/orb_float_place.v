// Computes the places of product and addend of a floating-point multiply-add in the window of the adder.
// SPDX-License-Identifier: Apache-2.0
//
// The top place of the window is left for a carry. If the addend is far above the product (`high`), the product is
// shifted right by a fixed number of places, a multiple of 8. In both cases the exponent field of the second place is
// known, `upper` or `lower`, and the addend is shifted right from there by coarse * 2^FS + fine places. It is not
// shifted if it is `above` all of the product. A subnormal addend is treated as if its exponent field were 0 and its
// significand one place further up, so the subtractions use its field as it is.
`resetall
`default_nettype none

module orb_float_place #(
    parameter EXP = 8,   // exponent bits of the addend, 5..8
    parameter MAN = 23,  // fraction bits of the addend, 7..23
    parameter EW  = 10,  // bits of the product's exponents
    parameter FS  = 5,   // bits of `fine`, 4 or 5
    parameter REG = 1    // 1: a register, loaded with en; 0: combinational
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register, there is no clock
    input  wire                 clk,
    input  wire                 en,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [    EXP+MAN:0] a,        // addend
    input  wire signed [EW-1:0] upper,    // exponent field of the second place of the window if high
    input  wire signed [EW-1:0] lower,    // exponent field of the second place of the window if not high
    input  wire                 p_sign,   // the product: its sign, and whether it is 0, inf or NaN
    input  wire                 p_zero,
    input  wire                 p_inf,
    input  wire                 p_nan,
    output wire [        MAN:0] s,        // significand of the addend, with the hidden bit
    output wire                 above,    // the addend is not shifted
    output wire                 high,     // the product is shifted
    output wire [       FS-1:0] fine,
    output wire [          1:0] coarse,   // 2 and 3: the addend is below the window
    output wire [       EW-2:0] second,   // exponent field of the second place of the window, 1 or more
    output wire [          3:0] side      // {sign, opposite, inf, nan}: the sign of the product, or that of an infinite
                                          // result; addend and product have opposite signs; the result is infinite; the
                                          // result is a NaN
);

    localparam OUT = MAN + 1 + 2 + FS + 2 + EW - 1 + 4;

    function [OUT-1:0] place;
        input [EXP+MAN:0] addend;
        input [EW-1:0] upper_f, lower_f;
        input sign_f, zero_f, inf_f, nan_f;
        reg normal, special, fraction, is_above, is_high, differ;
        reg [EW-1:0] field, from_upper, from_lower;
        begin
            normal = |addend[MAN+:EXP];
            special = &addend[MAN+:EXP];
            fraction = |addend[MAN-1:0];
            field = {{(EW - EXP) {1'b0}}, addend[MAN+:EXP]};
            from_upper = upper_f - field;
            from_lower = lower_f - field;
            is_above = zero_f | from_upper[EW-1];  // the product is less than half of the addend's last place
            is_high = from_lower[EW-1];
            differ = sign_f ^ addend[EXP+MAN];
            place = {
                normal,
                addend[MAN-1:0],
                is_above,
                is_high,
                is_high ? from_upper[FS-1:3] : from_lower[FS-1:3],
                from_upper[2:0],
                !is_above & !is_high & (|from_lower[EW-1:FS+1]),
                !is_above & !is_high & from_lower[FS],
                is_above ? {field[EW-2:1], field[0] | !normal} : is_high ? upper_f[EW-2:0] : lower_f[EW-2:0],
                special & !inf_f ? addend[EXP+MAN] : sign_f,
                differ & !special & !inf_f,
                special | inf_f,
                nan_f | (special & (fraction | (inf_f & differ)))
            };
        end
    endfunction

    wire [OUT-1:0] q;
    generate
        if (REG != 0) begin : g_reg
            reg [OUT-1:0] place_q;
            always @(posedge clk) if (en) place_q <= place(a, upper, lower, p_sign, p_zero, p_inf, p_nan);
            assign q = place_q;
        end else begin : g_none
            assign q = place(a, upper, lower, p_sign, p_zero, p_inf, p_nan);
        end
    endgenerate
    assign {s, above, high, fine, coarse, second, side} = q;

endmodule
`resetall
