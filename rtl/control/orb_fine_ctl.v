// Control of nodes with one point: a step takes one cycle, and no word is on its way between steps.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_fine_ctl #(
    `include "orb_params.vh"
) (
    input  wire                  clk,
    input  wire                  rst,
    // the stage that is taken, if stage_ready
    input  wire                  stage_ready,
    input  wire [`ORB_TRAITS_BITS-1:0] traits,
    input  wire [        XA-1:0] dst,
    input  wire [`ORB_PRODUCT_BITS-1:0] products,
    output wire [ NODE_BITS-1:0] control,  // of the nodes
    output wire                  results,  // reports: results are there
    output wire [        DB-1:0] number,   // ... of this descriptor
    output reg                   landed,
    output wire                  idle
);

    `ORB_PRODUCT_FIELDS(wire)
    `ORB_TRAITS_FIELDS(wire)
    `ORB_STEP_FIELDS(wire)
    reg [`ORB_TRAITS_BITS+XA-1:0] stage_run, stage_now;  // slot_gen shows a stage a cycle after it runs it
    wire [XA-1:0] dst_now;
    assign {`ORB_PRODUCT} = products;
    assign {`ORB_TRAITS, dst_now} = stage_now;

    assign {step, clear, last, x_roll} = {product, zero, storing, rolling};
    assign {x_sel, n_addr} = {read_base, storing ? dst_now : roll_base};
    assign control = {`ORB_NODE_FINE};
    assign {results, number} = {product & storing, index};
    assign idle    = !product & !landed;

    always @(posedge clk) begin
        if (stage_ready) stage_run <= {traits, dst};
        stage_now <= stage_run;
        landed    <= !rst & stage_last;
    end

endmodule
`resetall
