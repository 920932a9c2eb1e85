// orb_round, told by orb_round_ctl, gives the integer nearest to v/2^shift, the even one of two, clipped to W bits.
// SPDX-License-Identifier: Apache-2.0
//
// Nothing here computes a rounding: r is any integer at all, and only where it satisfies the definition of the nearest
// one must the module have found the same.
`default_nettype none
`include "orb_control.vh"

module orb_round_props #(
    parameter W  = 5,
    parameter AW = 12,
    parameter LY = 3,
    parameter SL = (AW + LY - 1) / LY  // parts of a sum
) (
    input wire clk,
    input wire send  // the first part of a sum comes in the next cycle
);

    localparam signed [AW:0] LARGEST = (1 << (W - 1)) - 1, SMALLEST = -(1 << (W - 1));
    localparam SHIFTS = AW - W, FB = LY > 1 ? $clog2(LY) : 1, YS = SL * LY;

    // ---- any sum with any shift passes after any other, one right behind the other or later -------------------------
    (* anyseq *) wire signed [AW-1:0] v_new;
    (* anyseq *) wire [5:0] shift;
    reg signed [AW-1:0] v;
    reg [5:0] of_v;
    reg [YS-1:0] link;             // what is still to come of it
    reg [YS-1:0] passed;           // what has come; its highest part is the last
    reg [$clog2(SL+1)-1:0] left = 0;
    wire part_en = (left != 0);
    wire part_first = (left == SL);
    wire [LY-1:0] part = link;
    wire below = part_first ? part[0] : passed[YS-1];  // the lowest bit of all has none below
    reg [LY-1:0] differ;
    always @(*) assume (!send | ((left <= 1) & (shift <= SHIFTS)));
    always @(posedge clk) begin
        if (part_en) begin
            passed <= {part, passed} >> LY;
            differ <= part ^ {part, below};
        end
        if (send) begin
            {v, of_v} <= {v_new, shift};
            link <= $signed(v_new);
            left <= SL;
        end else if (part_en) begin
            link <= link >> LY;
            left <= left - 1;
        end
    end

    // ---- a result is there two cycles after the last part -----------------------------------------------------------
    reg [2:1] over = 0;
    reg signed [AW-1:0] v_1, v_2;
    reg [5:0] shift_1, shift_2;
    always @(posedge clk) begin
        over <= {over[1], left == 1};
        {v_2, v_1} <= {v_1, v};
        {shift_2, shift_1} <= {shift_1, of_v};
    end

    wire [FB-1:0] place;
    wire en, first, counts, low;
    wire [LY-1:0] above;
    wire signed [W-1:0] q;
    wire sign, sat;

    `ORB_ROUND_FIELDS(wire)
    assign {place, en, first, counts, low, above} = {r_place, r_en, r_first, r_counts, r_low, r_above};

    orb_round_ctl #(
        .W (W),
        .AW(AW),
        .LY(LY)
    ) ctl (
        .*,
        .part(part_en),
        .rounding({`ORB_ROUND})
    );
    orb_round #(
        .W (W),
        .LY(LY)
    ) dut (
        .*,
        .previous(passed[YS-1-:LY])
    );

    // r is the nearest integer: |r*2^shift - v| is at most one half of 2^shift, and r is even where it is just that
    (* anyconst *) wire signed [AW:0] r;
    localparam BITS = 2 * AW + 2;
    wire signed [BITS-1:0] unit = $signed({{(BITS - 1) {1'b0}}, 1'b1}) <<< shift_2;
    wire signed [BITS-1:0] product = $signed({{(BITS - AW - 1) {r[AW]}}, r}) <<< shift_2;
    wire signed [BITS-1:0] off = product - $signed({{(BITS - AW) {v_2[AW-1]}}, v_2});
    wire signed [BITS-1:0] twice = (off < 0 ? -off : off) <<< 1;
    wire nearest = (twice < unit) | ((twice == unit) & !r[0]);

    always @(*)
        if (over[2] & nearest) begin
            assert (sat == ((r > LARGEST) | (r < SMALLEST)));
            assert (sign == v_2[AW-1]);
            if (!sat) assert (q == r);
        end

    always @(*)
        if (over[2] & nearest) begin
            cover (twice == unit & (product > v_2) & !sat);
            cover (twice == unit & (product < v_2) & !sat);
            cover (sat & !sign);
            cover (sat & sign);
            cover (sat & (twice == unit) & (r == LARGEST + 1));
            cover (!sat & (r == SMALLEST) & (product > v_2));
            cover (shift_2 == SHIFTS);
        end

endmodule
