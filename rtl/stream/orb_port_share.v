// Shares the memory port of the nodes between loads, unloads and the words that land from the links.
// SPDX-License-Identifier: Apache-2.0
//
// In a window, the cycles from `window` to `window_last`, a node needs one cycle for a word that lands. It takes the
// first that no stream wants, so none may be wanted in all of them: those wanted in the first cycle are remembered, and
// forgotten once they are left alone; if one is still remembered in the last cycle, streams rest in it. Loads yield to
// unloads.
`resetall
`default_nettype none

module orb_port_share #(
    parameter NB = 6                   // bits of a node's number, or of what stands for a set of nodes
) (
    input  wire          clk,
    input  wire          rst,
    input  wire          window,       // first cycle of a window
    input  wire          window_last,  // last cycle of it, which may be the first
    input  wire          l_valid,      // a word for this node
    input  wire [NB-1:0] l_node,
    output wire          l_en,         // it goes now
    input  wire          u_valid,      // a word from this node
    input  wire [NB-1:0] u_node,
    output wire          u_en
);

    reg l_kept_q, u_kept_q;            // wanted by load, unload in all cycles of the window so far
    reg [NB-1:0] l_kept, u_kept;

    // Whether it is one of them that a stream wants is not asked: a comparison more, for a cycle now and then.
    wire rest = window_last & (window | l_kept_q | u_kept_q);

    assign u_en = u_valid & !rest;
    assign l_en = l_valid & !rest & !(u_en & (l_node == u_node));

    always @(posedge clk) begin
        if (window) begin
            {l_kept_q, u_kept_q} <= {l_en, u_en};
            {l_kept, u_kept}     <= {l_node, u_node};
        end else begin
            l_kept_q <= l_kept_q & ((l_en & (l_node == l_kept)) | (u_en & (u_node == l_kept)));
            u_kept_q <= u_kept_q & ((l_en & (l_node == u_kept)) | (u_en & (u_node == u_kept)));
        end
        if (rst) {l_kept_q, u_kept_q} <= 2'b00;
    end

endmodule
`resetall
