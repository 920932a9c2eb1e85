// Shifts product and addend of a floating-point multiply-add to their places in the window of the adder.
// SPDX-License-Identifier: Apache-2.0
//
// It takes a product and an addend in every cycle. Latency: REG_PLACE + REG_SHIFT cycles.
`resetall
`default_nettype none

module orb_float_window #(
    parameter EXP       = 8,   // exponent bits of the addend
    parameter MAN       = 23,  // fraction bits of the addend
    parameter PP        = 48,  // bits of the product
    parameter W         = 53,  // bits of the window
    parameter LOW       = 2,   // places of the window below the product
    parameter UP        = 24,  // places by which the product is shifted if the addend is far above it
    parameter EW        = 10,  // bits of the product's exponents, signed
    parameter REG_PLACE = 0,   // 1: a register after orb_float_place, loaded with en_place; 0: none
    parameter REG_SHIFT = 1    // 1: a register after orb_float_shift, loaded with en_shift; 0: none
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register, there is no clock
    input  wire                 clk,
    input  wire                 en_place,
    input  wire                 en_shift,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [    EXP+MAN:0] a,      // addend
    input  wire [       PP-1:0] p,      // significand of the product
    input  wire signed [EW-1:0] upper,  // exponent field of the second place of the window if the product is shifted
    input  wire signed [EW-1:0] lower,  // exponent field of the second place of the window if not
    input  wire                 p_sign,
    input  wire                 p_zero,
    input  wire                 p_inf,
    input  wire                 p_nan,
    output wire [        W-1:0] u,      // product
    output wire [          W:0] v,      // addend; it is in two's complement when `carry` is added
    output wire                 carry,  // add 1 in the lowest place
    output wire                 lost,   // there are ones below the window; u + v + carry is the sum rounded down
    output wire [       EW-2:0] top,    // exponent field of the top place of the window
    output wire [       EW-2:0] limit,  // top - 1
    output wire [          3:0] side    // {sign, opposite, inf, nan}, see orb_float_place
);

    localparam PA = MAN + 1;
    localparam FS = W > 32 ? 5 : 4;  // the first of two steps shifts the addend by less than 2^FS places
    localparam VW = PA + (1 << FS) > W ? PA + (1 << FS) : W;

    // ---- the places ------------------------------------------------------------------------------------------------
    wire [PA-1:0] s;
    wire above, high;
    wire [FS-1:0] fine;
    wire [1:0] coarse;
    wire [EW-2:0] second;
    wire [3:0] side_place;
    wire [PP-1:0] p_place;

    orb_float_place #(
        .EXP(EXP),
        .MAN(MAN),
        .EW(EW),
        .FS(FS),
        .REG(REG_PLACE)
    ) u_place (
        .clk(clk),
        .en(en_place),
        .a(a),
        .upper(upper),
        .lower(lower),
        .p_sign(p_sign),
        .p_zero(p_zero),
        .p_inf(p_inf),
        .p_nan(p_nan),
        .s(s),
        .above(above),
        .high(high),
        .fine(fine),
        .coarse(coarse),
        .second(second),
        .side(side_place)
    );

    orb_reg #(
        .WIDTH(PP),
        .REG(REG_PLACE)
    ) u_product_place (
        .clk(clk),
        .en(en_place),
        .d(p),
        .q(p_place)
    );

    // ---- the first step of the addend's shift ----------------------------------------------------------------------
    wire [VW-1:0] moved;
    wire [PP-1:0] p_shift;
    wire high_shift;
    wire [1:0] coarse_shift;

    orb_float_shift #(
        .PA(PA),
        .FS(FS),
        .VW(VW),
        .REG(REG_SHIFT)
    ) u_shift (
        .clk(clk),
        .en(en_shift),
        .s(s),
        .stay(above),
        .fine(fine),
        .moved(moved)
    );

    orb_reg #(
        .WIDTH(PP + 3),
        .REG(REG_SHIFT)
    ) u_product_shift (
        .clk(clk),
        .en(en_shift),
        .d({p_place, high, coarse}),
        .q({p_shift, high_shift, coarse_shift})
    );

    orb_reg #(
        .WIDTH(2 * EW + 2),
        .REG(REG_SHIFT)
    ) u_side_shift (
        .clk(clk),
        .en(en_shift),
        .d({second + 1'b1, second, side_place}),
        .q({top, limit, side})
    );

    // ---- the second step, and the product's shift ------------------------------------------------------------------
    orb_float_align #(
        .PP(PP),
        .W(W),
        .LOW(LOW),
        .UP(UP),
        .FAR(1 << FS),
        .VW(VW)
    ) u_align (
        .p(p_shift),
        .s(moved),
        .high(high_shift),
        .coarse(coarse_shift),
        .opposite(side[2]),
        .u(u),
        .v(v),
        .carry(carry),
        .lost(lost)
    );

endmodule
`resetall
