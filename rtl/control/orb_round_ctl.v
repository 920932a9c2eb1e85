// Tells orb_round which bits of each part of a sum belong to the result. This follows from the shift, so all nodes
// share this module.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_round_ctl #(
    `include "orb_params.vh"
) (
    input  wire          clk,
    input  wire          send,    // the first part comes in the next cycle
    input  wire [   5:0] shift,   // right shift of that sum, 0..AW-W
    input  wire          part,    // a part of the sum is there
    input  wire          part_first,
    output wire [`ORB_ROUND_BITS-1:0] rounding  // r_en and what follows are a cycle late, see orb_round
);

    `ORB_ROUND_FIELDS(reg)
    assign rounding = {`ORB_ROUND};
    always @(*) {r_part, r_part_first} = {part, part_first};

    localparam PARTS = (W + LY - 1) / LY;
    localparam MOST = PARTS * LY, LOWEST = MOST - LY, EB = AW + LY < 32 ? 7 : $clog2(AW + LY + 1) + 1;

    // (W - 1 + bits) mod LY, as a table
    localparam TOP = LY - 1, UNSHIFTED = (W - 1) % LY;
    function [FB-1:0] place_of(input [5:0] bits);
        integer n;
        reg [FB-1:0] at;
        begin
            place_of = {FB{1'b0}};
            at = UNSHIFTED[FB-1:0];
            for (n = 0; n <= AW - W; n = n + 1) begin
                if (bits == n[5:0]) place_of = at;
                at = (at == TOP[FB-1:0]) ? {FB{1'b0}} : at + 1'b1;
            end
        end
    endfunction

    reg signed [EB-1:0] left;  // bits from the lowest of this part up to the highest of the result
    wire signed [EB-1:0] bits = W[EB-1:0];
    wire [LY-1:0] ones = {LY{1'b1}} << 1;  // all but the lowest

    always @(posedge clk) begin
        if (send) begin
            r_place <= place_of(shift);
            left    <= $signed({{(EB - 6) {1'b0}}, shift}) + bits;
        end else if (part) left <= left - $signed(LY[EB-1:0]);
        r_en     <= part;
        r_first  <= part_first;
        r_counts <= (left > 0) & (left <= $signed(MOST[EB-1:0]));
        r_low    <= (left > $signed(LOWEST[EB-1:0]));
        r_above  <= left[EB-1] ? {LY{1'b1}} : (left < $signed(LY[EB-1:0])) ? ones << left[FB-1:0] : {LY{1'b0}};
    end

endmodule
`resetall
