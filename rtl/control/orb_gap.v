// Length of a stage's slots, and how long the stage has to wait: it must not read a word that is still on its way to
// a memory. docs/cycles.md derives the numbers.
// SPDX-License-Identifier: Apache-2.0
//
// The outputs follow `axis` by 1 (extent, slot) and 3 cycles (gap).
`resetall
`default_nettype none

module orb_gap #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire [BB-1:0] b1,
    input  wire [BB-1:0] b2,
    input  wire [BB-1:0] b3,
    input  wire [RB-1:0] b23,
    input  wire [   1:0] axis,     // contracted by the next stage
    input  wire          taken,    // the next stage begins now
    input  wire          drained,  // no word of an earlier stage is on its way
    output reg  [BB-1:0] extent,   // of the block along the axis
    output reg  [LB-1:0] slot,     // cycles of a slot
    output wire [WB-1:0] gap       // cycles to wait
);

    wire [BB-1:0] extent_next = (axis == 2'd0) ? b1 : (axis == 2'd1) ? b2 : b3;

    generate
        if (BMAX == 1) begin : g_fine
            always @(posedge clk) begin
                extent <= extent_next;
                slot   <= {{(LB - 1) {1'b0}}, 1'b1};
            end
            assign gap = {WB{1'b0}};
            wire unused = &{1'b0, b23, taken, drained};
        end else begin : g_block
            localparam [LB-1:0] LEAST_L = LEAST[LB-1:0];
            wire [LB-1:0] extent_l = {{(LB - BB) {1'b0}}, extent_next};
            always @(posedge clk) begin
                extent <= extent_next;
                slot   <= (BMAX > LEAST && extent_l > LEAST_L) ? extent_l : LEAST_L;
            end

            // a result is in memory READ cycles after its slot ends, and what the window of its landing adds
            localparam READ = MEM_LAT + FMA_LAT + SL + ROUND_LAT + LANES;
            // results of one stage may not meet operands of the next
            localparam PORT = FMA_LAT + SL - XL + ROUND_LAT + LANES - 2;
            localparam OTHERS = GROUP - 1, OVERLAP = 2 * GROUP - 1;
            localparam MOST = READ + GROUP * LONGEST;          // cycles from a slot's end to the end of all windows
            localparam MB = $clog2(MOST + 1);

            // Constant while a program runs: the slots between the write of a word and its first read. With lanes, each
            // axis has an order of its own. ENOUGH slots cover any wait, so larger numbers count as ENOUGH.
            localparam ENOUGH = (MOST + LEAST - 1) / LEAST, EB = $clog2(ENOUGH + 1), CB = EB + LB;
            wire [RB-1:0] b2_r = {{(RB - BB) {1'b0}}, b2}, b3_r = {{(RB - BB) {1'b0}}, b3};
            wire [RB-1:0] area = (LANES == 1) ? b23 : (b2 < b3) ? b2_r : b3_r;
            localparam OB = $clog2(OVERLAP + 1), AB = (RB > EB && RB > OB) ? RB : EB > OB ? EB : OB;
            wire [AB:0] between = {{(AB + 1 - RB) {1'b0}}, area} - OVERLAP[AB:0];  // less than 0 where bit AB is set
            reg [EB-1:0] slots;

            // of the stage before: cycles that its slots take, its last words' way, and how long they have the port
            reg [LB-1:0] slot_q;
            reg [CB-1:0] covered, covered_q;
            localparam TB = (CB > MB ? CB : MB) + 1;  // bits of both, and one
            wire [MB+LB-1:0] former = {{MB{1'b0}}, slot_q};
            wire [MB+LB-1:0] window = (LANES > 1 || slot_q < 4) ? {{(MB + LB - 1) {1'b0}}, 1'b1} : former;
            wire [MB+LB-1:0] flight = OTHERS[MB+LB-1:0] * former + window;
            wire [MB+LB-1:0] read_way = READ[MB+LB-1:0] + flight, port_way = PORT[MB+LB-1:0] + flight;
            reg [MB-1:0] read_needs, port_needs, needs_q, other_gap, gap_q;

            // The wait for each of the two stages' slot lengths; the shorter slots count, so the larger wait is used.
            function [MB-1:0] rest(input [TB-1:0] needs, input [TB-1:0] has);
                reg [TB:0] left;
                begin
                    left = {1'b0, needs} - {1'b0, has};
                    rest = left[TB] ? {MB{1'b0}} : left[MB-1:0];
                end
            endfunction
            wire [MB+LB-1:0] next_group = GROUP[MB+LB-1:0] * {{MB{1'b0}}, slot};
            wire [MB-1:0] former_gap = rest({{(TB - MB) {1'b0}}, read_needs}, {{(TB - CB) {1'b0}}, covered_q});
            wire [MB-1:0] port_gap = rest({{(TB - MB) {1'b0}}, port_needs}, {{(TB - MB) {1'b0}}, next_group[MB-1:0]});
            wire [MB-1:0] next_gap = rest({{(TB - MB) {1'b0}}, needs_q}, {{(TB - CB) {1'b0}}, covered});
            /* verilator lint_off CMPCONST */  // which no number is above where there are few of them
            wire plenty = (between[AB-1:0] > ENOUGH[AB-1:0]);
            /* verilator lint_on CMPCONST */
            always @(posedge clk) begin
                slots <= between[AB] ? {EB{1'b0}} : plenty ? ENOUGH[EB-1:0] : between[EB-1:0];
                if (taken) begin
                    slot_q    <= slot;
                    covered_q <= covered;
                end
                read_needs <= read_way[MB-1:0];
                port_needs <= port_way[MB-1:0];
                covered    <= slots * slot;
                needs_q    <= read_needs;
                other_gap  <= (former_gap > port_gap) ? former_gap : port_gap;
                gap_q      <= drained ? {MB{1'b0}} : (next_gap > other_gap) ? next_gap : other_gap;
            end
            wire [WB+MB-1:0] gap_wide = {{WB{1'b0}}, gap_q};
            assign gap = gap_wide[WB-1:0];

            wire unused = &{1'b0, read_way, port_way, next_group, between, gap_wide};
        end
    endgenerate

endmodule
`resetall
