// Exact product of two floating-point numbers: its significand, exponent and sign, and whether it is 0, inf or NaN.
// SPDX-License-Identifier: Apache-2.0
//
// It takes operands and gives a product in every cycle, LATENCY cycles later.
`resetall
`default_nettype none

module orb_float_multiply #(
    parameter EXP     = 8,     // exponent bits of the factors, 5..8
    parameter MAN     = 23,    // fraction bits of the factors, 7..23
    parameter EW      = 10,    // bits of `upper` and `lower`: two more than the exponent of the wider format
    parameter UPPER   = -100,  // `upper` is the sum of the exponent fields plus this
    parameter LOWER   = -124,  // `lower` is the sum of the exponent fields plus this
    parameter LATENCY = 2      // cycles from x, c to the outputs, 1..3
) (
    input  wire                 clk,
    input  wire [    EXP+MAN:0] x,      // factor
    input  wire [    EXP+MAN:0] c,      // factor
    output wire [    2*MAN+1:0] p,      // product of the significands
    output wire signed [EW-1:0] upper,  // sum of the exponent fields + UPPER; the field of a subnormal counts as 1
    output wire signed [EW-1:0] lower,  // sum of the exponent fields + LOWER
    output wire                 sign,
    output wire                 zero,
    output wire                 inf,
    output wire                 nan     // a NaN, or infinity times zero
);

    localparam PA = MAN + 1;  // bits of a significand
    localparam PP = 2 * PA;
    localparam SIDE = 2 * EW + 4;
    // WIDE: the product takes several multipliers, whose partial products are added. The result is always registered.
    // A second register holds the partial products, because adding them takes as long as multiplying, or the operands
    // if there are no partial products. A third register holds the operands or, if they have one, the product again.
    localparam WIDE = PA > 18 ? 1 : 0;
    localparam REG_OPERANDS = LATENCY == 3 || (LATENCY == 2 && WIDE == 0) ? 1 : 0;

    wire [EXP+MAN:0] f, g;  // the factors
    generate
        if (REG_OPERANDS == 0) begin : g_direct
            assign f = x;
            assign g = c;
        end else begin : g_operands
            // Without keep, synthesis merges these registers with those of neighbouring nodes, and paths get long.
            (* keep *) reg [EXP+MAN:0] x_q;
            (* keep *) reg [EXP+MAN:0] c_q;
            always @(posedge clk) begin
                x_q <= x;
                c_q <= c;
            end
            assign f = x_q;
            assign g = c_q;
        end
    endgenerate

    wire f_normal = |f[MAN+:EXP], f_special = &f[MAN+:EXP], f_fraction = |f[MAN-1:0];
    wire g_normal = |g[MAN+:EXP], g_special = &g[MAN+:EXP], g_fraction = |g[MAN-1:0];
    wire f_zero = !f_normal & !f_fraction;
    wire g_zero = !g_normal & !g_fraction;
    wire [PA-1:0] f_significand = {f_normal, f[MAN-1:0]};
    wire [PA-1:0] g_significand = {g_normal, g[MAN-1:0]};

    wire [EW-1:0] fields = {{(EW - EXP) {1'b0}}, f[MAN+1+:EXP-1], f[MAN] | !f_normal}
                         + {{(EW - EXP) {1'b0}}, g[MAN+1+:EXP-1], g[MAN] | !g_normal};
    wire [SIDE-1:0] side = {
        fields + UPPER[EW-1:0],
        fields + LOWER[EW-1:0],
        f[EXP+MAN] ^ g[EXP+MAN],
        f_zero | g_zero,
        (f_special & !f_fraction) | (g_special & !g_fraction),
        (f_special & (f_fraction | g_zero)) | (g_special & (g_fraction | f_zero))
    };

    reg [SIDE-1:0] side_q;
    reg [PP-1:0] p_q;
    generate
        if (LATENCY == 1 || (LATENCY == 2 && WIDE == 0)) begin : g_product
            always @(posedge clk) begin
                p_q    <= {{PA{1'b0}}, f_significand} * {{PA{1'b0}}, g_significand};
                side_q <= side;
            end
        end else if (WIDE == 0) begin : g_twice
            reg [SIDE-1:0] side_p;
            reg [PP-1:0] p_p;
            always @(posedge clk) begin
                p_p    <= {{PA{1'b0}}, f_significand} * {{PA{1'b0}}, g_significand};
                side_p <= side;
                p_q    <= p_p;
                side_q <= side_p;
            end
        end else begin : g_partial
            localparam LO = 18;
            localparam HI = PA - LO;
            reg [SIDE-1:0] side_p;
            reg [2*LO-1:0] ll;
            reg [  PA-1:0] lh, hl;
            reg [2*HI-1:0] hh;
            always @(posedge clk) begin
                ll <= {{LO{1'b0}}, f_significand[LO-1:0]} * {{LO{1'b0}}, g_significand[LO-1:0]};
                lh <= {{HI{1'b0}}, f_significand[LO-1:0]} * {{LO{1'b0}}, g_significand[PA-1:LO]};
                hl <= {{LO{1'b0}}, f_significand[PA-1:LO]} * {{HI{1'b0}}, g_significand[LO-1:0]};
                hh <= {{HI{1'b0}}, f_significand[PA-1:LO]} * {{HI{1'b0}}, g_significand[PA-1:LO]};
                p_q <= {hh, ll} + {{(HI - 1) {1'b0}}, {1'b0, lh} + {1'b0, hl}, {LO{1'b0}}};
                side_p <= side;
                side_q <= side_p;
            end
        end
    endgenerate

    assign p = p_q;
    assign {upper, lower, sign, zero, inf, nan} = side_q;

endmodule
`resetall
