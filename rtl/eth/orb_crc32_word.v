`resetall
// CRC-32 of IEEE 802.3, as zlib's crc32: up to four bytes per cycle, to check a message that ends with its checksum.
// SPDX-License-Identifier: Apache-2.0
//
// A word is registered first, so `good` includes it two cycles after `en`.
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
    reg there;
    wire [31:0] one = next(crc, word[7:0]);
    wire [31:0] two = next(one, word[15:8]);
    wire [31:0] three = next(two, word[23:16]);
    wire [31:0] four = next(three, word[31:24]);

    assign good = (crc == RESIDUE);

    always @(posedge clk) begin
        word  <= data;
        last  <= last_byte;
        there <= en & !clear;
        if (clear) crc <= 32'hFFFFFFFF;
        else if (there) crc <= (last == 2'd0) ? one : (last == 2'd1) ? two : (last == 2'd2) ? three : four;
    end

endmodule
`resetall
