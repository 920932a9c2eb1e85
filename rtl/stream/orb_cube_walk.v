// Walks over the points of a cube in C order, and gives the node and the address of each point.
// SPDX-License-Identifier: Apache-2.0
// The outputs describe one point; `start` and `next` take effect in the next cycle.
// Point (n1,n2,n3) is element (i,j,k) of block (K1,K2,K3), n = K*b + element. The placement defines which node holds
// that block. With T = (Q+R+S) mod P, node (Q,R,S) holds block 0: (Q,R,S), 1: (Q,R,T), 2: (S,R,T), 3: (S,Q,T).
// With IO_WORDS > 1, the first axis is divided into IO_WORDS parts, and the walk visits a point of each at once. The
// ports describe the point of part 0; K1 of part p is larger by p*P/IO_WORDS. Only placement 0 allows this.
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
    output wire            last        // this is the last point of the cube
);

    localparam LAST = P - 1, LAST1 = P / IO_WORDS - 1;
    localparam [PB-1:0] TOP = LAST[PB-1:0], TOP1 = LAST1[PB-1:0];

    reg  [PB-1:0] block1, block2, block3, d;  // d = (K3 - K1 - K2) mod P
    reg  [BB-1:0] i, j, k;
    reg  [YA-1:0] i_b23, j_b3;

    wire k_last = (k == b3 - 1'b1), j_last = (j == b2 - 1'b1), i_last = (i == b1 - 1'b1);
    wire line_end = k_last & (block3 == TOP);
    wire plane_end = line_end & j_last & (block2 == TOP);

    wire step3 = k_last;
    wire step2 = line_end & j_last;
    wire step1 = plane_end & i_last;

    wire [PB-1:0] d_up = (d == TOP) ? {PB{1'b0}} : d + 1'b1;
    wire [PB-1:0] d_down = (d == {PB{1'b0}}) ? TOP : d - 1'b1;

    always @(posedge clk)
        if (start) begin
            {block1, block2, block3, d} <= {4 * PB{1'b0}};
            {i, j, k} <= {3 * BB{1'b0}};
            {i_b23, j_b3} <= {2 * YA{1'b0}};
        end else if (next) begin
            k <= k_last ? {BB{1'b0}} : k + 1'b1;
            if (step3) block3 <= (block3 == TOP) ? {PB{1'b0}} : block3 + 1'b1;
            if (line_end) begin
                j    <= j_last ? {BB{1'b0}} : j + 1'b1;
                j_b3 <= j_last ? {YA{1'b0}} : j_b3 + {{(YA - BB) {1'b0}}, b3};
            end
            if (step2) block2 <= (block2 == TOP) ? {PB{1'b0}} : block2 + 1'b1;
            if (plane_end) begin
                i     <= i_last ? {BB{1'b0}} : i + 1'b1;
                i_b23 <= i_last ? {YA{1'b0}} : i_b23 + {{(YA - RB) {1'b0}}, b23};
            end
            if (step1) block1 <= (block1 == TOP1) ? {PB{1'b0}} : block1 + 1'b1;
            // Modulo P, K3 goes up by one even when it wraps to 0. Each carry into K2 or K1 takes d down by one.
            case ({step3, step2, step1})
                3'b100: d <= d_up;
                3'b111: d <= d_down;
                default: d <= d;
            endcase
        end

    assign addr = i_b23 + j_b3 + {{(YA - BB) {1'b0}}, k};
    assign last = plane_end & i_last & (block1 == TOP1);
    assign q = placement[1] ? (placement[0] ? block2 : d) : block1;
    assign r = (placement == 2'd3) ? d : block2;
    assign s = placement[1] ? block1 : placement[0] ? d : block3;

endmodule
`resetall
