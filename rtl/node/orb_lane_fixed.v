// A lane of a node in fixed point: a multiply-add, and the serial links of its operand and its sum.
// SPDX-License-Identifier: Apache-2.0
//
// While the next slot is in work, a finished sum leaves for the -1 neighbour over the sum link and the sum of the +1
// neighbour comes in, both in one shift register. An operand that rolls does the same on the operand link. The sum that
// comes in is rounded on the way, in case it is a result.
`resetall
`default_nettype none

module orb_lane_fixed #(
    `include "orb_params.vh"
) (
    input  wire                 clk,
    input  wire [LANE_BITS-1:0] control,
    // products
    input  wire [       W-1:0] x,
    input  wire [      CW-1:0] c,
    input  wire [      AW-1:0] y_addend,  // a sum begins with it
    // operand link: parts from the +1 neighbours along each axis, a part to the -1 neighbours
    input  wire [      LX-1:0] x_in_q,
    input  wire [      LX-1:0] x_in_r,
    input  wire [      LX-1:0] x_in_s,
    output wire [      LX-1:0] x_out,
    output wire [       W-1:0] x_word,  // the operand that comes in, while its last part is on the link
    // sum link
    input  wire [      LY-1:0] y_in_q,
    input  wire [      LY-1:0] y_in_r,
    input  wire [      LY-1:0] y_in_s,
    output wire [      LY-1:0] y_out,
    output wire [      AW-1:0] y_word,  // likewise
    output wire [      LY-1:0] m_bits,  // bits of the sum that comes in that differ from the bit below them
    // the sum that came in, rounded; see orb_round
    output wire [       W-1:0] r_word,
    output wire                r_sign,
    output wire                r_sat
);

    `ORB_LANE_FIXED_FIELDS(wire)
    assign {`ORB_LANE_FIXED} = control;

    // ---- multiply-add -------------------------------------------------------------------------------------------
    wire [AW-1:0] y;  // stands still from its last product to the next slot's first

    orb_fma_fixed #(
        .W(W), .CW(CW), .AW(AW), .PS(PS), .LATENCY(FMA_LAT)
    ) fma (
        .clk(clk), .x(x), .c(c), .en(mac_en), .first(mac_first), .a(y_addend), .y(y)
    );

    // ---- operand link -------------------------------------------------------------------------------------------
    reg [W-1:0] x_held;
    always @(posedge clk) if (x_grab) x_held <= x;

    orb_link_operand #(
        `include "orb_pass.vh"
    ) x_link (
        .clk(clk), .send(x_send), .shift(x_shift), .from(x_from), .word(x_held), .in_q(x_in_q), .in_r(x_in_r),
        .in_s(x_in_s), .out(x_out), .received(x_word)
    );

    // ---- sum link -----------------------------------------------------------------------------------------------
    wire [LY-1:0] y_in, y_previous;

    orb_link_sum #(
        `include "orb_pass.vh"
    ) y_link (
        .clk(clk), .send(y_send), .shift(y_shift), .from(y_from), .word(y), .own(y_out), .in_q(y_in_q), .in_r(y_in_r),
        .in_s(y_in_s), .out(y_out), .in(y_in), .previous(y_previous), .received(y_word), .m_en(m_en),
        .m_first(m_first), .m_bits(m_bits)
    );

    // ---- rounding -----------------------------------------------------------------------------------------------
    wire [LY-1:0] part, previous, differ;

    orb_delay #(
        .WIDTH(3 * LY), .CYCLES(FAR)
    ) arrival (
        .clk(clk), .d({y_in, y_previous, m_bits}), .q({part, previous, differ})
    );

    orb_round #(
        .W(W), .LY(LY)
    ) round (
        .clk(clk), .part_en(r_part), .part_first(r_part_first), .part(part), .previous(previous), .place(r_place),
        .en(r_en), .first(r_first), .counts(r_counts), .low(r_low), .differ(differ), .above(r_above), .q(r_word),
        .sign(r_sign), .sat(r_sat)
    );

endmodule
`resetall
