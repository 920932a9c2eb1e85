// Product and addend of a floating-point multiply-add, each in its place in the window of the adder.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_float_align #(
    parameter PP  = 48,  // bits of the product
    parameter PA  = 24,  // bits of the addend's significand
    parameter LOW = 2,   // bits of the window below the product
    parameter FS  = 5,   // bits of `fine`: 2^(FS+1) >= PP + 2 + LOW
    parameter REG = 1    // 1 a register, taken with en; 0 none
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register
    input  wire                clk,
    input  wire                en,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [      PP-1:0] p,         // product
    input  wire [      PA-1:0] s,         // significand of the addend
    input  wire                high,      // the product is PA places further down
    input  wire [      FS-1:0] fine,      // the addend is coarse * 2^FS + fine places down from the window's top
    input  wire [         1:0] coarse,
    input  wire                opposite,  // subtract the addend
    output wire [LOW+PP+1:0] u,         // product
    output wire [LOW+PP+2:0] v,         // addend, in two's complement but for `carry`
    output wire                carry,     // to be added in the lowest place
    output wire                lost       // there are ones below the window; it is then rounded down
);

    localparam W = PP + 2 + LOW;  // bits of the window
    localparam REACH = 1 << FS;
    localparam VW = (PA + REACH > W ? PA + REACH : W + 1);  // the window and all below that `fine` can reach
    localparam OUT = 2 * W + 3;

    function [OUT-1:0] align;
        input [PP-1:0] p_f;
        input [PA-1:0] s_f;
        input high_f;
        input [FS-1:0] fine_f;
        input [1:0] coarse_f;
        input opposite_f;
        reg [W-1:0] low, product, addend;
        reg [VW-1:0] moved;
        reg p_lost, s_lost;
        begin
            low = {2'b0, p_f, {LOW{1'b0}}};
            product = high_f ? low >> PA : low;
            p_lost = high_f & (|low[PA-1:0]);
            moved = {s_f, {(VW - PA) {1'b0}}} >> fine_f;
            if (coarse_f[1]) begin
                addend = {W{1'b0}};
                s_lost = |s_f;
            end else if (coarse_f[0]) begin
                addend = moved[VW-1-:W] >> REACH;
                s_lost = |moved[VW-W+REACH-1:0];
            end else begin
                addend = moved[VW-1-:W];
                s_lost = |moved[VW-W-1:0];
            end
            align = {
                product, opposite_f, addend ^ {W{opposite_f}}, opposite_f & !s_lost, p_lost | s_lost
            };
        end
    endfunction

    wire [OUT-1:0] q;
    generate
        if (REG != 0) begin : g_reg
            reg [OUT-1:0] align_q;
            always @(posedge clk) if (en) align_q <= align(p, s, high, fine, coarse, opposite);
            assign q = align_q;
        end else begin : g_none
            assign q = align(p, s, high, fine, coarse, opposite);
        end
    endgenerate
    assign {u, v, carry, lost} = q;

endmodule
`resetall
