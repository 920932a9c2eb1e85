// Memory of one clock with one write port and one read port, in block RAMs with their own output registers.
// SPDX-License-Identifier: Apache-2.0
//
// A word is read LATENCY cycles after its address. No user of this memory reads a word in the cycle in which it is
// written, so no bypass is needed.
`resetall
`default_nettype none

module orb_ram_sdp #(
    parameter WIDTH   = 36,   // bits of a word
    parameter DEPTH   = 512,  // words, up to 16384
    parameter LATENCY = 2     // cycles from address to data: 1, or 2 with the block RAM's output register
) (
    input  wire                     clk,
    input  wire                     we,
    input  wire [$clog2(DEPTH)-1:0] waddr,
    input  wire [        WIDTH-1:0] wdata,
    input  wire                     re,
    input  wire [$clog2(DEPTH)-1:0] raddr,
    output wire [        WIDTH-1:0] rdata
);

    generate
        if (LATENCY == 1 && DEPTH <= 32) begin : g_small  // distributed RAM is faster than a block RAM here
            (* no_rw_check, ram_style = "distributed" *) reg [WIDTH-1:0] mem[0:DEPTH-1];
            reg [WIDTH-1:0] read_q;
            always @(posedge clk) begin
                if (re) read_q <= mem[raddr];
                if (we) mem[waddr] <= wdata;
            end
            assign rdata = read_q;
        end else if (DEPTH > 512) begin : g_deep
            wire [WIDTH-1:0] unused_read;
            orb_ram_tdp #(
                .WIDTH  (WIDTH),
                .DEPTH  (DEPTH),
                .LATENCY(LATENCY)
            ) ram (
                .clk    (clk),
                .a_en   (we),
                .a_we   (1'b1),
                .a_addr (waddr),
                .a_wdata(wdata),
                .a_rdata(unused_read),
                .b_en   (re),
                .b_we   (1'b0),
                .b_addr (raddr),
                .b_wdata({WIDTH{1'b0}}),
                .b_rdata(rdata)
            );
            wire unused = &{1'b0, unused_read};
        end else begin : g_wide
            localparam BLOCKS = (WIDTH + 35) / 36;
            /* verilator lint_off WIDTH */  // unused bits of the block RAMs are written as zeros and not read
            wire [8:0] write_place = waddr, read_place = raddr;
            wire [BLOCKS*36-1:0] in = wdata;
            wire [BLOCKS*36-1:0] out;
            assign rdata = out;
            /* verilator lint_on WIDTH */

            genvar n;
            for (n = 0; n < BLOCKS; n = n + 1) begin : g_block
                orb_ecp5_ram #(
                    .BITS   (36),
                    .LATENCY(LATENCY)
                ) ram (
                    .clk    (clk),
                    .a_en   (we),
                    .a_we   (1'b1),
                    .a_addr ({write_place, 5'b01111}),
                    .a_wdata(in[n*36+:18]),
                    .a_rdata(out[n*36+:18]),
                    .b_en   (re),
                    .b_we   (1'b0),
                    .b_addr ({read_place, 5'b00000}),
                    .b_wdata(in[n*36+18+:18]),
                    .b_rdata(out[n*36+18+:18])
                );
            end
        end
    endgenerate

endmodule
`resetall
