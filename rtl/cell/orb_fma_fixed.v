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

    localparam signed [63:0] WIDE = 64'sd0;  // widens the product to a simulator's own multiplication; adds no logic

    wire signed [PW-1:0] p;  // product at the adder

    /* verilator lint_off WIDTH */  // of the wide product the low bits; sign extension, or for a short sum its low bits
    generate
        if (LATENCY == 1) begin : g_comb
            assign p = WIDE + x * c;
        end else if (LATENCY == 2) begin : g_product
            reg signed [PW-1:0] p_q;
            always @(posedge clk) p_q <= WIDE + x * c;
            assign p = p_q;
        end else begin : g_operands
            // kept, or synthesis merges the copies of neighbouring nodes and the path crosses the chip
            (* keep *) reg signed [W-1:0] x_q;
            (* keep *) reg signed [CW-1:0] c_q;
            reg [PW*(LATENCY-2)-1:0] p_q;  // the newest product lowest
            always @(posedge clk) begin
                x_q <= x;
                c_q <= c;
            end
            if (LATENCY == 3) begin : g_one
                always @(posedge clk) p_q <= WIDE + x_q * c_q;
            end else begin : g_more
                wire signed [PW-1:0] product = WIDE + x_q * c_q;
                always @(posedge clk) p_q <= {p_q[PW*(LATENCY-3)-1:0], product};
            end
            assign p = p_q[PW*(LATENCY-3)+:PW];
        end
    endgenerate

    // the rounding bit enters as the adder's carry, so it costs nothing
    wire carry;
    generate
        if (PS == 0) begin : g_exact
            assign carry = 1'b0;
        end else begin : g_round
            assign carry = p[PS-1];
        end
    endgenerate

    wire signed [AW-1:0] up = $signed({{(AW - 1) {1'b0}}, carry});

    always @(posedge clk)
        if (en & first & zero) y <= $signed(p[PW-1:PS]) + up;
        else if (en & first) y <= a + $signed(p[PW-1:PS]) + up;
        else if (en) y <= y + $signed(p[PW-1:PS]) + up;
    /* verilator lint_on WIDTH */

endmodule
`resetall
