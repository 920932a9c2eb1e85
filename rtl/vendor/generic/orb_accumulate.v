// Accumulator of products, each of which is rounded half up.
// SPDX-License-Identifier: Apache-2.0
//
// The rounding bit of a product is the carry input of the adder, so rounding needs no logic of its own.
`resetall
`default_nettype none

module orb_accumulate #(
    parameter WIDTH = 36  // bits of a sum, >= 2
) (
    input  wire                    clk,
    input  wire                    en,     // add the product,
    input  wire                    first,  // ... to a instead of the running sum
    input  wire signed [WIDTH-1:0] a,
    input  wire signed [  WIDTH:0] p,      // product, and below it its rounding bit
    output reg  signed [WIDTH-1:0] y       // running sum
);

    /* verilator lint_off WIDTH */  // the shift drops the bit that makes the carry
    always @(posedge clk) if (en) y <= ({first ? a : y, 1'b1} + p) >> 1;
    /* verilator lint_on WIDTH */

endmodule
`resetall
