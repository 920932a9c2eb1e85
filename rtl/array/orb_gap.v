// Lengths of a stage's slots, and the wait before it: no stage may read what is still on its way, see docs/cycles.md.
// SPDX-License-Identifier: Apache-2.0
//
// The outputs follow `axis` by 1 (extent, slot) and 3 cycles (gap).
`resetall
`default_nettype none

module orb_gap #(
    parameter BMAX      = 8,  // largest block extent; 1: no slots, and never a wait
    parameter SL        = 4,  // cycles a sum on its link
    parameter XL        = 4,  // cycles an operand on its link
    parameter LANES     = 1,  // sums a slot
    parameter GROUP     = 1,  // slots interleaved
    parameter MEM_LAT   = 2,  // memory latency
    parameter FMA_LAT   = 3,  // multiply-add latency
    parameter ROUND_LAT = 3,  // rounding latency
    parameter BB        = $clog2(BMAX + 1),
    parameter RB        = $clog2(BMAX * BMAX + 1),
    parameter LB        = 5   // bits of a slot length
) (
    input  wire          clk,
    input  wire [BB-1:0] b1,
    input  wire [BB-1:0] b2,
    input  wire [BB-1:0] b3,
    input  wire [RB-1:0] b23,
    input  wire [   1:0] axis,     // contracted by the next stage
    input  wire          taken,    // which begins now
    input  wire          drained,  // nothing of the stage before is on its way
    output reg  [BB-1:0] extent,   // of the block along the axis
    output reg  [LB-1:0] slot,     // cycles of a slot
    output wire [  15:0] gap       // cycles to wait
);

    wire [BB-1:0] extent_next = (axis == 2'd0) ? b1 : (axis == 2'd1) ? b2 : b3;

    generate
        if (BMAX == 1) begin : g_fine
            always @(posedge clk) begin
                extent <= extent_next;
                slot   <= {{(LB - 1) {1'b0}}, 1'b1};
            end
            assign gap = 16'd0;
            wire unused = &{1'b0, b23, taken, drained};
        end else begin : g_block
            localparam LEAST = SL > LANES ? SL : LANES;
            localparam [LB-1:0] LEAST_L = LEAST[LB-1:0];
            wire [LB-1:0] extent_l = {{(LB - BB) {1'b0}}, extent_next};
            always @(posedge clk) begin
                extent <= extent_next;
                slot   <= (extent_l > LEAST_L) ? extent_l : LEAST_L;
            end

            // a result is in memory READ cycles after its slot ends, and what the window of its landing adds
            localparam READ = MEM_LAT + FMA_LAT + SL + ROUND_LAT + LANES;
            // results of one stage may not meet operands of the next
            localparam PORT = FMA_LAT + SL - XL + ROUND_LAT + LANES - 2;
            localparam OTHERS = GROUP - 1, OVERLAP = 2 * GROUP - 1;

            // constant while a program runs: slots that lie between; with lanes, each axis has an order of its own
            wire [RB-1:0] b2_r = {{(RB - BB) {1'b0}}, b2}, b3_r = {{(RB - BB) {1'b0}}, b3};
            wire [RB-1:0] area = (LANES == 1) ? b23 : (b2 < b3) ? b2_r : b3_r;
            wire [23:0] area_w = {{(24 - RB) {1'b0}}, area};
            reg [RB-1:0] slots;

            // of the stage before: cycles that its slots take, its last words' way, and how long they have the port
            reg [LB-1:0] slot_q;
            reg [RB+LB-1:0] covered, covered_q;
            wire [23:0] former = {{(24 - LB) {1'b0}}, slot_q}, former_covers = {{(24 - RB - LB) {1'b0}}, covered_q};
            wire [23:0] window = (LANES > 1 || former < 24'd4) ? 24'd1 : former;
            wire [23:0] flight = OTHERS[23:0] * former + window;
            reg [23:0] read_needs, port_needs;
            reg [23:0] needs_q, other_gap;
            reg [15:0] gap_q;

            // of the next stage too; the shorter of the two stages' slots counts, so what is left is the larger
            wire [23:0] next_group = GROUP[23:0] * {{(24 - LB) {1'b0}}, slot};
            wire [23:0] next_covers = {{(24 - RB - LB) {1'b0}}, covered};
            wire [23:0] former_gap = (read_needs > former_covers) ? read_needs - former_covers : 24'd0;
            wire [23:0] port_gap = (port_needs > next_group) ? port_needs - next_group : 24'd0;
            wire [23:0] next_gap = (needs_q > next_covers) ? needs_q - next_covers : 24'd0;
            always @(posedge clk) begin
                slots <= (area_w > OVERLAP[23:0]) ? area - OVERLAP[RB-1:0] : {RB{1'b0}};
                if (taken) begin
                    slot_q    <= slot;
                    covered_q <= covered;
                end
                read_needs <= READ[23:0] + flight;
                port_needs <= PORT[23:0] + flight;
                covered    <= slots * slot;
                needs_q    <= read_needs;
                other_gap  <= (former_gap > port_gap) ? former_gap : port_gap;
                gap_q      <= drained ? 16'd0 : (next_gap > other_gap) ? next_gap[15:0] : other_gap[15:0];
            end
            assign gap = gap_q;
        end
    endgenerate

endmodule
`resetall
