// Product and addend of a floating-point multiply-add, each in its place in the window of the adder.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_float_align #(
    parameter PP  = 48,  // bits of the product
    parameter PA  = 24,  // bits of the addend's significand
    parameter LOW = 2,   // bits of the window below the product
    parameter FAR = 32,  // places of one coarse step; two reach past the window
    parameter VW  = 56,  // bits of the addend, the window's or more and PA + FAR - 1 or more
    parameter REG = 1    // 1 a register, taken with en; 0 none
) (
    /* verilator lint_off UNUSEDSIGNAL */  // without a register
    input  wire              clk,
    input  wire              en,
    /* verilator lint_on UNUSEDSIGNAL */
    input  wire [    PP-1:0] p,         // product
    input  wire [    VW-1:0] s,         // addend, from the window's second place on but for the coarse steps
    input  wire              high,      // the product is PA + 1 places further down
    input  wire [       1:0] coarse,    // the addend is so many steps down, 2 and 3: below the window
    input  wire              opposite,  // subtract the addend
    output wire [LOW+PP+1:0] u,         // product
    output wire [LOW+PP+2:0] v,         // addend, in two's complement but for `carry`
    output wire              carry,     // to be added in the lowest place
    output wire              lost       // there are ones below the window; it is then rounded down
);

    localparam W = PP + 2 + LOW;  // bits of the window
    localparam OUT = 2 * W + 3;

    function [OUT-1:0] align;
        input [PP-1:0] p_f;
        input [VW-1:0] s_f;
        input high_f;
        input [1:0] coarse_f;
        input opposite_f;
        reg [W-1:0] low, product, addend;
        reg p_lost, s_lost;
        begin
            low = {2'b0, p_f, {LOW{1'b0}}};
            product = high_f ? low >> PA + 1 : low;
            p_lost = high_f & (|low[PA:0]);
            if (coarse_f[1]) begin
                addend = {W{1'b0}};
                s_lost = |s_f;
            end else if (coarse_f[0]) begin
                addend = {1'b0, s_f[VW-1-:W-1]} >> FAR;
                s_lost = |s_f[VW-W+FAR:0];
            end else begin
                addend = {1'b0, s_f[VW-1-:W-1]};
                s_lost = |s_f[VW-W:0];
            end
            align = {product, opposite_f, addend ^ {W{opposite_f}}, opposite_f & !s_lost, p_lost | s_lost};
        end
    endfunction

    wire [OUT-1:0] q;
    generate
        if (REG != 0) begin : g_reg
            reg [OUT-1:0] align_q;
            always @(posedge clk) if (en) align_q <= align(p, s, high, coarse, opposite);
            assign q = align_q;
        end else begin : g_none
            assign q = align(p, s, high, coarse, opposite);
        end
    endgenerate
    assign {u, v, carry, lost} = q;

endmodule
`resetall
