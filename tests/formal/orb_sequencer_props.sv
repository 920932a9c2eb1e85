// orb_sequencer runs the program's descriptors in order, and lets only legal work begin, each beside none that it
// conflicts with, with fields that stand still.
// SPDX-License-Identifier: Apache-2.0
//
// What is asserted here of stages is what the proof of orb_slot_gen assumes, of loads, unloads and coefficients what
// that of orb_order does.
`default_nettype none
`include "orb_control.vh"

module orb_sequencer_props #(
    `include "orb_params.vh"
) (
    input wire        clk,
    input wire        rst,
    input wire        start,
    input wire        abort_run,
    input wire [ 1:0] fault,
    input wire [23:0] block,
    input wire [ 7:0] torus,
    input wire [31:0] repeats,
    input wire        once,
    input wire        stage_ready,
    input wire        landed,
    input wire        drained,
    input wire        load_taken,
    input wire [ 3:0] load_buffer,
    input wire        unload_taken,
    input wire [ 3:0] unload_buffer,
    input wire        unload_active,
    input wire        coef_busy,
    // what the host leaves of the program memory's port
    input wire        port_free,
    input wire [63:0] other
);

    localparam BANK = (P + 2) * BLOCK;

    wire busy, done, begin_run, halt, stage_valid, in_coef, give_load, give_unload, give_coef;
    wire [3:0] error;
    wire [DB-1:0] number, fetch_index;
    wire [`ORB_SHAPE_BITS-1:0] shape;
    wire [`ORB_BASES_BITS-1:0] bases;
    wire [`ORB_STAGE_BITS-1:0] stage;
    wire [`ORB_OP_BITS-1:0] stream_op;
    `ORB_SHAPE_FIELDS(wire)
    `ORB_BASES_FIELDS(wire)
    `ORB_STAGE_FIELDS(wire)
    `ORB_OP_FIELDS(wire)
    assign {`ORB_SHAPE} = shape;
    assign {`ORB_BASES} = bases;
    assign {`ORB_STAGE} = stage;
    assign {`ORB_OP} = stream_op;

    // ---- a program of any four descriptors, which nobody changes ----------------------------------------------------
    (* anyconst *) wire [63:0] word_0, word_1, word_2, word_3;
    reg [63:0] word;
    reg fetched;
    wire [31:0] lo = word[31:0], hi = word[63:32];
    always @(posedge clk) begin
        fetched <= port_free;
        word    <= !port_free ? other : (fetch_index == 0) ? word_0 : (fetch_index == 1) ? word_1 :
                   (fetch_index == 2) ? word_2 : word_3;
    end

    orb_sequencer #(
        `include "orb_pass.vh"
    ) dut (
        .*
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- the surroundings: there is what was handed over or issued, and no more -------------------------------------
    always @(posedge clk)
        if (started) begin
            if ($past(halt)) assume (!load_taken & !unload_taken & !unload_active & !coef_busy);
            else begin
                if (load_taken & !$past(give_load)) assume ($past(load_taken) & $stable(load_buffer));
                if (unload_taken & !$past(give_unload)) assume ($past(unload_taken) & $stable(unload_buffer));
                if (coef_busy) assume ($past(coef_busy | give_coef));
                if ($past(give_load)) assume (load_taken & (load_buffer == $past(dst_buffer)));
                if ($past(give_unload)) assume (unload_taken & (unload_buffer == $past(src_buffer)));
                if ($past(give_coef)) assume (coef_busy);
            end
        end else assume (!load_taken & !unload_taken & !coef_busy);
    always @(*)
        if (started) begin
            assume (!landed | (stages != 0));
            assume (!drained | (stages == 0));
        end

    // ---- a stage that is offered is legal, and stays until it is taken ----------------------------------------------
    wire shape_rule, stage_rule;
    reg [1:0] young;  // the run began one cycle before, or two: b23 comes in the third
    always @(posedge clk) young <= {young[0], begin_run} & {2{!rst}};
    orb_stage_rules #(
        .P     (P),
        .BMAX  (BMAX),
        .NBUF  (NBUF),
        .CBANKS(CBANKS),
        .LANES (LANES),
        .BLOCK (BLOCK),
        .SL    (SL),
        .LB    (LB)
    ) rules (
        .*,
        .b23  (|young ? b2 * b3 : b23),
        .bank (bank_axis),
        .shape(shape_rule),
        .stage(stage_rule)
    );
    // The wait before a stage gets shorter while the stage is offered.
    wire [`ORB_STAGE_BITS-WB-1:0] fields = {
        transposed, clear, store, x_rolls, c_rolls, steps, extent, `ORB_TRAITS
    };
    wire ring_rule = (ring == P) | ((P % 2 == 0) & (ring == 2));

    always @(*)
        if (started & stage_valid) begin
            assert (busy);
            assert (shape_rule);
            assert (ring_rule & (steps <= ring));
            assert (stage_rule);
            assert (dst + CUBE <= NBUF * CUBE);
            assert (index == number);
        end
    always @(posedge clk)
        if (started && !$past(halt) && $past(stage_valid & !stage_ready))
            assert (stage_valid & $stable({fields, bases}));

    // ---- ... and with lanes continues only the sums of its axis, left by a whole run of the same blocks
    reg left_sums;
    reg [1:0] left_axis;
    always @(posedge clk) begin
        if (stage_valid & stage_ready & !halt & (!store | (steps > 1))) {left_sums, left_axis} <= {1'b1, axis};
        if (rst | (halt & busy) | (begin_run & ((block[7:0] != b1) | (block[15:8] != b2) | (block[23:16] != b3))))
            left_sums <= 1'b0;
    end
    (* hierconn *) wire [1:0] \dut.sums_axis ;
    always @(*)
        if (started) begin
            assert (\dut.sums_axis == (left_sums ? left_axis : 2'd3));
            if ((LANES > 1) & stage_valid & !clear) assert (left_sums & (axis == left_axis));
        end

    // ---- ... and touches no buffer that is being loaded, nor writes one that is being unloaded ----------------------
    (* hierconn *) wire [NBUF-1:0] \dut.uses , \dut.writes ;
    always @(*)
        if (started & stage_valid) begin
            assert (!load_taken | !\dut.uses [load_buffer]);
            assert (!unload_taken | ((NBUF != 2) & !\dut.writes [unload_buffer]));
            assert (stages != 15);
        end

    // ---- streams: handed over one at a time, to a slot that is free; coefficients alone but for an unload -----------
    always @(*)
        if (started) begin
            assert (stage_valid + give_load + give_unload + give_coef + in_coef <= 1);
            if (give_load) assert (!load_taken & (dst + CUBE <= NBUF * CUBE) & (dst == dst_buffer * CUBE));
            if (give_unload) assert (!unload_taken & (src + CUBE <= NBUF * CUBE) & (src == src_buffer * CUBE));
            if (give_load | give_unload) assert ((placement == 0) | ((ring == P) & (IO_WORDS == 1)));
            if (give_coef) assert (!load_taken & drained);
            if (give_coef | in_coef) assert ((bank + BANK <= CBANKS * BANK) & (axes != 0));
            if (coef_busy) assert (in_coef & !load_taken & (stages == 0));
        end
    always @(posedge clk)
        if (started) begin
            if ($past(in_coef) && in_coef) assert ($stable({axes, bank}));
            if ($past(busy) && busy) assert ($stable({b1, b2, b3, ring}));
            if ($past(busy & !(|young)) && busy) assert ($stable(b23));
        end

    // ---- the way to an end ------------------------------------------------------------------------------------------
    always @(posedge clk)
        if (started) begin
            if ($past(halt)) assert (!busy & !stage_valid & !in_coef);
            if ($past(!rst & busy & halt)) assert (!done & (error == $past(abort_run ? 4 : fault[0] ? 5 : 6)));
            if ($past(begin_run & !halt)) assert (busy & !done & (error == 0));
            assert (!(done & (busy | (error != 0))));
            if (!$past(busy) && !$past(begin_run)) assert (!busy);
            if ($past(busy & !halt) && !busy) assert ($past(drained & !load_taken & !unload_taken & !unload_active));
        end

    // ---- descriptors come in order: the one that is offered is that behind the one in work --------------------------
    localparam [3:0] IDLE = 0, NEXT = 1, CHECK = 2, READY = 3, COEF = 4, SETTLE = 5;
    (* hierconn *) wire [3:0] \dut.state , \dut.settle ;
    (* hierconn *) wire [31:0] \dut.lo_q , \dut.hi_q ;
    (* hierconn *) wire \dut.ahead.moved ;

    function [63:0] at(input [DB-1:0] n);
        at = (n == 0) ? word_0 : (n == 1) ? word_1 : (n == 2) ? word_2 : word_3;
    endfunction
    function [DB-1:0] behind(input [DB-1:0] n);
        reg [63:0] here;
        begin
            here = at(n);
            behind = here[2] ? 0 : n + 1;  // the end of the memory, 3, is followed by 0 too
        end
    endfunction

    wire in_work = (\dut.state == CHECK) | (\dut.state == READY) | (\dut.state == COEF);
    wire at_first = (fetch_index == 0) & \dut.ahead.moved ;

    always @(*)
        if (started) begin
            if (in_work) assert ({\dut.hi_q , \dut.lo_q } == at(index));
            if (in_work | (\dut.state == NEXT)) begin
                assert (fetch_index == (in_work ? behind(index) : index));
                if (fetched & !\dut.ahead.moved ) assert (word == at(fetch_index));
            end
            if (\dut.state == IDLE) assert (at_first);
            if (\dut.state == SETTLE && \dut.settle < 11) assert (at_first);
        end

    // ---- ... as often as asked, and no further than the memory ------------------------------------------------------
    (* hierconn *) wire \dut.advance , \dut.last ;
    (* hierconn *) wire [3:0] \dut.stop_error ;
    (* hierconn *) wire [31:0] \dut.runs_left ;
    (* hierconn *) wire \dut.once_q ;
    reg [31:0] left;
    always @(posedge clk)
        if (begin_run) left <= once ? 1 : repeats;
        else if (\dut.advance & \dut.last ) left <= left - 1;
    always @(*)
        if (started & (in_work | (\dut.state == NEXT))) assert (\dut.once_q ? left <= 1 : \dut.runs_left == left);
    always @(posedge clk)
        if (started && $past(\dut.advance & !halt)) begin
            assert ((\dut.state == SETTLE) == $past(\dut.last ? (left <= 1) : (index == DEPTH - 1)));
            assert (\dut.stop_error == ($past(\dut.last ) ? 0 : 3));
        end

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire \dut.legal , \dut.legal_now , \dut.legal_q , \dut.more_runs ;
    (* hierconn *) wire [NBUF-1:0] \dut.uses_now , \dut.writes_now ;
    (* hierconn *) wire [`ORB_BASES_BITS-1:0] \dut.bases_now ;
    (* hierconn *) wire [3:0] \dut.may ;
    (* hierconn *) wire [1:0] \dut.op ;
    (* hierconn *) wire [BB-1:0] \dut.lengths.extent_next ;
    (* hierconn *) wire [LB-1:0] \dut.lengths.slot ;

    (* hierconn *) wire \dut.shape_ok , \dut.next_valid ;
    (* hierconn *) wire [RB-1:0] \dut.shapes.low ;
    localparam [BB-1:0] LOW = (1 << (BB / 2)) - 1;  // the bits of b3 whose rows are added first
    wire runs = in_work | (\dut.state == NEXT);
    localparam FINE = (BMAX == 1);
    wire settled = ((\dut.state == CHECK) & (\dut.settle < 3) & !FINE) | (\dut.state == READY) | (\dut.state == COEF);
    wire [LB-1:0] slot_next = (\dut.lengths.extent_next > LEAST) ? \dut.lengths.extent_next : LEAST;
    always @(*)
        if (started) begin
            assert (\dut.state <= SETTLE);
            assert (!runs | !\dut.shape_ok | (shape_rule & ring_rule));
            // a shape that is not legal ends the run before the first descriptor has come
            assert (!in_work | (\dut.shape_ok & !(|young)));
            if (busy & !(|young)) assert (b23 == b2 * b3);
            if (young == 2'b10) assert (!busy | (\dut.shapes.low == b2 * (b3 & LOW)));
            if (young[0]) assert ((\dut.state == NEXT) & at_first & !\dut.next_valid );
            if ((\dut.state == NEXT) & !\dut.shape_ok ) assert (at_first & !\dut.next_valid );
            assert ((\dut.state != CHECK) | (\dut.settle < (FINE ? 1 : 4)));
            assert ((\dut.state == CHECK) | (\dut.state == SETTLE) | (\dut.state == IDLE) | (\dut.settle == 11));
            assert ((\dut.state != SETTLE) | (\dut.settle <= 11));
            assert (\dut.may == (((\dut.state == READY) & \dut.legal_q ) ? 4'd1 << \dut.op : 4'd0));
            if (settled) begin
                assert ({\dut.legal_now , \dut.uses_now , \dut.writes_now } ==
                        {\dut.legal , \dut.uses , \dut.writes });
                assert (\dut.bases_now == bases);
                assert (\dut.more_runs == ((\dut.runs_left > 1) & !\dut.once_q ));
                if ((\dut.state != CHECK) | (\dut.settle < 2)) assert (\dut.legal_q == \dut.legal );
                assert (extent == \dut.lengths.extent_next );
                assert (slot == slot_next);
            end
            if (\dut.state == COEF) assert (\dut.legal & (\dut.op == 3) & !load_taken & (stages == 0));
        end

    always @(*)
        if (started) begin
            cover (stage_valid & stage_ready & (index == 1) & c_rolls);
            cover (in_coef & (index == 1) & unload_taken);
            cover (stage_valid & load_taken & unload_taken);
            cover (done);
            cover (error == 2);
        end

endmodule
