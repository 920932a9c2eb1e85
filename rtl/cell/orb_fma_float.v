// Floating-point fused multiply-add: running sums of products, rounded once, to nearest even, with each addition.
// SPDX-License-Identifier: Apache-2.0
//
// The port that every multiply-add of the project has. x and c enter together; MUL_LAT cycles later en adds their
// product to the running sum of GROUP cycles ago, or with first to a (with zero: to +0); y shows the new sum ADD_LAT
// cycles after en. IEEE 754 with subnormals, infinities and signed zeros; a NaN result is the quiet NaN 0x7fc00000 of
// binary32 or its like.
`resetall
`default_nettype none

module orb_fma_float #(
    parameter EXP     = 8,        // exponent bits of x and c, 4..8
    parameter MAN     = 23,       // fraction bits of x and c, 2..23
    parameter AEXP    = EXP,      // exponent bits of a and y, EXP..8
    parameter AMAN    = MAN,      // fraction bits of a and y, MAN..23
    parameter MUL_LAT = 2,        // cycles from x, c to the product at the adder, 1..3
    parameter ADD_LAT = 4,        // cycles from the addend to y, 1..5
    parameter GROUP   = ADD_LAT   // sums that take turns, ADD_LAT or more
) (
    input  wire               clk,
    input  wire [  EXP+MAN:0] x,      // operand
    input  wire [  EXP+MAN:0] c,      // coefficient
    input  wire               en,     // the product is at the adder: add it
    input  wire               first,  // ... to a
    input  wire               zero,   // ... to zero, if first
    input  wire [AEXP+AMAN:0] a,      // addend
    output wire [AEXP+AMAN:0] y       // sum
);

    localparam PP = 2 * MAN + 2;  // bits of a product of significands
    localparam PA = AMAN + 1;     // bits of a significand of a sum
    localparam EW = AEXP > 5 ? AEXP + 2 : 8;  // bits of an exponent, signed
    // The window of the adder reaches LOW places below the product: far enough for half a last place of the difference
    // between the least product and an addend near it, and for all of an addend that is just above the product. The
    // least product: of a subnormal and a normal number; of two subnormals, if the sum's exponents reach that far.
    localparam LEAST = AEXP == EXP ? MAN : 0;
    localparam LOW_SUM = AMAN + 2 - LEAST;
    localparam LOW_HIGH = 2 * PA + 1 - PP - 2;
    localparam LOW = LOW_SUM > LOW_HIGH ? LOW_SUM : LOW_HIGH;
    localparam W = PP + 2 + LOW;
    localparam FS = W > 32 ? 5 : 4;  // the addend moves down in two steps, the first less than 2^FS places
    localparam VW = PA + (1 << FS) > W ? PA + (1 << FS) : W;
    // From the sum of the factors' exponent fields to the field of the window's second place if the product is moved
    // down: that is PA + 2 places above the product's top bit, which is twice one as much as a product of significands.
    localparam UPPER = PA + 3 + ((1 << (AEXP - 1)) - 1) - 2 * ((1 << (EXP - 1)) - 1);
    // Which steps end in a register, by ADD_LAT, and when they have work: so many cycles after en.
    localparam REG_PLACE = ADD_LAT == 5 ? 1 : 0;
    localparam REG_SHIFT = ADD_LAT == 4 ? 1 : 0;
    localparam REG_ALIGN = ADD_LAT == 3 || ADD_LAT == 5 ? 1 : 0;
    localparam REG_ADD = ADD_LAT == 2 || ADD_LAT == 4 ? 1 : 0;
    localparam REG_16 = ADD_LAT == 3 || ADD_LAT == 5 ? 1 : 0;
    localparam REG_4 = ADD_LAT == 4 ? 1 : 0;
    localparam REG_1 = ADD_LAT == 5 ? 1 : 0;
    localparam AT_SHIFT = REG_PLACE;
    localparam AT_ALIGN = AT_SHIFT + REG_SHIFT;
    localparam AT_ADD = AT_ALIGN + REG_ALIGN;
    localparam AT_16 = AT_ADD + REG_ADD;
    localparam AT_4 = AT_16 + REG_16;
    localparam AT_1 = AT_4 + REG_4;
    localparam AT_PACK = AT_1 + REG_1;

    reg  [GROUP-1:0] en_q;  // en of 1, 2, ... cycles ago
    wire [  GROUP:0] work = {en_q, en};
    always @(posedge clk) en_q <= work[GROUP-1:0];

    // ---- the product -----------------------------------------------------------------------------------------------
    wire [PP-1:0] p;
    wire signed [EW-1:0] upper, lower;
    wire p_sign, p_zero, p_inf, p_nan;

    orb_float_multiply #(
        .EXP(EXP),
        .MAN(MAN),
        .EW(EW),
        .UPPER(UPPER),
        .LOWER(UPPER - PA - 1),
        .LATENCY(MUL_LAT)
    ) u_multiply (
        .clk(clk),
        .x(x),
        .c(c),
        .p(p),
        .upper(upper),
        .lower(lower),
        .sign(p_sign),
        .zero(p_zero),
        .inf(p_inf),
        .nan(p_nan)
    );

    // ---- the addend ------------------------------------------------------------------------------------------------
    wire [AEXP+AMAN:0] running;  // y, delayed for the sums to take turns
    generate
        if (GROUP == ADD_LAT) begin : g_direct
            assign running = y;
        end else begin : g_turns
            reg [AEXP+AMAN:0] turn[ADD_LAT:GROUP-1];  // [i]: the sum begun i + 1 cycles ago
            genvar i;
            for (i = ADD_LAT; i < GROUP; i = i + 1) begin : g_turn
                if (i == ADD_LAT) begin : g_newest
                    always @(posedge clk) if (work[i]) turn[i] <= y;
                end else begin : g_older
                    always @(posedge clk) if (work[i]) turn[i] <= turn[i-1];
                end
            end
            assign running = turn[GROUP-1];
        end
    endgenerate

    wire [AEXP+AMAN:0] addend = !first ? running : zero ? {(AEXP + AMAN + 1) {1'b0}} : a;

    // ---- their places in the window --------------------------------------------------------------------------------
    wire [AMAN:0] s;
    wire high, opposite, sign, inf, nan;
    wire [FS-1:0] fine;
    wire [1:0] coarse;
    wire [EW-2:0] second;
    wire [PP-1:0] p_place;

    orb_float_place #(
        .EXP(AEXP),
        .MAN(AMAN),
        .EW(EW),
        .FS(FS),
        .REG(REG_PLACE)
    ) u_place (
        .clk(clk),
        .en(en),
        .a(addend),
        .upper(upper),
        .lower(lower),
        .p_sign(p_sign),
        .p_zero(p_zero),
        .p_inf(p_inf),
        .p_nan(p_nan),
        .s(s),
        .high(high),
        .fine(fine),
        .coarse(coarse),
        .second(second),
        .sign(sign),
        .opposite(opposite),
        .inf(inf),
        .nan(nan)
    );

    // the product and the rest wait with it
    orb_reg #(
        .WIDTH(PP),
        .REG(REG_PLACE)
    ) u_product_place (
        .clk(clk),
        .en(en),
        .d(p),
        .q(p_place)
    );

    // ---- the addend moved there ------------------------------------------------------------------------------------
    wire [VW-1:0] moved;
    wire [PP-1:0] p_shift;
    wire high_shift, opposite_shift, sign_shift, inf_shift, nan_shift;
    wire [1:0] coarse_shift;
    wire [EW-2:0] top_shift, limit_shift;

    orb_float_shift #(
        .PA(PA),
        .FS(FS),
        .VW(VW),
        .REG(REG_SHIFT)
    ) u_shift (
        .clk(clk),
        .en(work[AT_SHIFT]),
        .s(s),
        .fine(fine),
        .moved(moved)
    );

    orb_reg #(
        .WIDTH(PP + 2 * EW + 5),
        .REG(REG_SHIFT)
    ) u_side_shift (
        .clk(clk),
        .en(work[AT_SHIFT]),
        .d({p_place, high, coarse, second + 1'b1, second, opposite, sign, inf, nan}),
        .q({p_shift, high_shift, coarse_shift, top_shift, limit_shift, opposite_shift, sign_shift, inf_shift, nan_shift})
    );

    wire [W-1:0] u;
    wire [W:0] v;
    wire carry, lost;
    wire opposite_align, sign_align, inf_align, nan_align;
    wire [EW-2:0] top_align, limit;

    orb_float_align #(
        .PP(PP),
        .PA(PA),
        .LOW(LOW),
        .FAR(1 << FS),
        .VW(VW),
        .REG(REG_ALIGN)
    ) u_align (
        .clk(clk),
        .en(work[AT_ALIGN]),
        .p(p_shift),
        .s(moved),
        .high(high_shift),
        .coarse(coarse_shift),
        .opposite(opposite_shift),
        .u(u),
        .v(v),
        .carry(carry),
        .lost(lost)
    );

    orb_reg #(
        .WIDTH(2 * EW + 2),
        .REG(REG_ALIGN)
    ) u_side_align (
        .clk(clk),
        .en(work[AT_ALIGN]),
        .d({top_shift, limit_shift, opposite_shift, sign_shift, inf_shift, nan_shift}),
        .q({top_align, limit, opposite_align, sign_align, inf_align, nan_align})
    );

    // ---- added -----------------------------------------------------------------------------------------------------
    wire [W:0] d;
    wire [15:1] stop;
    wire d_lost, d_opposite, d_sign, d_inf, d_nan;
    wire [EW-2:0] d_top, d_limit;

    orb_float_add #(
        .W(W),
        .EW(EW - 1),
        .REG(REG_ADD)
    ) u_add (
        .clk(clk),
        .en(work[AT_ADD]),
        .u(u),
        .v(v),
        .carry(carry),
        .limit(limit),
        .d(d),
        .stop(stop)
    );

    orb_reg #(
        .WIDTH(2 * EW + 3),
        .REG(REG_ADD)
    ) u_side_add (
        .clk(clk),
        .en(work[AT_ADD]),
        .d({lost, top_align, limit, opposite_align, sign_align, inf_align, nan_align}),
        .q({d_lost, d_top, d_limit, d_opposite, d_sign, d_inf, d_nan})
    );

    // ---- normalised ------------------------------------------------------------------------------------------------
    wire [AMAN:0] significand;
    wire [EW-2:0] field;
    wire [1:0] less;
    wire half, more, negative, nothing;

    orb_float_normalise #(
        .W(W),
        .PA(PA),
        .EW(EW - 1),
        .REG_16(REG_16),
        .REG_4(REG_4),
        .REG_1(REG_1)
    ) u_normalise (
        .clk(clk),
        .en_16(work[AT_16]),
        .en_4(work[AT_4]),
        .en_1(work[AT_1]),
        .d(d),
        .stop(stop),
        .lost(d_lost),
        .top(d_top),
        .limit(d_limit),
        .significand(significand),
        .field(field),
        .less(less),
        .half(half),
        .more(more),
        .negative(negative),
        .zero(nothing)
    );

    // ---- rounded ---------------------------------------------------------------------------------------------------
    wire [3:0] side_16, side_4;
    wire opposite_norm, sign_norm, inf_norm, nan_norm;

    orb_reg #(
        .WIDTH(4),
        .REG(REG_16)
    ) u_side_16 (
        .clk(clk),
        .en(work[AT_16]),
        .d({d_opposite, d_sign, d_inf, d_nan}),
        .q(side_16)
    );

    orb_reg #(
        .WIDTH(4),
        .REG(REG_4)
    ) u_side_4 (
        .clk(clk),
        .en(work[AT_4]),
        .d(side_16),
        .q(side_4)
    );

    orb_reg #(
        .WIDTH(4),
        .REG(REG_1)
    ) u_side_1 (
        .clk(clk),
        .en(work[AT_1]),
        .d(side_4),
        .q({opposite_norm, sign_norm, inf_norm, nan_norm})
    );

    orb_float_pack #(
        .EXP(AEXP),
        .MAN(AMAN),
        .EW(EW - 1)
    ) u_pack (
        .clk(clk),
        .en(work[AT_PACK]),
        .sign(nothing ? sign_norm & !opposite_norm : sign_norm ^ (opposite_norm & negative)),
        .negative(negative),
        .significand(significand),
        .field(field),
        .less(less),
        .half(half),
        .more(more),
        .inf(inf_norm),
        .nan(nan_norm),
        .y(y)
    );

endmodule
`resetall
