// A node of the array: the one whose arithmetic and size the parameters ask for.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_node #(
    `include "orb_params.vh"
) (
    input  wire                 clk,
    input  wire [NODE_BITS-1:0] control,
    // coefficients, links, streams and reports: as those of orb_node_fixed
    input  wire [ LANES*CW-1:0] c,
    input  wire [ LANES*LX-1:0] x_in_q,
    input  wire [ LANES*LX-1:0] x_in_r,
    input  wire [ LANES*LX-1:0] x_in_s,
    output wire [ LANES*LX-1:0] x_out,
    input  wire [ LANES*LY-1:0] y_in_q,
    input  wire [ LANES*LY-1:0] y_in_r,
    input  wire [ LANES*LY-1:0] y_in_s,
    output wire [ LANES*LY-1:0] y_out,
    input  wire                 s_hit,
    input  wire [       XA-1:0] l_addr,
    input  wire [        W-1:0] l_data,
    input  wire                 u_hit,
    input  wire [       XA-1:0] u_addr,
    output wire [        W-1:0] u_data,
    output wire [ LANES*LY-1:0] m_bits,
    output wire                 r_sat
);

    // All of them have the ports of this module.
    `define ORB_NODE_PORTS \
        .clk(clk), .control(control), .c(c), .x_in_q(x_in_q), .x_in_r(x_in_r), .x_in_s(x_in_s), .x_out(x_out), \
        .y_in_q(y_in_q), .y_in_r(y_in_r), .y_in_s(y_in_s), .y_out(y_out), .s_hit(s_hit), .l_addr(l_addr), \
        .l_data(l_data), .u_hit(u_hit), .u_addr(u_addr), .u_data(u_data), .m_bits(m_bits), .r_sat(r_sat)

    generate
        if (BMAX == 1) begin : g_fine
            orb_node_fine #(
                `include "orb_pass.vh"
            ) node (
                `ORB_NODE_PORTS
            );
        end else if (EXP != 0) begin : g_float
            orb_node_float #(
                `include "orb_pass.vh"
            ) node (
                `ORB_NODE_PORTS
            );
        end else if (SUM_LAT == 0) begin : g_small
            orb_node_small #(
                `include "orb_pass.vh"
            ) node (
                `ORB_NODE_PORTS
            );
        end else begin : g_fixed
            orb_node_fixed #(
                `include "orb_pass.vh"
            ) node (
                `ORB_NODE_PORTS
            );
        end
    endgenerate

endmodule
`undef ORB_NODE_PORTS
`resetall
