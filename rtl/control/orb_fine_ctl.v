// Control of fine nodes: a step a cycle, with nothing on its way from one to the next.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_fine_ctl #(
    `include "orb_params.vh"
) (
    input  wire                 clk,
    input  wire                 rst,
    // the stage that is taken, if stage_ready
    input  wire                 stage_ready,
    input  wire [STAGE_BITS-1:0] stage,
    // this cycle's step, see orb_slot_gen
    input  wire                 product,
    input  wire                 zero,
    input  wire                 rolling,
    input  wire                 storing,
    input  wire [       XA-1:0] read_base,
    input  wire [       XA-1:0] roll_base,
    input  wire                 stage_last,
    // control of the nodes
    output wire [NODE_BITS-1:0] control,
    output wire                 r_done,
    output wire                 m_en,
    output wire [       DB-1:0] m_index,
    output reg                  landed,
    output wire                 idle
);

    wire [1:0] axis, x_from, y_from;
    wire [5:0] shift;
    wire [5:0] r_shift = shift;
    wire [LB-1:0] slot;
    wire [XA-1:0] dst;
    wire [DB-1:0] index;
    reg [STAGE_BITS-1:0] stage_run, stage_now;  // slot_gen shows a stage a cycle after it runs it
    assign {`ORB_STAGE} = stage_now;
    assign m_index = index;

    wire step = product, clear = zero, last = storing, x_roll = rolling;
    wire [XA-1:0] x_sel = read_base, n_addr = storing ? dst : roll_base;
    assign control = {`ORB_NODE_FINE};
    assign r_done  = product & storing;
    assign m_en    = r_done;
    assign idle    = !product & !landed;

    always @(posedge clk) begin
        if (stage_ready) stage_run <= stage;
        stage_now <= stage_run;
        landed  <= !rst & stage_last;
    end

    wire unused = &{1'b0, axis, slot};

endmodule
`resetall
