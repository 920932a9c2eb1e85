// A sum that comes over the link of orb_lane_fixed is received whole, while the own sum leaves, and is rounded.
// SPDX-License-Identifier: Apache-2.0
//
// orb_lane_ctl and orb_round_ctl tell the lane what to do, as in orb_node_ctl. A neighbour sends the parts of any sum,
// the other two send anything. As in orb_round_props.sv, nothing here computes a rounding: r is any integer at all, and
// only where it satisfies the definition of the nearest one must the lane have found the same.
`default_nettype none
`include "orb_control.vh"

// The multiply-add, whose sum is any at all.
module orb_fma_fixed #(
    parameter W       = 18,
    parameter CW      = 18,
    parameter AW      = 36,
    parameter PS      = 8,
    parameter LATENCY = 3
) (
    input  wire          clk,
    input  wire [ W-1:0] x,
    input  wire [CW-1:0] c,
    input  wire          en,
    input  wire          first,
    input  wire [AW-1:0] a,
    output wire [AW-1:0] y
);

    (* anyseq *) wire [AW-1:0] any;
    assign y = any;

endmodule

module orb_lane_fixed_props #(
    `include "orb_params.vh"
) (
    input wire          clk,
    input wire          send,    // a sum leaves and another one comes, from the next cycle on
    input wire          stores,  // it becomes a result
    input wire [   1:0] source,  // the neighbour that it comes from: 1 Q, 2 R, 3 S, or 0, the node itself
    input wire [   5:0] shift,
    input wire [AW-1:0] new_sum,
    input wire [LY-1:0] other,   // what the other neighbours send
    input wire          new_x    // an operand leaves
);

    localparam signed [AW:0] LARGEST = (1 << (W - 1)) - 1, SMALLEST = -(1 << (W - 1));
    localparam SHIFTS = AW - W, YS = SL * LY, LAT = 2 + FAR;

    reg started = 1'b0;
    always @(posedge clk) started <= 1'b1;

    // ---- any sum passes after any other, one right behind the other or later ----------------------------------------
    (* hierconn *) wire [AW-1:0] \dut.y ;
    wire signed [AW-1:0] own = \dut.y , comes = (source == 0) ? own : new_sum;
    wire signed [YS-1:0] own_parts = own, parts = comes;
    wire [YS-1:0] differ = parts ^ {parts, parts[0]};
    reg signed [AW-1:0] v;
    reg [5:0] of_v;
    reg [1:0] from;
    reg result;
    reg [YS-1:0] link, leaving, changes;    // what is still to come, to leave; bits that differ from the one below
    reg [LY-1:0] changed;
    reg [$clog2(SL+1)-1:0] left = 0;
    wire [LY-1:0] part = link;

    always @(*) assume (!send | (started & (left <= 1) & (shift <= SHIFTS)));
    always @(posedge clk) begin
        changed <= changes;
        if (send) begin
            {v, of_v, from, result} <= {comes, shift, source, stores};
            {link, leaving, changes} <= {parts, own_parts, differ};
            left <= SL;
        end else if (left != 0) begin
            {link, leaving, changes} <= {link >> LY, leaving >> LY, changes >> LY};
            left <= left - 1;
        end
    end

    // ---- the lane and its control -----------------------------------------------------------------------------------
    (* anyseq *) wire [W+CW+AW+3*LX+2:0] any;
    wire [W-1:0] x, x_word, r_word;
    wire [CW-1:0] c;
    wire [AW-1:0] y_addend, y_word;
    wire [LX-1:0] x_in_q, x_in_r, x_in_s, x_out;
    wire [LY-1:0] y_in_q, y_in_r, y_in_s, y_out, m_bits;
    wire r_sign, r_sat;
    assign y_in_q = (from == 1) ? part : other;
    assign y_in_r = (from == 2) ? part : other;
    assign y_in_s = (from == 3) ? part : other;

    `ORB_LANE_FIXED_FIELDS(wire)
    assign {x, c, y_addend, x_in_q, x_in_r, x_in_s, mac_en, mac_first, x_grab} = any;
    assign {x_send, y_send} = {new_x, send};
    wire [`ORB_ROUND_BITS-1:0] rounding;

    orb_lane_ctl #(
        `include "orb_pass.vh"
    ) lane (
        .clk(clk), .rst(!started), .x_send(x_send), .y_send(y_send), .y_stores(stores), .x_source(source),
        .y_source(source), .x_shift(x_shift), .x_from(x_from), .y_shift(y_shift), .y_from(y_from), .looks(m_en),
        .begins(m_first)
    );
    orb_round_ctl #(
        `include "orb_pass.vh"
    ) round (
        .clk(clk), .send(y_send), .shift(shift), .part(m_en), .part_first(m_first), .rounding(rounding)
    );
    orb_delay #(
        .WIDTH(`ORB_ROUND_BITS), .CYCLES(FAR)
    ) delay (
        .clk(clk), .d(rounding), .q({`ORB_ROUND})
    );
    orb_lane_fixed #(
        `include "orb_pass.vh"
    ) dut (
        .clk(clk), .control({`ORB_LANE_FIXED}), .x(x), .c(c), .y_addend(y_addend), .x_in_q(x_in_q), .x_in_r(x_in_r),
        .x_in_s(x_in_s), .x_out(x_out), .x_word(x_word), .y_in_q(y_in_q), .y_in_r(y_in_r), .y_in_s(y_in_s),
        .y_out(y_out), .y_word(y_word), .m_bits(m_bits), .r_word(r_word), .r_sign(r_sign), .r_sat(r_sat)
    );

    // ---- what comes is there with its last part, and the own sum leaves meanwhile -----------------------------------
    reg looked = 1'b0;
    always @(posedge clk) looked <= (left != 0) & result;
    always @(*) begin
        if (left == 1) assert (y_word == v);
        if (left != 0) assert (y_out == leaving[LY-1:0]);
        if (looked) assert (m_bits == changed);
    end

    // ---- the result is there two cycles after the last part, or three with a register behind the link ---------------
    reg [LAT:1] over = 0;
    reg signed [AW-1:0] v_1, v_2, v_3;
    reg [5:0] shift_1, shift_2, shift_3;
    always @(posedge clk) begin
        over <= {over, (left == 1) & result};
        {v_3, v_2, v_1} <= {v_2, v_1, v};
        {shift_3, shift_2, shift_1} <= {shift_2, shift_1, of_v};
    end
    wire signed [AW-1:0] v_r = (FAR != 0) ? v_3 : v_2;
    wire [5:0] shift_r = (FAR != 0) ? shift_3 : shift_2;

    // r is the nearest integer: |r*2^shift - v| is at most one half of 2^shift, and r is even where it is just that
    (* anyconst *) wire signed [AW:0] r;
    localparam BITS = 2 * AW + 2;
    wire signed [BITS-1:0] unit = $signed({{(BITS - 1) {1'b0}}, 1'b1}) <<< shift_r;
    wire signed [BITS-1:0] product = $signed({{(BITS - AW - 1) {r[AW]}}, r}) <<< shift_r;
    wire signed [BITS-1:0] off = product - $signed({{(BITS - AW) {v_r[AW-1]}}, v_r});
    wire signed [BITS-1:0] twice = (off < 0 ? -off : off) <<< 1;
    wire nearest = (twice < unit) | ((twice == unit) & !r[0]);

    wire signed [W-1:0] q = r_word;
    always @(*)
        if (over[LAT] & nearest) begin
            assert (r_sat == ((r > LARGEST) | (r < SMALLEST)));
            assert (r_sign == v_r[AW-1]);
            if (!r_sat) assert (q == r);
        end

    always @(*)
        if (over[LAT] & nearest) begin
            cover ((twice == unit) & !r_sat & (shift_r == SHIFTS));
            cover (r_sat & r_sign);
            cover (left == SL - 1);
        end

endmodule
