// Runs the program: hands stages to the slot generator, and cubes and coefficients to the streams.
// SPDX-License-Identifier: Apache-2.0
//
// Descriptors are issued in order, but a load or unload that was handed over goes on beside later stages. A stage is
// issued when it uses no buffer of a load and writes no buffer of an unload. orb_streams decides when a load or unload
// begins. The next descriptor is checked while a stage runs, so stages of two cycles and more follow each other without
// a gap, except for the wait that orb_gap computes.
`resetall
`default_nettype none

module orb_sequencer #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          rst,
    // commands and state, see regs/orbital.rdl
    input  wire          start,
    input  wire          abort_run,
    input  wire [   1:0] fault,          // stop: a packet of the input is too short, too long
    input  wire [  23:0] block,
    input  wire [   7:0] torus,
    input  wire [  31:0] repeats,        // runs, but 1 ...
    input  wire          once,           // ... if once
    output wire          busy,
    output reg           done,
    output reg  [   3:0] error,
    output wire [DB-1:0] number,         // of the descriptor in work
    output wire          begin_run,      // a start was accepted
    output wire          halt,           // all units stop and forget their operations
    // program memory
    output wire [DB-1:0] fetch_index,
    input  wire          fetched,        // lo and hi are the words at fetch_index of the cycle before
    input  wire [  31:0] lo,
    input  wire [  31:0] hi,
    output wire [`ORB_SHAPE_BITS-1:0] shape,  // of the run
    output wire [`ORB_BASES_BITS-1:0] bases,  // of the next stage, load, unload or coefficients
    // the next stage
    output wire          stage_valid,
    input  wire          stage_ready,
    output wire [`ORB_STAGE_BITS-1:0] stage,
    input  wire          landed,         // all words of a stage are in the memories
    input  wire          drained,        // no stage runs, and no word of one is on its way
    // streams, see orb_streams
    output wire          give_load,
    output wire          give_unload,
    output wire          give_coef,
    output wire [`ORB_OP_BITS-1:0] stream_op,
    input  wire          load_taken,
    input  wire [   3:0] load_buffer,
    input  wire          unload_taken,
    input  wire [   3:0] unload_buffer,
    input  wire          unload_active,
    input  wire          coef_busy,
    output wire          in_coef         // coefficients are being loaded
);

    `ORB_SHAPE_FIELDS(wire)
    `ORB_STAGE_FIELDS(wire)
    `ORB_OP_FIELDS(wire)
    assign {`ORB_SHAPE} = shape;
    assign stage = {`ORB_STAGE};
    assign stream_op = {`ORB_OP};

    `include "orbital_regs.vh"

    localparam [3:0] IDLE = 4'd0, NEXT = 4'd1, CHECK = 4'd2, READY = 4'd3, COEF = 4'd4, SETTLE = 4'd5;
    localparam [3:0] E_NONE = 4'd0, E_SHAPE = 4'd1, E_DESCRIPTOR = 4'd2, E_END = 4'd3, E_ABORT = 4'd4;
    localparam [3:0] E_SHORT = 4'd5, E_LONG = 4'd6;
    localparam [1:0] NO_SUMS = 2'd3;
    localparam [7-BB:0] ZEROS = 0;  // above an extent in BLOCK
    localparam [3:0] CHECKED = BMAX == 1 ? 4'd0 : 4'd3;  // slot lengths and gap take three cycles more
    localparam [3:0] SETTLED = 4'd11;  // the last report passes torus, gathering and magnitude in less

    reg [3:0] state, settle, stop_error;
    reg [DB-1:0] index_q;
    reg [31:0] runs_left;
    reg [31:0] lo_q, hi_q;
    reg once_q, shape_ok;  // of the run
    reg more_runs;  // a cycle late, which is early enough: runs end several cycles apart
    reg [1:0] sums_axis;  // of the stage that left the nodes' sums

    assign busy      = (state != IDLE);
    wire stop = abort_run | (|fault);
    assign begin_run = (state == IDLE) & start & !stop;
    assign halt      = rst | stop;
    assign in_coef   = (state == COEF);
    assign {index, number} = {2{index_q}};

    // ---- the descriptor in work, and the one behind it ------------------------------------------------------------
    wire next_valid, take;

    orb_fetch #(
        `include "orb_pass.vh"
    ) ahead (
        .clk(clk), .run(busy & (state != SETTLE) & !halt), .fetch_index(fetch_index), .fetched(fetched),
        .last(lo[ORB_PROGRAM_LO_LAST_LSB]), .valid(next_valid), .next(take)
    );

    wire [1:0] op;
    wire [NBUF-1:0] uses, writes, uses_now, writes_now;
    wire [`ORB_BASES_BITS-1:0] bases_now;
    wire last, legal, legal_now;

    orb_descriptor #(
        `include "orb_pass.vh"
    ) descriptor (
        .lo(lo_q), .hi(hi_q), .ring(ring), .sums_axis(sums_axis), .op(op), .last(last), .clear(clear), .store(store),
        .transposed(transposed), .axis(axis), .x_roll(x_from), .y_roll(y_from), .c_rolls(c_rolls), .steps(steps),
        .shift(shift), .src_buffer(src_buffer), .dst_buffer(dst_buffer), .placement(placement), .axes(axes),
        .uses(uses_now), .writes(writes_now), .bases(bases_now), .legal(legal_now)
    );

    // Stages of nodes with blocks are long enough for a register behind the slow part of the decoder.
    orb_reg #(
        .WIDTH(1 + 2 * NBUF + `ORB_BASES_BITS), .REG(BMAX == 1 ? 0 : 1)
    ) decode (
        .clk(clk), .en(1'b1), .d({legal_now, uses_now, writes_now, bases_now}), .q({legal, uses, writes, bases})
    );
    assign x_rolls = |x_from;

    // ---- what may begin -------------------------------------------------------------------------------------------
    wire is_stage = (op == 2'd0), is_load = (op == 2'd1), is_unload = (op == 2'd2), is_coef = (op == 2'd3);
    reg legal_q, held;  // of the descriptor in work, from its check on; held falls once, a cycle late
    reg [3:0] may;      // state == READY & legal_q, one for each operation
    localparam [NBUF-1:0] BUFFER_0 = 1;
    wire load_used = |(uses & (BUFFER_0 << load_buffer)), unload_written = |(writes & (BUFFER_0 << unload_buffer));

    always @(posedge clk) begin
        legal_q <= legal;
        may     <= {4{!halt}} & ((state == CHECK) ? {is_coef, is_unload, is_load, is_stage} &
                                 {4{(settle == 4'd0) & legal}} : may & {4{!advance & !give_coef}});
        // with two buffers a stage waits for every unload, as memories may have one read port for both
        held    <= (load_taken & load_used) | (unload_taken & (NBUF == 2 | unload_written)) | (&stages);
    end

    assign stage_valid = may[0] & !held;
    assign give_load   = may[1] & !load_taken;
    assign give_unload = may[2] & !unload_taken;
    assign give_coef   = may[3] & !load_taken & drained;

    wire issued = stage_valid & stage_ready;
    wire coef_end = (state == COEF) & !coef_busy;
    wire advance = issued | give_load | give_unload | coef_end;
    wire ends = last ? !more_runs : &index_q;

    assign take = next_valid & ((state == NEXT) | (advance & !ends));

    reg [3:0] stages_q;
    assign stages = stages_q;
    always @(posedge clk)
        if (halt) stages_q <= 4'd0;
        else stages_q <= stages_q + {3'd0, issued} - {3'd0, landed};

    orb_gap #(
        `include "orb_pass.vh"
    ) lengths (
        .clk(clk), .b1(b1), .b2(b2), .b3(b3), .b23(b23), .axis(axis), .taken(issued), .drained(drained),
        .extent(extent), .slot(slot), .gap(gap)
    );

    wire shape_legal;
    orb_shape #(
        `include "orb_pass.vh"
    ) shapes (
        .clk(clk), .take(begin_run), .block(block), .torus(torus), .legal(shape_legal), .shape(shape)
    );

    // ---- state --------------------------------------------------------------------------------------------------
    wire at_rest = drained & !load_taken & !unload_taken & !unload_active;

    always @(posedge clk) begin
        more_runs <= (runs_left > 32'd1) & !once_q;
        // Adding 32 ones subtracts 1. Writing the addend as {32{busy}} lets small chips load and count in one cell.
        if (!busy | (advance & last)) runs_left <= busy ? runs_left + {32{busy}} : repeats;
        case (state)
            IDLE:
            if (begin_run) begin
                once_q     <= once;
                index_q    <= {DB{1'b0}};
                done       <= 1'b0;
                error      <= E_NONE;
                settle     <= SETTLED;
                stop_error <= E_NONE;
                shape_ok   <= shape_legal;
                state      <= NEXT;
                if (block != {ZEROS, b3, ZEROS, b2, ZEROS, b1}) sums_axis <= NO_SUMS;  // of blocks of the run before
            end
            NEXT:
            if (!shape_ok) begin  // before the first descriptor has come
                stop_error <= E_SHAPE;
                state      <= SETTLE;
            end
            CHECK: begin
                settle <= settle - 4'd1;
                if (settle == 4'd0) begin
                    settle <= SETTLED;
                    state  <= READY;
                end
            end
            READY:
            if (!legal_q) begin
                stop_error <= E_DESCRIPTOR;
                state      <= SETTLE;
            end else if (give_coef) state <= COEF;
            SETTLE:
            if (at_rest) begin
                settle <= settle - 4'd1;
                if (settle == 4'd0) begin
                    done  <= (stop_error == E_NONE);
                    error <= stop_error;
                    state <= IDLE;
                end
            end
            default: state <= state;
        endcase

        if (advance) begin
            stop_error <= last ? E_NONE : E_END;
            state      <= ends ? SETTLE : NEXT;
            if (!ends) index_q <= last ? {DB{1'b0}} : index_q + 1'b1;
        end
        if (issued & (!store | (steps != 8'd1))) sums_axis <= axis;
        if (take) begin
            {hi_q, lo_q} <= {hi, lo};
            settle       <= CHECKED;
            state        <= CHECK;
        end
        if (stop & busy) begin
            error <= abort_run ? E_ABORT : fault[0] ? E_SHORT : E_LONG;
            done  <= 1'b0;
            state <= IDLE;
            sums_axis <= NO_SUMS;
        end
        if (rst) begin
            sums_axis <= NO_SUMS;
            state <= IDLE;
            done  <= 1'b0;
            error <= E_NONE;
            index_q <= {DB{1'b0}};
        end
    end

endmodule
`resetall
