// The shape of a run: block extents and size of torus, latched at the start and checked.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_shape #(
    `include "orb_params.vh"
) (
    input  wire        clk,
    input  wire        take,   // at a start
    input  wire [23:0] block,  // block extents
    input  wire [ 7:0] torus,  // nodes along each side of a torus
    output wire        legal,  // the array folds into such tori, and its nodes hold such blocks
    output wire [`ORB_SHAPE_BITS-1:0] shape
);

    localparam [7:0] SMALLEST = BMAX == 1 ? 8'd1 : 8'd2;

    `ORB_SHAPE_FIELDS(reg)
    assign shape = {`ORB_SHAPE};

    wire [7:0] e1 = block[7:0], e2 = block[15:8], e3 = block[23:16];
    wire block_legal = (e1 >= SMALLEST) & (e1 <= BMAX[7:0]) & (e2 >= SMALLEST) & (e2 <= BMAX[7:0]) &
                       (e3 >= SMALLEST) & (e3 <= BMAX[7:0]);

    wire [P:1] ring_hit;  // sizes of torus into which the array folds
    genvar n;
    generate
        for (n = 1; n <= P; n = n + 1) begin : g_ring
            localparam [7:0] RING = n;
            assign ring_hit[n] = (n == P || (n % 2 == 0 && P % n == 0)) & (torus == RING);
        end
    endgenerate

    assign legal = block_legal & (|ring_hit);

    // b2*b3 in two cycles, as a single one would be long; it is still there before the first descriptor has come. Sums
    // of rows, as a multiplier of the chip without registers is slower than they are.
    localparam HALF = (1 << (BB / 2)) - 1;
    localparam [BB-1:0] LOW = HALF[BB-1:0];
    reg [RB-1:0] low;

    function [RB-1:0] rows(input [BB-1:0] number, input [BB-1:0] mask);
        integer row;
        begin
            rows = {RB{1'b0}};
            for (row = 0; row < BB; row = row + 1)
                if (mask[row]) rows = rows + ({{(RB - BB) {1'b0}}, number} << row);
        end
    endfunction

    always @(posedge clk) begin
        low <= rows(b2, b3 & LOW);
        b23 <= low + rows(b2, b3 & ~LOW);
        if (take) begin
            {b3, b2, b1} <= {e3[BB-1:0], e2[BB-1:0], e1[BB-1:0]};
            ring <= (P == 2 || P % 2 != 0) ? P[7:0] : torus;  // others fold into one only
        end
    end

endmodule
`resetall
