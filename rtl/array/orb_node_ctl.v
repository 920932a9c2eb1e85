// Turns slots into the control of all nodes: each event of a node at its fixed distance from its slot.
// SPDX-License-Identifier: Apache-2.0
//
// Counted from the last cycle of a slot: the operand leaves after MEM_LAT+1 cycles and lands XL later; the sum leaves
// after MEM_LAT+FMA_LAT and lands SL later (V); as a sum it is stored at V+1, as a result at V+3. Addresses need no
// delay lines, because slots come in order: counters follow.
`resetall
`default_nettype none

module orb_node_ctl #(
    parameter MEM_LAT = 2,  // memory latency
    parameter FMA_LAT = 3,  // multiply-add latency, 1..8
    parameter SL      = 4,  // cycles a sum on its link
    parameter XL      = 4,  // cycles an operand on its link
    parameter XA      = 10, // bits of an operand address
    parameter YA      = 9,  // bits of an accumulator address
    parameter IB      = 4   // bits of a descriptor index
) (
    input  wire          clk,
    input  wire          rst,
    // this cycle's product, see orb_slot_gen
    input  wire          product,
    input  wire          grab,
    input  wire          first,
    input  wire          fresh,
    input  wire          zero,
    input  wire          slot_end,
    input  wire          step_first,
    input  wire          rolling,
    input  wire          storing,
    input  wire [XA-1:0] roll_base,
    // of the stage
    input  wire [   1:0] stage_x_from,
    input  wire [   1:0] stage_y_from,
    input  wire [   5:0] stage_shift,
    input  wire [XA-1:0] stage_dst,    // base address of the result's buffer
    input  wire [IB-1:0] stage_index,  // its descriptor
    // control of the nodes, see orb_cell_block
    output wire          x_grab,
    output wire          x_send,
    output wire          x_shift,
    output reg  [   1:0] x_from,
    output wire          mac_en,
    output wire          mac_first,
    output wire          mac_clear,
    output wire          y_re,
    output wire [YA-1:0] y_raddr,
    output wire          y_send,
    output wire          y_shift,
    output reg  [   1:0] y_from,
    output wire          y_we,
    output wire [YA-1:0] y_waddr,
    output wire [   2:0] r_en,
    output reg  [   5:0] r_shift,
    output wire          m_en,
    output wire          m_first,
    output reg  [IB-1:0] m_index,      // descriptor of the sums that m_en looks at
    output reg           b_we,
    output reg           b_result,
    output reg  [XA-1:0] b_addr,
    output wire          idle          // nothing is on its way
);

    localparam MAC = MEM_LAT + FMA_LAT - 1;   // product to adder
    localparam X_OUT = MEM_LAT + 1;           // slot end to operand link
    localparam X_IN = X_OUT + XL;             // ... to operand in the neighbour's memory
    localparam Y_OUT = MEM_LAT + FMA_LAT;     // slot end to sum link
    localparam V = Y_OUT + SL;                // ... to sum in the neighbour
    localparam ROUND_LAT = 3;                 // the stages of orb_round, which r_en enables one by one
    localparam LAST = V + ROUND_LAT;          // ... to result in memory

    // ---- delay lines: bit n is the input n cycles ago -----------------------------------------------------------
    reg [   MAC:1] product_q, first_q, fresh_q, zero_q, grab_q;
    reg [  LAST:1] end_q, step_q, roll_q, store_q;
    wire [ MAC:0] product_d = {product_q, product}, first_d = {first_q, first}, fresh_d = {fresh_q, fresh};
    wire [ MAC:0] zero_d = {zero_q, zero}, grab_d = {grab_q, grab};
    wire [LAST:0] end_d = {end_q, slot_end}, step_d = {step_q, step_first};
    wire [LAST:0] roll_d = {roll_q, slot_end & rolling}, store_d = {store_q, slot_end & storing};

    always @(posedge clk) begin
        zero_q <= zero_d[MAC-1:0];
        if (rst) begin
            {product_q, first_q, fresh_q, grab_q} <= {4 * MAC{1'b0}};
            {end_q, step_q, roll_q, store_q} <= {4 * LAST{1'b0}};
        end else begin
            product_q <= product_d[MAC-1:0];
            first_q   <= first_d[MAC-1:0];
            fresh_q   <= fresh_d[MAC-1:0];
            grab_q    <= grab_d[MAC-1:0];
            end_q     <= end_d[LAST-1:0];
            step_q    <= step_d[LAST-1:0];
            roll_q    <= roll_d[LAST-1:0];
            store_q   <= store_d[LAST-1:0];
        end
    end

    assign idle = !product & !slot_end & (end_q == {LAST{1'b0}}) & !b_we;

    // ---- products -----------------------------------------------------------------------------------------------
    assign x_grab    = grab_d[MEM_LAT];
    assign mac_en    = product_d[MAC];
    assign mac_first = first_d[MAC];
    assign mac_clear = zero_d[MAC];

    reg [YA-1:0] y_read;
    assign y_re    = first_d[FMA_LAT-1];
    assign y_raddr = fresh_d[FMA_LAT-1] ? {YA{1'b0}} : y_read;
    always @(posedge clk) if (y_re) y_read <= y_raddr + 1'b1;

    // ---- operand roll -------------------------------------------------------------------------------------------
    reg [$clog2(XL+1)-1:0] x_left;
    reg [XA-1:0] roll_addr, roll_start;
    wire [XA-1:0] roll_at = step_d[X_IN-1] ? roll_start : roll_addr;

    assign x_send  = roll_d[X_OUT];
    assign x_shift = |x_left;
    always @(posedge clk) begin
        if (rst) x_left <= 0;
        else if (x_send) x_left <= XL[$clog2(XL+1)-1:0] - 1'b1;
        else if (x_shift) x_left <= x_left - 1'b1;
        if (x_send & step_d[X_OUT]) begin
            x_from     <= stage_x_from;
            roll_start <= roll_base;
        end
        if (roll_d[X_IN-1]) roll_addr <= roll_at + 1'b1;
    end

    // ---- sum roll -----------------------------------------------------------------------------------------------
    reg [$clog2(SL+1)-1:0] y_left;
    reg [YA-1:0] y_write;
    reg          looking;
    wire         v = end_d[V];

    assign y_send  = end_d[Y_OUT];
    assign y_shift = (y_left > 1);
    assign y_we    = end_d[V+1] & !store_d[V+1];
    assign y_waddr = step_d[V+1] ? {YA{1'b0}} : y_write;
    assign m_en    = looking & (|y_left);
    assign m_first = (y_left == SL[$clog2(SL+1)-1:0]);
    always @(posedge clk) begin
        if (rst) y_left <= 0;
        else if (y_send) y_left <= SL[$clog2(SL+1)-1:0];
        else if (|y_left) y_left <= y_left - 1'b1;
        if (y_send) looking <= store_d[Y_OUT];
        if (y_send & step_d[Y_OUT]) begin
            y_from  <= stage_y_from;
            m_index <= stage_index;
        end
        if (end_d[V+1]) y_write <= y_waddr + 1'b1;
    end

    // ---- results, and the memory port that they share with operands -----------------------------------------------
    reg [XA-1:0] dst_start, dst_addr, dst_1, dst_2;
    reg [   5:0] shift_start;
    wire [XA-1:0] dst_at = step_d[V] ? dst_start : dst_addr;

    assign r_en = {store_d[V+2], store_d[V+1], v};
    always @(posedge clk) begin
        if (y_send & step_d[Y_OUT]) begin
            dst_start   <= stage_dst;
            shift_start <= stage_shift;
        end
        if (v) begin
            r_shift  <= shift_start;
            dst_addr <= dst_at + 1'b1;
            dst_1    <= dst_at;
        end
        dst_2    <= dst_1;
        b_we     <= !rst & (roll_d[X_IN-1] | store_d[LAST-1]);
        b_result <= store_d[LAST-1];
        b_addr   <= store_d[LAST-1] ? dst_2 : roll_at;
    end

endmodule
`resetall
