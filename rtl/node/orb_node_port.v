// The operand memory of a node: products read it at one port; streams and the words that came over the links share the
// other. Streams go first: a word that came in waits for a cycle in which no stream uses the port, see orb_port_share.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_node_port #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    // products
    input  wire          x_re,
    input  wire [XA-1:0] x_raddr,
    output wire [ W-1:0] x,       // MEM_LAT later
    // a word that came in
    input  wire          land,    // it is there,
    input  wire [XA-1:0] n_addr,  // ... and is to be written here, from the next cycle on
    input  wire [ W-1:0] word,    // which it is, in that cycle
    // streams
    input  wire          s_hit,   // a stream uses the port: it loads a word into this node,
    input  wire [XA-1:0] l_addr,
    input  wire [ W-1:0] l_data,
    input  wire          u_hit,   // ... or reads one from it, with s_hit
    input  wire [XA-1:0] u_addr,
    output wire [ W-1:0] u_data   // MEM_LAT later, until the next read
);

    reg pending;  // a word that came in is to be written

    always @(posedge clk)
        if (land) pending <= 1'b1;
        else if (!s_hit) pending <= 1'b0;

    orb_ram_operand #(
        .WIDTH   (W),
        .DEPTH   (NBUF * BMAX * BMAX * BMAX),
        .LATENCY (MEM_LAT),
        .ONE_READ(NBUF == 2)  // with two buffers no stage runs beside an unload
    ) operands (
        .clk    (clk),
        .x_re   (x_re),
        .x_raddr(x_raddr),
        .x_rdata(x),
        .en     (s_hit | pending),
        .waddr  (s_hit ? l_addr : n_addr),
        .wdata  (s_hit ? l_data : word),
        .u_re   (u_hit),
        .u_raddr(u_addr),
        .u_rdata(u_data)
    );

endmodule
`resetall
