// Where the addend of a floating-point multiply-add lies beside the product.
// SPDX-License-Identifier: Apache-2.0
//
// Both go into a window of the adder. If the addend's place is more than the product's top it is at the window's top
// and the product is moved down by the addend's length (`high`); else the product is at the top. The addend moves down
// by `coarse` * 2^FS + `fine`. The exponent of the window's top bit is never less than the format's least.
`resetall
`default_nettype none

module orb_float_place #(
    parameter EXP = 8,   // exponent bits of the addend, 4..8
    parameter MAN = 23,  // fraction bits of the addend, 2..23
    parameter EW  = 10,  // bits of the product's exponents
    parameter FS  = 5,   // bits of `fine`
    parameter REG = 1    // 1 a register, taken with en; 0 none
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register
    input  wire                 clk,
    input  wire                 en,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [    EXP+MAN:0] a,        // addend
    input  wire signed [EW-1:0] upper,    // exponent field of the window's top bit if high
    input  wire signed [EW-1:0] lower,    // ... if not
    input  wire                 p_sign,   // the product
    input  wire                 p_zero,
    input  wire                 p_inf,
    input  wire                 p_nan,
    output wire [        MAN:0] s,        // significand of the addend
    output wire                 high,
    output wire [       FS-1:0] fine,
    output wire [          1:0] coarse,   // 2: outside the window
    output wire [       EW-2:0] top,      // exponent field of the window's top bit, 1 or more
    output wire                 sign,     // of the product, or of the result if it is infinite
    output wire                 opposite, // the addend is subtracted from the product
    output wire                 inf,      // the result
    output wire                 nan
);

    localparam OUT = MAN + 1 + 1 + FS + 2 + EW - 1 + 4;

    function [OUT-1:0] place;
        input [EXP+MAN:0] addend;
        input [EW-1:0] upper_f, lower_f;
        input sign_f, zero_f, inf_f, nan_f;
        reg normal, special, fraction, below, is_high, differ;
        reg [EW-1:0] field, from_upper, from_lower, shift;
        begin
            normal = |addend[MAN+:EXP];
            special = &addend[MAN+:EXP];
            fraction = |addend[MAN-1:0];
            field = {{(EW - EXP) {1'b0}}, addend[MAN+1+:EXP-1], addend[MAN] | !normal};
            from_upper = upper_f - field;
            from_lower = lower_f - field;
            below = zero_f | from_upper[EW-1];  // the product is less than half the addend's last place
            is_high = zero_f | from_lower[EW-1] | from_lower == {EW{1'b0}};
            shift = below ? {EW{1'b0}} : is_high ? from_upper : from_lower;
            differ = sign_f ^ addend[EXP+MAN];
            place = {
                normal,
                addend[MAN-1:0],
                is_high,
                shift[FS-1:0],
                |shift[EW-1:FS+1],
                shift[FS] & !(|shift[EW-1:FS+1]),
                below ? field[EW-2:0] : is_high ? upper_f[EW-2:0] : lower_f[EW-2:0],
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
    assign {s, high, fine, coarse, top, sign, opposite, inf, nan} = q;

endmodule
`resetall
