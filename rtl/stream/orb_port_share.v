// Shares the second memory port of the nodes between loads, unloads, and the words that land from the links.
// SPDX-License-Identifier: Apache-2.0
//
// A window is the cycles from `window` to `window_last`. In each window, every node needs one cycle for a word that
// lands. It takes the first cycle in which no stream accesses it, so no node may be accessed in every cycle of a
// window. Only two nodes can be at risk: those that the load and the unload access in the first cycle. The module
// remembers each of them until a cycle in which no stream accesses it. In the last cycle of the window, a stream pauses
// if it asks for a node that is still remembered. If both streams ask for the same node, the load pauses.
//
// l_en and u_en answer l_valid and u_valid in the same cycle. Comparisons of nodes and the path to the handshakes of
// the streams do not fit into one cycle, so each stream also gives the node of its next request (l_next, u_next), and
// the comparisons are done one cycle ahead.
`resetall
`default_nettype none

module orb_port_share #(
    parameter NB = 6                   // bits of a node's number, or of the number of a set of nodes
) (
    input  wire          clk,
    input  wire          rst,
    input  wire          window,       // first cycle of a window
    input  wire          window_last,  // last cycle of a window, which may be its first
    // the load has a word for node l_node
    input  wire          l_valid,
    input  wire [NB-1:0] l_node,
    output wire          l_en,         // the word is written in this cycle
    input  wire          l_take,       // l_node of the next cycle is l_next; otherwise l_node stays
    input  wire [NB-1:0] l_next,
    // the unload asks for a word of node u_node
    input  wire          u_valid,
    input  wire [NB-1:0] u_node,
    output wire          u_en,         // the word is read in this cycle
    input  wire          u_take,
    input  wire [NB-1:0] u_next
);

    // Nodes a and b were accessed in every cycle of the window so far: a by the load in the first cycle, b by the
    // unload in the first cycle.
    reg a_kept, b_kept;
    reg [NB-1:0] a_q, b_q;
    reg l_meets, u_meets;              // the load, the unload asks for one of them
    reg same;                          // both ask for the same node

    assign u_en = u_valid & !(window_last & (window | u_meets));
    assign l_en = l_valid & !(window_last & (window | l_meets)) & !(u_en & same);

    wire [NB-1:0] a = window ? l_node : a_q, b = window ? u_node : b_q;
    wire l_is_a = (l_node == a), l_is_b = (l_node == b), u_is_a = (u_node == a), u_is_b = (u_node == b);
    // A node is remembered only if it was accessed in the first cycle, because the node of a stream that does not run
    // may be undefined.
    wire a_stays = window ? l_en : a_kept & ((l_en & l_is_a) | (u_en & u_is_a));
    wire b_stays = window ? u_en : b_kept & ((l_en & l_is_b) | (u_en & u_is_b));

    always @(posedge clk) begin
        {a_q, b_q}       <= {a, b};
        {a_kept, b_kept} <= {a_stays, b_stays};
        same    <= l_take ? (u_take ? l_next == u_next : l_next == u_node) :
                   (u_take ? l_node == u_next : l_node == u_node);
        l_meets <= (a_stays & (l_take ? l_next == a : l_is_a)) | (b_stays & (l_take ? l_next == b : l_is_b));
        u_meets <= (a_stays & (u_take ? u_next == a : u_is_a)) | (b_stays & (u_take ? u_next == b : u_is_b));
        if (rst) {a_kept, b_kept, l_meets, u_meets} <= 4'b0000;
    end

endmodule
`resetall
