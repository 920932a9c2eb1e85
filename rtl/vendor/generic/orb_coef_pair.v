// Coefficients of two neighbouring nodes: one true dual-port memory a lane, a port for each node.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_coef_pair #(
    parameter CW      = 18,  // bits of a coefficient
    parameter LANES   = 1,   // coefficients read at once: neighbours in a row
    parameter CA      = 9,   // bits of a node's address
    parameter MEM_LAT = 2    // memory latency
) (
    input  wire                clk,
    input  wire                a_en,
    input  wire [   LANES-1:0] a_we,
    input  wire [      CA-1:0] a_addr,
    input  wire [      CW-1:0] a_wdata,
    output wire [LANES*CW-1:0] a_rdata,
    input  wire                b_en,
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
