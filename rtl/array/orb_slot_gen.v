// Runs one stage: steps, slots and products, and the address of each operand and coefficient.
// SPDX-License-Identifier: Apache-2.0
//
// Slots are taken in C order of the block, (i,j,k) with k fastest, one sum each; a slot lasts max(b_axis, SL) cycles.
// A stage is accepted in the last cycle of the one before, so there is no bubble but the `gap` that the
// caller asks for.
`resetall
`default_nettype none

module orb_slot_gen #(
    parameter P      = 4,   // nodes along each side
    parameter BMAX   = 8,   // largest block extent
    parameter NBUF   = 2,   // block buffers a node
    parameter CBANKS = 1,   // coefficient banks
    parameter BB     = $clog2(BMAX + 1),                    // bits of a block extent
    parameter RB     = $clog2(BMAX * BMAX + 1),
    parameter LB     = 4,                                   // bits of a slot length
    parameter XA     = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter YA     = $clog2(BMAX * BMAX * BMAX),
    parameter CA     = $clog2(CBANKS * (P + 2) * BMAX * BMAX)
) (
    input  wire          clk,
    input  wire          rst,
    // block shape, constant while a program runs
    input  wire [BB-1:0] b1,
    input  wire [BB-1:0] b2,
    input  wire [BB-1:0] b3,
    input  wire [RB-1:0] b23,          // b2*b3
    // the next stage
    input  wire          valid,        // there is one
    output wire          ready,        // taken at the end of this cycle if valid
    input  wire [   7:0] gap,          // cycles to wait first
    input  wire [   1:0] axis,         // contracted axis, 0..2
    input  wire          transposed,
    input  wire          clear,
    input  wire          store,
    input  wire          x_rolls,
    input  wire          c_rolls,
    input  wire [   7:0] steps,        // 1..P
    input  wire [BB-1:0] extent,       // of the block along axis
    input  wire [LB-1:0] slot,         // cycles of a slot
    input  wire [XA-1:0] src,          // base addresses of the buffers
    input  wire [XA-1:0] roll0,
    input  wire [XA-1:0] roll1,
    input  wire [CA-1:0] bank,         // base address of the coefficient block of step 0
    // one stage later, this cycle's product
    output reg           product,      // operand and coefficient are to be multiplied
    output reg  [XA-1:0] x_addr,
    output reg  [CA-1:0] c_addr,
    output reg           grab,         // the operand is element (i,j,k) itself
    output reg           first,        // first product of a slot
    output reg           fresh,        // ... of the first slot of a step
    output reg           zero,         // which starts from zero
    output reg           slot_end,     // last cycle of a slot
    output reg           step_first,   // ... the first of a step
    output reg           rolling,      // ... in a step in which the operand rolls
    output reg           storing,      // ... in a step whose sums become results
    output reg  [XA-1:0] roll_base,    // buffer into which the operand rolls in this step
    // this cycle
    output wire          running,      // a stage is in work
    output wire          waiting       // ... and waits
);

    localparam BLOCK = BMAX * BMAX;

    // ---- stage and step -----------------------------------------------------------------------------------------
    reg          run;
    reg [   7:0] gap_left, step, steps_q;
    reg [   1:0] axis_q;
    reg          transposed_q, clear_q, store_q, x_rolls_q, c_rolls_q;
    reg [BB-1:0] extent_q;
    reg [LB-1:0] slot_q, phase;  // extents fit: LB > BB
    reg [XA-1:0] read_base, write_base, other_base;
    reg [CA-1:0] c_base;
    reg          last_slot, first_slot, step_begins;

    wire go = run & (gap_left == 8'd0);
    wire at_slot_end = go & (phase == slot_q - 1'b1);
    wire last_step = (step == steps_q - 8'd1);
    wire at_step_end = at_slot_end & last_slot;

    assign ready   = !run | (at_step_end & last_step);
    assign running = run;
    assign waiting = run & (gap_left != 8'd0);

    always @(posedge clk) begin
        if (rst) run <= 1'b0;
        else if (ready) run <= valid;

        if (ready) begin
            gap_left     <= gap;
            step         <= 8'd0;
            steps_q      <= steps;
            axis_q       <= axis;
            transposed_q <= transposed;
            clear_q      <= clear;
            store_q      <= store;
            x_rolls_q    <= x_rolls;
            c_rolls_q    <= c_rolls;
            extent_q     <= extent;
            slot_q       <= slot;
            read_base    <= src;
            write_base   <= roll0;
            other_base   <= roll1;
            c_base       <= bank;
        end else begin
            if (waiting) gap_left <= gap_left - 8'd1;
            if (at_step_end) begin
                step <= step + 8'd1;
                if (x_rolls_q) begin
                    read_base  <= write_base;
                    write_base <= other_base;
                    other_base <= write_base;
                end
                if (c_rolls_q) c_base <= c_base + BLOCK[CA-1:0];
            end
        end
    end

    // ---- element (i,j,k) of the slot, and products with the block extents ------------------------------------------
    // They belong to the slot in work in its first cycle, and to the next slot from then on.
    localparam YX = XA - YA;                      // bits that an operand address has more

    reg [BB-1:0] i, j, k;
    reg [CA-1:0] i_b1, j_b2, k_b3;  // where the transposed matrix's row begins
    reg [YA-1:0] i_b23, j_b3;       // where the line begins
    wire k_last = (k == b3 - 1'b1), j_last = (j == b2 - 1'b1), i_last = (i == b1 - 1'b1);
    wire begins = go & (phase == {LB{1'b0}});

    wire [YA-1:0] b3_y = {{(YA - BB) {1'b0}}, b3};
    wire [YA-1:0] b23_y = {{(YA - RB) {1'b0}}, b23};

    always @(posedge clk) begin
        if (rst) begin
            {i, j, k} <= {3 * BB{1'b0}};
            {i_b1, j_b2, k_b3} <= {3 * CA{1'b0}};
            {i_b23, j_b3} <= {2 * YA{1'b0}};
        end else if (begins) begin
            last_slot <= k_last & j_last & i_last;
            k         <= k_last ? {BB{1'b0}} : k + 1'b1;
            k_b3      <= k_last ? {CA{1'b0}} : k_b3 + {{(CA - BB) {1'b0}}, b3};
            if (k_last) begin
                j    <= j_last ? {BB{1'b0}} : j + 1'b1;
                j_b2 <= j_last ? {CA{1'b0}} : j_b2 + {{(CA - BB) {1'b0}}, b2};
                j_b3 <= j_last ? {YA{1'b0}} : j_b3 + b3_y;
            end
            if (k_last & j_last) begin
                i     <= i_last ? {BB{1'b0}} : i + 1'b1;
                i_b1  <= i_last ? {CA{1'b0}} : i_b1 + {{(CA - BB) {1'b0}}, b1};
                i_b23 <= i_last ? {YA{1'b0}} : i_b23 + b23_y;
            end
        end
    end

    // ---- products: along the line, and along a row or column of the coefficient block ------------------------------
    wire [BB-1:0] index = (axis_q == 2'd0) ? i : (axis_q == 2'd1) ? j : k;
    wire [CA-1:0] row = (axis_q == 2'd0) ? i_b1 : (axis_q == 2'd1) ? j_b2 : k_b3;
    wire [CA-1:0] column = {{(CA - BB) {1'b0}}, index};
    wire [YA-1:0] line = ((axis_q == 2'd0) ? j_b3 : i_b23) + ((axis_q == 2'd2) ? j_b3 : {{(YA - BB) {1'b0}}, k});
    wire [YA-1:0] stride = (axis_q == 2'd0) ? b23_y : (axis_q == 2'd1) ? b3_y : {{(YA - 1) {1'b0}}, 1'b1};

    reg  [YA-1:0] x_next;
    reg  [CA-1:0] c_next;
    reg  [BB-1:0] index_q;
    wire [YA-1:0] x_now = begins ? line : x_next;
    wire [CA-1:0] c_now = begins ? (transposed_q ? row : column) : c_next;
    wire [BB-1:0] index_now = begins ? index : index_q;
    wire [LB-1:0] extent_l = {{(LB - BB) {1'b0}}, extent_q};
    wire [LB-1:0] index_l = {{(LB - BB) {1'b0}}, index_now};

    always @(posedge clk) begin
        if (rst) phase <= {LB{1'b0}};
        else if (go) phase <= at_slot_end ? {LB{1'b0}} : phase + 1'b1;

        if (go) begin
            x_next  <= x_now + stride;
            c_next  <= c_now + (transposed_q ? {{(CA - 1) {1'b0}}, 1'b1} : {{(CA - BB) {1'b0}}, extent_q});
            index_q <= index_now;
            x_addr  <= read_base + {{YX{1'b0}}, x_now};
            c_addr  <= c_base + c_now;
        end
        product    <= !rst & go & (phase < extent_l);
        grab       <= go & x_rolls_q & !last_step & (phase == index_l);
        first      <= !rst & begins;
        zero       <= clear_q & (step == 8'd0);
        slot_end   <= !rst & at_slot_end;
        step_first <= at_slot_end & first_slot;
        rolling    <= x_rolls_q & !last_step;
        storing    <= store_q & last_step;
        roll_base  <= write_base;
        fresh      <= begins & step_begins;
        if (begins) first_slot <= step_begins;
        if (ready | at_step_end) step_begins <= 1'b1;
        else if (begins) step_begins <= 1'b0;
    end

endmodule
`resetall
