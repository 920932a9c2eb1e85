// The coefficient memory of one node: whether the coefficient on the bus belongs to it, and at which address.
// SPDX-License-Identifier: Apache-2.0
//
// A coefficient is for row block S of C3, block (Q,S) of C1 or block (R,Q) of C2, where Q, R and S are places in the
// rings that the torus has been folded into. T = (Q+R+S) mod the size of a ring says where the node keeps it.
`resetall
`default_nettype none

module orb_coef_select #(
    parameter Q = 0,  // the node's place along each side
    parameter R = 0,
    parameter S = 0,
    `include "orb_params.vh"
) (
    input  wire [      P:0] sizes,  // bit n: rings have n nodes
    input  wire             re,     // read
    input  wire [   CM-1:0] raddr,
    input  wire             we,     // a coefficient is on the bus:
    input  wire [      1:0] axis,   // of C1, C2, C3: 0, 1, 2
    input  wire [    P-1:0] row,    // places along a side of its block row ...
    input  wire [    P-1:0] col,    // ... and block column
    input  wire [LANES-1:0] lane,   // for this memory
    input  wire [ P*CM-1:0] waddr,  // an address for each T
    output wire [LANES-1:0] hit,    // write it
    output wire             en,     // read or write
    output wire [   CM-1:0] at      // ... here
);

    wire mine = (axis == 2'd2) ? row[S] : (axis == 2'd1) ? row[R] & col[Q] : row[Q] & col[S];

    genvar t;
    generate
        for (t = (P % 2 == 0) ? 2 : P; t <= P; t = t + 1) begin : g_t
            // the places in a ring of t nodes
            localparam QT = (Q % t % 2 == 0) ? Q % t / 2 : t - 1 - Q % t / 2;
            localparam RT = (R % t % 2 == 0) ? R % t / 2 : t - 1 - R % t / 2;
            localparam ST = (S % t % 2 == 0) ? S % t / 2 : t - 1 - S % t / 2;
            localparam T = (QT + RT + ST) % t;
            wire [CM-1:0] place;
            if (t == 2 || P % 2 != 0) begin : g_first
                assign place = waddr[T*CM+:CM];
            end else if (t % 2 == 0 && P % t == 0) begin : g_size
                assign place = sizes[t] ? waddr[T*CM+:CM] : g_t[t-1].place;
            end else begin : g_skip
                assign place = g_t[t-1].place;
            end
        end
    endgenerate

    assign hit = lane & {LANES{mine & we}};
    assign en  = re | we;
    assign at  = we ? g_t[P].place : raddr;

    wire unused = &{1'b0, sizes, row, col, waddr};  // what other nodes look at

endmodule
`resetall
