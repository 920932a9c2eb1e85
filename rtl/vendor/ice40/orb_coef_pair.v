// Coefficients of two neighbouring nodes: a block RAM for each node and lane, as a block RAM has only one read port.
// SPDX-License-Identifier: Apache-2.0
//
// A word is read MEM_LAT cycles after its address.
`resetall
`default_nettype none

module orb_coef_pair #(
    parameter CW      = 16,  // bits of a coefficient
    parameter LANES   = 1,   // coefficients that a node reads at once, neighbours in a row: 1, 2 or 4
    parameter CA      = 6,   // bits of an address in the memory of one node and lane
    parameter MEM_LAT = 1    // cycles from address to data, 1 or 2
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
            orb_ram_sdp #(
                .WIDTH  (CW),
                .DEPTH  (1 << CA),
                .LATENCY(MEM_LAT)
            ) a_memory (
                .clk  (clk),
                .we   (a_we[l]),
                .waddr(a_addr),
                .wdata(a_wdata),
                .re   (1'b1),
                .raddr(a_addr),
                .rdata(a_rdata[l*CW+:CW])
            );
            orb_ram_sdp #(
                .WIDTH  (CW),
                .DEPTH  (1 << CA),
                .LATENCY(MEM_LAT)
            ) b_memory (
                .clk  (clk),
                .we   (b_we[l]),
                .waddr(b_addr),
                .wdata(b_wdata),
                .re   (1'b1),
                .raddr(b_addr),
                .rdata(b_rdata[l*CW+:CW])
            );
        end
    endgenerate

    wire unused = &{1'b0, a_en, b_en};

endmodule
`resetall
