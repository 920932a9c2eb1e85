// Node of the array with a block of up to BMAX^3 points in fixed point: memories, and lanes that multiply and add.
// SPDX-License-Identifier: Apache-2.0
//
// A slot finishes one sum a lane: y(i,j,k) = y_old(i,j,k) + sum over m of x(..m..)*c(m), a product a cycle. Each lane
// works a cycle behind the lane before it, so they share the operand that is read and the ports of the memories. All
// nodes do the same thing in the same cycle, so control comes from outside. Only the cycle in which a word that came in
// is written is the node's own, see orb_node_port.
`resetall
`default_nettype none

module orb_node_fixed #(
    `include "orb_params.vh"
) (
    input  wire                 clk,
    input  wire [NODE_BITS-1:0] control,
    input  wire [ LANES*CW-1:0] c,       // coefficients, MEM_LAT after x_re
    // links of the lanes: from the +1 neighbours along each axis, to the -1 neighbours
    input  wire [ LANES*LX-1:0] x_in_q,
    input  wire [ LANES*LX-1:0] x_in_r,
    input  wire [ LANES*LX-1:0] x_in_s,
    output wire [ LANES*LX-1:0] x_out,
    input  wire [ LANES*LY-1:0] y_in_q,
    input  wire [ LANES*LY-1:0] y_in_r,
    input  wire [ LANES*LY-1:0] y_in_s,
    output wire [ LANES*LY-1:0] y_out,
    // streams
    input  wire                 s_hit,   // a stream loads a word into this node,
    input  wire [       XA-1:0] l_addr,
    input  wire [        W-1:0] l_data,
    input  wire                 u_hit,   // ... or reads one from it, with s_hit
    input  wire [       XA-1:0] u_addr,
    output wire [        W-1:0] u_data,  // MEM_LAT later, until the next read
    // reports
    output wire [ LANES*LY-1:0] m_bits,  // see orb_link_sum
    output reg                  r_sat    // the result was clipped, a cycle after r_done
);

    `ORB_NODE_FIXED_FIELDS(wire)
    assign {`ORB_NODE_FIXED} = control;

    // ---- lanes --------------------------------------------------------------------------------------------------
    wire [W-1:0] x;
    wire [AW-1:0] y_addend;  // the stored sum, or 0
    wire [LANES*W-1:0] x_lane, x_words, r_words;
    wire [LANES*CW-1:0] c_lane;
    wire [LANES*AW-1:0] y_words;
    wire [LANES-1:0] r_signs, r_sats;

    orb_stagger #(
        .W(W), .CW(CW), .LANES(LANES)
    ) stagger (
        .clk(clk), .x(x), .c(c), .x_lane(x_lane), .c_lane(c_lane)
    );

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            orb_lane_fixed #(
                `include "orb_pass.vh"
            ) lane (
                .clk(clk), .control(lane_control[l*LANE_BITS+:LANE_BITS]), .x(x_lane[l*W+:W]), .c(c_lane[l*CW+:CW]),
                .y_addend(y_addend), .x_in_q(x_in_q[l*LX+:LX]), .x_in_r(x_in_r[l*LX+:LX]),
                .x_in_s(x_in_s[l*LX+:LX]), .x_out(x_out[l*LX+:LX]), .x_word(x_words[l*W+:W]),
                .y_in_q(y_in_q[l*LY+:LY]), .y_in_r(y_in_r[l*LY+:LY]), .y_in_s(y_in_s[l*LY+:LY]),
                .y_out(y_out[l*LY+:LY]), .y_word(y_words[l*AW+:AW]), .m_bits(m_bits[l*LY+:LY]),
                .r_word(r_words[l*W+:W]), .r_sign(r_signs[l]), .r_sat(r_sats[l])
            );
        end
    endgenerate

    // ---- stored sums: all lanes share a memory --------------------------------------------------------------------
    wire [AW-1:0] y_come, y_new, y_stored;

    orb_pick #(.WIDTH(AW), .LANES(LANES)) pick_sum (.choice(r_lane), .words(y_words), .word(y_come));

    generate
        if (LANES == 1 && FAR == 0) begin : g_direct  // stored while its last part is on the link
            assign y_new = y_come;
        end else begin : g_taken
            reg [AW-1:0] y_q;
            always @(posedge clk) if (|r_lane) y_q <= y_come;
            assign y_new = y_q;
        end
    endgenerate

    orb_ram_sdp #(
        .WIDTH(AW), .DEPTH(YDEPTH), .LATENCY(SUM_LAT)
    ) sums (
        .clk(clk), .we(y_we), .waddr(y_waddr), .wdata(y_new), .re(y_re), .raddr(y_raddr), .rdata(y_stored)
    );

    assign y_addend = y_zero ? {AW{1'b0}} : y_stored;

    // ---- what has come in -----------------------------------------------------------------------------------------
    wire [W-1:0] operand, q;
    wire q_sign, q_sat;  // the result is out of range, and negative

    orb_pick #(.WIDTH(W), .LANES(LANES)) pick_operand (.choice(x_take), .words(x_words), .word(operand));
    orb_pick #(.WIDTH(W), .LANES(LANES)) pick_result (.choice(r_done), .words(r_words), .word(q));
    orb_pick #(.WIDTH(1), .LANES(LANES)) pick_sign (.choice(r_done), .words(r_signs), .word(q_sign));
    orb_pick #(.WIDTH(1), .LANES(LANES)) pick_sat (.choice(r_done), .words(r_sats), .word(q_sat));

    reg [W-1:0] word;      // that came in last, 0 if it is in word_far
    wire [W-1:0] word_far;
    reg clips;             // a temporary

    /* verilator lint_off BLKSEQ */
    always @(posedge clk)
        if (land) begin
            clips = (|r_done) & q_sat;
            word <= !(|r_done) ? operand & {W{FAR == 0}} : clips ? {q_sign, {(W - 1) {!q_sign}}} : q;
            if (|r_done) r_sat <= clips;
        end
    /* verilator lint_on BLKSEQ */

    generate
        if (FAR != 0) begin : g_far  // an operand goes from its long link into a register and nowhere else
            reg [W-1:0] operand_q;
            always @(posedge clk) if (land) operand_q <= (|r_done) ? {W{1'b0}} : operand;
            assign word_far = operand_q;
        end else begin : g_near
            assign word_far = {W{1'b0}};
        end
    endgenerate

    orb_node_port #(
        `include "orb_pass.vh"
    ) port (
        .clk(clk), .x_re(x_re), .x_raddr(x_raddr), .x(x), .land(land), .n_addr(n_addr), .word(word | word_far),
        .s_hit(s_hit), .l_addr(l_addr), .l_data(l_data), .u_hit(u_hit), .u_addr(u_addr), .u_data(u_data)
    );

endmodule
`resetall
