// Walks over coefficient matrices C1, C2, C3 in C order: whose each word is, and where it goes.
// SPDX-License-Identifier: Apache-2.0
//
// A matrix of axis a has (P*b_a)^2 words. A node keeps row block S of C3 rotated, block column K at place (K-T) mod P,
// so that the same local address is the right one in every node; C1 and C2 follow at places P and P+1.
`resetall
`default_nettype none

module orb_coef_walk #(
    parameter P      = 4,                 // nodes along each side
    parameter BMAX   = 8,                 // largest block extent
    parameter CBANKS = 1,                 // coefficient banks
    parameter BB     = $clog2(BMAX + 1),
    parameter PB     = $clog2(P),
    parameter CA     = $clog2(CBANKS * (P + 2) * BMAX * BMAX)
) (
    input  wire            clk,
    input  wire            start,   // go to the first word of the first of `axes`
    input  wire            next,    // go to the next word
    input  wire [     2:0] axes,    // which matrices come, at least one
    input  wire [  CA-1:0] bank,    // base address
    input  wire [  BB-1:0] b1,
    input  wire [  BB-1:0] b2,
    input  wire [  BB-1:0] b3,
    output reg  [     1:0] axis,    // of this word
    output reg  [  PB-1:0] row,     // its block row
    output reg  [  PB-1:0] col,     // and block column
    output wire [P*CA-1:0] addr,    // where it goes in a node with T = 0, 1, ...
    output wire            last     // this is the last word
);

    localparam BLOCK = BMAX * BMAX;
    localparam LAST = P - 1;
    localparam [PB-1:0] TOP = LAST[PB-1:0];

    reg [BB-1:0] m, n;              // row and column inside the block
    reg [CA-1:0] m_b;
    wire [BB-1:0] b = (axis == 2'd0) ? b1 : (axis == 2'd1) ? b2 : b3;

    wire n_last = (n == b - 1'b1), m_last = (m == b - 1'b1);
    wire row_end = n_last & (col == TOP);
    wire block_end = row_end & m_last;
    wire matrix_end = block_end & (row == TOP);
    wire [1:0] after = (axis == 2'd0 & axes[1]) ? 2'd1 : 2'd2;
    wire more = (axis == 2'd0) ? |axes[2:1] : (axis == 2'd1) & axes[2];

    assign last = matrix_end & !more;

    always @(posedge clk)
        if (start) begin
            axis <= axes[0] ? 2'd0 : axes[1] ? 2'd1 : 2'd2;
            {row, col} <= {2 * PB{1'b0}};
            {m, n} <= {2 * BB{1'b0}};
            m_b <= {CA{1'b0}};
        end else if (next) begin
            n <= n_last ? {BB{1'b0}} : n + 1'b1;
            if (n_last) col <= (col == TOP) ? {PB{1'b0}} : col + 1'b1;
            if (row_end) begin
                m   <= m_last ? {BB{1'b0}} : m + 1'b1;
                m_b <= m_last ? {CA{1'b0}} : m_b + {{(CA - BB) {1'b0}}, b};
            end
            if (block_end) row <= (row == TOP) ? {PB{1'b0}} : row + 1'b1;
            if (matrix_end) axis <= after;
        end

    wire [CA-1:0] local_addr = bank + m_b + {{(CA - BB) {1'b0}}, n};

    genvar t;
    generate
        for (t = 0; t < P; t = t + 1) begin : g_t
            localparam BACK = P - t;  // col + P - t, modulo P below
            wire [PB:0] ahead = {1'b0, col} + BACK[PB:0];
            wire [PB:0] turned = (ahead >= P[PB:0]) ? ahead - P[PB:0] : ahead;
            wire [PB:0] place = (axis == 2'd2) ? turned : P[PB:0] + {{PB{1'b0}}, axis[0]};
            assign addr[t*CA+:CA] = local_addr + place * BLOCK[CA-1:0];
        end
    endgenerate

endmodule
`resetall
