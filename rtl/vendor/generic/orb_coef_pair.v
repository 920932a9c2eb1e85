// Coefficients of two neighbouring nodes: for each lane, one true dual-port memory with a port for each node.
// SPDX-License-Identifier: Apache-2.0
//
// A word is read MEM_LAT cycles after its address. A port that writes does not read.
`resetall
`default_nettype none

module orb_coef_pair #(
    parameter CW      = 18,  // bits of a coefficient
    parameter LANES   = 1,   // coefficients that a node reads at once, neighbours in a row: 1, 2 or 4
    parameter CA      = 9,   // bits of an address in the memory of one node and lane
    parameter MEM_LAT = 2    // cycles from address to data, 1 or 2
) (
    input  wire                clk,
    input  wire                a_en,     // port of one node
    input  wire [   LANES-1:0] a_we,     // one bit for each lane
    input  wire [      CA-1:0] a_addr,
    input  wire [      CW-1:0] a_wdata,
    output wire [LANES*CW-1:0] a_rdata,
    input  wire                b_en,     // port of the other node
    input  wire [   LANES-1:0] b_we,
    input  wire [      CA-1:0] b_addr,
    input  wire [      CW-1:0] b_wdata,
    output wire [LANES*CW-1:0] b_rdata
);

    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            orb_ram_tdp #(
                .WIDTH  (CW),
                .DEPTH  (2 << CA),
                .LATENCY(MEM_LAT)
            ) memory (
                .clk    (clk),
                .a_en   (a_en),
                .a_we   (a_we[l]),
                .a_addr ({1'b0, a_addr}),
                .a_wdata(a_wdata),
                .a_rdata(a_rdata[l*CW+:CW]),
                .b_en   (b_en),
                .b_we   (b_we[l]),
                .b_addr ({1'b1, b_addr}),
                .b_wdata(b_wdata),
                .b_rdata(b_rdata[l*CW+:CW])
            );
        end
    endgenerate

endmodule
`resetall
