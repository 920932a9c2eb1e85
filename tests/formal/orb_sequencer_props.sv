// orb_sequencer lets only legal work begin, one thing at a time, with fields that stand still.
// SPDX-License-Identifier: Apache-2.0
//
// What is asserted here of stages and streams is what the proofs of orb_slot_gen, orb_load and orb_unload assume.
`default_nettype none

module orb_sequencer_props #(
    parameter P       = 3,
    parameter W       = 8,
    parameter AW      = 16,
    parameter BMAX    = 3,
    parameter NBUF    = 3,
    parameter CBANKS  = 2,
    parameter DEPTH   = 4,
    parameter SL      = 2,
    parameter XL      = 2,
    parameter MEM_LAT = 2,
    parameter FMA_LAT = 3,
    parameter LB      = 4,
    parameter BB      = $clog2(BMAX + 1),
    parameter RB      = $clog2(BMAX * BMAX + 1),
    parameter XA      = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter CA      = $clog2(CBANKS * (P + 2) * BMAX * BMAX),
    parameter IB      = $clog2(DEPTH)
) (
    input wire        clk,
    input wire        rst,
    input wire        start,
    input wire        abort_run,
    input wire [23:0] block,
    input wire [31:0] repeats,
    input wire [31:0] lo,
    input wire [31:0] hi,
    input wire        stage_ready,
    input wire        drained,
    input wire        load_busy,
    input wire        unload_busy
);

    localparam CUBE = BMAX * BMAX * BMAX, BANK = (P + 2) * BMAX * BMAX;

    wire busy, done, begin_run, in_coef, in_load, in_unload, halt, fetch, stage_valid, transposed, clear, store;
    wire x_rolls, c_rolls, start_cube, start_coef, start_unload;
    wire [3:0] error;
    wire [IB-1:0] index, fetch_index, stage_index;
    wire [BB-1:0] b1, b2, b3, extent;
    wire [RB-1:0] b23;
    wire [7:0] gap, steps;
    wire [1:0] axis, stage_x_from, stage_y_from, placement;
    wire [LB-1:0] slot;
    wire [XA-1:0] src, roll0, roll1, stage_dst, dst;
    wire [CA-1:0] bank_axis, bank;
    wire [5:0] stage_shift;
    wire [2:0] axes;

    orb_sequencer #(
        .P      (P),
        .W      (W),
        .AW     (AW),
        .BMAX   (BMAX),
        .NBUF   (NBUF),
        .CBANKS (CBANKS),
        .DEPTH  (DEPTH),
        .SL     (SL),
        .XL     (XL),
        .MEM_LAT(MEM_LAT),
        .FMA_LAT(FMA_LAT),
        .LB     (LB)
    ) dut (
        .*
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // a stream is busy only once it was started
    always @(posedge clk)
        if (started) begin
            if (!$past(load_busy | start_cube | start_coef)) assume (!load_busy);
            if (!$past(unload_busy | start_unload)) assume (!unload_busy);
            if ($past(halt)) assume (!load_busy & !unload_busy);
        end else assume (!load_busy & !unload_busy);

    // ---- a stage that is offered is legal, and stays until it is taken ----------------------------------------------
    wire shape_rule, stage_rule;
    orb_stage_rules #(
        .P     (P),
        .BMAX  (BMAX),
        .NBUF  (NBUF),
        .CBANKS(CBANKS),
        .SL    (SL),
        .LB    (LB)
    ) rules (
        .b1     (b1),
        .b2     (b2),
        .b3     (b3),
        .b23    (b23),
        .axis   (axis),
        .c_rolls(c_rolls),
        .steps  (steps),
        .extent (extent),
        .slot   (slot),
        .src    (src),
        .roll0  (roll0),
        .roll1  (roll1),
        .bank   (bank_axis),
        .shape  (shape_rule),
        .stage  (stage_rule)
    );
    wire [3*XA+CA+BB+LB+15:0] stage = {
        axis, transposed, clear, store, x_rolls, c_rolls, steps, extent, slot, src, roll0, roll1, bank_axis
    };

    always @(*)
        if (started & stage_valid) begin
            assert (busy);
            assert (shape_rule);
            assert (stage_rule);
            assert (dst + CUBE <= NBUF * CUBE);
        end
    always @(posedge clk)
        if (started && !$past(halt) && $past(stage_valid & !stage_ready)) assert (stage_valid & $stable(stage));

    // what its events need is kept from then on
    always @(posedge clk)
        if (started && $past(stage_valid & stage_ready)) begin
            assert (stage_dst == $past(dst));
            assert (stage_index == $past(index));
        end else if (started) assert ($stable({stage_x_from, stage_y_from, stage_shift, stage_dst, stage_index}));

    // ---- streams: one at a time, the array at rest, what they need stands still -------------------------------------
    wire streams = in_coef | in_load | in_unload;
    always @(*)
        if (started) begin
            assert (start_cube + start_coef + start_unload <= 1);
            assert (in_coef + in_load + in_unload <= 1);
            assert ((!start_cube | in_load) & (!start_coef | in_coef) & (!start_unload | in_unload));
            assert (!(start_cube | start_coef | start_unload) | (!load_busy & !unload_busy));
            assert (!(stage_valid & streams));
            assert ((!load_busy & !unload_busy) | streams);
            if (streams) begin
                assert (shape_rule);
                assert (!in_load | (dst + CUBE <= NBUF * CUBE));
                assert (!in_unload | (src + CUBE <= NBUF * CUBE));
                assert (!in_coef | ((bank + BANK <= CBANKS * BANK) & (axes != 0)));
            end
        end
    always @(posedge clk)
        if (started) begin
            if ($past(streams) && streams) assert ($stable({placement, axes, dst, src, bank}));
            if ($past(busy) && busy) assert ($stable({b1, b2, b3, b23}));
            if (start_cube | start_coef | start_unload) assert ($past(drained));
        end

    // ---- the program memory's port, and the way to an end -----------------------------------------------------------
    always @(posedge clk)
        if (started) begin
            if ($past(fetch)) assert (!fetch);
            if ($past(halt)) assert (!busy & !stage_valid & !streams & !start_cube & !start_coef & !start_unload);
            if ($past(begin_run & !halt)) assert (busy & !done & (error == 0));
            if (!$past(busy) && !$past(begin_run)) assert (!busy);
        end

    // ---- the state that makes it true -------------------------------------------------------------------------------
    localparam [3:0] IDLE = 0, FETCH = 1, DECODE = 2, CHECK = 3, READY = 4, STREAM = 5, SETTLE = 6;
    (* hierconn *) wire [3:0] \dut.state , \dut.settle ;
    (* hierconn *) wire \dut.legal , \dut.legal_q ;
    (* hierconn *) wire [1:0] \dut.op ;
    (* hierconn *) wire [BB-1:0] \dut.extent_next ;
    (* hierconn *) wire [LB-1:0] \dut.slot_next ;

    wire runs = (\dut.state != IDLE) & (\dut.state != SETTLE);
    wire settled = ((\dut.state == CHECK) & (\dut.settle < 3)) | (\dut.state == READY);
    always @(*)
        if (started) begin
            assert (\dut.state <= SETTLE);
            assert (!runs | shape_rule);
            assert ((\dut.state != CHECK) | (\dut.settle < 4));
            if (settled) begin
                assert (\dut.legal_q == \dut.legal );
                assert (extent == \dut.extent_next );
                assert (slot == \dut.slot_next );
            end
            assert (((\dut.state != READY) & (\dut.state != STREAM)) | \dut.legal );
            assert (streams == (\dut.state == STREAM));
            if (\dut.state == STREAM) assert ({in_load, in_unload, in_coef} == (4'b1000 >> \dut.op ));
        end

    always @(*)
        if (started) begin
            cover (stage_valid & stage_ready & (index == 1) & c_rolls);
            cover (in_coef & (index == 1));
            cover (done);
            cover (error == 2);
        end

endmodule
