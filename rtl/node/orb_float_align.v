// Product and addend of a floating-point multiply-add, each in its place in the window of the adder.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_float_align #(
    parameter PP  = 48,  // bits of the product
    parameter W   = 53,  // bits of the window
    parameter LOW = 2,   // ... of these below the product
    parameter UP  = 24,  // places that the product is further down if high
    parameter FAR = 32,  // places of one coarse step; two reach past the window
    parameter VW  = 56   // bits of the addend: W or more, and those of its significand + FAR - 1 or more
) (
    input  wire [PP-1:0] p,         // product
    input  wire [VW-1:0] s,         // addend, from the window's second place on but for the coarse steps
    input  wire          high,      // the product is UP places further down
    input  wire [   1:0] coarse,    // the addend is so many steps down, 2 and 3: below the window
    input  wire          opposite,  // subtract the addend
    output wire [ W-1:0] u,         // product
    output wire [   W:0] v,         // addend, in two's complement but for `carry`
    output wire          carry,     // to be added in the lowest place
    output wire          lost       // there are ones below the window; it is then rounded down
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
