// The input and output streams: loads cubes and coefficients into the array, and unloads cubes.
// SPDX-License-Identifier: Apache-2.0
//
// The sequencer hands each operation over in one cycle (give_load, give_unload, give_coef), and orb_order decides when
// it runs. A beat passes a stream in each cycle in which tvalid and tready are 1. s_tready depends on `window` and
// `window_last` within the cycle; the outputs of the output stream depend on registers only.
`resetall
`default_nettype none

module orb_streams #(
    `include "orb_params.vh"
) (
    input  wire                         clk,
    input  wire                         rst,
    input  wire [  `ORB_SHAPE_BITS-1:0] shape,          // of the run
    // operations in the order of the program; each comes only after the last one of its kind is done
    input  wire                         give_load,
    input  wire                         give_unload,
    input  wire                         give_coef,
    input  wire [     `ORB_OP_BITS-1:0] stream_op,
    input  wire [  `ORB_BASES_BITS-1:0] bases,
    input  wire                         landed,         // a stage has landed
    output wire                         load_taken,     // there is a load, waiting or active
    output wire [                  3:0] load_buffer,    // buffer of the load
    output wire                         load_active,    // the load is no longer waiting
    output wire                         unload_taken,
    output wire [                  3:0] unload_buffer,
    output wire                         unload_active,  // until the last word has left, so longer than unload_taken
    output wire                         coef_busy,      // coefficients are being loaded
    // streams
    input  wire [ IO_WORDS*IN_BITS-1:0] s_tdata,
    input  wire                         s_tvalid,
    output wire                         s_tready,
    output wire                         s_last,         // the beat that passes is the last one of a load
    output wire [IO_WORDS*OUT_BITS-1:0] m_tdata,
    output wire                         m_tvalid,
    input  wire                         m_tready,
    output wire                         m_tlast,        // last beat of a cube
    // the array
    input  wire                         window,         // first and last cycle of a window, see orb_port_share
    input  wire                         window_last,
    output wire [ `ORB_ACCESS_BITS-1:0] access,         // what the streams read and write in the nodes
    output wire                         u_take,         // the words that are read, see orb_unload
    output wire [       IO_WORDS*P-1:0] u_q,
    input  wire [       IO_WORDS*W-1:0] u_data
);

    `ORB_SHAPE_FIELDS(wire)
    `ORB_OP_FIELDS(wire)
    `ORB_BASES_FIELDS(wire)
    `ORB_ACCESS_FIELDS(wire)
    assign {`ORB_SHAPE} = shape;
    assign {`ORB_OP} = stream_op;
    assign {`ORB_BASES} = bases;
    assign access = {`ORB_ACCESS};

    wire load_done, load_hold, unload_go, unload_done, unload_busy;
    wire [1:0] load_placement, unload_placement;
    wire [XA-1:0] load_base, unload_base;

    orb_order #(
        `include "orb_pass.vh"
    ) order (
        .clk(clk), .rst(rst), .give_load(give_load), .give_unload(give_unload), .stages(stages), .landed(landed),
        .src_buffer(src_buffer), .src(src), .dst_buffer(dst_buffer), .dst(dst), .placement(placement),
        .load_taken(load_taken), .load_buffer(load_buffer), .load_base(load_base), .load_placement(load_placement),
        .load_go(load_active), .load_hold(load_hold), .load_beat(l_en), .load_done(load_done),
        .unload_taken(unload_taken), .unload_buffer(unload_buffer), .unload_base(unload_base),
        .unload_placement(unload_placement), .unload_go(unload_go), .unload_beat(u_en), .unload_done(unload_done)
    );

    assign unload_active = unload_go | unload_busy;

    // ---- streams ----------------------------------------------------------------------------------------------------
    wire l_valid, l_take, u_valid, u_step;
    wire [3*PB-1:0] l_node, l_next, u_node, u_next;
    wire [IO_WORDS*W-1:0] words;

    orb_load #(
        `include "orb_pass.vh"
    ) load (
        .clk(clk), .rst(rst), .cube(load_active), .done(load_done), .start_coef(give_coef), .coef_busy(coef_busy),
        .b1(b1), .b2(b2), .b3(b3), .b23(b23), .ring(ring), .placement(load_placement), .base(load_base), .axes(axes),
        .bank(bank), .s_tdata(s_tdata), .s_tvalid(s_tvalid), .s_tready(s_tready), .s_last(s_last), .l_valid(l_valid),
        .l_en(l_en), .l_take(l_take), .l_next(l_next), .l_node(l_node), .l_q(l_q), .l_r(l_r), .l_s(l_s),
        .l_addr(l_addr), .l_data(l_data), .c_we(c_we), .c_axis(c_axis), .c_row(c_row), .c_col(c_col), .c_addr(c_place)
    );

    orb_unload #(
        `include "orb_pass.vh"
    ) unload (
        .clk(clk), .rst(rst), .cube(unload_go), .done(unload_done), .busy(unload_busy), .b1(b1), .b2(b2), .b3(b3),
        .b23(b23), .ring(ring), .placement(unload_placement), .base(unload_base), .u_valid(u_valid), .u_en(u_en),
        .u_step(u_step), .u_next(u_next), .u_node(u_node), .u_hit_q(u_hit_q), .u_hit_r(u_hit_r), .u_hit_s(u_hit_s),
        .u_addr(u_addr), .u_take(u_take), .u_q(u_q), .u_r(u_r), .u_s(u_s), .u_data(u_data), .m_tdata(words),
        .m_tvalid(m_tvalid), .m_tready(m_tready), .m_tlast(m_tlast)
    );

    orb_port_share #(
        .NB(3 * PB)
    ) share (
        .clk(clk), .rst(rst), .window(window), .window_last(window_last), .l_valid(l_valid & !load_hold),
        .l_node(l_node), .l_en(l_en), .l_take(l_take), .l_next(l_next), .u_valid(u_valid), .u_node(u_node),
        .u_en(u_en), .u_take(u_step), .u_next(u_next)
    );

    genvar n;
    generate
        for (n = 0; n < IO_WORDS; n = n + 1) begin : g_out
            /* verilator lint_off WIDTH */  // sign extension to whole bytes
            assign m_tdata[n*OUT_BITS+:OUT_BITS] = $signed(words[n*W+:W]);
            /* verilator lint_on WIDTH */
        end
    endgenerate

endmodule
`resetall
