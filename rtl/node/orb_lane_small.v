// A lane of a node with SUM_LAT = 0, for small chips: as orb_lane_fixed, but the multiply-add sums the products of a
// slot alone. The stored sum is added part by part while the sum leaves, by an adder as wide as the link.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_lane_small #(
    `include "orb_params.vh"
) (
    input  wire                 clk,
    input  wire [LANE_BITS-1:0] control,
    // products
    input  wire [       W-1:0] x,
    input  wire [      CW-1:0] c,
    input  wire [      AW-1:0] y_stored,  // the stored sum, while the slot's leaves,
    input  wire                y_zero,    // ... which counts as zero
    // links, as those of orb_lane_fixed
    input  wire [      LX-1:0] x_in_q,
    input  wire [      LX-1:0] x_in_r,
    input  wire [      LX-1:0] x_in_s,
    output wire [      LX-1:0] x_out,
    output wire [       W-1:0] x_word,
    input  wire [      LY-1:0] y_in_q,
    input  wire [      LY-1:0] y_in_r,
    input  wire [      LY-1:0] y_in_s,
    output wire [      LY-1:0] y_out,
    output wire [      AW-1:0] y_word,
    output wire [      LY-1:0] m_bits,
    // the sum that came in, rounded; see orb_round
    output wire [       W-1:0] r_word,
    output wire                r_sign,
    output wire                r_sat
);

    `ORB_LANE_FIXED_FIELDS(wire)
    assign {`ORB_LANE_FIXED} = control;

    // ---- multiply-add -------------------------------------------------------------------------------------------
    localparam SLOT = W + CW - PS + $clog2(BMAX);
    wire [SLOT-1:0] y_slot;
    wire y_up;  // one is still to be added to it

    orb_fma_slot #(
        .W(W), .CW(CW), .PS(PS), .BMAX(BMAX), .LATENCY(FMA_LAT)
    ) fma (
        .clk(clk), .x(x), .c(c), .en(mac_en), .first(mac_first), .y(y_slot), .up(y_up)
    );

    /* verilator lint_off WIDTH */  // sign extension, or of a sum that wraps its low bits
    wire [AW-1:0] y = $signed(y_slot);
    /* verilator lint_on WIDTH */

    // ---- operand link -------------------------------------------------------------------------------------------
    reg [W-1:0] x_held;
    always @(posedge clk) if (x_grab) x_held <= x;

    orb_link_operand #(
        `include "orb_pass.vh"
    ) x_link (
        .clk(clk), .send(x_send), .shift(x_shift), .from(x_from), .word(x_held), .in_q(x_in_q), .in_r(x_in_r),
        .in_s(x_in_s), .out(x_out), .received(x_word)
    );

    // ---- sum link, with the adder behind it ---------------------------------------------------------------------
    localparam PARTS = $clog2(SL);
    wire [LY-1:0] y_in, y_previous, y_leaves;
    reg [PARTS-1:0] part;  // that is on the link
    reg carry;             // into it
    /* verilator lint_off WIDTH */  // sign extension to whole parts; one of them
    wire [LY*SL-1:0] stored = $signed(y_stored);
    wire [LY-1:0] stored_part = y_zero ? {LY{1'b0}} : stored >> part * LY;
    /* verilator lint_on WIDTH */
    wire [LY+1:0] sum = {1'b0, y_leaves, 1'b1} + {1'b0, stored_part, carry};
    assign y_out = sum[LY:1];
    wire unused = &{1'b0, sum[0]};

    always @(posedge clk) begin
        part  <= y_send ? {PARTS{1'b0}} : part + 1'b1;
        carry <= y_send ? y_up : sum[LY+1];
    end

    orb_link_sum #(
        `include "orb_pass.vh"
    ) y_link (
        .clk(clk), .send(y_send), .shift(y_shift), .from(y_from), .word(y), .own(y_out), .in_q(y_in_q), .in_r(y_in_r),
        .in_s(y_in_s), .out(y_leaves), .in(y_in), .previous(y_previous), .received(y_word), .m_en(m_en),
        .m_first(m_first), .m_bits(m_bits)
    );

    // ---- rounding -----------------------------------------------------------------------------------------------
    orb_round #(
        .W(W), .LY(LY)
    ) round (
        .clk(clk), .part_en(r_part), .part_first(r_part_first), .part(y_in), .previous(y_previous), .place(r_place),
        .en(r_en), .first(r_first), .counts(r_counts), .low(r_low), .differ(m_bits), .above(r_above), .q(r_word),
        .sign(r_sign), .sat(r_sat)
    );

endmodule
`resetall
