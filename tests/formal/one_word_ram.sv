// Stands in for the memory orb_ram_sdp: it keeps the word of one arbitrary place, and a read of another gives anything.
// SPDX-License-Identifier: Apache-2.0
//
// What is proved with it holds for every place, so also for the memory that keeps them all.
`default_nettype none

module orb_ram_sdp #(
    parameter WIDTH   = 8,
    parameter DEPTH   = 512,
    parameter LATENCY = 1
) (
    input  wire                     clk,
    input  wire                     we,
    input  wire [$clog2(DEPTH)-1:0] waddr,
    input  wire [        WIDTH-1:0] wdata,
    input  wire                     re,
    input  wire [$clog2(DEPTH)-1:0] raddr,
    output reg  [        WIDTH-1:0] rdata
);

    (* anyconst *) wire [$clog2(DEPTH)-1:0] place;
    (* anyseq *) wire [WIDTH-1:0] anything;
    reg [WIDTH-1:0] kept;

    always @(posedge clk) begin
        if (re) rdata <= (raddr == place) ? kept : anything;
        if (we & (waddr == place)) kept <= wdata;
    end

    // No read meets a write, from the reset on, which is the first cycle.
    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (started) assert ((LATENCY == 1) & !(we & re & (waddr == raddr)));

endmodule
