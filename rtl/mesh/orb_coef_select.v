// The coefficient memory of one node: where it is read, and where a coefficient for it is written.
// SPDX-License-Identifier: Apache-2.0
//
// Q, R and S are the node's places in the rings that the torus has been folded into. T = (Q+R+S) mod the size of a ring
// says where the node keeps a coefficient.
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
    input  wire             we,     // a coefficient is on the bus,
    input  wire             mine,   // ... for this node
    input  wire [LANES-1:0] lane,   // ... and for this memory of it
    input  wire [ P*CM-1:0] waddr,  // an address for each T
    output wire [LANES-1:0] hit,    // write it
    output wire             en,     // read or write
    output wire [   CM-1:0] at      // ... here
);

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

    assign hit = {LANES{mine}} & ((LANES == 1) ? {LANES{1'b1}} : lane);
    assign en  = re | we;
    assign at  = we ? g_t[P].place : raddr;

    wire unused = &{1'b0, sizes, lane, waddr};  // what other nodes look at

endmodule
`resetall
