// orb_magnitude keeps, for each descriptor, the highest place at which a bit of one of its sums was set since `clear`.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_magnitude_props #(
    parameter LY    = 3,
    parameter AW    = 11,
    parameter DEPTH = 2,
    parameter IB    = $clog2(DEPTH)
) (
    input wire          clk,
    input wire          clear,
    input wire          en,
    input wire          first,
    input wire [LY-1:0] bits,
    input wire [IB-1:0] index,
    input wire [IB-1:0] read
);

    localparam CHUNKS = (AW + LY - 1) / LY;
    wire reads;
    wire [7:0] length;

    orb_magnitude #(
        .LY   (LY),
        .AW   (AW),
        .DEPTH(DEPTH)
    ) dut (
        .clk   (clk),
        .clear (clear),
        .en    (en),
        .first (first),
        .bits  (bits),
        .index (index),
        .read  (read),
        .reads (reads),
        .length(length)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (clear);

    // ---- sums come chunk by chunk, each with its descriptor, and no bit is set beyond the last of a sum -------------
    reg [3:0] chunk;  // the next one of a sum; none comes before a sum begins
    reg [IB-1:0] index_before;
    wire [3:0] chunk_now = first ? 0 : chunk;
    always @(posedge clk)
        if (clear) chunk <= CHUNKS;
        else if (en) begin
            chunk <= chunk_now + 1;
            index_before <= index;
        end

    integer n, m;
    always @(*) begin
        assume (!clear | !en);
        for (n = 0; n < LY; n = n + 1) if (chunk_now * LY + n >= AW) assume (!en | !bits[n]);
        if (en) begin
            assume (chunk_now < CHUNKS);
            if (!first) assume (index == index_before);
            // its length has been wiped
            assume (\dut.wiped > index);
        end
    end

    // ---- the highest place of each descriptor, a cycle after its chunk ----------------------------------------------
    reg [7:0] place, place_q;
    reg [IB-1:0] index_q;
    reg seen_q;
    always @(*) begin
        place = 0;
        for (m = 0; m < LY; m = m + 1) if (bits[m]) place = chunk_now * LY + m;
    end
    reg [7:0] highest0, highest1;
    wire [7:0] highest_q = index_q ? highest1 : highest0;
    always @(posedge clk) begin
        place_q <= place;
        index_q <= index;
        seen_q  <= en & (bits != 0) & !clear;
        if (clear) {highest0, highest1} <= 16'd0;
        else if (seen_q & (place_q > highest_q)) begin
            if (index_q) highest1 <= place_q;
            else highest0 <= place_q;
        end
    end

    always @(posedge clk)
        if (started && $past(started) && $past(reads))
            assert (length == (!$past(\dut.wiped [IB] & !clear) ? 0 : $past(read) ? $past(highest1) : $past(highest0)));

    // ---- the state that makes it true -------------------------------------------------------------------------------
    (* hierconn *) wire [3:0] \dut.base , \dut.found_q , \dut.best , \dut.stored ;
    (* hierconn *) wire \dut.found_any , \dut.fresh , \dut.known ;
    (* hierconn *) wire [IB-1:0] \dut.index_q ;
    (* hierconn *) wire [IB:0] \dut.wiped ;
    (* hierconn *) wire [3:0] \dut.lengths.mem[0] , \dut.lengths.mem[1] ;

    wire [7:0] highest_dut = \dut.index_q ? highest1 : highest0;
    reg begins_q;
    always @(posedge clk) begins_q <= en & first;
    wire wiped0 = (\dut.wiped > 0), wiped1 = (\dut.wiped > 1);

    always @(*)
        if (started) begin
            assert (\dut.wiped <= DEPTH);
            assert (\dut.found_any == seen_q);
            if (seen_q) assert ((\dut.found_q == place_q) && (\dut.index_q == index_q) && \dut.known );
            if (seen_q) assert (\dut.wiped > index_q);
            if (chunk < CHUNKS) assert ((\dut.base == chunk * LY) && (\dut.index_q == index_before));
            assert ((chunk > 0) && (chunk <= CHUNKS));
            assert ((highest0 < AW) && (highest1 < AW));
            // what is in the memory, and what is known of the descriptor whose sum passes
            if (wiped0) assert (\dut.lengths.mem[0] == highest0);
            else assert (highest0 == 0);
            if (wiped1) assert (\dut.lengths.mem[1] == highest1);
            else assert (highest1 == 0);
            if (begins_q) assert (\dut.known && (\dut.wiped > \dut.index_q ));
            if (\dut.fresh ) assert (\dut.stored == highest_dut);
            else if (\dut.known ) assert (\dut.best == highest_dut);
            if (!\dut.known ) assert (!seen_q && (chunk == CHUNKS));
        end

    always @(*) cover (started & \dut.wiped [IB] & (highest0 == 10) & (highest1 == 3) & !seen_q);

endmodule
