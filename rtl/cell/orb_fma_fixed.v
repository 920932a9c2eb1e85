// Fixed-point multiply-add: y = a + x*c, each product rounded half up to drop its low PS bits.
// SPDX-License-Identifier: Apache-2.0
//
// The port that every multiply-add of the project has: x and c enter together, the addend a enters LATENCY-1 cycles
// after them (with en), and the sum y follows one cycle later. a may be y itself, so a running sum takes one
// product a cycle. Nothing here can wrap if W+CW-1-PS+log2(products) <= AW and no coefficient is -2^(CW-1).
`resetall
`default_nettype none

module orb_fma_fixed #(
    parameter W       = 18,  // bits of x, 8..25
    parameter CW      = 18,  // bits of c, 8..18
    parameter AW      = 36,  // bits of a and y, W..64
    parameter PS      = 8,   // low product bits rounded away, 0..W+CW-2
    parameter LATENCY = 3    // cycles from x, c to y: 1 sum register only, 2 product too, 3 operands too, more: more
) (
    input  wire                 clk,
    input  wire signed [ W-1:0] x,   // operand
    input  wire signed [CW-1:0] c,   // coefficient
    input  wire                 en,  // take the product now at the adder
    input  wire signed [AW-1:0] a,   // addend
    output reg  signed [AW-1:0] y    // sum
);

    localparam PW = W + CW;

    wire signed [PW-1:0] product;

    generate
        if (LATENCY >= 3) begin : g_operands
            // kept, or synthesis merges the copies of neighbouring nodes and the path crosses the chip
            (* keep *) reg signed [W-1:0] x_q;
            (* keep *) reg signed [CW-1:0] c_q;
            always @(posedge clk) begin
                x_q <= x;
                c_q <= c;
            end
            assign product = x_q * c_q;
        end else begin : g_direct
            assign product = x * c;
        end
    endgenerate

    // the rest of the latency behind the multiplier, where the block's own registers are
    localparam STAGES = (LATENCY >= 3) ? LATENCY - 2 : LATENCY - 1;
    wire signed [PW-1:0] p_pipe[0:STAGES];
    wire signed [PW-1:0] p = p_pipe[STAGES];

    assign p_pipe[0] = product;

    genvar n;
    generate
        for (n = 0; n < STAGES; n = n + 1) begin : g_product
            reg signed [PW-1:0] p_q;
            always @(posedge clk) p_q <= p_pipe[n];
            assign p_pipe[n+1] = p_q;
        end
    endgenerate

    // the rounding bit enters as the adder's carry, so it costs nothing
    wire signed [AW-1:0] rounded;
    wire                 carry;
    generate
        if (PS == 0) begin : g_exact
            assign carry = 1'b0;
        end else begin : g_round
            assign carry = p[PS-1];
        end
        if (PW - PS >= AW) begin : g_cut
            assign rounded = p[PS+:AW];
        end else begin : g_extend
            assign rounded = {{(AW - PW + PS) {p[PW-1]}}, p[PW-1:PS]};
        end
    endgenerate

    always @(posedge clk) if (en) y <= a + rounded + $signed({{(AW - 1) {1'b0}}, carry});

endmodule
`resetall
