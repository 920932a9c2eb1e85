// Operand and coefficients for the lanes of a node, each lane a cycle behind the lane before it.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_stagger #(
    parameter W     = 18,  // bits of an operand
    parameter CW    = 18,  // bits of a coefficient
    parameter LANES = 1
) (
    input  wire                clk,
    input  wire [       W-1:0] x,       // one operand for all lanes
    input  wire [LANES*CW-1:0] c,       // a coefficient for each
    output wire [ LANES*W-1:0] x_lane,
    output wire [LANES*CW-1:0] c_lane
);

    assign x_lane[0+:W] = x;

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            if (l > 0) begin : g_behind
                reg [W-1:0] x_q;
                always @(posedge clk) x_q <= x_lane[(l-1)*W+:W];
                assign x_lane[l*W+:W] = x_q;
            end
            orb_delay #(
                .WIDTH(CW), .CYCLES(l)
            ) delay (
                .clk(clk), .d(c[l*CW+:CW]), .q(c_lane[l*CW+:CW])
            );
        end
    endgenerate

endmodule
`resetall
