// orb_slot_gen computes just the sums of products that a stage means, and reads inside its buffer and its bank only.
// SPDX-License-Identifier: Apache-2.0
//
// Five nested loops (step, i, j, k, cycle of the slot), written as plainly as they can be, run beside the module; its
// outputs, one cycle later, must be what they say.
`default_nettype none

module orb_slot_gen_props #(
    parameter P      = 2,
    parameter BMAX   = 3,
    parameter NBUF   = 2,
    parameter CBANKS = 1,
    parameter SL     = 2,
    parameter BB     = $clog2(BMAX + 1),
    parameter RB     = $clog2(BMAX * BMAX + 1),
    parameter LB     = 4,
    parameter XA     = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter YA     = $clog2(BMAX * BMAX * BMAX),
    parameter CA     = $clog2(CBANKS * (P + 2) * BMAX * BMAX)
) (
    input wire          clk,
    input wire          rst,
    input wire          valid,
    input wire [   7:0] gap,
    input wire [   1:0] axis,
    input wire          transposed,
    input wire          clear,
    input wire          store,
    input wire          x_rolls,
    input wire          c_rolls,
    input wire [   7:0] steps,
    input wire [BB-1:0] extent,
    input wire [LB-1:0] slot,
    input wire [XA-1:0] src,
    input wire [XA-1:0] roll0,
    input wire [XA-1:0] roll1,
    input wire [CA-1:0] bank
);

    localparam CUBE = BMAX * BMAX * BMAX, BLOCK = BMAX * BMAX;

    // ---- what the sequencer keeps to --------------------------------------------------------------------------------
    (* anyconst *) wire [BB-1:0] b1, b2, b3;
    (* anyconst *) wire [RB-1:0] b23;
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
        .bank   (bank),
        .shape  (shape_rule),
        .stage  (stage_rule)
    );
    always @(*) begin
        assume (shape_rule);
        if (valid) assume (stage_rule);
    end

    wire ready, product, grab, first, fresh, zero, slot_end, step_first, rolling, storing, running, waiting;
    wire [XA-1:0] x_addr, roll_base;
    wire [CA-1:0] c_addr;

    orb_slot_gen #(
        .P     (P),
        .BMAX  (BMAX),
        .NBUF  (NBUF),
        .CBANKS(CBANKS),
        .LB    (LB)
    ) dut (
        .clk       (clk),
        .rst       (rst),
        .b1        (b1),
        .b2        (b2),
        .b3        (b3),
        .b23       (b23),
        .valid     (valid),
        .ready     (ready),
        .gap       (gap),
        .axis      (axis),
        .transposed(transposed),
        .clear     (clear),
        .store     (store),
        .x_rolls   (x_rolls),
        .c_rolls   (c_rolls),
        .steps     (steps),
        .extent    (extent),
        .slot      (slot),
        .src       (src),
        .roll0     (roll0),
        .roll1     (roll1),
        .bank      (bank),
        .product   (product),
        .x_addr    (x_addr),
        .c_addr    (c_addr),
        .grab      (grab),
        .first     (first),
        .fresh     (fresh),
        .zero      (zero),
        .slot_end  (slot_end),
        .step_first(step_first),
        .rolling   (rolling),
        .storing   (storing),
        .roll_base (roll_base),
        .running   (running),
        .waiting   (waiting)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- the loops --------------------------------------------------------------------------------------------------
    reg run, s_transposed, s_clear, s_store, s_x_rolls, s_c_rolls;
    reg [7:0] left, step, s_steps;
    reg [1:0] s_axis;
    reg [LB-1:0] cycle, s_slot;
    reg [BB-1:0] i, j, k, s_extent;
    reg [XA-1:0] s_src, s_roll0, s_roll1;
    reg [CA-1:0] s_bank;

    wire works = run & (left == 0);
    wire slot_done = works & (cycle == s_slot - 1);
    wire first_slot = (i == 0) & (j == 0) & (k == 0);
    wire last_slot = (i == b1 - 1) & (j == b2 - 1) & (k == b3 - 1);
    wire last_step = (step == s_steps - 1);
    wire stage_done = slot_done & last_slot & last_step;

    always @(posedge clk) begin
        if (rst) begin
            {run, cycle, i, j, k} <= 0;
        end else if (!run | stage_done) begin
            run <= valid;
            {left, step, cycle, i, j, k} <= {gap, {8 + LB + 3 * BB{1'b0}}};
            {s_transposed, s_clear, s_store, s_x_rolls, s_c_rolls} <= {transposed, clear, store, x_rolls, c_rolls};
            {s_axis, s_steps, s_extent, s_slot} <= {axis, steps, extent, slot};
            {s_src, s_roll0, s_roll1, s_bank} <= {src, roll0, roll1, bank};
        end else if (!works) left <= left - 1;
        else begin
            cycle <= slot_done ? 0 : cycle + 1;
            if (slot_done) begin
                k <= (k == b3 - 1) ? 0 : k + 1;
                if (k == b3 - 1) j <= (j == b2 - 1) ? 0 : j + 1;
                if (k == b3 - 1 && j == b2 - 1) i <= (i == b1 - 1) ? 0 : i + 1;
                if (last_slot) step <= step + 1;
            end
        end
    end

    // product `cycle` of slot (i,j,k): element (i,j,k) with the contracted index replaced, times C[cycle][own], or
    // C[own][cycle] of the transposed matrix
    wire multiplies = works & (cycle < s_extent);
    wire [BB-1:0] own = (s_axis == 0) ? i : (s_axis == 1) ? j : k;
    wire [YA-1:0] from_i = ((s_axis == 0) ? cycle : i) * b23;
    wire [YA-1:0] from_j = ((s_axis == 1) ? cycle : j) * b3;
    wire [YA-1:0] element = from_i + from_j + ((s_axis == 2) ? cycle : k);
    wire [CA-1:0] coefficient = s_transposed ? own * s_extent + cycle : cycle * s_extent + own;
    wire [XA-1:0] reads = (!s_x_rolls || step == 0) ? s_src : step[0] ? s_roll0 : s_roll1;
    wire [XA-1:0] rolls_into = step[0] ? s_roll1 : s_roll0;
    wire [CA-1:0] block = s_bank + (s_c_rolls ? step * BLOCK : 0);
    wire [YA:0] size = b1 * b23;

    always @(*)
        if (started & multiplies) begin
            assert ({1'b0, element} < size);
            assert (coefficient < BLOCK);
        end

    // ---- the outputs, one cycle later -------------------------------------------------------------------------------
    always @(*)
        if (started) begin
            assert (ready == (!run | stage_done));
            assert (running == run);
            assert (waiting == (run & !works));
        end

    always @(posedge clk)
        if (started && !$past(rst)) begin
            assert (product == $past(multiplies));
            assert (first == $past(works & (cycle == 0)));
            assert (slot_end == $past(slot_done));
            if (product) begin
                assert (x_addr == $past(reads + element));
                assert ((x_addr >= $past(reads)) & (x_addr < $past(reads) + CUBE) & (x_addr < NBUF * CUBE));
                assert (c_addr == $past(block + coefficient));
                assert (c_addr < CBANKS * (P + 2) * BLOCK);
            end
            assert (grab == $past(multiplies & s_x_rolls & !last_step & (cycle == own)));
            if (first) begin
                assert (fresh == $past(first_slot));
                assert (zero == $past(s_clear & (step == 0)));
            end
            if (slot_end) begin
                assert (step_first == $past(first_slot));
                assert (rolling == $past(s_x_rolls & !last_step));
                assert (storing == $past(s_store & last_step));
                if (rolling) assert (roll_base == $past(rolls_into));
            end
        end

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire \dut.run , \dut.transposed_q , \dut.clear_q , \dut.store_q , \dut.x_rolls_q , \dut.c_rolls_q ;
    (* hierconn *) wire \dut.last_slot , \dut.first_slot , \dut.step_begins ;
    (* hierconn *) wire [7:0] \dut.gap_left , \dut.step , \dut.steps_q ;
    (* hierconn *) wire [1:0] \dut.axis_q ;
    (* hierconn *) wire [BB-1:0] \dut.extent_q , \dut.i , \dut.j , \dut.k , \dut.index_q ;
    (* hierconn *) wire [LB-1:0] \dut.slot_q , \dut.phase ;
    (* hierconn *) wire [XA-1:0] \dut.read_base , \dut.write_base , \dut.other_base ;
    (* hierconn *) wire [CA-1:0] \dut.c_base , \dut.i_b1 , \dut.j_b2 , \dut.k_b3 , \dut.c_next ;
    (* hierconn *) wire [YA-1:0] \dut.i_b23 , \dut.j_b3 , \dut.x_next ;

    wire s_shape, s_stage;
    orb_stage_rules #(
        .P     (P),
        .BMAX  (BMAX),
        .NBUF  (NBUF),
        .CBANKS(CBANKS),
        .SL    (SL),
        .LB    (LB)
    ) s_rules (
        .b1     (b1),
        .b2     (b2),
        .b3     (b3),
        .b23    (b23),
        .axis   (s_axis),
        .c_rolls(s_c_rolls),
        .steps  (s_steps),
        .extent (s_extent),
        .slot   (s_slot),
        .src    (s_src),
        .roll0  (s_roll0),
        .roll1  (s_roll1),
        .bank   (s_bank),
        .shape  (s_shape),
        .stage  (s_stage)
    );

    // the module's indices are those of the next slot from the second cycle on
    wire ahead = (cycle != 0);
    wire [BB-1:0] next_k = !ahead ? k : (k == b3 - 1) ? 0 : k + 1;
    wire [BB-1:0] next_j = !ahead || (k != b3 - 1) ? j : (j == b2 - 1) ? 0 : j + 1;
    wire [BB-1:0] next_i = !ahead || (k != b3 - 1) || (j != b2 - 1) ? i : (i == b1 - 1) ? 0 : i + 1;
    wire [YA-1:0] stride = (s_axis == 0) ? b23 : (s_axis == 1) ? b3 : 1;
    wire [CA-1:0] c_stride = s_transposed ? 1 : s_extent;
    wire [YA-1:0] x_line = ((s_axis == 0) ? 0 : i * b23) + ((s_axis == 1) ? 0 : j * b3) + ((s_axis == 2) ? 0 : k);
    wire [CA-1:0] c_line = s_transposed ? own * s_extent : own;
    wire [YA-1:0] x_next = x_line + cycle * stride;
    wire [CA-1:0] c_next = c_line + cycle * c_stride;

    always @(*)
        if (started) begin
            assert (\dut.run == run);
            assert ((i < b1) & (j < b2) & (k < b3));
            assert (\dut.phase == cycle);
            assert ((\dut.i == next_i) & (\dut.j == next_j) & (\dut.k == next_k));
            assert ((\dut.i_b1 == next_i * b1) & (\dut.j_b2 == next_j * b2) & (\dut.k_b3 == next_k * b3));
            assert ((\dut.i_b23 == next_i * b23) & (\dut.j_b3 == next_j * b3));
            if (!run) assert (first_slot & (cycle == 0));
            if (run) begin
                assert (s_stage);
                assert ((step < s_steps) & (cycle < s_slot));
                assert ((left == 0) | (first_slot & (cycle == 0) & (step == 0)));
                assert ((\dut.gap_left == left) & (\dut.step == step) & (\dut.steps_q == s_steps));
                assert ((\dut.axis_q == s_axis) & (\dut.extent_q == s_extent) & (\dut.slot_q == s_slot));
                assert ((\dut.transposed_q == s_transposed) & (\dut.clear_q == s_clear) & (\dut.store_q == s_store));
                assert ((\dut.x_rolls_q == s_x_rolls) & (\dut.c_rolls_q == s_c_rolls));
                assert (\dut.read_base == reads);
                assert (!s_x_rolls | (\dut.write_base == rolls_into));
                assert (!s_x_rolls | (\dut.other_base == (step[0] ? s_roll0 : s_roll1)));
                assert (s_x_rolls | (\dut.write_base == s_roll0));
                assert (\dut.c_base == block);
                assert (\dut.step_begins == (first_slot & !ahead));
                if (ahead) begin
                    assert (\dut.last_slot == last_slot);
                    assert (\dut.first_slot == first_slot);
                    assert (\dut.index_q == own);
                    assert (\dut.x_next == x_next);
                    assert (\dut.c_next == c_next);
                end
            end
        end

    always @(*)
        if (started) begin
            cover (product & fresh & !zero & s_c_rolls & (step == 1));
            cover (slot_end & storing & rolling == 0 & (s_steps == 2) & run);
            cover (ready & valid & run & (gap == 0));
        end

endmodule
