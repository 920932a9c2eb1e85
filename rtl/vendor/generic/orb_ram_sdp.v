// Memory of one clock with one write port and one read port.
// SPDX-License-Identifier: Apache-2.0
//
// A word is read LATENCY cycles after its address. No user of this memory reads a word in the cycle in which it is
// written, so synthesis needs no bypass; no_rw_check tells Yosys.
`resetall
`default_nettype none

module orb_ram_sdp #(
    parameter WIDTH   = 36,   // bits of a word
    parameter DEPTH   = 512,  // words
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

`ifdef VERILATOR
    localparam SPARE = 16;  // see orb_ram_tdp.v
`else
    localparam SPARE = 0;
`endif
    (* no_rw_check *) reg [WIDTH-1:0] mem[0:DEPTH+SPARE-1];
    reg [WIDTH-1:0] read_q;

    // The read comes before the write in the block, so a blocking write has the same effect. It is faster to simulate.
    /* verilator lint_off BLKSEQ */
    /* verilator lint_off WIDTH */
    always @(posedge clk) begin
        if (re) read_q <= mem[raddr];
        if (we) mem[waddr] = wdata;
    end
    /* verilator lint_on WIDTH */
    /* verilator lint_on BLKSEQ */

    generate
        if (LATENCY == 2) begin : g_output
            reg [WIDTH-1:0] rdata_q;
            always @(posedge clk) rdata_q <= read_q;
            assign rdata = rdata_q;
        end else begin : g_direct
            assign rdata = read_q;
        end
    endgenerate

endmodule
`resetall
