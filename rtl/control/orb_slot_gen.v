// Runs one stage: steps, groups of slots and products, and the address of each operand and coefficient.
// SPDX-License-Identifier: Apache-2.0
//
// A slot computes LANES sums and lasts max(b_axis, SL, LANES) cycles. Slots follow the C order of the block. GROUP
// slots form a group: in round m each of them takes its m-th product, so the adder has GROUP cycles for an addition. A
// stage is accepted in the last cycle of the stage before, so stages are apart only by the `gap` that the caller sets.
`resetall
`default_nettype none

module orb_slot_gen #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          rst,
    input  wire [`ORB_SHAPE_BITS-1:0] shape,  // constant while a program runs
    // the next stage, and how long to wait before each further step of it
    input  wire          valid,        // there is one
    output wire          ready,        // taken at the end of this cycle if valid
    input  wire [`ORB_STAGE_BITS-1:0] stage,
    input  wire [`ORB_BASES_BITS-1:0] bases,
    input  wire [WB-1:0] step_gap,
    // one stage later
    output wire [`ORB_PRODUCT_BITS-1:0] products,
    output wire          odd_next,     // parity of the stage that is taken now
    // this cycle
    output wire          running,      // a stage is in work
    output wire          waiting       // ... and waits
);

    `ORB_SHAPE_FIELDS(wire)
    `ORB_STAGE_FIELDS(wire)
    `ORB_BASES_FIELDS(wire)
    `ORB_PRODUCT_FIELDS(reg)
    assign {`ORB_SHAPE} = shape;
    assign {`ORB_STAGE} = stage;
    assign {`ORB_BASES} = bases;
    assign products = {`ORB_PRODUCT};

    localparam PLACES = BMAX * PITCH;  // of a coefficient block in a lane's memory
    localparam TURN_BEFORE = GROUP > 1 ? GROUP - 2 : 0;  // the last
    localparam [LB-1:0] TWO = 2;
    // A buffer begins at a multiple of CUBE, a coefficient block at a multiple of PLACES, so the lowest bits of base
    // addresses are 0. Masking them tells synthesis.
    localparam X_LOWEST = CUBE & -CUBE, C_LOWEST = PLACES & -PLACES;
    localparam [XA-1:0] X_ZEROS = X_LOWEST[XA-1:0] - 1'b1;
    localparam [CM-1:0] C_ZEROS = C_LOWEST[CM-1:0] - 1'b1;

    // ---- stage and step -----------------------------------------------------------------------------------------
    reg          run;
    reg [WB-1:0] gap_left, step_gap_q;
    reg [NB-1:0] step, steps_q;
    reg [   1:0] axis_q;
    reg          transposed_q, clear_q, store_q, x_rolls_q, c_rolls_q;
    reg [BB-1:0] extent_q;
    reg [LB-1:0] slot_q, phase;  // extents fit: LB > BB
    reg [GB-1:0] turn;           // slot of the group whose turn it is
    reg [XA-1:0] read_q, write_q, other_q;
    reg [CM-1:0] c_base;
    reg          step_begins, first_group, exhausted;

    // Registered decisions about the next cycle, as their fan-out is large.
    reg          go;         // a stage runs and does not wait
    reg          last_step;  // this step is its last
    wire last_turn = (GROUP == 1) | (&turn);
    wire begins = go & (phase == {LB{1'b0}});      // the first round of a group: slots begin
    wire last_slot;
    wire exhausted_now = exhausted | (begins & last_slot);  // no slot of this step is left
    wire at_group_end, at_step_end, ended;  // the last cycle of a group, of a step, of a stage

    generate
        if (BMAX == 1) begin : g_fine  // a slot is a cycle
            assign at_group_end = go;
            assign at_step_end  = go & exhausted_now;
            assign ended        = at_step_end & last_step;
            wire unused = &{1'b0, slot_q};
        end else begin : g_block       // two cycles or more
            reg group_ends, step_ends, stage_ends;
            wire before_end = go & ((GROUP == 1) ? phase == slot_q - TWO :
                                                   (turn == TURN_BEFORE[GB-1:0]) & (phase == slot_q - 1'b1));
            always @(posedge clk) begin
                group_ends <= !rst & before_end;
                step_ends  <= !rst & before_end & exhausted_now;
                stage_ends <= !rst & before_end & exhausted_now & last_step;
            end
            assign at_group_end = group_ends;
            assign at_step_end  = step_ends;
            assign ended        = stage_ends;
        end
    endgenerate

    assign ready    = !run | ended;
    assign odd_next = odd_stage ^ (ended | stage_last);
    assign running  = run;
    assign waiting  = run & !go;

    always @(posedge clk) begin
        if (rst) {run, go} <= 2'b00;
        else if (ready) {run, go} <= {valid, valid & (gap == {WB{1'b0}})};
        else if (at_step_end) go <= (step_gap_q == {WB{1'b0}});
        else if (waiting) go <= (gap_left == {{(WB - 1) {1'b0}}, 1'b1});

        if (ready) begin
            last_step    <= (steps[NB-1:0] == {{(NB - 1) {1'b0}}, 1'b1});
            gap_left     <= gap;
            step_gap_q   <= step_gap;
            step         <= {NB{1'b0}};
            steps_q      <= steps[NB-1:0];
            axis_q       <= axis;
            transposed_q <= transposed;
            clear_q      <= clear;
            store_q      <= store;
            x_rolls_q    <= x_rolls;
            c_rolls_q    <= c_rolls;
            extent_q     <= extent;
            slot_q       <= slot;
            read_q       <= src;
            write_q      <= roll0;
            other_q      <= roll1;
            c_base       <= bank_axis[CA-1:SH];
        end else begin
            if (waiting) gap_left <= gap_left - 1'b1;
            if (at_step_end) begin
                step      <= step + 1'b1;
                last_step <= ({1'b0, step} + {{(NB - 1) {1'b0}}, 2'd2} == {1'b0, steps_q});
                gap_left  <= step_gap_q;
                if (x_rolls_q) begin
                    read_q  <= write_q;
                    write_q <= other_q;
                    other_q <= write_q;
                end
                if (c_rolls_q) c_base <= c_base + PLACES[CM-1:0];
            end
        end
    end

    // ---- slots: they begin in the first round of their group --------------------------------------------------------
    wire slot_begins = begins & !exhausted;
    wire [BB-1:0] index_first;
    wire [YA-1:0] row, line, along, stride;

    orb_slot_walk #(
        `include "orb_pass.vh"
    ) walk (
        .clk(clk), .rst(rst), .next(slot_begins), .axis(axis_q), .b1(b1), .b2(b2), .b3(b3), .b23(b23),
        .index(index_first), .row(row), .line(line), .along(along), .stride(stride), .last(last_slot)
    );

    // ---- products: along the line, and along a row or column of the coefficient block ------------------------------
    // A ring of GROUP entries: each slot's addresses return when the slot's turn comes in the next round.
    localparam RW = YA + CM + BB + 1;
    reg  [GROUP*RW-1:0] carousel;
    wire [RW-1:0] front = carousel[GROUP*RW-1-:RW];
    wire [YA-1:0] x_now;
    wire [CM-1:0] c_now, c_step;
    wire [BB-1:0] element;
    wire          here;  // there is such a slot
    localparam CY = CM > YA ? CM - YA : 1;
    localparam CX = CM > BB ? CM - BB : 1;
    wire [YA+CY-1:0] row_wide = {{CY{1'b0}}, row};
    wire [BB+CX-1:0] column_wide = {{CX{1'b0}}, index_first >> SH};
    wire [BB:0] pitch_up = {1'b0, extent_q} + LANES[BB:0] - 1'b1;
    wire [BB+CX:0] pitch = {{CX{1'b0}}, pitch_up >> SH};  // words of a row
    wire [CM-1:0] c_first = transposed_q ? row_wide[CM-1:0] : column_wide[CM-1:0];

    assign {x_now, c_now, element, here} = begins ? {line, c_first, index_first, !exhausted} : front;
    assign c_step = transposed_q ? {{(CM - 1) {1'b0}}, 1'b1} : pitch[CM-1:0];

    localparam YX = XA - YA;  // bits that an operand address has more
    wire [XA-1:0] x_offset;
    generate
        if (YX > 0) begin : g_offset
            assign x_offset = {{YX{1'b0}}, x_now};
        end else begin : g_whole
            assign x_offset = x_now;
        end
    endgenerate

    wire [LB-1:0] extent_l = {{(LB - BB) {1'b0}}, extent_q};
    wire [LB-1:0] element_l = {{(LB - BB) {1'b0}}, element};
    wire rolls_now = x_rolls_q & !last_step;
    wire [XA-1:0] x_base = read_q & ~X_ZEROS;
    wire [CM-1:0] c_from = c_base & ~C_ZEROS;

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            localparam LANE = l;
            always @(posedge clk) begin
                grab[l]  <= go & here & rolls_now & (phase == element_l + LANE[LB-1:0]);
                lanes[l] <= (element_l + LANE[LB-1:0] < extent_l);
            end
        end
    endgenerate

    wire [GB-1:0] turn_next = (GROUP == 1) ? {GB{1'b0}} : turn + 1'b1;
    wire [GROUP*RW+RW-1:0] carousel_next = {carousel, x_now + stride, c_now + c_step, element, here};
    wire unused = &{1'b0, along, row_wide, pitch, carousel_next};

    always @(posedge clk) begin
        if (rst) begin
            phase     <= {LB{1'b0}};
            turn      <= {GB{1'b0}};
            odd_group <= 1'b0;
            odd_stage <= 1'b0;
            exhausted <= 1'b0;
        end else if (go) begin
            turn <= turn_next;
            if (last_turn) phase <= at_group_end ? {LB{1'b0}} : phase + 1'b1;
            exhausted <= exhausted_now & !at_step_end;
        end
        if (!rst & group_end) odd_group <= !odd_group;
        if (!rst & stage_last) odd_stage <= !odd_stage;

        if (go) begin
            carousel <= carousel_next[GROUP*RW-1:0];
            x_addr   <= (CUBE & (CUBE - 1)) == 0 ? x_base | x_offset : x_base + x_offset;
            c_addr   <= (PLACES & (PLACES - 1)) == 0 ? c_from | c_now : c_from + c_now;
        end
        product    <= !rst & go & here & (phase < extent_l);
        keep       <= !rst & go & here & (phase == extent_l - 1'b1);
        first      <= !rst & slot_begins;
        fresh      <= slot_begins & step_begins;
        zero       <= clear_q & (step == {NB{1'b0}});
        member     <= turn;
        rolling    <= rolls_now;
        storing    <= store_q & last_step;
        read_base  <= x_base;
        roll_base  <= write_q & ~X_ZEROS;
        group_end  <= !rst & at_group_end;
        step_first <= at_group_end & (begins ? step_begins : first_group);
        stage_last <= !rst & ended;
        if (begins & (turn == {GB{1'b0}})) first_group <= step_begins;
        if (ready | at_step_end) step_begins <= 1'b1;
        else if (begins) step_begins <= 1'b0;
    end

endmodule
`resetall
