// Control of nodes with blocks: sends finished slots on their way, times events, says where words land.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_block_ctl #(
    `include "orb_params.vh"
) (
    input  wire                clk,
    input  wire                rst,
    input  wire [      BB-1:0] b1,
    input  wire [      BB-1:0] b2,
    input  wire [      BB-1:0] b3,
    input  wire [      RB-1:0] b23,
    // the stage that is taken, if stage_ready, and its parity
    input  wire                stage_ready,
    input  wire                stage_odd,
    input  wire [STAGE_BITS-1:0] stage,
    // products, see orb_slot_gen
    input  wire                product,
    input  wire [      XA-1:0] x_addr,
    input  wire [   LANES-1:0] grab,
    input  wire                first,
    input  wire                fresh,
    input  wire                zero,
    input  wire                keep,
    input  wire [      GB-1:0] member,
    input  wire                odd_group,
    input  wire [   LANES-1:0] lanes,
    input  wire                rolling,
    input  wire                storing,
    input  wire [      XA-1:0] roll_base,
    input  wire                odd_stage,
    input  wire                group_end,
    input  wire                step_first,
    input  wire                stage_last,
    // control of the nodes
    output wire [NODE_BITS-1:0] control,
    output wire [   LANES-1:0] r_done,
    output wire [   LANES-1:0] m_en,
    output wire                m_first,
    output wire                m_odd,
    output wire [    2*DB-1:0] stage_index, // descriptors of the even and of the odd stage
    output wire                window,
    output wire                window_last,
    output wire                landed,
    output wire                idle
);


    // ---- what the events of a stage need: of the even and of the odd one, as two at most have events under way ------
    wire [3:0] t_axis, t_x_from, t_y_from;
    wire [11:0] t_shift;
    wire [2*LB-1:0] t_slot;
    wire [2*XA-1:0] t_dst;

    genvar n;
    generate
        for (n = 0; n < 2; n = n + 1) begin : g_stage
            localparam [0:0] ODD = n;
            wire [1:0] axis, x_from, y_from;
            wire [5:0] shift;
            wire [LB-1:0] slot;
            wire [XA-1:0] dst;
            wire [DB-1:0] index;
            reg [STAGE_BITS-1:0] kept;
            always @(posedge clk) if (stage_ready & (stage_odd == ODD)) kept <= stage;
            assign {`ORB_STAGE} = kept;
            assign {t_axis[2*n+:2], t_x_from[2*n+:2], t_y_from[2*n+:2]} = {axis, x_from, y_from};
            assign {t_shift[6*n+:6], t_slot[n*LB+:LB], t_dst[n*XA+:XA]} = {shift, slot, dst};
            assign stage_index[n*DB+:DB] = index;
        end
    endgenerate

    // ---- ends of slots ----------------------------------------------------------------------------------------------
    wire slot_end, slot_first, slot_last, slot_rolls, slot_stores, slot_odd, sending;
    wire [LANES-1:0] slot_lanes;
    wire [XA-1:0] slot_base;
    wire [GB:0] slot_place;

    orb_group_send #(
        .LANES(LANES), .GROUP(GROUP), .LB(LB), .XA(XA)
    ) send (
        .clk(clk), .rst(rst), .keep(keep), .member(member), .odd_group(odd_group), .lanes(lanes), .rolling(rolling),
        .storing(storing), .roll_base(roll_base), .slot(odd_stage ? t_slot[LB+:LB] : t_slot[0+:LB]),
        .odd_stage(odd_stage), .group_end(group_end), .step_first(step_first), .stage_last(stage_last),
        .slot_end(slot_end), .slot_first(slot_first),
        .slot_last(slot_last), .slot_lanes(slot_lanes), .slot_rolls(slot_rolls), .slot_stores(slot_stores),
        .slot_base(slot_base), .slot_odd(slot_odd), .slot_place(slot_place), .busy(sending)
    );

    // ---- events -----------------------------------------------------------------------------------------------------
    wire x_odd, x_begins, r_odd, r_begins, stage_lands, lands_odd, still, landing;
    wire [LANES-1:0] x_land, r_land;

    // the fields of a node's control, see orb_node_fixed
    wire y_half, r_en, land;
    wire x_re = product;
    wire [XA-1:0] n_addr;
    wire [XA-1:0] x_raddr = x_addr;
    wire [LANES*LANE_BITS-1:0] lane_control;
    wire [YP-1:0] y_re, y_we;
    wire [YP*YW-1:0] y_raddr;
    wire [YW-1:0] y_waddr;
    wire [LANES-1:0] x_take, r_lane;

    generate
        if (EXP != 0) begin : g_float
            assign control = {`ORB_NODE_FLOAT};
            wire unused = &{1'b0, y_half};
        end else if (SUM_LAT == 0) begin : g_small
            assign control = {`ORB_NODE_SMALL};
            wire unused = &{1'b0, r_en};
        end else begin : g_fixed
            assign control = {`ORB_NODE_FIXED};
            wire unused = &{1'b0, y_half, r_en};
        end
    endgenerate

    orb_node_ctl #(
        `include "orb_pass.vh"
    ) events (
        .clk(clk), .rst(rst), .product(product), .grab(grab), .first(first), .fresh(fresh), .zero(zero), .keep(keep),
        .member(member), .odd_group(odd_group), .slot_end(slot_end), .slot_first(slot_first), .slot_last(slot_last),
        .slot_lanes(slot_lanes), .slot_rolls(slot_rolls), .slot_stores(slot_stores), .slot_odd(slot_odd),
        .slot_place(slot_place), .more_ends(sending), .stage_x_from(t_x_from), .stage_y_from(t_y_from),
        .stage_shift(t_shift), .lane_control(lane_control), .y_re(y_re), .y_raddr(y_raddr), .y_half(y_half),
        .y_we(y_we), .y_waddr(y_waddr), .x_take(x_take), .r_lane(r_lane), .round_en(r_en), .r_done(r_done),
        .mag_en(m_en), .mag_first(m_first), .m_odd(m_odd), .x_land(x_land), .x_odd(x_odd), .x_begins(x_begins),
        .r_land(r_land),
        .r_odd(r_odd), .r_begins(r_begins), .stage_lands(stage_lands), .lands_odd(lands_odd), .idle(still)
    );

    orb_landing #(
        .BMAX(BMAX), .LANES(LANES), .LB(LB), .XA(XA), .YA(YA)
    ) landings (
        .clk(clk), .rst(rst), .b1(b1), .b2(b2), .b3(b3), .b23(b23), .x_take(x_land), .x_odd(x_odd), .x_begins(x_begins),
        .r_land(r_land), .r_odd(r_odd), .r_begins(r_begins), .stage_axis(t_axis), .stage_slot(t_slot),
        .stage_dst(t_dst), .slot_begins(slot_end & slot_first), .slot_base(slot_base), .stage_lands(stage_lands),
        .lands_odd(lands_odd), .land(land), .n_addr(n_addr), .window(window), .window_last(window_last),
        .landed(landed), .busy(landing)
    );

    assign idle = still & !landing;

endmodule
`resetall
