// Walks over the coefficient matrices C1, C2, C3 in C order, and gives the nodes and the address of each word.
// SPDX-License-Identifier: Apache-2.0
// The outputs describe one word; `start` and `next` act in the next cycle. Axis a has (P'*b_a)^2 words with P' = ring.
// A node stores row block S of C3 rotated: block column K is at place (K-T) mod P', so all nodes read the same address
// at the same time. C1 and C2 are at places P and P+1.
// Registers say beforehand which counters have their last value, as `last` and `next` come late in a cycle.
`resetall
`default_nettype none

module orb_coef_walk #(
    `include "orb_params.vh"
) (
    input  wire            clk,
    input  wire            start,   // go to the first word of the first matrix in `axes`
    input  wire            next,    // go to the next word
    input  wire [     2:0] axes,    // matrices that are loaded: bit a for axis a+1, at least one
    input  wire [  CA-1:0] bank,    // base address of the bank
    input  wire [  BB-1:0] b1,      // block extents
    input  wire [  BB-1:0] b2,
    input  wire [  BB-1:0] b3,
    input  wire [     7:0] ring,    // nodes along each side of a torus
    output reg  [     1:0] axis,    // axis of this word's matrix, 0..2
    output reg  [  PB-1:0] row,     // block row of this word
    output reg  [  PB-1:0] col,     // block column of this word
    output wire [P*CA-1:0] addr,    // its address in the nodes with T = 0, 1, ..., T = 0 lowest
    output wire            last     // this is the last word of the last matrix
);

    localparam [0:0] ONE = BMAX == 1;  // a block has one element, so that each is the last
    localparam STEPS = 2;
    localparam [BB-1:0] TWO = STEPS[BB-1:0];
    localparam [PB-1:0] TWO_BLOCKS = STEPS[PB-1:0];  // 0 modulo P for P = 2, as the ring is

    reg [BB-1:0] m, n;              // row and column in the block
    reg [CA-1:0] m_b;               // address of the row in the block
    reg m_last, n_last, row_last, col_last;  // the counter has its last value
    wire [BB-1:0] b = (axis == 2'd0) ? b1 : (axis == 2'd1) ? b2 : b3;

    wire row_end = n_last & col_last;
    wire block_end = row_end & m_last;
    wire matrix_end = block_end & row_last;
    wire [1:0] after = (axis == 2'd0 & axes[1]) ? 2'd1 : 2'd2;
    wire more = (axis == 2'd0) ? |axes[2:1] : (axis == 2'd1) & axes[2];

    assign last = matrix_end & !more;

    // The lanes share a row, so its length is rounded up to a multiple of LANES.
    localparam ROUND_UP = LANES - 1;
    wire [CA-1:0] b_up = {{(CA - BB) {1'b0}}, b} + ROUND_UP[CA-1:0];
    wire [CA-1:0] pitch = b_up & ~ROUND_UP[CA-1:0];

    always @(posedge clk)
        if (start) begin
            axis <= axes[0] ? 2'd0 : axes[1] ? 2'd1 : 2'd2;
            {row, col} <= {2 * PB{1'b0}};
            {m, n} <= {2 * BB{1'b0}};
            m_b <= {CA{1'b0}};
            {m_last, n_last, row_last, col_last} <= {ONE, ONE, 2'b00};
        end else if (next) begin
            n      <= n_last ? {BB{1'b0}} : n + 1'b1;
            n_last <= ONE | (!n_last & (n + TWO == b));
            if (n_last) begin
                col      <= col_last ? {PB{1'b0}} : col + 1'b1;
                col_last <= !col_last & (col + TWO_BLOCKS == ring[PB-1:0]);
            end
            if (row_end) begin
                m      <= m_last ? {BB{1'b0}} : m + 1'b1;
                m_last <= ONE | (!m_last & (m + TWO == b));
                m_b    <= m_last ? {CA{1'b0}} : m_b + pitch;
            end
            if (block_end) begin
                row      <= row_last ? {PB{1'b0}} : row + 1'b1;
                row_last <= !row_last & (row + TWO_BLOCKS == ring[PB-1:0]);
            end
            if (matrix_end) axis <= after;
        end

    wire [CA-1:0] local_addr = bank + m_b + {{(CA - BB) {1'b0}}, n};

    genvar t;
    generate
        for (t = 0; t < P; t = t + 1) begin : g_t
            localparam [PB:0] T = t;
            wire [PB:0] ahead = {1'b0, col} + ring[PB:0] - T;
            wire [PB:0] turned = (ahead >= ring[PB:0]) ? ahead - ring[PB:0] : ahead;
            wire [PB:0] place = (axis == 2'd2) ? turned : P[PB:0] + {{PB{1'b0}}, axis[0]};
            // A bank has P+2 places, so CA bits are enough, although `place` may have one bit more.
            wire [CA+PB:0] place_wide = {{CA{1'b0}}, place};
            assign addr[t*CA+:CA] = local_addr + place_wide[CA-1:0] * BLOCK[CA-1:0];
            wire unused_place = &{1'b0, place_wide};
        end
    endgenerate

    wire unused = &{1'b0, ring};  // its upper bits are 0, as P < 128

endmodule
`resetall
