// The orbital core: P x P x P nodes with their sequencer, registers and streams. The top of the array without a link.
// SPDX-License-Identifier: Apache-2.0
//
// Words of the streams are sign extended to whole bytes; the low W (data) or CW (coefficient) bits count. A program of
// descriptors in the registers tells the core what to do with the words; docs/programming.md explains programs.
`resetall
`default_nettype none

module orbital_core #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          rst,            // synchronous; memories keep what they hold
    output wire          busy,           // a program runs
    // for orbital_axi
    input  wire [   1:0] fault,          // stop: a packet of the input is too short, too long
    output wire [   3:0] error,          // STATUS.error
    output wire          halt,           // the core drops its operations, and the beats that it has not given yet
    // registers
    input  wire [  11:0] s_axil_awaddr,
    input  wire          s_axil_awvalid,
    output wire          s_axil_awready,
    input  wire [  31:0] s_axil_wdata,
    input  wire [   3:0] s_axil_wstrb,
    input  wire          s_axil_wvalid,
    output wire          s_axil_wready,
    output wire [   1:0] s_axil_bresp,
    output wire          s_axil_bvalid,
    input  wire          s_axil_bready,
    input  wire [  11:0] s_axil_araddr,
    input  wire          s_axil_arvalid,
    output wire          s_axil_arready,
    output wire [  31:0] s_axil_rdata,
    output wire [   1:0] s_axil_rresp,
    output wire          s_axil_rvalid,
    input  wire          s_axil_rready,
    // cubes and coefficients in: the beats of a cube are IO_WORDS words, see docs/programming.md
    input  wire [ IO_WORDS*IN_BITS-1:0] s_axis_tdata,
    input  wire          s_axis_tvalid,
    output wire          s_axis_tready,
    output wire          s_axis_last,    // the beat that is taken is the last of a load
    // cubes out
    output wire [IO_WORDS*OUT_BITS-1:0] m_axis_tdata,
    output wire          m_axis_tvalid,
    input  wire          m_axis_tready,
    output wire          m_axis_tlast    // last beat of a cube
);

    orb_limits #(
        `include "orb_pass.vh"
    ) limits ();

    // ---- reset: a register of its own where its source may be far ---------------------------------------------------
    wire rst_here;
    orb_copy #(
        .ON(HOPS == 2)
    ) reset (
        .clk(clk), .d(rst), .q(rst_here)
    );

    // ---- registers and program --------------------------------------------------------------------------------------
    wire starting, start, once, runs, abort_run, done, fetched, begin_run, in_coef, keep, piece_valid;
    wire magnitude_reads;
    wire [DB-1:0] index, fetch_index, magnitude_index;
    wire [7:0] magnitude, torus;
    wire [23:0] block;
    wire [31:0] repeats, lo, hi, saturations;
    wire [4:0] place;
    wire [15:0] piece;

    assign busy = starting | runs;

    `ORB_CONSTANTS_FIELDS(wire)
    localparam [0:0] FINE = BMAX == 1, FLOAT = EXP != 0;
    assign array      = {NBUF[7:0], BFULL[7:0], BMAX[7:0], P[7:0]};
    assign format     = {PS[7:0], AW[7:0], CW[7:0], W[7:0]};
    assign caps       = {DEPTH[7:0], EXP[3:0], CBANKS[3:0], IO_WORDS[3:0], LANES[3:0], 3'd0, FLOAT, 3'd0, FINE};
    assign clock      = CLOCK_HZ;
    assign latency    = {8'd1, ROUND_LAT[7:0], FMA_LAT[7:0], MEM_LAT[7:0]};
    assign links      = {XL[7:0], SL[7:0], LX[7:0], LY[7:0]};
    assign interleave = {16'd0, ACC_LAT[7:0], GROUP[7:0]};

    orb_regs #(
        `include "orb_pass.vh"
    ) regs (
        .clk(clk), .rst(rst_here), .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid),
        .s_axil_awready(s_axil_awready), .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb),
        .s_axil_wvalid(s_axil_wvalid), .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp),
        .s_axil_bvalid(s_axil_bvalid), .s_axil_bready(s_axil_bready), .s_axil_araddr(s_axil_araddr),
        .s_axil_arvalid(s_axil_arvalid), .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata),
        .s_axil_rresp(s_axil_rresp), .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
        .constants({`ORB_CONSTANTS}), .starting(starting), .start(start), .abort_run(abort_run), .block(block),
        .torus(torus), .repeats(repeats), .once(once),
        .status({16'd0, {(8 - DB) {1'b0}}, index, error, 2'd0, done & !starting, busy}), .keep(keep), .place(place),
        .piece(piece), .piece_valid(piece_valid), .saturations(saturations), .magnitude_index(magnitude_index),
        .magnitude_reads(magnitude_reads), .magnitude(magnitude), .fetch_index(fetch_index), .fetched(fetched),
        .lo(lo), .hi(hi)
    );

    // ---- sequencer --------------------------------------------------------------------------------------------------
    wire [`ORB_SHAPE_BITS-1:0] shape;
    wire [`ORB_BASES_BITS-1:0] bases;
    wire [`ORB_STAGE_BITS-1:0] stage;
    wire [`ORB_OP_BITS-1:0] stream_op;
    wire stage_valid, stage_ready, landed, drained, give_load, give_unload, give_coef;
    wire load_taken, load_active, unload_taken, unload_active, coef_busy;
    wire [3:0] load_buffer, unload_buffer;

    orb_sequencer #(
        `include "orb_pass.vh"
    ) sequencer (
        .clk(clk), .rst(rst_here), .start(start), .abort_run(abort_run), .fault(fault), .block(block), .torus(torus),
        .repeats(repeats), .once(once), .busy(runs), .done(done), .error(error), .number(index),
        .begin_run(begin_run), .halt(halt), .fetch_index(fetch_index), .fetched(fetched), .lo(lo), .hi(hi),
        .shape(shape), .bases(bases), .stage_valid(stage_valid), .stage_ready(stage_ready), .stage(stage),
        .landed(landed), .drained(drained), .give_load(give_load), .give_unload(give_unload), .give_coef(give_coef),
        .stream_op(stream_op), .load_taken(load_taken), .load_buffer(load_buffer), .unload_taken(unload_taken),
        .unload_buffer(unload_buffer), .unload_active(unload_active), .coef_busy(coef_busy), .in_coef(in_coef)
    );

    // ---- streams ----------------------------------------------------------------------------------------------------
    wire [`ORB_ACCESS_BITS-1:0] access;
    wire window, window_last, u_take;
    wire [IO_WORDS*P-1:0] u_q;
    wire [IO_WORDS*W-1:0] u_data;

    orb_streams #(
        `include "orb_pass.vh"
    ) streams (
        .clk(clk), .rst(halt), .shape(shape), .bases(bases), .give_load(give_load), .give_unload(give_unload),
        .give_coef(give_coef), .stream_op(stream_op), .landed(landed), .load_taken(load_taken),
        .load_buffer(load_buffer), .load_active(load_active), .unload_taken(unload_taken),
        .unload_buffer(unload_buffer), .unload_active(unload_active), .coef_busy(coef_busy), .s_tdata(s_axis_tdata),
        .s_tvalid(s_axis_tvalid), .s_tready(s_axis_tready), .s_last(s_axis_last), .m_tdata(m_axis_tdata),
        .m_tvalid(m_axis_tvalid), .m_tready(m_axis_tready), .m_tlast(m_axis_tlast), .window(window),
        .window_last(window_last), .access(access), .u_take(u_take), .u_q(u_q), .u_data(u_data)
    );

    // ---- control of the nodes, the nodes, and what they report ------------------------------------------------------
    wire waiting, mag_en, mag_first, sat_en;
    wire [DB-1:0] looked;  // the descriptor whose sums are looked at
    wire [LY-1:0] mag_bits;
    wire [SB-1:0] sat_count;

    generate
        if (NODE_HLS != 0) begin : g_hls
            assign waiting = 1'b0;
            orb_hls_array #(
                `include "orb_pass.vh"
            ) array (
                .clk(clk), .rst(halt), .shape(shape), .stage_valid(stage_valid), .stage_ready(stage_ready),
                .stage(stage), .bases(bases), .landed(landed), .drained(drained), .window(window),
                .window_last(window_last), .number(looked), .access(access), .u_take(u_take), .u_q(u_q),
                .u_data(u_data), .mag_en(mag_en), .mag_first(mag_first), .mag_bits(mag_bits), .sat_en(sat_en),
                .sat_count(sat_count)
            );
        end else begin : g_array
            wire [NODE_BITS-1:0] control;
            wire [`ORB_READ_BITS-1:0] c_read;
            wire results, looks_first, m_rows, sat_rows, u_rows;
            wire [LANES-1:0] looks;
            wire [P*LANES*LY-1:0] m_planes;
            wire [P*SB-1:0] sat_planes;
            wire [P*W-1:0] u_planes;

            orb_issue #(
                `include "orb_pass.vh"
            ) issue (
                .clk(clk), .rst(halt), .shape(shape), .stage_valid(stage_valid), .stage_ready(stage_ready),
                .stage(stage), .bases(bases), .landed(landed), .drained(drained), .waiting(waiting), .window(window),
                .window_last(window_last), .control(control), .c_read(c_read), .results(results), .looks(looks),
                .looks_first(looks_first), .number(looked)
            );

            orb_mesh #(
                `include "orb_pass.vh"
            ) mesh (
                .clk(clk), .shape(shape), .control(control), .c_read(c_read), .access(access), .m_rows(m_rows),
                .m_planes(m_planes), .sat_rows(sat_rows), .sat_planes(sat_planes), .u_rows(u_rows), .u_planes(u_planes)
            );

            orb_reports #(
                `include "orb_pass.vh"
            ) reports (
                .clk(clk), .halt(halt), .m_en(looks), .m_first(looks_first), .r_done(results), .u_take(u_take),
                .u_q(u_q),
                .m_rows(m_rows), .sat_rows(sat_rows), .u_rows(u_rows), .m_planes(m_planes), .sat_planes(sat_planes),
                .u_planes(u_planes), .mag_en(mag_en), .mag_first(mag_first), .mag_bits(mag_bits), .sat_en(sat_en),
                .sat_count(sat_count), .u_data(u_data)
            );
        end
    endgenerate

    generate
        if (EXP == 0) begin : g_magnitude
            orb_magnitude #(
                `include "orb_pass.vh"
            ) magnitudes (
                .clk(clk), .clear(begin_run | rst_here), .en(mag_en), .first(mag_first), .bits(mag_bits),
                .index(looked), .read(magnitude_index), .reads(magnitude_reads), .length(magnitude)
            );
        end else begin : g_none
            assign {magnitude_reads, magnitude} = 9'b1_0000_0000;
            wire unused = &{1'b0, mag_en, mag_first, mag_bits, looked, magnitude_index};
        end
    endgenerate

    // ---- what it cost -----------------------------------------------------------------------------------------------
    orb_counters #(
        .SB(SB)
    ) counters (
        .clk(clk), .clear(begin_run | rst_here), .busy(runs), .compute(!drained), .waiting(waiting), .coef(in_coef),
        .load(load_active), .unload(unload_active), .sat_en(sat_en), .sat_count(sat_count), .keep(keep),
        .place(place), .piece(piece), .piece_valid(piece_valid), .saturations(saturations)
    );

endmodule
`resetall
