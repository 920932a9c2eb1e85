// orb_round gives the integer nearest to v/2^shift, the even one of two, clipped to W bits.
// SPDX-License-Identifier: Apache-2.0
//
// Nothing here computes a rounding: r is any integer at all, and only where it satisfies the definition of the nearest
// one must the module have found the same.
`default_nettype none

module orb_round_props #(
    parameter W  = 5,
    parameter AW = 12
) (
    input wire                 clk,
    input wire                 take,   // a sum enters
    input wire signed [AW-1:0] v,
    input wire        [   5:0] shift
);

    localparam signed [AW:0] LARGEST = (1 << (W - 1)) - 1, SMALLEST = -(1 << (W - 1));
    localparam SHIFTS = AW - W;

    wire signed [W-1:0] q;
    wire sat;
    reg [3:1] taken = 3'b000;  // bit n: n cycles ago
    always @(posedge clk) taken <= {taken[2:1], take};

    orb_round #(
        .W (W),
        .AW(AW)
    ) dut (
        .clk  (clk),
        .en   ({taken[2:1], take}),
        .v    (v),
        .shift(shift),
        .q    (q),
        .sat  (sat)
    );

    always @(*) if (taken[1]) assume (shift <= SHIFTS);

    // the sum and the shift that belong to q
    reg signed [AW-1:0] v_1, v_2, v_3;
    reg [5:0] shift_2, shift_3;
    always @(posedge clk) begin
        {v_3, v_2, v_1} <= {v_2, v_1, v};
        {shift_3, shift_2} <= {shift_2, shift};
    end

    // r is the nearest integer: |r*2^shift - v| is at most one half of 2^shift, and r is even where it is just that
    (* anyconst *) wire signed [AW:0] r;
    localparam BITS = 2 * AW + 2;
    wire signed [BITS-1:0] unit = $signed({{(BITS - 1) {1'b0}}, 1'b1}) <<< shift_3;
    wire signed [BITS-1:0] product = $signed({{(BITS - AW - 1) {r[AW]}}, r}) <<< shift_3;
    wire signed [BITS-1:0] off = product - $signed({{(BITS - AW) {v_3[AW-1]}}, v_3});
    wire signed [BITS-1:0] twice = (off < 0 ? -off : off) <<< 1;
    wire nearest = (twice < unit) | ((twice == unit) & !r[0]);

    always @(*)
        if (taken[3] & nearest) begin
            assert (sat == ((r > LARGEST) | (r < SMALLEST)));
            if (r > LARGEST) assert (q == LARGEST);
            else if (r < SMALLEST) assert (q == SMALLEST);
            else assert (q == r);
        end

    always @(*)
        if (taken[3] & nearest) begin
            cover (twice == unit & (product > v_3) & !sat);
            cover (twice == unit & (product < v_3) & !sat);
            cover (sat & q == LARGEST);
            cover (sat & q == SMALLEST);
            cover (sat & (twice == unit) & (r == LARGEST + 1));
            cover (shift_3 == SHIFTS);
        end

endmodule
