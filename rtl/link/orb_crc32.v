// CRC-32 of IEEE 802.3 (zlib's crc32), a byte a cycle.
// SPDX-License-Identifier: Apache-2.0
//
// Fed with its own low byte the register moves down by eight bits: that is how a sender gets the four bytes out of it.
`resetall
`default_nettype none

module orb_crc32 (
    input  wire        clk,
    input  wire        clear,  // begin anew; goes before en
    input  wire        en,
    input  wire [ 7:0] data,
    output reg  [31:0] crc,    // the complement of the checksum of the bytes so far
    output wire        good    // the last four bytes were the checksum of those before, low byte first
);

    localparam [31:0] POLYNOMIAL = 32'hEDB88320;  // bits reversed
    localparam [31:0] RESIDUE = 32'hDEBB20E3;     // what a message and its checksum leave

    function [31:0] next;
        input [31:0] state;
        input [7:0] value;
        integer i;
        begin
            next = state ^ {24'd0, value};
            for (i = 0; i < 8; i = i + 1) next = (next >> 1) ^ (next[0] ? POLYNOMIAL : 32'd0);
        end
    endfunction

    assign good = (crc == RESIDUE);

    always @(posedge clk)
        if (clear) crc <= 32'hFFFFFFFF;
        else if (en) crc <= next(crc, data);

endmodule
`resetall
