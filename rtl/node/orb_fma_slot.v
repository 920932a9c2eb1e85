// Fixed-point multiply-add for the sum of one slot, from 0: the sum so far is added later, on the link.
// SPDX-License-Identifier: Apache-2.0
//
// The timing is that of orb_fma_fixed. The first product of a slot is stored instead of added, so the adder needs no
// multiplexer. Its rounding bit waits in `up` and is the carry of the adder on the link. So the sum is y + up.
`resetall
`default_nettype none

module orb_fma_slot #(
    parameter W       = 16,  // bits of x, 8..25
    parameter CW      = 16,  // bits of c, 8..18
    parameter PS      = 8,   // low product bits rounded away, 0..W-1
    parameter BMAX    = 4,   // largest number of products of a sum, 2..64
    parameter LATENCY = 3,   // cycles from x, c to y, 1 or more, as in orb_fma_fixed
    parameter YW      = W + CW - PS + $clog2(BMAX)  // bits of y, enough for any sum
) (
    input  wire                 clk,
    input  wire signed [ W-1:0] x,      // operand
    input  wire signed [CW-1:0] c,      // coefficient
    input  wire                 en,     // add the product that is at the adder
    input  wire                 first,  // with en: begin a new sum
    output reg  signed [YW-1:0] y,      // sum without `up`
    output reg                  up      // 1 to be added to y
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

    /* verilator lint_off WIDTH */  // sign extension, or the low bits if there is only one product
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
