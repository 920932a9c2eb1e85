// How long the array waits between the steps of a stage: more than 0 only with groups (GROUP > 1) that are long
// compared to the block.
// SPDX-License-Identifier: Apache-2.0
//
// A step reads the words that the step before it sent. The last sum of a group leaves GROUP-1 slots after the group's
// end. Of the slots between write and read, all but 2*GROUP - 1 are certain to pass first. See docs/cycles.md.
`resetall
`default_nettype none

module orb_step_gap #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire [LB-1:0] slot,
    input  wire [BB-1:0] b2,
    input  wire [BB-1:0] b3,
    input  wire [RB-1:0] b23,
    output reg  [WB-1:0] gap     // three cycles later
);

    localparam SPREAD = GROUP - 1, SURE = 2 * GROUP - 1;
    localparam LANDING = MEM_LAT + FMA_LAT + SL + LANES + 2;  // a slot's end to its words' window
    // the slots between write and read, plus one, as in orb_gap
    wire [RB-1:0] between = (LANES == 1) ? b23 : {{(RB - BB) {1'b0}}, (b2 < b3) ? b2 : b3};
    wire [23:0] slot_w = {{(24 - LB) {1'b0}}, slot}, area = {{(24 - RB) {1'b0}}, between};
    wire [23:0] window = (LANES > 1 || slot_w < 24'd4) ? 24'd1 : slot_w;
    reg [23:0] sure, covered, flight;
    wire [23:0] uncovered = (flight > covered) ? flight - covered : 24'd0;
    always @(posedge clk) begin
        sure    <= (area > SURE[23:0]) ? area - SURE[23:0] : 24'd0;
        covered <= sure * slot_w;
        flight  <= SPREAD[23:0] * slot_w + LANDING[23:0] + window;
        gap     <= uncovered[WB-1:0];
    end
    wire unused = &{1'b0, b2, b3, b23, uncovered};

endmodule
`resetall
