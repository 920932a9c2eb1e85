// Shares the memory port of the nodes between loads, unloads and the words that land from the links.
// SPDX-License-Identifier: Apache-2.0
//
// A window is the cycles from `window` to `window_last`. In it each node needs one cycle for a word that lands. It
// takes the first one in which no stream accesses it, so no node may be accessed in every cycle of a window. At most
// two nodes can be: those that load and unload access in its first cycle. They are remembered until a cycle leaves
// them alone. In the last cycle a stream pauses if it asks for a node that is still remembered. Loads yield to
// unloads.
//
// Whether a stream asks for a remembered node is computed one cycle ahead, from the node for which it asks next: the
// comparison and the path to the streams' handshakes do not fit into one cycle.
`resetall
`default_nettype none

module orb_port_share #(
    parameter NB = 6                   // bits of a node's number, or of the number of a set of nodes
) (
    input  wire          clk,
    input  wire          rst,
    input  wire          window,       // first cycle of a window
    input  wire          window_last,  // last cycle of it, which may be the first
    // load: a word for this node
    input  wire          l_valid,
    input  wire [NB-1:0] l_node,
    output wire          l_en,         // it is written now
    input  wire          l_take,       // l_node of the next cycle is l_next; otherwise l_node stays
    input  wire [NB-1:0] l_next,
    // unload: a word from this node
    input  wire          u_valid,
    input  wire [NB-1:0] u_node,
    output wire          u_en,         // it is read now
    input  wire          u_take,
    input  wire [NB-1:0] u_next
);

    // nodes a and b have been accessed in every cycle of the window so far: a by the load of its first cycle, b by the
    // unload of its first cycle
    reg a_kept, b_kept;
    reg [NB-1:0] a_q, b_q;
    reg l_meets, u_meets;              // load, unload ask for one of them

    assign u_en = u_valid & !(window_last & (window | u_meets));
    assign l_en = l_valid & !(window_last & (window | l_meets)) & !(u_en & (l_node == u_node));

    wire [NB-1:0] a = window ? l_node : a_q, b = window ? u_node : b_q;
    wire l_is_a = (l_node == a), l_is_b = (l_node == b), u_is_a = (u_node == a), u_is_b = (u_node == b);
    // A node of the first cycle is remembered only if it was accessed: a stream that stands
    // still may have an undefined one.
    wire a_stays = window ? l_en : a_kept & ((l_en & l_is_a) | (u_en & u_is_a));
    wire b_stays = window ? u_en : b_kept & ((l_en & l_is_b) | (u_en & u_is_b));

    always @(posedge clk) begin
        {a_q, b_q}       <= {a, b};
        {a_kept, b_kept} <= {a_stays, b_stays};
        l_meets <= (a_stays & (l_take ? l_next == a : l_is_a)) | (b_stays & (l_take ? l_next == b : l_is_b));
        u_meets <= (a_stays & (u_take ? u_next == a : u_is_a)) | (b_stays & (u_take ? u_next == b : u_is_b));
        if (rst) {a_kept, b_kept, l_meets, u_meets} <= 4'b0000;
    end

endmodule
`resetall
