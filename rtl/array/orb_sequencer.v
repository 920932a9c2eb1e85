// Runs the program: fetches descriptors, hands stages to the slot generator and cubes and coefficients to the streams.
// SPDX-License-Identifier: Apache-2.0
//
// The descriptor behind the running stage is fetched and checked meanwhile, so stages follow each other without a
// bubble, but for the cycles in which the next would read what is still on its way: see `gap` and docs/cycles.md.
`resetall
`default_nettype none

module orb_sequencer #(
    parameter P       = 4,   // nodes along each side
    parameter W       = 18,  // bits of a data word
    parameter AW      = 36,  // bits of an accumulator
    parameter BMAX    = 8,   // largest block extent
    parameter NBUF    = 2,   // block buffers a node
    parameter CBANKS  = 1,   // coefficient banks
    parameter DEPTH   = 16,  // descriptors, a power of two
    parameter SL      = 4,   // cycles a sum on its link
    parameter XL      = 4,   // cycles an operand on its link
    parameter MEM_LAT = 2,   // memory latency
    parameter FMA_LAT = 3,   // multiply-add latency
    parameter ROUND_LAT = 3, // rounding latency
    parameter BB      = $clog2(BMAX + 1),
    parameter RB      = $clog2(BMAX * BMAX + 1),
    parameter LB      = 5,   // bits of a slot length
    parameter XA      = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter CA      = $clog2(CBANKS * (P + 2) * BMAX * BMAX),
    parameter IB      = $clog2(DEPTH)
) (
    input  wire            clk,
    input  wire            rst,
    // commands and state, see control/orbital.rdl
    input  wire            start,
    input  wire            abort_run,
    input  wire [    23:0] block,
    input  wire [    31:0] repeats,
    output wire            busy,
    output reg             done,
    output reg  [     3:0] error,
    output reg  [  IB-1:0] index,
    output wire            begin_run,      // a start was accepted
    output wire            in_coef,        // coefficients are being loaded
    output wire            in_load,        // a cube is
    output wire            in_unload,      // a cube is unloaded
    output wire            halt,           // units are to forget what they do
    // program memory, data a cycle later
    output wire            fetch,
    output wire [  IB-1:0] fetch_index,
    input  wire [    31:0] lo,
    input  wire [    31:0] hi,
    // block shape of the run
    output reg  [  BB-1:0] b1,
    output reg  [  BB-1:0] b2,
    output reg  [  BB-1:0] b3,
    output reg  [  RB-1:0] b23,
    // stages: the next one ...
    output wire            stage_valid,
    input  wire            stage_ready,
    output reg  [     7:0] gap,
    output wire [     1:0] axis,
    output wire            transposed,
    output wire            clear,
    output wire            store,
    output wire            x_rolls,
    output wire            c_rolls,
    output wire [     7:0] steps,
    output reg  [  BB-1:0] extent,
    output reg  [  LB-1:0] slot,
    output wire [  XA-1:0] src,
    output wire [  XA-1:0] roll0,
    output wire [  XA-1:0] roll1,
    output wire [  CA-1:0] bank_axis,
    // ... and what the events of the running one need
    output reg  [     1:0] stage_x_from,
    output reg  [     1:0] stage_y_from,
    output reg  [     5:0] stage_shift,
    output reg  [  XA-1:0] stage_dst,
    output reg  [  IB-1:0] stage_index,
    input  wire            drained,        // no stage runs and nothing of it is on its way
    // streams
    output reg             start_cube,
    output reg             start_coef,
    output reg             start_unload,
    input  wire            load_busy,
    input  wire            unload_busy,
    output wire [     1:0] placement,
    output wire [     2:0] axes,
    output wire [  XA-1:0] dst,
    output wire [  CA-1:0] bank
);

    localparam [3:0] IDLE = 4'd0, FETCH = 4'd1, DECODE = 4'd2, CHECK = 4'd3, READY = 4'd4, STREAM = 4'd5, SETTLE = 4'd6;
    localparam [3:0] E_NONE = 4'd0, E_BLOCK = 4'd1, E_DESCRIPTOR = 4'd2, E_END = 4'd3, E_ABORT = 4'd4;
    localparam [3:0] SETTLED = 4'd11;  // more than the way of the last result's report: torus, gathering, magnitude

    reg [3:0] state, settle, stop_error;
    reg [31:0] runs_left;
    reg [31:0] lo_q, hi_q;

    assign busy        = (state != IDLE);
    assign begin_run   = (state == IDLE) & start & !abort_run;
    assign halt        = rst | abort_run;
    assign fetch       = (state == FETCH);
    assign fetch_index = index;

    // ---- the descriptor that comes next -------------------------------------------------------------------------
    wire [1:0] op, x_roll, y_roll;
    wire [5:0] shift;
    wire last, legal;
    reg  legal_q;

    orb_descriptor #(
        .P     (P),
        .W     (W),
        .AW    (AW),
        .BMAX  (BMAX),
        .NBUF  (NBUF),
        .CBANKS(CBANKS)
    ) descriptor (
        .lo        (lo_q),
        .hi        (hi_q),
        .op        (op),
        .last      (last),
        .clear     (clear),
        .store     (store),
        .transposed(transposed),
        .axis      (axis),
        .x_roll    (x_roll),
        .y_roll    (y_roll),
        .c_rolls   (c_rolls),
        .steps     (steps),
        .shift     (shift),
        .src       (src),
        .roll0     (roll0),
        .roll1     (roll1),
        .dst       (dst),
        .bank      (bank),
        .bank_axis (bank_axis),
        .placement (placement),
        .axes      (axes),
        .legal     (legal)
    );
    assign x_rolls = |x_roll;

    wire is_stage = (op == 2'd0);
    wire go = (state == READY) & (is_stage ? stage_ready : drained);
    wire streamed = (state == STREAM) & !(start_cube | start_coef | start_unload | load_busy | unload_busy);
    assign stage_valid = (state == READY) & is_stage;

    // ---- slot lengths, and the wait between two stages ------------------------------------------------------------
    localparam [LB-1:0] SL_L = SL[LB-1:0];
    localparam FLIGHT = MEM_LAT + FMA_LAT + SL + ROUND_LAT;  // slot end to result in memory
    localparam CROSS = FMA_LAT + SL - XL + ROUND_LAT;      // results of one stage may not meet operands of the next

    wire [BB-1:0] extent_next = (axis == 2'd0) ? b1 : (axis == 2'd1) ? b2 : b3;
    wire [LB-1:0] extent_l = {{(LB - BB) {1'b0}}, extent_next};
    wire [LB-1:0] slot_next = (extent_l > SL_L) ? extent_l : SL_L;
    reg  [LB-1:0] slot_before;
    wire [LB-1:0] slot_least = (slot < slot_before) ? slot : slot_before;
    localparam GB = (RB + LB > 8) ? RB + LB : 8;     // bits that hold both sides of the comparison
    reg  [RB+LB-1:0] covered;
    wire [GB:0] covered_w = {{(GB + 1 - RB - LB) {1'b0}}, covered};
    wire [GB:0] flight = FLIGHT[GB:0] + {{(GB + 1 - LB) {1'b0}}, slot_before};
    wire [7:0] gap_read = (flight > covered_w) ? flight[7:0] - covered_w[7:0] : 8'd0;
    wire [7:0] slot_w = {{(8 - LB) {1'b0}}, slot};
    wire [7:0] gap_port = (slot_w < CROSS[7:0]) ? CROSS[7:0] - slot_w : 8'd0;

    always @(posedge clk) begin
        extent  <= extent_next;
        slot    <= slot_next;
        covered <= b23 * slot_least;
        gap     <= drained ? 8'd0 : (gap_read > gap_port) ? gap_read : gap_port;
    end

    // ---- state --------------------------------------------------------------------------------------------------
    wire [7:0] e1 = block[7:0], e2 = block[15:8], e3 = block[23:16];
    wire block_legal = (e1 >= 2) & (e1 <= BMAX[7:0]) & (e2 >= 2) & (e2 <= BMAX[7:0]) & (e3 >= 2) & (e3 <= BMAX[7:0]);
    wire more_runs = (runs_left > 32'd1);

    reg streaming_coef, streaming_load, streaming_unload;
    assign in_coef   = streaming_coef;
    assign in_load   = streaming_load;
    assign in_unload = streaming_unload;

    always @(posedge clk) begin
        {start_cube, start_coef, start_unload} <= 3'b000;
        case (state)
            IDLE:
            if (begin_run) begin
                {b3, b2, b1} <= {e3[BB-1:0], e2[BB-1:0], e1[BB-1:0]};
                b23        <= e2[BB-1:0] * e3[BB-1:0];
                runs_left  <= repeats;
                index      <= {IB{1'b0}};
                done       <= 1'b0;
                error      <= E_NONE;
                settle     <= SETTLED;
                stop_error <= block_legal ? E_NONE : E_BLOCK;
                state      <= block_legal ? FETCH : SETTLE;
            end
            FETCH: state <= DECODE;
            DECODE: begin
                {hi_q, lo_q} <= {hi, lo};
                settle <= 4'd3;
                state  <= CHECK;
            end
            CHECK: begin  // slot lengths and gap take three cycles to settle
                legal_q <= legal;
                settle  <= settle - 4'd1;
                if (settle == 4'd0) begin
                    settle     <= SETTLED;
                    stop_error <= E_DESCRIPTOR;
                    state      <= legal_q ? READY : SETTLE;
                end
            end
            READY:
            if (go) begin
                if (is_stage) begin
                    stage_x_from <= x_roll;
                    stage_y_from <= y_roll;
                    stage_shift  <= shift;
                    stage_dst    <= dst;
                    stage_index  <= index;
                    slot_before  <= slot;
                end else begin
                    start_cube       <= (op == 2'd1);
                    start_unload     <= (op == 2'd2);
                    start_coef       <= (op == 2'd3);
                    streaming_load   <= (op == 2'd1);
                    streaming_unload <= (op == 2'd2);
                    streaming_coef   <= (op == 2'd3);
                    state            <= STREAM;
                end
            end
            STREAM:
            if (streamed) {streaming_coef, streaming_load, streaming_unload} <= 3'b000;
            SETTLE:
            if (drained) begin
                settle <= settle - 4'd1;
                if (settle == 4'd0) begin
                    done  <= (stop_error == E_NONE);
                    error <= stop_error;
                    state <= IDLE;
                end
            end
            default: state <= IDLE;
        endcase

        if (go & is_stage | streamed) begin
            stop_error <= last ? E_NONE : E_END;
            if (last & more_runs) begin
                runs_left <= runs_left - 32'd1;
                index     <= {IB{1'b0}};
                state     <= FETCH;
            end else if (last | (&index)) state <= SETTLE;
            else begin
                index <= index + 1'b1;
                state <= FETCH;
            end
        end
        if (abort_run & busy) begin
            error <= E_ABORT;
            state <= IDLE;
        end
        if (halt) {start_cube, start_coef, start_unload, streaming_coef, streaming_load, streaming_unload} <= 6'd0;
        if (rst) begin
            state <= IDLE;
            done  <= 1'b0;
            error <= E_NONE;
            index <= {IB{1'b0}};
        end
    end

endmodule
`resetall
