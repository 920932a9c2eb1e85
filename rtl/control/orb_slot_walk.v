// Walks over the slots of a step in C order of the block, and gives the addresses of each slot's sums and operands.
// SPDX-License-Identifier: Apache-2.0
//
// A slot finishes LANES neighbouring sums along the contracted axis, so the walk advances by LANES along that axis.
`resetall
`default_nettype none

module orb_slot_walk #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          rst,     // to the first slot
    input  wire          next,    // to the next slot; behind the last comes the first
    input  wire [   1:0] axis,    // contracted axis, 0..2
    input  wire [BB-1:0] b1,
    input  wire [BB-1:0] b2,
    input  wire [BB-1:0] b3,
    input  wire [RB-1:0] b23,     // b2*b3
    // of this slot
    output wire [BB-1:0] index,   // of its first sum along the contracted axis
    output reg  [YA-1:0] row,     // index * extent: where the transposed matrix's row begins, of use with one lane
    output wire [YA-1:0] line,    // address of the line that it contracts
    output wire [YA-1:0] along,   // address of its first sum in this line
    output wire [YA-1:0] stride,  // distance of neighbours in the line
    output wire          last     // this slot is the last of the step
);

    localparam [BB-1:0] ONE = 1;
    localparam [BB:0] STEP = LANES[BB:0];  // may be more than the largest extent

    reg [BB-1:0] i, j, k;
    reg [YA-1:0] i_b23, j_b3;  // products with the extents

    wire [BB:0] i_next = {1'b0, i} + ((axis == 2'd0) ? STEP : {1'b0, ONE});
    wire [BB:0] j_next = {1'b0, j} + ((axis == 2'd1) ? STEP : {1'b0, ONE});
    wire [BB:0] k_next = {1'b0, k} + (axis[1] ? STEP : {1'b0, ONE});
    wire i_last, j_last, k_last;

    generate
        if (LANES == 1) begin : g_single
            assign {i_last, j_last, k_last} = {i == b1 - ONE, j == b2 - ONE, k == b3 - ONE};
            wire unused = &{1'b0, i_next[BB], j_next[BB], k_next[BB]};
        end else begin : g_several
            assign i_last = (i_next >= {1'b0, b1});
            assign j_last = (j_next >= {1'b0, b2});
            assign k_last = (k_next >= {1'b0, b3});
        end
    endgenerate

    // an extent, and b2*b3, as an address, once for each step of the walk
    wire [YA-1:0] e1, e2, e3, e23;
    generate
        if (YA > BB) begin : g_extents
            assign {e1, e2, e3} = {{{(YA - BB) {1'b0}}, b1}, {{(YA - BB) {1'b0}}, b2}, {{(YA - BB) {1'b0}}, b3}};
        end else begin : g_same
            assign {e1, e2, e3} = {b1[YA-1:0], b2[YA-1:0], b3[YA-1:0]};
        end
        if (YA > RB) begin : g_area
            assign e23 = {{(YA - RB) {1'b0}}, b23};
        end else begin : g_cut
            assign e23 = b23[YA-1:0];
        end
    endgenerate

    wire [YA-1:0] j_b3_step = (axis == 2'd1) ? e3 << SH : e3;
    wire [YA-1:0] i_b23_step = (axis == 2'd0) ? e23 << SH : e23;
    wire [YA-1:0] extent = (axis == 2'd0) ? e1 : (axis == 2'd1) ? e2 : e3;
    wire index_last = (axis == 2'd0) ? i_last : (axis == 2'd1) ? j_last : k_last;
    wire index_moves = axis[1] | (k_last & (axis[0] | j_last));

    always @(posedge clk)
        if (rst) begin
            {i, j, k} <= {3 * BB{1'b0}};
            {row, i_b23, j_b3} <= {3 * YA{1'b0}};
        end else if (next) begin
            k <= k_last ? {BB{1'b0}} : k_next[BB-1:0];
            if (k_last) begin
                j    <= j_last ? {BB{1'b0}} : j_next[BB-1:0];
                j_b3 <= j_last ? {YA{1'b0}} : j_b3 + j_b3_step;
            end
            if (k_last & j_last) begin
                i     <= i_last ? {BB{1'b0}} : i_next[BB-1:0];
                i_b23 <= i_last ? {YA{1'b0}} : i_b23 + i_b23_step;
            end
            if (index_moves) row <= index_last ? {YA{1'b0}} : row + extent;
        end

    wire [YA-1:0] k_y;
    generate
        if (YA > BB) begin : g_wide
            assign k_y = {{(YA - BB) {1'b0}}, k};
        end else begin : g_narrow
            assign k_y = k[YA-1:0];
        end
    endgenerate

    assign index  = (axis == 2'd0) ? i : (axis == 2'd1) ? j : k;
    assign line   = ((axis == 2'd0) ? j_b3 : i_b23) + (axis[1] ? j_b3 : k_y);
    assign along  = (axis == 2'd0) ? i_b23 : (axis == 2'd1) ? j_b3 : k_y;
    assign stride = (axis == 2'd0) ? e23 : (axis == 2'd1) ? e3 : {{(YA - 1) {1'b0}}, 1'b1};
    assign last   = i_last & j_last & k_last;

endmodule
`resetall
