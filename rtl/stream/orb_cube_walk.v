// Walks over the points of a cube in C order, and gives the node and the address of each point.
// SPDX-License-Identifier: Apache-2.0
// The outputs describe one point; `start` and `next` take effect in the next cycle.
// Point (n1,n2,n3) is element (i,j,k) of block (K1,K2,K3), n = K*b + element. The placement defines which node holds
// that block. With T = (Q+R+S) mod P, node (Q,R,S) holds block 0: (Q,R,S), 1: (Q,R,T), 2: (S,R,T), 3: (S,Q,T).
// With IO_WORDS > 1, the first axis is divided into IO_WORDS parts, and the walk visits a point of each at once. The
// ports describe the point of part 0; K1 of part p is larger by p*P/IO_WORDS. Only placement 0 allows this.
// `next` comes late in a cycle, so a register says beforehand which counters it moves. A line has at least two points.
// So when the next point ends a line, this point is on the same line, and the counters of the other axes already have
// their values for it.
`resetall
`default_nettype none

module orb_cube_walk #(
    `include "orb_params.vh"
) (
    input  wire            clk,
    input  wire            start,      // go to the first point
    input  wire            next,       // go to the next point
    input  wire [  BB-1:0] b1,         // block extents
    input  wire [  BB-1:0] b2,
    input  wire [  BB-1:0] b3,
    input  wire [  RB-1:0] b23,        // b2*b3
    input  wire [     1:0] placement,
    output wire [  PB-1:0] q,          // node of this point
    output wire [  PB-1:0] r,
    output wire [  PB-1:0] s,
    output wire [  YA-1:0] addr,       // address in the buffer of the node: (i*b2 + j)*b3 + k
    output reg             last        // this is the last point of the cube
);

    localparam LAST = P - 1, LAST1 = P / IO_WORDS - 1;
    localparam [PB-1:0] TOP = LAST[PB-1:0], TOP1 = LAST1[PB-1:0];
    localparam [0:0] ONE = BMAX == 1, ONE1 = LAST1 == 0;  // one element a block, one block along the first axis

    reg  [PB-1:0] block1, block2, block3, d;  // d = (K3 - K1 - K2) mod P
    reg  [BB-1:0] i, j, k;
    reg  [YA-1:0] i_b23, j_b3;
    reg i_last, j_last, k_last;             // the element is the last one of its block along its axis
    reg block1_last, block2_last, block3_last;
    reg line_end, plane_end;                // the point is the last one of its line along axis 3, of its plane

    wire step3 = k_last;
    wire step2 = line_end & j_last;
    wire step1 = plane_end & i_last;

    localparam STEPS = 2;
    localparam [BB-1:0] TWO = STEPS[BB-1:0];
    wire k_ends = ONE | (!k_last & (k + TWO == b3)), j_ends = ONE | (!j_last & (j + TWO == b2));
    wire i_ends = ONE | (!i_last & (i + TWO == b1));
    wire block3_ends = (block3 == TOP - 1'b1), block2_ends = (block2 == TOP - 1'b1);
    wire block1_ends = ONE1 | (block1 == TOP1 - 1'b1);
    wire line_ends = ONE ? block3_ends : k_ends & block3_last;
    wire plane_ends = line_ends & j_last & block2_last;

    wire [PB-1:0] d_up = (d == TOP) ? {PB{1'b0}} : d + 1'b1;
    wire [PB-1:0] d_down = (d == {PB{1'b0}}) ? TOP : d - 1'b1;

    always @(posedge clk)
        if (start) begin
            {block1, block2, block3, d} <= {4 * PB{1'b0}};
            {i, j, k} <= {3 * BB{1'b0}};
            {i_b23, j_b3} <= {2 * YA{1'b0}};
            {i_last, j_last, k_last} <= {3{ONE}};
            {block1_last, block2_last, block3_last} <= {ONE1, 2'b00};
            {line_end, plane_end, last} <= 3'b000;
        end else if (next) begin
            k_last <= k_ends;
            if (step3) block3_last <= block3_ends;
            if (line_end) j_last <= j_ends;
            if (step2) block2_last <= block2_ends;
            if (plane_end) i_last <= i_ends;
            if (step1) block1_last <= block1_ends;
            line_end  <= line_ends;
            plane_end <= plane_ends;
            last      <= plane_ends & i_last & block1_last;
            k <= k_last ? {BB{1'b0}} : k + 1'b1;
            if (step3) block3 <= block3_last ? {PB{1'b0}} : block3 + 1'b1;
            if (line_end) begin
                j    <= j_last ? {BB{1'b0}} : j + 1'b1;
                j_b3 <= j_last ? {YA{1'b0}} : j_b3 + {{(YA - BB) {1'b0}}, b3};
            end
            if (step2) block2 <= block2_last ? {PB{1'b0}} : block2 + 1'b1;
            if (plane_end) begin
                i     <= i_last ? {BB{1'b0}} : i + 1'b1;
                i_b23 <= i_last ? {YA{1'b0}} : i_b23 + {{(YA - RB) {1'b0}}, b23};
            end
            if (step1) block1 <= block1_last ? {PB{1'b0}} : block1 + 1'b1;
            // Modulo P, K3 goes up by one even when it wraps to 0. Each carry into K2 or K1 takes d down by one.
            case ({step3, step2, step1})
                3'b100: d <= d_up;
                3'b111: d <= d_down;
                default: d <= d;
            endcase
        end

    assign addr = i_b23 + j_b3 + {{(YA - BB) {1'b0}}, k};
    assign q = placement[1] ? (placement[0] ? block2 : d) : block1;
    assign r = (placement == 2'd3) ? d : block2;
    assign s = placement[1] ? block1 : placement[0] ? d : block3;

endmodule
`resetall
