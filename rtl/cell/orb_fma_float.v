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
    localparam LOW_HIGH = 2 * PA - PP - 2;
    localparam LOW = LOW_SUM > LOW_HIGH ? LOW_SUM : LOW_HIGH;
    localparam W = PP + 2 + LOW;
    localparam FS = W > 32 ? 5 : 4;
    // From the sum of the factors' exponent fields to the field of the window's top bit, PA + 1 places above the
    // product's top bit if it is `high`.
    localparam UPPER = PA + 3 + ((1 << (AEXP - 1)) - 1) - 2 * ((1 << (EXP - 1)) - 1);
    // Which steps end in a register, and when they have work: so many cycles after en.
    localparam REG_PLACE = ADD_LAT > 3 ? 1 : 0;
    localparam REG_ALIGN = ADD_LAT > 4 ? 1 : 0;
    localparam REG_ADD = ADD_LAT > 1 ? 1 : 0;
    localparam REG_NORMALISE = ADD_LAT > 2 ? 1 : 0;
    localparam AT_ALIGN = REG_PLACE;
    localparam AT_ADD = AT_ALIGN + REG_ALIGN;
    localparam AT_NORMALISE = AT_ADD + REG_ADD;
    localparam AT_PACK = AT_NORMALISE + REG_NORMALISE;

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
        .LOWER(UPPER - PA),
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
    wire [EW-2:0] top;
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
        .top(top),
        .sign(sign),
        .opposite(opposite),
        .inf(inf),
        .nan(nan)
    );

    orb_reg #(
        .WIDTH(PP),
        .REG(REG_PLACE)
    ) u_p_place (
        .clk(clk),
        .en(en),
        .d(p),
        .q(p_place)
    );

    // ---- aligned ---------------------------------------------------------------------------------------------------
    wire [W-1:0] u;
    wire [W:0] v;
    wire carry, lost;
    wire opposite_align, sign_align, inf_align, nan_align;
    wire [EW-2:0] limit;

    orb_float_align #(
        .PP(PP),
        .PA(PA),
        .LOW(LOW),
        .FS(FS),
        .REG(REG_ALIGN)
    ) u_align (
        .clk(clk),
        .en(work[AT_ALIGN]),
        .p(p_place),
        .s(s),
        .high(high),
        .fine(fine),
        .coarse(coarse),
        .opposite(opposite),
        .u(u),
        .v(v),
        .carry(carry),
        .lost(lost)
    );

    orb_reg #(
        .WIDTH(EW + 3),
        .REG(REG_ALIGN)
    ) u_side_align (
        .clk(clk),
        .en(work[AT_ALIGN]),
        .d({top - 1'b1, opposite, sign, inf, nan}),
        .q({limit, opposite_align, sign_align, inf_align, nan_align})
    );

    // ---- added -----------------------------------------------------------------------------------------------------
    wire [W:0] d;
    wire d_lost, d_opposite, d_sign, d_inf, d_nan;
    wire [EW-2:0] d_limit;

    orb_reg #(
        .WIDTH(W + 1 + EW + 4),
        .REG(REG_ADD)
    ) u_add (
        .clk(clk),
        .en(work[AT_ADD]),
        .d({{1'b0, u} + v + {{W{1'b0}}, carry}, lost, limit, opposite_align, sign_align, inf_align, nan_align}),
        .q({d, d_lost, d_limit, d_opposite, d_sign, d_inf, d_nan})
    );

    // ---- normalised ------------------------------------------------------------------------------------------------
    wire [AMAN:0] significand;
    wire [EW-2:0] below;
    wire up, negative, nothing;
    wire opposite_norm, sign_norm, inf_norm, nan_norm;

    orb_float_normalise #(
        .W(W),
        .PA(PA),
        .EW(EW - 1),
        .REG(REG_NORMALISE)
    ) u_normalise (
        .clk(clk),
        .en(work[AT_NORMALISE]),
        .d(d),
        .lost(d_lost),
        .limit(d_limit),
        .significand(significand),
        .below(below),
        .up(up),
        .negative(negative),
        .zero(nothing)
    );

    orb_reg #(
        .WIDTH(4),
        .REG(REG_NORMALISE)
    ) u_side_normalise (
        .clk(clk),
        .en(work[AT_NORMALISE]),
        .d({d_opposite, d_sign, d_inf, d_nan}),
        .q({opposite_norm, sign_norm, inf_norm, nan_norm})
    );

    // ---- rounded ---------------------------------------------------------------------------------------------------
    orb_float_pack #(
        .EXP(AEXP),
        .MAN(AMAN),
        .EW(EW - 1)
    ) u_pack (
        .clk(clk),
        .en(work[AT_PACK]),
        .sign(nothing ? sign_norm & !opposite_norm : sign_norm ^ (opposite_norm & negative)),
        .significand(significand),
        .below(below),
        .up(up),
        .inf(inf_norm),
        .nan(nan_norm),
        .y(y)
    );

endmodule
`resetall
