// Fixed-point multiply-add: a running sum of products, each rounded half up to drop its low PS bits.
// SPDX-License-Identifier: Apache-2.0
//
// The port that every multiply-add of the project has. x and c enter together; LATENCY-1 cycles later en adds their
// product to the running sum, or with first to a (with zero: to nothing), and y shows the new sum a cycle after that.
// Nothing here can wrap if W+CW-1-PS+log2(products) <= AW and no coefficient is -2^(CW-1).
`resetall
`default_nettype none

module orb_fma_fixed #(
    parameter W       = 18,  // bits of x, 8..25
    parameter CW      = 18,  // bits of c, 8..18
    parameter AW      = 36,  // bits of a and y, W..63
    parameter PS      = 8,   // low product bits rounded away, 0..W-1
    parameter LATENCY = 3    // cycles from x, c to y: 1 sum register only, 2 product too, 3 operands too, more: more
) (
    input  wire                 clk,
    input  wire signed [ W-1:0] x,      // operand
    input  wire signed [CW-1:0] c,      // coefficient
    input  wire                 en,     // the product is at the adder: add it
    input  wire                 first,  // ... to a
    input  wire                 zero,   // ... to zero, if first
    input  wire signed [AW-1:0] a,      // addend
    output reg  signed [AW-1:0] y       // sum
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

    // one adder for every case, into which the rounding bit enters as the carry, so it costs nothing
    wire signed [AW-1:0] addend = !first ? y : zero ? {AW{1'b0}} : a;
    wire signed [AW:0] product;  // with the bit that rounds it lowest
    /* verilator lint_off WIDTH */  // sign extension, or for a short sum its low bits
    generate
        if (PS == 0) begin : g_exact
            assign product = $signed({p, 1'b0});
        end else begin : g_round
            assign product = $signed(p[PW-1:PS-1]);
            wire unused = &{1'b0, p};
        end
    endgenerate

    always @(posedge clk) if (en) y <= ({addend, 1'b1} + product) >> 1;  // without the bit that carries
    /* verilator lint_on WIDTH */

endmodule
`resetall
