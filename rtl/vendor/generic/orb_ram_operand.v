// Operand memory of a node: one port reads for products, the other one writes words and reads for unloading.
// SPDX-License-Identifier: Apache-2.0
//
// A word is read LATENCY cycles after its address. No word is read in the cycle in which it is written.
`resetall
`default_nettype none

module orb_ram_operand #(
    parameter WIDTH    = 18,    // bits of a word
    parameter DEPTH    = 1024,  // words
    parameter LATENCY  = 2,     // cycles from address to data, 1 or 2
    /* verilator lint_off UNUSEDPARAM */
    parameter ONE_READ = 0      // 1: nothing is unloaded while products are read, which some families need
    /* verilator lint_on UNUSEDPARAM */
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

    orb_ram_tdp #(
        .WIDTH  (WIDTH),
        .DEPTH  (DEPTH),
        .LATENCY(LATENCY)
    ) memory (
        .clk    (clk),
        .a_en   (x_re),
        .a_we   (1'b0),
        .a_addr (x_raddr),
        .a_wdata({WIDTH{1'b0}}),
        .a_rdata(x_rdata),
        .b_en   (en),
        .b_we   (!u_re),
        .b_addr (u_re ? u_raddr : waddr),
        .b_wdata(wdata),
        .b_rdata(u_rdata)
    );

endmodule
`resetall
