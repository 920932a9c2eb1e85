// orb_slot_gen computes just the sums of products that a stage means, and reads inside its buffer and its bank only.
// SPDX-License-Identifier: Apache-2.0
//
// Nested loops (step, group of slots, round, slot of the group), written as plainly as they can be, run beside the
// module; its outputs, one cycle later, must be what they say.
`default_nettype none
`include "orb_control.vh"

module orb_slot_gen_props #(
    parameter SHAPE = 0,  // {b1, b2, b3} as decimal digits; 0: any
    `include "orb_params.vh"
) (
    input wire          clk,
    input wire          rst,
    input wire          valid,
    input wire [WB-1:0] gap,
    input wire [WB-1:0] step_gap,
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
    input wire [CA-1:0] bank_axis
);

    localparam PLACES = BMAX * PITCH;  // of a coefficient block in a lane's memory
    localparam [BB-1:0] B1 = SHAPE / 100, B2 = SHAPE / 10 % 10, B3 = SHAPE % 10;

    // ---- what the sequencer keeps to --------------------------------------------------------------------------------
    (* anyconst *) wire [BB-1:0] b1, b2, b3;
    (* anyconst *) wire [RB-1:0] b23;
    wire shape_rule, stage_rule;
    orb_stage_rules #(
        .P(P), .BMAX(BMAX), .NBUF(NBUF), .CBANKS(CBANKS), .LANES(LANES), .SL(SL), .LB(LB)
    ) rules (
        .*,
        .bank (bank_axis[CA-1:SH]),
        .shape(shape_rule),
        .stage(stage_rule)
    );
    always @(*) begin
        assume (shape_rule);
        if (SHAPE != 0) assume ({b1, b2, b3} == {B1, B2, B3});
        if (valid) assume (stage_rule);
    end

    // fields that do not count here
    (* anyseq *) wire [7:0] ring;
    (* anyseq *) wire [XA-1:0] dst;
    (* anyseq *) wire [CA-1:0] bank;
    (* anyseq *) wire [1:0] x_from, y_from;
    (* anyseq *) wire [5:0] shift;
    (* anyseq *) wire [DB-1:0] index;

    wire ready, odd_next, running, waiting;
    wire [`ORB_PRODUCT_BITS-1:0] products;
    `ORB_PRODUCT_FIELDS(wire)
    assign {`ORB_PRODUCT} = products;
    (* hierconn *) wire \dut.ended ;

    orb_slot_gen #(
        `include "orb_pass.vh"
    ) dut (
        .clk(clk), .rst(rst), .shape({`ORB_SHAPE}), .valid(valid), .ready(ready), .stage({`ORB_STAGE}),
        .bases({`ORB_BASES}), .step_gap(step_gap), .products(products), .odd_next(odd_next), .running(running),
        .waiting(waiting)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (rst);

    // ---- the loops --------------------------------------------------------------------------------------------------
    reg run, s_transposed, s_clear, s_store, s_x_rolls, s_c_rolls, parity, stage_parity;
    reg [WB-1:0] left, s_step_gap;
    reg [7:0] step, s_steps, turn;
    reg [1:0] s_axis;
    reg [LB-1:0] round, s_slot;
    reg [BB-1:0] gi, gj, gk, s_extent;  // first slot of the group
    reg [XA-1:0] s_src, s_roll0, s_roll1;
    reg [CM-1:0] s_bank;

    // the slots of the group: each the next of the one before, until the step has no more
    wire [BB-1:0] di = (s_axis == 0) ? LANES : 1, dj = (s_axis == 1) ? LANES : 1, dk = (s_axis == 2) ? LANES : 1;
    integer t;
    reg [BB-1:0] ti, tj, tk, i, j, k;   // any slot of the group; the one whose turn it is
    reg t_here, here;
    reg i_end, j_end, k_end;
    always @(*) begin
        {ti, tj, tk, t_here} = {gi, gj, gk, 1'b1};
        {i, j, k, here} = {gi, gj, gk, 1'b1};
        for (t = 0; t < GROUP; t = t + 1) begin
            if (turn == t) {i, j, k, here} = {ti, tj, tk, t_here};
            {i_end, j_end, k_end} = {ti + di >= {1'b0, b1}, tj + dj >= {1'b0, b2}, tk + dk >= {1'b0, b3}};
            if (t_here) begin
                ti = !(j_end & k_end) ? ti : i_end ? 0 : ti + di;
                tj = !k_end ? tj : j_end ? 0 : tj + dj;
                tk = k_end ? 0 : tk + dk;
                t_here = !(i_end & j_end & k_end);
            end
        end
    end

    wire works = run & (left == 0);
    wire group_done = works & (round == s_slot - 1) & (turn == GROUP - 1);
    wire first_group = (gi == 0) & (gj == 0) & (gk == 0), last_group = !t_here;
    wire last_step = (step == s_steps - 1);
    wire stage_done = group_done & last_group & last_step;

    always @(posedge clk) begin
        if (rst) begin
            {run, round, turn, gi, gj, gk, parity, stage_parity} <= 0;
        end else if (!run | stage_done) begin
            run <= valid;
            left <= gap;
            {step, round, turn, gi, gj, gk} <= 0;
            {s_transposed, s_clear, s_store, s_x_rolls, s_c_rolls} <= {transposed, clear, store, x_rolls, c_rolls};
            {s_axis, s_steps, s_extent, s_slot, s_step_gap} <= {axis, steps, extent, slot, step_gap};
            {s_src, s_roll0, s_roll1, s_bank} <= {src, roll0, roll1, bank_axis[CA-1:SH]};
        end else if (!works) left <= left - 1;
        else begin
            turn <= (turn == GROUP - 1) ? 0 : turn + 1;
            if (turn == GROUP - 1) round <= group_done ? 0 : round + 1;
            if (group_done) begin
                {gi, gj, gk} <= {ti, tj, tk};
                if (last_group) begin
                    step <= step + 1;
                    left <= s_step_gap;
                end
            end
        end
        if (!rst & group_done) parity <= !parity;
        if (!rst & stage_done) stage_parity <= !stage_parity;
    end

    // product `round` of slot (i,j,k): element (i,j,k) with the contracted index replaced, times C[round][own], or
    // C[own][round] of the transposed matrix; coefficients of LANES neighbours in a row lie at one address
    wire multiplies = works & here & (round < s_extent);
    wire begins = works & here & (round == 0);
    wire [BB-1:0] own = (s_axis == 0) ? i : (s_axis == 1) ? j : k;
    wire [YA-1:0] from_i = ((s_axis == 0) ? round : i) * b23;
    wire [YA-1:0] from_j = ((s_axis == 1) ? round : j) * b3;
    wire [YA-1:0] element = from_i + from_j + ((s_axis == 2) ? round : k);
    wire [CM-1:0] pitch = (s_extent + LANES - 1) / LANES;
    wire [CM-1:0] coefficient = s_transposed ? own * s_extent + round : round * pitch + own / LANES;
    wire [XA-1:0] reads = (!s_x_rolls || step == 0) ? s_src : step[0] ? s_roll0 : s_roll1;
    wire [XA-1:0] rolls_into = step[0] ? s_roll1 : s_roll0;
    wire [CM-1:0] block = s_bank + (s_c_rolls ? step * PLACES : 0);
    wire [YA:0] size = b1 * b23;

    integer l;
    reg [LANES-1:0] grabs, has_sum;
    always @(*)
        for (l = 0; l < LANES; l = l + 1) begin
            grabs[l] = works & here & s_x_rolls & !last_step & (round == own + l);
            has_sum[l] = (own + l < {1'b0, s_extent});
        end

    always @(*)
        if (started & multiplies) begin
            assert ({1'b0, element} < size);
            assert (coefficient < PLACES);
        end

    // ---- the outputs, one cycle later -------------------------------------------------------------------------------
    always @(*)
        if (started) begin
            assert (ready == (!run | stage_done));
            assert (\dut.ended == stage_done);
            assert (running == run);
            assert (waiting == (run & !works));
            // a fine stage may take one cycle; nothing there asks for the parity
            assert ((BMAX == 1) | !ready | (odd_next == (stage_parity ^ stage_done)));
        end

    always @(posedge clk)
        if (started && !$past(rst)) begin
            assert (product == $past(multiplies));
            assert (keep == $past(multiplies & (round == s_extent - 1)));
            assert (first == $past(begins));
            assert (group_end == $past(group_done));
            assert (stage_last == $past(stage_done));
            if (product) begin
                assert (x_addr == $past(reads + element));
                assert ((x_addr >= $past(reads)) & (x_addr < $past(reads) + CUBE) & (x_addr < NBUF * CUBE));
                assert (c_addr == $past(block + coefficient));
                assert (c_addr < CBANKS * (P + 2) * PLACES);
                assert (lanes == $past(has_sum));
                assert ((member == $past(turn)) & (odd_group == $past(parity)));
                assert (read_base == $past(reads));
            end
            assert (grab == $past(grabs));
            if (first) begin
                assert (fresh == $past(first_group & (turn == 0)));
                assert (zero == $past(s_clear & (step == 0)));
            end
            if (product | group_end) begin
                assert (odd_stage == $past(stage_parity));
                assert (rolling == $past(s_x_rolls & !last_step));
                assert (storing == $past(s_store & last_step));
                if (rolling) assert (roll_base == $past(rolls_into));
            end
            if (group_end) assert (step_first == $past(first_group));
        end

    // ---- the state that makes it true, for groups of one ------------------------------------------------------------
    localparam RW = YA + CM + BB + 1;
    (* hierconn *) wire \dut.run , \dut.transposed_q , \dut.clear_q , \dut.store_q , \dut.x_rolls_q , \dut.c_rolls_q ;
    (* hierconn *) wire \dut.step_begins , \dut.first_group , \dut.exhausted , \dut.go , \dut.last_step ;
    (* hierconn *) wire \dut.at_group_end , \dut.at_step_end ;
    (* hierconn *) wire [WB-1:0] \dut.gap_left , \dut.step_gap_q ;
    (* hierconn *) wire [NB-1:0] \dut.step , \dut.steps_q ;
    (* hierconn *) wire [1:0] \dut.axis_q ;
    (* hierconn *) wire [BB-1:0] \dut.extent_q , \dut.walk.i , \dut.walk.j , \dut.walk.k ;
    (* hierconn *) wire [LB-1:0] \dut.slot_q , \dut.phase ;
    (* hierconn *) wire [GB-1:0] \dut.turn ;
    (* hierconn *) wire [XA-1:0] \dut.read_q , \dut.write_q , \dut.other_q ;
    (* hierconn *) wire [CM-1:0] \dut.c_base ;
    (* hierconn *) wire [YA-1:0] \dut.walk.row , \dut.walk.i_b23 , \dut.walk.j_b3 ;
    (* hierconn *) wire [GROUP*RW-1:0] \dut.carousel ;

    wire s_shape, s_stage;
    orb_stage_rules #(
        .P(P), .BMAX(BMAX), .NBUF(NBUF), .CBANKS(CBANKS), .LANES(LANES), .SL(SL), .LB(LB)
    ) s_rules (
        .b1(b1), .b2(b2), .b3(b3), .b23(b23), .axis(s_axis), .transposed(s_transposed), .c_rolls(s_c_rolls),
        .steps(s_steps), .extent(s_extent), .slot(s_slot), .src(s_src), .roll0(s_roll0), .roll1(s_roll1), .bank(s_bank),
        .shape(s_shape), .stage(s_stage)
    );

    // the walk is at the next slot from the second cycle on
    wire ahead = (round != 0);
    wire [BB-1:0] next_i = ahead ? ti : gi, next_j = ahead ? tj : gj, next_k = ahead ? tk : gk;
    wire [BB-1:0] next_own = (s_axis == 0) ? next_i : (s_axis == 1) ? next_j : next_k;
    wire [YA-1:0] stride = (s_axis == 0) ? b23 : (s_axis == 1) ? b3 : 1;
    wire [CM-1:0] c_stride = s_transposed ? 1 : pitch;
    wire [YA-1:0] x_line = ((s_axis == 0) ? 0 : i * b23) + ((s_axis == 1) ? 0 : j * b3) + ((s_axis == 2) ? 0 : k);
    wire [CM-1:0] c_line = s_transposed ? own * s_extent : own / LANES;
    wire [YA-1:0] x_next = x_line + round * stride;
    wire [CM-1:0] c_next = c_line + round * c_stride;

    generate
        if (GROUP == 1) begin : g_state
            always @(*)
                if (started) begin
                    assert ((\dut.run == run) & (turn == 0) & (\dut.go == works));
                    assert ((\dut.at_group_end == group_done) & (\dut.at_step_end == (group_done & last_group)));
                    assert (\dut.ended == stage_done);
                    assert ((gi < b1) & (gj < b2) & (gk < b3));
                    assert ((gi % di == 0) & (gj % dj == 0) & (gk % dk == 0));
                    assert ((\dut.phase == round) & (\dut.turn == 0));
                    assert ((\dut.walk.i == next_i) & (\dut.walk.j == next_j) & (\dut.walk.k == next_k));
                    if (LANES == 1) assert (\dut.walk.row == YA'(next_own * s_extent));
                    assert ((\dut.walk.i_b23 == YA'(next_i * b23)) & (\dut.walk.j_b3 == YA'(next_j * b3)));
                    assert (\dut.exhausted == (ahead & last_group));
                    assert ((odd_group == (parity ^ group_end)) & (odd_stage == (stage_parity ^ stage_last)));
                    if (!run) assert (first_group & (round == 0));
                    if (run) begin
                        assert (s_stage);
                        assert ((step < s_steps) & (round < s_slot));
                        assert ((left == 0) | (first_group & (round == 0)));
                        assert (\dut.last_step == last_step);
                        assert ((\dut.gap_left == left) & (\dut.step == step) & (\dut.steps_q == s_steps));
                        assert (\dut.step_gap_q == s_step_gap);
                        assert ((\dut.axis_q == s_axis) & (\dut.extent_q == s_extent) & (\dut.slot_q == s_slot));
                        assert ((\dut.transposed_q == s_transposed) & (\dut.clear_q == s_clear));
                        assert ((\dut.store_q == s_store) & (\dut.x_rolls_q == s_x_rolls));
                        assert (\dut.c_rolls_q == s_c_rolls);
                        assert (\dut.read_q == reads);
                        assert (!s_x_rolls | (\dut.write_q == rolls_into));
                        assert (!s_x_rolls | (\dut.other_q == (step[0] ? s_roll0 : s_roll1)));
                        assert (s_x_rolls | (\dut.write_q == s_roll0));
                        assert (\dut.c_base == block);
                        assert (\dut.step_begins == (first_group & !ahead));
                        if (ahead) begin
                            assert (\dut.first_group == first_group);
                            assert (\dut.carousel == {x_next, c_next, own, 1'b1});
                        end
                    end
                end
        end
    endgenerate

    always @(*)
        if (started) begin
            cover (product & (step != 0) & s_c_rolls & (turn == GROUP - 1));
            cover (group_end & storing & rolling == 0 & (s_steps == 2) & run);
            cover (ready & valid & run & (gap == 0));
        end

endmodule
