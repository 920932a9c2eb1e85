// True dual-port memory of one clock: each port reads or writes a word a cycle.
// SPDX-License-Identifier: Apache-2.0
//
// A port that writes keeps its read data. The schedule never lets one port read what the other writes in that cycle.
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
    // words more, so that those of one address of many nodes' memories do not share a line of the machine's cache
    localparam SPARE = 16;
`else
    localparam SPARE = 0;
`endif
    (* no_rw_check *) reg [WIDTH-1:0] mem[0:DEPTH+SPARE-1];
    reg [WIDTH-1:0] a_read_q, b_read_q;

    // no port reads what another writes, so blocking writes are the same, and spare a simulator its bookkeeping
    /* verilator lint_off BLKSEQ */
    /* verilator lint_off WIDTH */
    always @(posedge clk)
        if (a_en) begin
            if (!a_we) a_read_q <= mem[a_addr];
            else mem[a_addr] = a_wdata;
        end

    reg [$clog2(DEPTH)-1:0] b_at;  // a temporary, which a simulator computes only where the port is used
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
