// Control of fine cells: a step a cycle, with nothing on its way from one to the next.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_fine_ctl #(
    parameter XA = 1,  // bits of an operand's number
    parameter LB = 2,  // bits of a slot length
    parameter IB = 4,  // bits of a descriptor index
    parameter TW = 12 + LB + XA + IB  // bits of a stage's tag: {axis, x_from, y_from, shift, slot, dst, index}
) (
    input  wire          clk,
    input  wire          rst,
    // the stage that is taken, if stage_ready
    input  wire          stage_ready,
    input  wire [TW-1:0] tag,
    input  wire          c_rolls,
    // this cycle's step, see orb_slot_gen
    input  wire          product,
    input  wire          zero,
    input  wire          rolling,
    input  wire          storing,
    input  wire [XA-1:0] roll_base,
    input  wire          later_step,
    input  wire          stage_last,
    // control of the nodes, see orb_torus
    output wire [   7:0] control,
    output wire          r_done,
    output wire [   5:0] r_shift,
    output wire          m_en,
    output wire [IB-1:0] m_index,
    output wire [XA-1:0] n_addr,
    output reg           landed,
    output wire          idle
);

    wire [1:0] axis, x_from, y_from;
    wire [LB-1:0] slot;
    wire [XA-1:0] dst;
    assign {axis, x_from, y_from, r_shift, slot, dst, m_index} = tag_now;

    // the stage that slot_gen shows is one cycle older than the one that it runs
    reg c_rolls_run, c_rolls_now;
    reg [TW-1:0] tag_run, tag_now;
    wire last = product & storing;

    assign control = {zero, storing, rolling, c_rolls_now & later_step, x_from, y_from};
    assign r_done  = last;
    assign m_en    = last;
    assign n_addr  = storing ? dst : roll_base;
    assign idle    = !product & !landed;

    always @(posedge clk) begin
        if (stage_ready) {c_rolls_run, tag_run} <= {c_rolls, tag};
        {c_rolls_now, tag_now} <= {c_rolls_run, tag_run};
        landed      <= !rst & stage_last;
    end

    wire unused = &{1'b0, axis, slot};

endmodule
`resetall
