// Keeps, for each stage descriptor, the bit length of the largest sum that it stored.
// SPDX-License-Identifier: Apache-2.0
//
// Sums pass as chunks of LY bits, lowest first. A bit of a chunk is set if any node's sum differs there from its next
// lower bit; if the highest set bit is n, then -2^n <= sum < 2^n for all nodes. The stored length is read when a sum
// begins. After `clear` one descriptor's length is wiped a cycle. This is early enough, as sums of descriptor n come
// more than 2n+2 cycles after `clear`.
`resetall
`default_nettype none

module orb_magnitude #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          clear,    // forget all
    input  wire          en,       // a chunk
    input  wire          first,    // ... the lowest of its sum
    input  wire [LY-1:0] bits,
    input  wire [DB-1:0] index,    // the descriptor that stores it
    input  wire [DB-1:0] read,
    output wire          reads,    // `read` is looked at, else no sum begins
    output wire [   7:0] length    // of descriptor `read`, a cycle later
);

    localparam MB = $clog2(AW), TB = $clog2(LY + 1);

    reg  [MB-1:0] base, found_q, best;  // best: of descriptor index_q, if known
    reg           found_any, known;
    reg           fresh;                // a sum began, of a descriptor other than that of `best`
    reg  [DB-1:0] index_q;
    reg  [  DB:0] wiped;                // descriptors
    reg           all_wiped;            // when `stored` was read
    wire [MB-1:0] stored;
    wire [MB-1:0] base_now = first ? {MB{1'b0}} : base;
    wire          begins = en & first;

    function [TB-1:0] top(input [LY-1:0] b);
        integer n;
        begin
            top = {TB{1'b0}};
            for (n = 0; n < LY; n = n + 1) if (b[n]) top = n[TB-1:0];
        end
    endfunction
    wire [MB+TB-1:0] found = {{TB{1'b0}}, base_now} + {{MB{1'b0}}, top(bits)};

    // Both comparisons go on at once, as the memory's word comes late.
    wire          larger = found_any & (fresh ? found_q > stored : found_q > best);

    orb_ram_sdp #(
        .WIDTH(MB), .DEPTH(DEPTH), .LATENCY(1)
    ) lengths (
        .clk  (clk),
        .we   (larger | !wiped[DB]),
        .waddr(larger ? index_q : wiped[DB-1:0]),
        .wdata(larger ? found_q : {MB{1'b0}}),
        .re   (1'b1),
        .raddr(begins ? index : read),
        .rdata(stored)
    );

    always @(posedge clk) begin
        fresh     <= begins & !(known & (index == index_q));
        found_any <= en & (|bits);
        found_q   <= found[MB-1:0];
        best      <= larger ? found_q : fresh ? stored : best;
        all_wiped <= wiped[DB] & !clear;
        if (en) begin
            base    <= base_now + LY[MB-1:0];
            index_q <= index;
        end
        if (clear) begin
            wiped <= {DB + 1{1'b0}};
            known <= 1'b0;
        end else begin
            if (!larger & !wiped[DB]) wiped <= wiped + 1'b1;
            if (en) known <= 1'b1;
        end
    end

    assign reads  = !begins;
    assign length = all_wiped ? {{(8 - MB) {1'b0}}, stored} : 8'd0;

    wire unused = &{1'b0, found};

endmodule
`resetall
