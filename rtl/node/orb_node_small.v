// Node of the array for small chips, with SUM_LAT = 0: like orb_node_fixed with one lane, but the stored sum is read
// when the sum of a slot leaves, and is added part by part on the link, which takes a short adder only.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_node_small #(
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
    output reg                  r_sat
);

    `ORB_NODE_SMALL_FIELDS(wire)
    assign {`ORB_NODE_SMALL} = control;
    wire unused = &{1'b0, x_take, r_lane};  // there is one lane only, whose sum is stored from the link

    wire [W-1:0] x, operand, q, word;
    wire [AW-1:0] y_stored, y_come;
    wire q_sign, q_sat;                // the result is out of range, and negative

    orb_lane_small #(
        `include "orb_pass.vh"
    ) lane (
        .clk(clk), .control(lane_control), .x(x), .c(c), .y_stored(y_stored), .y_zero(y_zero), .x_in_q(x_in_q),
        .x_in_r(x_in_r), .x_in_s(x_in_s), .x_out(x_out), .x_word(operand), .y_in_q(y_in_q), .y_in_r(y_in_r),
        .y_in_s(y_in_s), .y_out(y_out), .y_word(y_come), .m_bits(m_bits), .r_word(q), .r_sign(q_sign), .r_sat(q_sat)
    );

    orb_ram_sums #(
        .WIDTH(AW), .DEPTH(YDEPTH), .LATENCY(1), .HALVES(SL % 2 == 0 && SL * LY == AW ? SL / 2 : 0)
    ) sums (
        .clk(clk), .half(y_half), .we(y_we), .waddr(y_waddr), .wdata(y_come), .re(y_re), .raddr(y_raddr),
        .rdata(y_stored)
    );

    orb_choose #(
        .WIDTH(W)
    ) choose (
        .choice(!r_done ? 2'd0 : !q_sat ? 2'd1 : {1'b1, !q_sign}), .a(operand), .b(q), .q(word)
    );

    reg [W-1:0] word_q;
    always @(posedge clk) begin
        if (land) word_q <= word;
        if (r_done) r_sat <= q_sat;
    end

    orb_node_port #(
        `include "orb_pass.vh"
    ) port (
        .clk(clk), .x_re(x_re), .x_raddr(x_raddr), .x(x), .land(land), .n_addr(n_addr), .word(word_q),
        .s_hit(s_hit), .l_addr(l_addr), .l_data(l_data), .u_hit(u_hit), .u_addr(u_addr), .u_data(u_data)
    );

endmodule
`resetall
