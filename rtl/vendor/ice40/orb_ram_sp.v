// Memory of one clock with one port: it writes a word in the cycles of `we` and reads one in all others.
// SPDX-License-Identifier: Apache-2.0
//
// It consists of SB_SPRAM256KA side by side, each with 16 bits of a word.
`resetall
`default_nettype none

module orb_ram_sp #(
    parameter WIDTH = 32,  // bits of a word
    parameter DEPTH = 16   // words, up to 16384
) (
    input  wire                     clk,
    input  wire                     we,
    input  wire [$clog2(DEPTH)-1:0] addr,
    input  wire [        WIDTH-1:0] wdata,
    output wire [        WIDTH-1:0] rdata  // word of the last cycle's address; invalid after a write
);

    localparam BLOCKS = (WIDTH + 15) / 16;
    /* verilator lint_off WIDTH */  // unused bits of the memories are written as zeros and not read
    wire [13:0] place = addr;
    wire [BLOCKS*16-1:0] in = wdata;
    wire [BLOCKS*16-1:0] out;
    assign rdata = out;
    /* verilator lint_on WIDTH */

    genvar n;
    generate
        for (n = 0; n < BLOCKS; n = n + 1) begin : g_block
            SB_SPRAM256KA ram (
                .CLOCK     (clk),
                .ADDRESS   (place),
                .DATAIN    (in[n*16+:16]),
                .MASKWREN  (4'b1111),
                .WREN      (we),
                .CHIPSELECT(1'b1),
                .STANDBY   (1'b0),
                .SLEEP     (1'b0),
                .POWEROFF  (1'b1),  // active low
                .DATAOUT   (out[n*16+:16])
            );
        end
    endgenerate

endmodule
`resetall
