// Operand memory of a node: one block RAM. Products and unloading share its only read port.
// SPDX-License-Identifier: Apache-2.0
//
// A word is read LATENCY cycles after its address. No word is read in the cycle in which it is written.
`resetall
`default_nettype none

module orb_ram_operand #(
    parameter WIDTH    = 16,   // bits of a word
    parameter DEPTH    = 128,  // words
    parameter LATENCY  = 1,    // cycles from address to data, 1 or 2
    parameter ONE_READ = 1     // 1: nothing is unloaded while products are read
) (
    input  wire                     clk,
    // products
    input  wire                     x_re,
    input  wire [$clog2(DEPTH)-1:0] x_raddr,
    output wire [        WIDTH-1:0] x_rdata,
    // words that are written, or read for unloading
    input  wire                     en,       // write a word,
    input  wire                     u_re,     // ... or read one, with en
    input  wire [$clog2(DEPTH)-1:0] waddr,
    input  wire [        WIDTH-1:0] wdata,
    input  wire [$clog2(DEPTH)-1:0] u_raddr,
    output wire [        WIDTH-1:0] u_rdata
);

    generate
        if (ONE_READ == 0) begin : g_two
            iCE40_has_one_read_port_so_NBUF_must_be_2 illegal ();
        end
    endgenerate

    orb_ram_sdp #(
        .WIDTH  (WIDTH),
        .DEPTH  (DEPTH),
        .LATENCY(LATENCY)
    ) memory (
        .clk  (clk),
        .we   (en & !u_re),
        .waddr(waddr),
        .wdata(wdata),
        .re   (1'b1),
        .raddr(x_re ? x_raddr : u_raddr),
        .rdata(x_rdata)
    );

    assign u_rdata = x_rdata;

endmodule
`resetall
