// Fixed-point multiply-add of a slot alone: like orb_fma_fixed, but what a slot adds to is added behind it.
// SPDX-License-Identifier: Apache-2.0
//
// The first product is taken over instead of added, so no adder has a multiplexer before it; the bit by which it is to
// be rounded up waits in `up` until the sum leaves, and is the carry of the adder there.
`resetall
`default_nettype none

module orb_fma_slot #(
    parameter W       = 16,  // bits of x, 8..25
    parameter CW      = 16,  // bits of c, 8..18
    parameter PS      = 8,   // low product bits rounded away, 0..W-1
    parameter BMAX    = 4,   // products of a sum, at most
    parameter LATENCY = 3,   // cycles from x, c to y, as orb_fma_fixed has them
    parameter YW      = W + CW - PS + $clog2(BMAX)  // bits of a sum: any fits
) (
    input  wire                 clk,
    input  wire signed [ W-1:0] x,      // operand
    input  wire signed [CW-1:0] c,      // coefficient
    input  wire                 en,     // the product is at the adder: add it
    input  wire                 first,  // ... to nothing
    output reg  signed [YW-1:0] y,      // sum ...
    output reg                  up      // ... which is one more
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

    wire carry;
    generate
        if (PS == 0) begin : g_exact
            assign carry = 1'b0;
        end else begin : g_round
            assign carry = p[PS-1];
        end
    endgenerate

    /* verilator lint_off WIDTH */  // sign extension, or for one product its low bits
    wire signed [YW-1:0] product = $signed(p[PW-1:PS]);
    /* verilator lint_on WIDTH */
    wire signed [YW:0] sum = {y, 1'b1} + {product, carry};

    always @(posedge clk)
        if (en) begin
            y <= first ? product : sum[YW:1];
            if (first) up <= carry;
        end

    wire unused = &{1'b0, sum[0]};

endmodule
`resetall
