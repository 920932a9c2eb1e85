// Node of the array with a block of up to BMAX^3 points in floating point: as orb_node_fixed, but a sum that came in is
// taken into a register and rounded behind it.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_node_float #(
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

    `ORB_NODE_FLOAT_FIELDS(wire)
    assign {`ORB_NODE_FLOAT} = control;

    // ---- lanes --------------------------------------------------------------------------------------------------
    wire [W-1:0] x;
    wire [LANES*W-1:0] x_lane, x_words;
    wire [LANES*CW-1:0] c_lane;
    wire [LANES*AW-1:0] y_addend, y_words;  // the stored sum, or 0; the sum that comes in

    orb_stagger #(
        .W(W), .CW(CW), .LANES(LANES)
    ) stagger (
        .clk(clk), .x(x), .c(c), .x_lane(x_lane), .c_lane(c_lane)
    );

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            orb_lane_float #(
                `include "orb_pass.vh"
            ) lane (
                .clk(clk), .control(lane_control[l*LANE_BITS+:LANE_BITS]), .x(x_lane[l*W+:W]), .c(c_lane[l*CW+:CW]),
                .y_addend(y_addend[l*AW+:AW]), .x_in_q(x_in_q[l*LX+:LX]), .x_in_r(x_in_r[l*LX+:LX]),
                .x_in_s(x_in_s[l*LX+:LX]), .x_out(x_out[l*LX+:LX]), .x_word(x_words[l*W+:W]),
                .y_in_q(y_in_q[l*LY+:LY]), .y_in_r(y_in_r[l*LY+:LY]), .y_in_s(y_in_s[l*LY+:LY]),
                .y_out(y_out[l*LY+:LY]), .y_word(y_words[l*AW+:AW])
            );
        end
    endgenerate

    assign m_bits = {LANES * LY{1'b0}};  // magnitudes are those of fixed point only

    // ---- stored sums: one memory for all lanes, or with groups one for each -----------------------------------------
    wire [AW-1:0] y_come;
    reg [AW-1:0] y_new;  // the sum that was taken last

    orb_pick #(.WIDTH(AW), .LANES(LANES)) pick_sum (.choice(r_lane), .words(y_words), .word(y_come));

    always @(posedge clk) if (|r_lane) y_new <= y_come;

    generate
        for (l = 0; l < YP; l = l + 1) begin : g_sums
            wire [AW-1:0] stored, addend;
            orb_ram_sdp #(
                .WIDTH(AW), .DEPTH(YDEPTH), .LATENCY(SUM_LAT)
            ) sums (
                .clk(clk), .we(y_we[l]), .waddr(y_waddr), .wdata(y_new), .re(y_re[l]), .raddr(y_raddr[l*YW+:YW]),
                .rdata(stored)
            );
            assign addend = y_zero[l] ? {AW{1'b0}} : stored;
            if (YP == 1) begin : g_shared
                assign y_addend = {LANES{addend}};
            end else begin : g_own
                assign y_addend[l*AW+:AW] = addend;
            end
        end
    endgenerate

    // ---- what has come in -----------------------------------------------------------------------------------------
    wire [W-1:0] operand, q;
    wire q_sat;
    wire done = |r_done;

    orb_pick #(.WIDTH(W), .LANES(LANES)) pick_operand (.choice(x_take), .words(x_words), .word(operand));

    orb_round_float #(
        .EXP(EXP), .MAN(W - 1 - EXP), .AEXP(AW == W ? EXP : 8), .AMAN(AW == W ? W - 1 - EXP : 23)
    ) round (
        .clk(clk), .en(r_en), .v(y_new), .q(q), .sat(q_sat)
    );

    reg [W-1:0] word;      // that came in last, 0 if it is in word_far
    wire [W-1:0] word_far;

    always @(posedge clk) begin
        if (land) word <= done ? q : operand & {W{FAR == 0}};
        if (done) r_sat <= q_sat;
    end

    generate
        if (FAR != 0) begin : g_far  // as in orb_node_fixed
            reg [W-1:0] operand_q;
            always @(posedge clk) if (land) operand_q <= done ? {W{1'b0}} : operand;
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
