// Fixed-point multiply-add: a running sum of products, each of which is rounded half up to drop its low PS bits.
// SPDX-License-Identifier: Apache-2.0
//
// orb_fma_float has the same ports. x and c enter together in any cycle, and their product is at the adder LATENCY-1
// cycles later. If en is 1 then, the product is added to the running sum, or, with first, to a. y shows the new sum one
// cycle later. No sum wraps if W+CW-1-PS+log2(products) <= AW and no coefficient is -2^(CW-1).
`resetall
`default_nettype none

module orb_fma_fixed #(
    parameter W       = 18,  // bits of x, 8..25
    parameter CW      = 18,  // bits of c, 8..18
    parameter AW      = 36,  // bits of a and y, W..63
    parameter PS      = 8,   // low product bits rounded away, 0..W-1
    parameter LATENCY = 3    // cycles from x, c to y, 1 or more: 2 adds a product register, 3 operand registers, too
) (
    input  wire                 clk,
    input  wire signed [ W-1:0] x,      // operand
    input  wire signed [CW-1:0] c,      // coefficient
    input  wire                 en,     // add the product that is at the adder
    input  wire                 first,  // with en: begin a new sum from a
    input  wire signed [AW-1:0] a,      // addend
    output wire signed [AW-1:0] y       // sum
);

    localparam PW = W + CW;

    wire signed [PW-1:0] p;  // product at the adder

    orb_multiply #(
        .XW     (W),
        .CW     (CW),
        .LATENCY(LATENCY - 1)
    ) multiply (
        .clk(clk),
        .x  (x),
        .c  (c),
        .p  (p)
    );

    wire signed [AW:0] product;  // its lowest bit is the rounding bit
    /* verilator lint_off WIDTH */  // sign extension, or the low bits if AW is small
    generate
        if (PS == 0) begin : g_exact
            assign product = $signed({p, 1'b0});
        end else begin : g_round
            assign product = $signed(p[PW-1:PS-1]);
            wire unused = &{1'b0, p};
        end
    endgenerate
    /* verilator lint_on WIDTH */

    orb_accumulate #(
        .WIDTH(AW)
    ) accumulate (
        .clk(clk), .en(en), .first(first), .a(a), .p(product), .y(y)
    );

endmodule
`resetall
