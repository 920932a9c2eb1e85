// A lane of a node in floating point: a multiply-add, and the serial links of its operand and its sum.
// SPDX-License-Identifier: Apache-2.0
//
// The links are those of orb_lane_fixed. Slots come in groups, so the sums and operands of a group wait for their turn
// on the links. A sum is rounded behind the link, in orb_node_float.
`resetall
`default_nettype none

module orb_lane_float #(
    `include "orb_params.vh"
) (
    input  wire                 clk,
    input  wire [LANE_BITS-1:0] control,
    // products
    input  wire [       W-1:0] x,
    input  wire [      CW-1:0] c,
    input  wire [      AW-1:0] y_addend,  // a sum begins with it
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
    output wire [      AW-1:0] y_word
);

    `ORB_LANE_FLOAT_FIELDS(wire)
    assign {`ORB_LANE_FLOAT} = control;

    // ---- multiply-add -------------------------------------------------------------------------------------------
    wire [AW-1:0] y;

    orb_fma_float #(
        .EXP(EXP), .MAN(W - 1 - EXP), .AEXP(AW == W ? EXP : 8), .AMAN(AW == W ? W - 1 - EXP : 23),
        .MUL_LAT(FMA_LAT - ACC_LAT), .ADD_LAT(ACC_LAT), .GROUP(GROUP)
    ) fma (
        .clk(clk), .x(x), .c(c), .en(mac_en), .first(mac_first), .a(y_addend), .y(y)
    );

    // ---- what waits for the links -------------------------------------------------------------------------------
    wire [W-1:0] x_held;
    wire [AW-1:0] y_held;

    generate
        if (GROUP == 1) begin : g_single
            reg [W-1:0] x_q;
            always @(posedge clk) if (x_grab) x_q <= x;
            assign x_held = x_q;
            assign y_held = y;  // stands still until the next slot's first product
            wire unused = &{1'b0, grab_place, x_place, y_keep, keep_place, y_place};
        end else begin : g_group
            reg [W-1:0] x_q[0:2*GROUP-1];
            reg [AW-1:0] y_q[0:2*GROUP-1];
            always @(posedge clk) begin
                if (x_grab) x_q[grab_place] <= x;
                if (y_keep) y_q[keep_place] <= y;
            end
            assign x_held = x_q[x_place];
            assign y_held = y_q[y_place];
        end
    endgenerate

    // ---- links --------------------------------------------------------------------------------------------------
    wire [LY-1:0] y_in = (y_from == 2'd0) ? y_out : (y_from == 2'd1) ? y_in_q : (y_from == 2'd2) ? y_in_r : y_in_s;
    wire [LY-1:0] y_previous;
    wire unused = &{1'b0, y_previous};

    orb_link_operand #(
        `include "orb_pass.vh"
    ) x_link (
        .clk(clk), .send(x_send), .shift(x_shift), .from(x_from), .word(x_held), .in_q(x_in_q), .in_r(x_in_r),
        .in_s(x_in_s), .out(x_out), .received(x_word)
    );

    orb_serial #(
        .WIDTH(AW), .LINK(LY), .CYCLES(SL)
    ) y_link (
        .clk(clk), .send(y_send), .word(y_held), .shift(y_shift), .in(y_in), .out(y_out), .previous(y_previous),
        .received(y_word)
    );

endmodule
`resetall
