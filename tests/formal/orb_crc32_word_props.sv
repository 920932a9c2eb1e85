// orb_crc32_word processes words as the definition of the CRC-32 (IEEE 802.3) does bit after bit, and is good three
// cycles after a word if the last four bytes were the checksum of those before them.
// SPDX-License-Identifier: Apache-2.0
`default_nettype none

module orb_crc32_word_props (
    input wire        clk,
    input wire        clear,
    input wire        en,
    input wire [31:0] data,
    input wire [ 1:0] last_byte
);

    wire good;

    orb_crc32_word dut (
        .clk      (clk),
        .clear    (clear),
        .en       (en),
        .data     (data),
        .last_byte(last_byte),
        .good     (good)
    );

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;
    always @(*) if (!started) assume (clear);

    // ---- a word takes two cycles ------------------------------------------------------------------------------------
    reg busy;
    always @(posedge clk) busy <= en;
    always @(*) if (started & busy) assume (!en);

    // ---- the definition: the register takes one bit after the other, the lowest bit of a byte first -----------------
    localparam [31:0] POLYNOMIAL = 32'hEDB88320, RESIDUE = 32'hDEBB20E3;

    function [31:0] one_bit;
        input [31:0] state;
        input bit_in;
        one_bit = {1'b0, state[31:1]} ^ ((state[0] ^ bit_in) ? POLYNOMIAL : 32'd0);
    endfunction

    function [31:0] one_byte;
        input [31:0] state;
        input [7:0] value;
        integer i;
        begin
            one_byte = state;
            for (i = 0; i < 8; i = i + 1) one_byte = one_bit(one_byte, value[i]);
        end
    endfunction

    // ---- the register takes the bytes of a word in their order: two in the second cycle, two in the third -----------
    (* hierconn *) wire [31:0] \dut.crc , \dut.word , \dut.one , \dut.two ;
    (* hierconn *) wire \dut.takes , \dut.takes_two , \dut.first ;
    (* hierconn *) wire [1:0] \dut.last ;
    reg [31:0] value;         // the last word
    reg [1:0] last, due;      // number of its last byte; cycles until the register includes it
    always @(posedge clk)
        if (clear) due <= 0;
        else if (en) begin
            value <= data;
            last  <= last_byte;
            due   <= 2;
        end else if (due != 0) due <= due - 1;

    wire [7:0] low = (due == 2) ? value[7:0] : value[23:16], high = (due == 2) ? value[15:8] : value[31:24];
    wire [1:0] more = last - ((due == 2) ? 0 : 2);  // bytes behind the low one, if that is in the word
    reg [31:0] was, with_low, with_high;
    reg clears, takes_low, takes_high;
    always @(posedge clk) begin
        {was, with_low, with_high} <= {\dut.crc , \dut.one , \dut.two };
        clears     <= clear;
        takes_low  <= (due == 2) | ((due == 1) & last[1]);
        takes_high <= (more != 0);
    end

    always @(*)
        if (started) begin
            assert (\dut.one == one_byte(\dut.crc , \dut.word [7:0]));
            assert (\dut.two == one_byte(\dut.one , \dut.word [15:8]));
            if (due != 0) assert (\dut.word [15:0] == {high, low});
            assert (\dut.crc == (clears ? 32'hFFFFFFFF : !takes_low ? was : takes_high ? with_high : with_low));
            if (due == 0) assert (good == (\dut.crc == RESIDUE));
        end

    // ---- the residue is there if and only if the last four bytes were the complement of the register before ---------
    // A bit that comes later may be added to the register at once, so four bytes are 32 steps without input, from the
    // sum of register and bytes. Each step can be undone, so only one such sum leads to the residue: that of all ones.
    (* anyconst *) wire [31:0] any, bits;
    always @(*) assert (one_bit(any ^ bits, 1'b0) == (one_bit(any, bits[0]) ^ {1'b0, bits[31:1]}));

    wire [32*33-1:0] leads;  // number n: the one value that n steps turn into the residue
    assign leads[31:0] = RESIDUE;
    genvar n;
    generate
        for (n = 0; n < 32; n = n + 1) begin : g_step
            wire [31:0] to = leads[32*n+:32];
            assign leads[32*(n+1)+:32] = {to[30:0] ^ (to[31] ? POLYNOMIAL[30:0] : 31'd0), to[31]};
            always @(*) assert ((one_bit(any, 1'b0) == to) == (any == leads[32*(n+1)+:32]));
        end
    endgenerate
    always @(*) assert (leads[32*32+:32] == 32'hFFFFFFFF);

    // ---- the state that makes it true -------------------------------------------------------------------------------
    always @(*)
        if (started) begin
            assert ((due <= 2) & ((due == 2) == \dut.first ));
            assert (\dut.takes == ((due == 2) | ((due == 1) & last[1])));
            if (due == 2) assert (busy & (\dut.word == value) & (\dut.last == last) & (\dut.takes_two == (last != 0)));
            if (due == 1) assert (\dut.takes_two == last[0]);
        end

    always @(*) if (started) cover (good & (due == 0) & (last == 2));

endmodule
