// The rules of AXI4-Lite: assumed of the master, asserted of the slave.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module axil_rules #(
    parameter AB      = 12,  // bits of an address
    parameter LONGEST = 4    // cycles in which the slave answers at the latest
) (
    input wire          clk,
    input wire          rst,
    input wire          started,
    input wire [AB-1:0] awaddr,
    input wire          awvalid,
    input wire          awready,
    input wire [  31:0] wdata,
    input wire [   3:0] wstrb,
    input wire          wvalid,
    input wire          wready,
    input wire [   1:0] bresp,
    input wire          bvalid,
    input wire          bready,
    input wire [AB-1:0] araddr,
    input wire          arvalid,
    input wire          arready,
    input wire [  31:0] rdata,
    input wire [   1:0] rresp,
    input wire          rvalid,
    input wire          rready,
    // what is under way, for the induction
    output reg [   1:0] addresses,  // write addresses, write words and reads that have no answer yet
    output reg [   1:0] words,
    output reg [   1:0] reads
);

    // ---- valid and what goes with it stay until ready; after a reset nothing is valid -------------------------------
    always @(posedge clk)
        if (!started || $past(rst)) begin
            assume (!awvalid & !wvalid & !arvalid);
            if (started) assert (!bvalid & !rvalid);
        end else begin
            if ($past(awvalid & !awready)) assume (awvalid & $stable(awaddr));
            if ($past(wvalid & !wready)) assume (wvalid & $stable({wdata, wstrb}));
            if ($past(arvalid & !arready)) assume (arvalid & $stable(araddr));
            if ($past(bvalid & !bready)) assert (bvalid & $stable(bresp));
            if ($past(rvalid & !rready)) assert (rvalid & $stable({rdata, rresp}));
        end

    // ---- an answer to each request, and none without ----------------------------------------------------------------
    wire answer_w = bvalid & bready, answer_r = rvalid & rready;
    always @(posedge clk)
        if (rst) {addresses, words, reads} <= 0;
        else begin
            addresses <= addresses + (awvalid & awready) - answer_w;
            words     <= words + (wvalid & wready) - answer_w;
            reads     <= reads + (arvalid & arready) - answer_r;
        end

    always @(*)
        if (started) begin
            assert (!bvalid | ((addresses != 0) & (words != 0)));
            assert (!rvalid | (reads != 0));
            assert ((addresses < 3) & (words < 3) & (reads < 3));
            assert (!bvalid | !bresp[0]);  // OKAY or SLVERR
            assert (!rvalid | !rresp[0]);
        end

    // ---- in bounded time: the slave keeps neither a whole request nor an answer back --------------------------------
    reg [3:0] wait_w, wait_r;
    always @(posedge clk) begin
        wait_w <= (rst | bvalid | !(addresses != 0 | awvalid) | !(words != 0 | wvalid)) ? 0 : wait_w + 1;
        wait_r <= (rst | rvalid | !(reads != 0 | arvalid)) ? 0 : wait_r + 1;
    end
    always @(*)
        if (started) begin
            assert (wait_w <= LONGEST);
            assert (wait_r <= LONGEST);
        end

    always @(*)
        if (started) begin
            cover (answer_w & (bresp == 2'b00));
            cover (answer_w & (bresp == 2'b10));
            cover (answer_r & (rresp == 2'b00));
            cover (answer_r & (rresp == 2'b10));
        end

endmodule
