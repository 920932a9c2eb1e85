// Where the addend of a floating-point multiply-add lies beside the product.
// SPDX-License-Identifier: Apache-2.0
//
// Both go into a window of the adder, whose top place is left for a carry. If the addend reaches above the product by
// more than a place it begins at the window's second place, and the product is moved down (`high`); else the product
// begins further up, its exponents being less by a multiple of 8. The addend moves down by coarse * 2^FS + fine, but
// not if it is `above` all of the product. A subnormal addend counts as one of exponent field 0, a place up, so that
// its field goes into the subtractions as it is.
`resetall
`default_nettype none

module orb_float_place #(
    parameter EXP = 8,   // exponent bits of the addend, 5..8
    parameter MAN = 23,  // fraction bits of the addend, 7..23
    parameter EW  = 10,  // bits of the product's exponents
    parameter FS  = 5,   // bits of `fine`, 4 or 5
    parameter REG = 1    // 1 a register, taken with en; 0 none
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register
    input  wire                 clk,
    input  wire                 en,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [    EXP+MAN:0] a,        // addend
    input  wire signed [EW-1:0] upper,    // exponent field of the window's second place if high
    input  wire signed [EW-1:0] lower,    // ... if not
    input  wire                 p_sign,   // the product
    input  wire                 p_zero,
    input  wire                 p_inf,
    input  wire                 p_nan,
    output wire [        MAN:0] s,        // significand of the addend, with the hidden bit
    output wire                 above,
    output wire                 high,
    output wire [       FS-1:0] fine,
    output wire [          1:0] coarse,   // 2 and 3: below the window
    output wire [       EW-2:0] second,   // exponent field of the window's second place, 1 or more
    output wire [          3:0] side      // the product's sign, or the result's if it is infinite; addend and product
                                          // are opposite; the result is infinite; it is a NaN
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
            is_above = zero_f | from_upper[EW-1];  // the product is less than half the addend's last place
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
