// True dual-port memory of one clock: each port reads or writes one word per cycle.
// SPDX-License-Identifier: Apache-2.0
// A word is read LATENCY cycles after its address; a port that writes keeps its read data. No user reads a word in the
// cycle in which the other port writes it.
`resetall
`default_nettype none

module orb_ram_tdp #(
    parameter WIDTH   = 18,    // bits of a word
    parameter DEPTH   = 1024,  // words
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

`ifdef VERILATOR
    // Spare words keep the words at one address of many nodes' memories from sharing a cache set of the host.
    localparam SPARE = 16;
`else
    localparam SPARE = 0;
`endif
    (* no_rw_check *) reg [WIDTH-1:0] mem[0:DEPTH+SPARE-1];
    reg [WIDTH-1:0] a_read_q, b_read_q;

    // No port reads a word that the other one writes, so blocking writes have the same effect and simulate faster.
    /* verilator lint_off BLKSEQ */
    /* verilator lint_off WIDTH */
    always @(posedge clk)
        if (a_en) begin
            if (!a_we) a_read_q <= mem[a_addr];
            else mem[a_addr] = a_wdata;
        end

    reg [$clog2(DEPTH)-1:0] b_at;  // temporary, so that a simulator computes the address only if the port is used
    always @(posedge clk)
        if (b_en) begin
            b_at = b_addr;
            if (!b_we) b_read_q <= mem[b_at];
            else mem[b_at] = b_wdata;
        end
    /* verilator lint_on WIDTH */
    /* verilator lint_on BLKSEQ */

    generate
        if (LATENCY == 2) begin : g_output
            reg [WIDTH-1:0] a_rdata_q, b_rdata_q;
            always @(posedge clk) begin
                a_rdata_q <= a_read_q;
                b_rdata_q <= b_read_q;
            end
            assign a_rdata = a_rdata_q;
            assign b_rdata = b_rdata_q;
        end else begin : g_direct
            assign a_rdata = a_read_q;
            assign b_rdata = b_read_q;
        end
    endgenerate

endmodule
`resetall
