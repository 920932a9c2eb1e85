// Puts product and addend of a floating-point multiply-add in their places in the adder's window. Combinational.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_float_align #(
    parameter PP  = 48,  // bits of the product
    parameter W   = 53,  // bits of the window
    parameter LOW = 2,   // places of the window below the product
    parameter UP  = 24,  // places by which the product is shifted right if `high`
    parameter FAR = 32,  // places of one coarse step; two steps reach past the window
    parameter VW  = 56   // bits of the addend: at least W, and at least its significand + FAR - 1
) (
    input  wire [PP-1:0] p,         // product
    input  wire [VW-1:0] s,         // addend before the coarse steps, its top bit in the second place of the window
    input  wire          high,      // shift the product right by UP places
    input  wire [   1:0] coarse,    // number of coarse steps of the addend; 2 and 3: it is below the window
    input  wire          opposite,  // subtract the addend
    output wire [ W-1:0] u,         // product
    output wire [   W:0] v,         // addend; it is in two's complement when `carry` is added
    output wire          carry,     // add 1 in the lowest place
    output wire          lost       // there are ones below the window; u + v + carry is the sum rounded down
);

    wire [W-1:0] product = {{(W - PP - LOW) {1'b0}}, p, {LOW{1'b0}}};
    assign u = high ? product >> UP : product;
    wire p_lost = high & (|product[UP-1:0]);

    wire [W-1:0] near = {1'b0, s[VW-1-:W-1]};
    wire [W-1:0] addend = coarse[1] ? {W{1'b0}} : coarse[0] ? near >> FAR : near;
    wire s_lost = coarse[1] ? |s : coarse[0] ? |s[VW-W+FAR:0] : |s[VW-W:0];

    assign v = {opposite, addend ^ {W{opposite}}};
    assign carry = opposite & !s_lost;
    assign lost = p_lost | s_lost;

endmodule
`resetall
