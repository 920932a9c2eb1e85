// True dual-port memory of one clock, in block RAMs: each port reads or writes one word per cycle.
// SPDX-License-Identifier: Apache-2.0
//
// A word is read LATENCY cycles after its address; a port that writes keeps its read data. No user reads a word in the
// cycle in which the other port writes it.
`resetall
`default_nettype none

module orb_ram_tdp #(
    parameter WIDTH   = 18,    // bits of a word
    parameter DEPTH   = 1024,  // words, up to 16384
    parameter LATENCY = 2      // cycles from address to data: 1, or 2 with the block RAM's output register
) (
    input  wire                     clk,
    input  wire                     a_en,
    input  wire                     a_we,
    input  wire [$clog2(DEPTH)-1:0] a_addr,
    input  wire [        WIDTH-1:0] a_wdata,
    output wire [        WIDTH-1:0] a_rdata,
    input  wire                     b_en,
    input  wire                     b_we,
    input  wire [$clog2(DEPTH)-1:0] b_addr,
    input  wire [        WIDTH-1:0] b_wdata,
    output wire [        WIDTH-1:0] b_rdata
);

    // The deeper the memory, the fewer bits of a word are in one block RAM.
    localparam BITS = DEPTH <= 1024 ? 18 : DEPTH <= 2048 ? 9 : DEPTH <= 4096 ? 4 : DEPTH <= 8192 ? 2 : 1;
    localparam LOW = BITS == 18 ? 4 : BITS == 9 ? 3 : BITS == 4 ? 2 : BITS == 2 ? 1 : 0;  // address bits below the word
    localparam BLOCKS = (WIDTH + BITS - 1) / BITS;

    /* verilator lint_off WIDTH */  // unused bits of the block RAMs are written as zeros and not read
    wire [13:0] a_place = a_addr, b_place = b_addr;
    wire [13:0] a_at = (a_place << LOW) | (BITS == 18 ? {2{a_we}} : 2'd0);
    wire [13:0] b_at = (b_place << LOW) | (BITS == 18 ? {2{b_we}} : 2'd0);
    wire [BLOCKS*BITS-1:0] a_in = a_wdata, b_in = b_wdata;
    wire [BLOCKS*BITS-1:0] a_out, b_out;

    genvar n;
    generate
        if (DEPTH > 16384) begin : g_illegal
            orb_ram_tdp_DEPTH_is_up_to_16384 stop ();
        end
        for (n = 0; n < BLOCKS; n = n + 1) begin : g_block
            wire [17:0] a_bits, b_bits, a_put, b_put;
            assign a_put = a_in[n*BITS+:BITS];
            assign b_put = b_in[n*BITS+:BITS];
            orb_ecp5_ram #(
                .BITS   (BITS),
                .LATENCY(LATENCY)
            ) ram (
                .clk    (clk),
                .a_en   (a_en),
                .a_we   (a_we),
                .a_addr (a_at),
                .a_wdata(a_put),
                .a_rdata(a_bits),
                .b_en   (b_en),
                .b_we   (b_we),
                .b_addr (b_at),
                .b_wdata(b_put),
                .b_rdata(b_bits)
            );
            assign a_out[n*BITS+:BITS] = a_bits;
            assign b_out[n*BITS+:BITS] = b_bits;
        end
    endgenerate

    assign a_rdata = a_out;
    assign b_rdata = b_out;
    /* verilator lint_on WIDTH */

endmodule
`resetall
