`resetall
// CRC-32 of IEEE 802.3, as zlib's crc32: up to four bytes in two cycles, to check a message that ends with its
// checksum.
// SPDX-License-Identifier: Apache-2.0
//
// A word is registered, and its two halves are processed one after the other: four bytes in one cycle would be twice as
// many levels of logic. So `en` must not be 1 in two successive cycles, and `good` includes a word three cycles later.
`resetall
`default_nettype none

module orb_crc32_word (
    input  wire        clk,
    input  wire        clear,      // begin a new message; has priority over en
    input  wire        en,         // take a word
    input  wire [31:0] data,       // the first byte in the lowest bits
    input  wire [ 1:0] last_byte,  // number of its last byte
    output wire        good        // the last four bytes were the checksum of those before them, low byte first
);

    localparam [31:0] POLYNOMIAL = 32'hEDB88320;  // with its bits reversed
    localparam [31:0] RESIDUE = 32'hDEBB20E3;     // crc after any message and its checksum

    function [31:0] next;
        input [31:0] state;
        input [7:0] value;
        integer i;
        begin
            next = state ^ {24'd0, value};
            for (i = 0; i < 8; i = i + 1) next = (next >> 1) ^ (next[0] ? POLYNOMIAL : 32'd0);
        end
    endfunction

    reg [31:0] word, crc;
    reg [1:0] last;
    reg first;             // the lower half of the word is processed
    reg takes, takes_two;  // one or two bytes of a half are; two are
    wire [31:0] one = next(crc, word[7:0]);
    wire [31:0] two = next(one, word[15:8]);

    assign good = (crc == RESIDUE);

    always @(posedge clk) begin
        first <= en & !clear;
        if (en) begin
            word      <= data;
            last      <= last_byte;
            takes     <= !clear;
            takes_two <= (last_byte != 2'd0);
        end else begin
            word      <= {16'd0, word[31:16]};
            takes     <= first & last[1] & !clear;
            takes_two <= last[0];
        end
        if (clear) crc <= 32'hFFFFFFFF;
        else if (takes) crc <= takes_two ? two : one;
    end

endmodule
`resetall
