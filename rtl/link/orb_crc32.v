// CRC-32 of IEEE 802.3, as zlib's crc32: one byte per cycle, or one bit per cycle in less logic.
// SPDX-License-Identifier: Apache-2.0
//
// `en` takes a byte. With BITS = 8, `ready` is always 1 and `crc` includes the byte in the next cycle. With BITS = 1,
// this takes eight cycles, in which `ready` is 0. After a sender has sent the low byte of the checksum, it feeds it
// back with `own`, which moves the register down by eight bits. So it finds all four bytes at the same place.
`resetall
`default_nettype none

module orb_crc32 #(
    parameter BITS = 8  // bits that are processed in a cycle: 8 or 1
) (
    input  wire        clk,
    input  wire        clear,  // begin a new message; has priority over en
    input  wire        en,     // take a byte, only while ready is 1
    input  wire        own,    // with en: the byte is the low byte of the checksum itself
    input  wire [ 7:0] data,
    output wire        ready,  // crc includes all bytes that were taken
    output reg  [31:0] crc,    // complement of the checksum of the bytes that were taken
    output wire        good    // the last four bytes were the checksum of those before them, low byte first
);

    generate
        if (BITS != 1 && BITS != 8) begin : g_bits
            orb_crc32_BITS_must_be_1_or_8 illegal ();
        end
    endgenerate

    localparam [31:0] POLYNOMIAL = 32'hEDB88320;  // with its bits reversed
    localparam [31:0] RESIDUE = 32'hDEBB20E3;     // crc after any message and its checksum

    function [31:0] next;
        input [31:0] state;
        input [BITS-1:0] value;
        integer i;
        begin
            next = state ^ {{(32 - BITS) {1'b0}}, value};
            for (i = 0; i < BITS; i = i + 1) next = (next >> 1) ^ (next[0] ? POLYNOMIAL : 32'd0);
        end
    endfunction

    assign good = (crc == RESIDUE);

    generate
        if (BITS == 8) begin : g_byte
            assign ready = 1'b1;
            always @(posedge clk)
                if (clear) crc <= 32'hFFFFFFFF;
                else if (en) crc <= next(crc, data ^ {8{own}});
        end else begin : g_bit
            reg [3:0] step;  // 8..15: a bit of the byte is left
            reg [7:0] left;
            reg own_q;
            wire bit_in = own_q ? crc[0] : left[0];
            assign ready = !step[3];
            always @(posedge clk) begin
                if (en) own_q <= own;
                left <= en ? data : {1'b0, left[7:1]};
                step <= en ? 4'd8 : step + {3'd0, step[3]};
                if (step[3]) crc <= next(crc, bit_in);
                if (clear) begin
                    step <= 4'd0;
                    crc  <= 32'hFFFFFFFF;
                end
            end
        end
    endgenerate

endmodule
`resetall
