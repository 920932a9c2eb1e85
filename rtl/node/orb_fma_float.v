// Floating-point fused multiply-add: running sums of products, rounded once, to nearest even, with each addition.
// SPDX-License-Identifier: Apache-2.0
//
// orb_fma_fixed has the same ports. x and c enter together in any cycle, and their product is at the adder MUL_LAT
// cycles later. If en is 1 then, the product is added to the sum whose last addition began GROUP cycles before, or,
// with first, to a. y shows the new sum ADD_LAT cycles after en. Results are those of IEEE 754 with subnormals,
// infinities and signed zeros. Any NaN result is the positive quiet one, 0x7fc00000 in binary32.
`resetall
`default_nettype none

module orb_fma_float #(
    parameter EXP     = 8,        // exponent bits of x and c, 5..8
    parameter MAN     = 23,       // fraction bits of x and c, 7..23
    parameter AEXP    = EXP,      // exponent bits of a and y, EXP..8
    parameter AMAN    = MAN,      // fraction bits of a and y, MAN..23
    parameter MUL_LAT = 2,        // cycles from x, c to the product at the adder, 1..3
    parameter ADD_LAT = 4,        // cycles from the addend to y, 1..5
    parameter GROUP   = ADD_LAT   // number of sums that alternate, ADD_LAT or more
) (
    input  wire               clk,
    input  wire [  EXP+MAN:0] x,      // operand
    input  wire [  EXP+MAN:0] c,      // coefficient
    input  wire               en,     // add the product that is at the adder
    input  wire               first,  // with en: begin a new sum from a
    input  wire [AEXP+AMAN:0] a,      // addend
    output wire [AEXP+AMAN:0] y       // sum
);

    localparam PP = 2 * MAN + 2;  // bits of a product of significands
    localparam PA = AMAN + 1;     // bits of a significand of a sum
    localparam EW = AEXP > 5 ? AEXP + 2 : 8;  // bits of an exponent, signed
    // The adder's window has a place for a carry, one for the top bit of the addend, and the places of the product.
    // If the addend is far above the product, the product is shifted right by UP places. Below the product, the window
    // has LOW further places. They reach half of a last place in the two cases that need most: the difference of the
    // smallest product and an addend of about its size, and a sum with a shifted product. The smallest product that
    // matters is that of a subnormal and a normal number, or of two subnormals if the sum has exponents for it.
    localparam UP = (PA + 1) / 8 * 8;
    localparam LEAST = AEXP == EXP ? MAN : 0;
    localparam LOW_LEAST = AMAN + 2 - LEAST;
    localparam LOW_UP = 2 * UP - PP - 1;
    localparam LOW = LOW_LEAST > LOW_UP ? LOW_LEAST : LOW_UP;
    localparam W = PP + PA + 3 - UP + LOW;
    // The sum of the factors' exponent fields plus UPPER is the exponent field of the second place of the window if the
    // product is shifted. That place is PA + 2 places above the top bit of the product. The product of two ones has its
    // leading one a place below the top bit.
    localparam UPPER = PA + 3 + ((1 << (AEXP - 1)) - 1) - 2 * ((1 << (EXP - 1)) - 1);

    // ADD_LAT decides which steps end in a register (REG_), and how many cycles after en each step works (AT_).
    localparam REG_PLACE = ADD_LAT == 5 ? 1 : 0;
    localparam REG_SHIFT = ADD_LAT >= 3 ? 1 : 0;
    localparam REG_ADD = ADD_LAT == 2 || ADD_LAT >= 4 ? 1 : 0;
    localparam REG_16 = ADD_LAT == 3 ? 1 : 0;
    localparam REG_4 = ADD_LAT >= 4 ? 1 : 0;
    localparam AT_SHIFT = REG_PLACE;
    localparam AT_ADD = AT_SHIFT + REG_SHIFT;
    localparam AT_16 = AT_ADD + REG_ADD;
    localparam AT_4 = AT_16 + REG_16;
    localparam AT_PACK = AT_4 + REG_4;

    reg  [GROUP-1:0] en_q;  // en 1, 2, ... cycles ago
    wire [  GROUP:0] work = {en_q, en};
    always @(posedge clk) en_q <= work[GROUP-1:0];

    // ---- the product -----------------------------------------------------------------------------------------------
    wire [PP-1:0] p;
    wire signed [EW-1:0] upper, lower;
    wire p_sign, p_zero, p_inf, p_nan;

    orb_float_multiply #(
        .EXP(EXP), .MAN(MAN), .EW(EW), .UPPER(UPPER), .LOWER(UPPER - UP), .LATENCY(MUL_LAT)
    ) u_multiply (
        .clk(clk), .x(x), .c(c), .p(p), .upper(upper), .lower(lower), .sign(p_sign), .zero(p_zero), .inf(p_inf),
        .nan(p_nan)
    );

    // ---- the addend ------------------------------------------------------------------------------------------------
    wire [AEXP+AMAN:0] turn[ADD_LAT:GROUP];  // [i]: the sum whose en was i cycles ago
    assign turn[ADD_LAT] = y;
    genvar i;
    generate
        for (i = ADD_LAT; i < GROUP; i = i + 1) begin : g_turn
            orb_reg #(
                .WIDTH(AEXP + AMAN + 1)
            ) u_turn (
                .clk(clk), .en(work[i]), .d(turn[i]), .q(turn[i+1])
            );
        end
    endgenerate

    wire [AEXP+AMAN:0] addend = first ? a : turn[GROUP];

    // ---- both shifted into the window ------------------------------------------------------------------------------
    wire [W-1:0] u;
    wire [W:0] v;
    wire carry, u_lost;
    wire [EW-2:0] u_top, u_limit;
    wire [3:0] u_side;

    orb_float_window #(
        .EXP(AEXP), .MAN(AMAN), .PP(PP), .W(W), .LOW(LOW), .UP(UP), .EW(EW), .REG_PLACE(REG_PLACE),
        .REG_SHIFT(REG_SHIFT)
    ) u_window (
        .clk(clk), .en_place(en), .en_shift(work[AT_SHIFT]), .a(addend), .p(p), .upper(upper), .lower(lower),
        .p_sign(p_sign), .p_zero(p_zero), .p_inf(p_inf), .p_nan(p_nan), .u(u), .v(v), .carry(carry), .lost(u_lost),
        .top(u_top), .limit(u_limit), .side(u_side)
    );

    // ---- the sum ---------------------------------------------------------------------------------------------------
    wire [W:0] d;
    wire [15:1] u_stop = |u_limit[EW-2:6] ? 15'h0 : 15'h4000 >> u_limit[5:2];
    wire [15:1] d_stop, stop;
    wire d_lost;
    wire [EW-2:0] d_top, d_limit;
    wire [3:0] d_side;

    orb_reg #(
        .WIDTH(W + 1), .REG(REG_ADD)
    ) u_add (
        .clk(clk), .en(work[AT_ADD]), .d({1'b0, u} + v + {{W{1'b0}}, carry}), .q(d)
    );

    orb_reg #(
        .WIDTH(2 * EW + 18), .REG(REG_ADD)
    ) u_side_add (
        .clk(clk), .en(work[AT_ADD]), .d({u_lost, u_top, u_limit, u_stop, u_side}),
        .q({d_lost, d_top, d_limit, d_stop, d_side})
    );

    orb_float_find #(
        .W(W)
    ) u_find (
        .d(d), .limit(d_stop), .stop(stop)
    );

    // ---- the sum, normalised and rounded ---------------------------------------------------------------------------
    wire [AMAN:0] significand;
    wire [EW-2:0] field;
    wire [1:0] less;
    wire half, more, negative, nothing;
    wire [3:0] side_16;
    wire sign, opposite, inf, nan;

    orb_float_normalise #(
        .W(W), .PA(PA), .EW(EW - 1), .REG_16(REG_16), .REG_4(REG_4)
    ) u_normalise (
        .clk(clk), .en_16(work[AT_16]), .en_4(work[AT_4]), .d(d), .stop(stop), .lost(d_lost), .top(d_top),
        .limit(d_limit), .significand(significand), .field(field), .less(less), .half(half), .more(more),
        .negative(negative), .zero(nothing)
    );

    orb_reg #(
        .WIDTH(4), .REG(REG_16)
    ) u_side_16 (
        .clk(clk), .en(work[AT_16]), .d(d_side), .q(side_16)
    );

    orb_reg #(
        .WIDTH(4), .REG(REG_4)
    ) u_side_4 (
        .clk(clk), .en(work[AT_4]), .d(side_16), .q({sign, opposite, inf, nan})
    );

    orb_float_pack #(
        .EXP(AEXP), .MAN(AMAN), .EW(EW - 1)
    ) u_pack (
        .clk(clk), .en(work[AT_PACK]), .sign(nothing ? sign & !opposite : sign ^ (opposite & negative)),
        .negative(negative), .significand(significand), .field(field), .less(less), .half(half), .more(more), .inf(inf),
        .nan(nan), .y(y)
    );

endmodule
`resetall
