// Control of block cells: sends finished slots on their way, times each event of the nodes, says where words land.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_block_ctl #(
    parameter EXP     = 0,   // exponent bits, 0 fixed point
    parameter W       = 18,  // bits of a data word
    parameter AW      = 36,  // bits of an accumulator
    parameter BMAX    = 8,   // largest block extent
    parameter LANES   = 1,   // multiply-adds a node
    parameter GROUP   = 1,   // slots of a group
    parameter MEM_LAT = 2,   // memory latency
    parameter SUM_LAT = 2,   // ... of the accumulators; 0: see orb_lane
    parameter FMA_LAT = 3,   // multiply-add latency
    parameter ACC_LAT = 1,   // ... of its addend
    parameter FAR     = 0,   // 1: registers where wires cross a large chip
    parameter LY      = 9,   // bits of the sum link
    parameter SL      = 4,   // ... cycles a sum
    parameter XL      = 4,   // cycles an operand on its link
    parameter XA      = 10,  // bits of an operand address
    parameter YA      = 9,   // bits of an address in the block
    parameter SLOTS   = 512, // slots of the largest block
    parameter YW      = 9,   // bits of an accumulator address
    parameter LB      = 5,   // bits of a slot length
    parameter IB      = 4,   // bits of a descriptor index
    parameter TW      = 12 + LB + XA + IB,  // bits of a stage's tag: {axis, x_from, y_from, shift, slot, dst, index}
    parameter LC      = 23,  // bits of a lane's control
    parameter BB      = $clog2(BMAX + 1),
    parameter RB      = $clog2(BMAX * BMAX + 1),
    parameter GB      = GROUP > 1 ? $clog2(GROUP) : 1,
    parameter YP      = GROUP > 1 ? LANES : 1
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
    input  wire [      TW-1:0] tag,
    // products, see orb_slot_gen
    input  wire                product,
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
    // control of the nodes, see orb_torus
    output wire [LANES*LC-1:0] control,
    output wire [      YP-1:0] y_re,
    output wire [   YP*YW-1:0] y_raddr,
    output wire                y_half,
    output wire [      YP-1:0] y_we,
    output wire [      YW-1:0] y_waddr,
    output wire [   LANES-1:0] x_take,
    output wire [   LANES-1:0] r_lane,
    output wire                r_en,
    output wire [   LANES-1:0] r_done,
    output wire [   LANES-1:0] m_en,
    output wire                m_first,
    output wire                m_odd,
    output wire [    2*IB-1:0] stage_index, // descriptors of the even and of the odd stage
    output wire                land,
    output wire [      XA-1:0] n_addr,
    output wire                window,
    output wire                window_last,
    output wire                landed,
    output wire                idle
);

    localparam YD = $clog2(SLOTS);

    // ---- what the events of a stage need: of the even and of the odd one, as two at most have events under way ------
    reg [2*TW-1:0] tags;
    wire [3:0] t_axis, t_x_from, t_y_from;
    wire [11:0] t_shift;
    wire [2*LB-1:0] t_slot;
    wire [2*XA-1:0] t_dst;
    assign {t_axis[1:0], t_x_from[1:0], t_y_from[1:0], t_shift[5:0], t_slot[0+:LB], t_dst[0+:XA], stage_index[0+:IB]}
        = tags[0+:TW];
    assign {t_axis[3:2], t_x_from[3:2], t_y_from[3:2], t_shift[11:6], t_slot[LB+:LB], t_dst[XA+:XA],
        stage_index[IB+:IB]} = tags[TW+:TW];

    always @(posedge clk)
        if (stage_ready) begin
            if (stage_odd) tags[TW+:TW] <= tag;
            else tags[0+:TW] <= tag;
        end

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

    orb_node_ctl #(
        .EXP(EXP), .W(W), .AW(AW), .LANES(LANES), .GROUP(GROUP), .MEM_LAT(MEM_LAT), .SUM_LAT(SUM_LAT),
        .FMA_LAT(FMA_LAT), .ACC_LAT(ACC_LAT), .FAR(FAR), .LY(LY), .SL(SL), .XL(XL), .YD(YD), .YW(YW), .LC(LC)
    ) events (
        .clk(clk), .rst(rst), .product(product), .grab(grab), .first(first), .fresh(fresh), .zero(zero), .keep(keep),
        .member(member), .odd_group(odd_group), .slot_end(slot_end), .slot_first(slot_first), .slot_last(slot_last),
        .slot_lanes(slot_lanes), .slot_rolls(slot_rolls), .slot_stores(slot_stores), .slot_odd(slot_odd),
        .slot_place(slot_place), .more_ends(sending), .stage_x_from(t_x_from), .stage_y_from(t_y_from),
        .stage_shift(t_shift), .control(control), .y_re(y_re), .y_raddr(y_raddr), .y_half(y_half), .y_we(y_we),
        .y_waddr(y_waddr), .x_take(x_take), .r_lane(r_lane), .r_en(r_en), .r_done(r_done), .m_en(m_en),
        .m_first(m_first), .m_odd(m_odd), .x_land(x_land), .x_odd(x_odd), .x_begins(x_begins), .r_land(r_land),
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
