// A node with the kernel orb_hls_node_step, generated from hls/orb_hls_cell.c, and its memories and serial links.
// SPDX-License-Identifier: Apache-2.0
//
// For each sum, the kernel writes the sum or, in the last step of a stage, the rounded result, and the operand for the
// neighbour. Each word is sent to the -1 neighbour in two cycles; the word of the +1 neighbour arrives at the same
// time. All nodes start a step in the same cycle and take the same time, so they remain synchronous.
`resetall
`default_nettype none

module orb_hls_node #(
    `include "orb_params.vh"
) (
    input  wire                clk,
    input  wire                rst,      // aborts the kernel's step
    // a step: arguments of the kernel as in hls/orb_hls.h, and base address of the words that arrive
    input  wire                go,
    output wire                go_ready,
    input  wire [  HLS_GO-1:0] arguments,
    input  wire [      XA-1:0] base,
    input  wire [         1:0] x_from,   // neighbours that send the operands and the sums: 1 Q, 2 R, 3 S; 0 none
    input  wire [         1:0] y_from,
    output wire                done,     // the step is complete, except for words on the links
    output wire                comes,    // a word for the operand memory leaves the kernel; its port must be free three
                                         // cycles later
    // coefficients
    input  wire                c_we,
    input  wire [      CA-1:0] c_waddr,
    input  wire [      CW-1:0] c_wdata,
    // links
    input  wire [      LX-1:0] x_in_q,
    input  wire [      LX-1:0] x_in_r,
    input  wire [      LX-1:0] x_in_s,
    output wire [      LX-1:0] x_out,
    input  wire [      LY-1:0] y_in_q,
    input  wire [      LY-1:0] y_in_r,
    input  wire [      LY-1:0] y_in_s,
    output wire [      LY-1:0] y_out,
    // streams, as in orb_node_fixed
    input  wire                s_hit,
    input  wire [      XA-1:0] l_addr,
    input  wire [       W-1:0] l_data,
    input  wire                u_hit,
    input  wire [      XA-1:0] u_addr,
    output wire [       W-1:0] u_data,
    // reports of the last step of a stage, from `done` on
    output reg  [HLS_CLIPS-1:0] clips,   // number of clipped results
    input  wire                m_en,     // as in orb_link_sum, for the longest sum that became a result:
    input  wire                m_first,  // ... only the highest bit that differs from the bit below it is set
    output wire [      LY-1:0] m_bits
);

    // ---- the kernel and what it reads -----------------------------------------------------------------------------
    wire x_re, c_re, y_re, rolled_en, sums_en, results_en;
    wire [XA-1:0] x_raddr;
    wire [CA-1:0] c_raddr;
    wire [YW-1:0] y_raddr;
    wire [W-1:0] x;
    wire [CW-1:0] c;
    wire [AW-1:0] y;
    wire [YW+W-1:0] rolled, results;    // address and word
    wire [YW+AW-1:0] sums;
    wire [HLS_CLIPS+7:0] report;

    // The memories have the latency for which the kernel was scheduled, so valid and ready are always 1.
    orb_hls_node_step kernel (
        .clk(clk), .rst(rst), .go_data(arguments), .go_vld(go), .go_rdy(go_ready),
        .x_rd_req_data(x_raddr), .x_rd_req_vld(x_re), .x_rd_req_rdy(1'b1), .x_rd_resp_data(x), .x_rd_resp_vld(1'b1),
        .c_rd_req_data(c_raddr), .c_rd_req_vld(c_re), .c_rd_req_rdy(1'b1), .c_rd_resp_data(c), .c_rd_resp_vld(1'b1),
        .y_rd_req_data(y_raddr), .y_rd_req_vld(y_re), .y_rd_req_rdy(1'b1), .y_rd_resp_data(y), .y_rd_resp_vld(1'b1),
        .rolled_wr_req_data(rolled), .rolled_wr_req_vld(rolled_en), .rolled_wr_req_rdy(1'b1),
        .sums_wr_req_data(sums), .sums_wr_req_vld(sums_en), .sums_wr_req_rdy(1'b1),
        .results_wr_req_data(results), .results_wr_req_vld(results_en), .results_wr_req_rdy(1'b1),
        .done_data(report), .done_vld(done), .done_rdy(1'b1),
        /* verilator lint_off PINCONNECTEMPTY */
        .x_rd_resp_rdy(), .c_rd_resp_rdy(), .y_rd_resp_rdy()
        /* verilator lint_on PINCONNECTEMPTY */
    );

    orb_ram_sdp #(
        .WIDTH(CW), .DEPTH(1 << CA), .LATENCY(MEM_LAT)
    ) coefficients (
        .clk(clk), .we(c_we), .waddr(c_waddr), .wdata(c_wdata), .re(c_re), .raddr(c_raddr), .rdata(c)
    );

    // ---- links: a word is complete two cycles after it leaves the kernel --------------------------------------------
    wire [LY-1:0] y_in = (y_from == 2'd0) ? y_out : (y_from == 2'd1) ? y_in_q : (y_from == 2'd2) ? y_in_r : y_in_s;
    wire [LX-1:0] x_in = (x_from == 2'd1) ? x_in_q : (x_from == 2'd2) ? x_in_r : x_in_s;
    wire [LY-1:0] y_previous;
    wire [LX-1:0] x_previous;
    wire [AW-1:0] y_come, y_sent;
    wire [W-1:0] x_come;
    wire y_send = sums_en | results_en, x_send = rolled_en;
    assign y_sent = results_en ? {{(AW - W) {results[W-1]}}, results[W-1:0]} : sums[AW-1:0];

    orb_serial #(
        .WIDTH(AW), .LINK(LY), .CYCLES(SL)
    ) y_link (
        .clk(clk), .send(y_send), .word(y_sent), .shift(1'b1), .in(y_in), .out(y_out), .previous(y_previous),
        .received(y_come)
    );

    orb_serial #(
        .WIDTH(W), .LINK(LX), .CYCLES(XL)
    ) x_link (
        .clk(clk), .send(x_send), .word(rolled[W-1:0]), .shift(1'b1), .in(x_in), .out(x_out), .previous(x_previous),
        .received(x_come)
    );

    // ---- addresses of the words that arrive -------------------------------------------------------------------------
    reg [1:0] sum_d, result_d, rolled_d;  // [0]: one cycle after the word left the kernel
    reg [YW-1:0] sum_place, sum_place_1, place, place_1;
    reg [XA-1:0] n_addr;
    reg [W-1:0] word;
    wire land = result_d[1] | rolled_d[1];

    assign comes = results_en | rolled_en;

    always @(posedge clk) begin
        sum_d    <= {sum_d[0], sums_en} & {2{!rst}};
        result_d <= {result_d[0], results_en} & {2{!rst}};
        rolled_d <= {rolled_d[0], rolled_en} & {2{!rst}};
        place    <= results_en ? results[W+:YW] : rolled[W+:YW];
        place_1  <= place;
        sum_place   <= sums[AW+:YW];
        sum_place_1 <= sum_place;
        if (land) begin
            n_addr <= base + {{(XA - YW) {1'b0}}, place_1};
            word   <= result_d[1] ? y_come[W-1:0] : x_come;
        end
    end

    orb_ram_sdp #(
        .WIDTH(AW), .DEPTH(1 << YW), .LATENCY(MEM_LAT)
    ) stored (
        .clk(clk), .we(sum_d[1]), .waddr(sum_place_1), .wdata(y_come), .re(y_re), .raddr(y_raddr), .rdata(y)
    );

    orb_node_port #(
        `include "orb_pass.vh"
    ) port (
        .clk(clk), .x_re(x_re), .x_raddr(x_raddr), .x(x), .land(land), .n_addr(n_addr), .word(word), .s_hit(s_hit),
        .l_addr(l_addr), .l_data(l_data), .u_hit(u_hit), .u_addr(u_addr), .u_data(u_data)
    );

    // ---- reports ----------------------------------------------------------------------------------------------------
    reg [7:0] length;
    reg [2*LY-1:0] parts;  // the lower one is on m_bits
    wire [2*LY-1:0] longest = {{(2 * LY - 1) {1'b0}}, |length} << length;
    assign m_bits = parts[LY-1:0];

    always @(posedge clk) begin
        if (done) {clips, length} <= report;
        if (m_en) parts <= m_first ? longest : parts >> LY;
    end

    wire unused = &{1'b0, y_previous, x_previous};

endmodule
`resetall
