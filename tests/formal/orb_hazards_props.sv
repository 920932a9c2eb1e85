// Two stages: nothing is read that is still on its way, no two words meet, and `landed` comes behind them all.
// SPDX-License-Identifier: Apache-2.0
//
// The sequencer and the array's control together run a program of two arbitrary legal stages. One address of the
// operand memory and one sum of the accumulators, all arbitrary, are watched from the end of the slot whose word goes
// there to the last cycle in which it may be written.
`default_nettype none

module orb_hazards_props #(
    parameter P       = 2,
    parameter BMAX    = 2,
    parameter NBUF    = 3,
    parameter LANES   = 1,
    parameter GROUP   = 1,
    parameter BFULL   = 2,
    parameter W       = 8,
    parameter AW      = 16,
    parameter MEM_LAT = 2,
    parameter SUM_LAT = MEM_LAT,
    parameter FMA_LAT = 3,
    parameter ACC_LAT = 1,
    parameter STEPS   = 1,  // of the first stage; its last step ends as a single one does
    parameter B1      = 2,  // block extents
    parameter B2      = 2,
    parameter B3      = 2,
    parameter BB      = $clog2(BMAX + 1),
    parameter RB      = $clog2(BMAX * BMAX + 1),
    parameter LY      = (AW + BFULL - 1) / BFULL,
    parameter SL      = (AW + LY - 1) / LY,
    parameter LX      = (W + SL - 1) / SL,
    parameter XL      = (W + LX - 1) / LX,
    parameter LEAST   = SL > LANES ? SL : LANES,
    parameter LB      = $clog2((BMAX > LEAST ? BMAX : LEAST) + 1) + 1,
    parameter BLOCK   = BMAX * ((BMAX + LANES - 1) / LANES * LANES),
    parameter XA      = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter CA      = $clog2((P + 2) * BLOCK)
) (
    input wire clk
);

    localparam DEPTH = 2, IB = 1;

    // ---- a reset, a start, and a program of two stages --------------------------------------------------------------
    reg [1:0] begun = 2'd0;
    always @(posedge clk) if (begun != 2) begun <= begun + 1;
    wire rst = (begun == 0), start = (begun == 1);

    (* anyconst *) wire [31:0] lo_0, hi_0, lo_1, hi_1;
    wire [23:0] block = {B3[7:0], B2[7:0], B1[7:0]};
    wire [IB-1:0] fetch_index;
    reg [31:0] lo, hi;
    always @(posedge clk) {lo, hi} <= fetch_index ? {lo_1, hi_1} : {lo_0, hi_0};
    always @(*) begin
        assume ((lo_0[2:0] == 3'b000) & (lo_1[2:0] == 3'b100));  // a stage, and the last stage
        assume (lo_0[23:16] == STEPS);
    end

    wire begin_run, halt, stage_valid, stage_ready, transposed, clear, store, x_rolls, c_rolls, landed, drained;
    wire [IB-1:0] index;
    wire [BB-1:0] b1, b2, b3, extent;
    wire [RB-1:0] b23;
    wire [7:0] ring, steps;
    wire [15:0] gap;
    wire [1:0] axis, x_from, y_from;
    wire [LB-1:0] slot;
    wire [XA-1:0] src, roll0, roll1, dst;
    wire [CA-1:0] bank_axis;
    wire [5:0] shift;

    orb_sequencer #(
        .P(P), .W(W), .AW(AW), .BMAX(BMAX), .NBUF(NBUF), .DEPTH(DEPTH), .LANES(LANES), .GROUP(GROUP), .SL(SL), .XL(XL),
        .MEM_LAT(MEM_LAT), .FMA_LAT(FMA_LAT), .LB(LB), .XA(XA), .BLOCK(BLOCK), .CA(CA)
    ) sequencer (
        .clk(clk), .rst(rst), .start(start), .abort_run(1'b0), .fault(2'b00), .block(block), .torus(P[7:0]),
        .repeats(32'd1), .once(1'b0),
        .index(index), .begin_run(begin_run), .halt(halt), .fetch_index(fetch_index), .fetched(1'b1), .lo(lo), .hi(hi),
        .b1(b1), .b2(b2), .b3(b3), .b23(b23), .ring(ring), .stage_valid(stage_valid), .stage_ready(stage_ready),
        .gap(gap), .axis(axis), .transposed(transposed), .clear(clear), .store(store), .x_rolls(x_rolls),
        .c_rolls(c_rolls), .x_from(x_from), .y_from(y_from), .steps(steps), .shift(shift), .extent(extent), .slot(slot),
        .src(src), .roll0(roll0), .roll1(roll1), .dst(dst), .bank_axis(bank_axis), .landed(landed), .drained(drained),
        .load_taken(1'b0), .load_buffer(4'd0), .unload_taken(1'b0), .unload_buffer(4'd0), .unload_active(1'b0),
        .coef_busy(1'b0)
    );

    wire waiting, window, window_last;

    orb_array #(
        .P(P), .BFULL(BFULL), .EXP(GROUP > 1 ? 8 : 0), .W(W), .CW(W), .AW(AW), .PS(0), .BMAX(BMAX), .NBUF(NBUF),
        .DEPTH(DEPTH), .LANES(LANES), .GROUP(GROUP), .MEM_LAT(MEM_LAT), .SUM_LAT(SUM_LAT), .FMA_LAT(FMA_LAT),
        .ACC_LAT(ACC_LAT), .HOPS(1)
    ) array (
        .clk(clk), .halt(halt), .begin_run(begin_run), .b1(b1), .b2(b2), .b3(b3), .b23(b23), .ring(ring),
        .stage_valid(stage_valid), .stage_ready(stage_ready), .gap(gap), .axis(axis), .transposed(transposed),
        .clear(clear), .store(store), .x_rolls(x_rolls), .c_rolls(c_rolls), .x_from(x_from), .y_from(y_from),
        .steps(steps), .shift(shift), .extent(extent), .slot(slot), .src(src), .roll0(roll0), .roll1(roll1), .dst(dst),
        .bank_axis(bank_axis), .index(index), .landed(landed), .drained(drained), .waiting(waiting), .window(window),
        .window_last(window_last), .l_en(1'b0), .l_q('b0), .l_r('b0), .l_s('b0), .l_addr('b0), .l_data('b0),
        .u_en(1'b0), .u_hit_q('b0), .u_hit_r('b0), .u_hit_s('b0), .u_addr('b0), .u_take(1'b0), .u_q('b0),
        .u_r('b0), .u_s('b0), .c_we(1'b0), .c_axis(2'b0), .c_row('b0), .c_col('b0), .c_place('b0),
        .magnitude_index('b0)
    );

    // ---- what happens inside ----------------------------------------------------------------------------------------
    localparam SLOTS = BMAX * BMAX * ((BMAX + LANES - 1) / LANES), YDEPTH = GROUP > 1 ? SLOTS : SLOTS * LANES;
    localparam YW = $clog2(YDEPTH), YP = GROUP > 1 ? LANES : 1;
    localparam READ = MEM_LAT + FMA_LAT - (SUM_LAT == 0 ? 0 : ACC_LAT + SUM_LAT);
    (* hierconn *) wire \array.product ;
    (* hierconn *) wire [XA-1:0] \array.x_addr , \array.g_block.ctl.n_addr , \array.g_block.ctl.slot_base ;
    (* hierconn *) wire [YP-1:0] \array.g_block.ctl.y_re , \array.g_block.ctl.y_we ;
    (* hierconn *) wire [YP*YW-1:0] \array.g_block.ctl.y_raddr ;
    (* hierconn *) wire [YW-1:0] \array.g_block.ctl.y_waddr ;
    (* hierconn *) wire \array.g_block.ctl.land , \array.g_block.ctl.slot_end , \array.g_block.ctl.slot_first ;
    (* hierconn *) wire \array.g_block.ctl.slot_last , \array.g_block.ctl.slot_rolls ;
    (* hierconn *) wire \array.g_block.ctl.slot_stores , \array.g_block.ctl.slot_odd ;
    (* hierconn *) wire [LANES-1:0] \array.g_block.ctl.slot_lanes , \array.g_block.ctl.x_take ;
    (* hierconn *) wire [LANES-1:0] \array.g_block.ctl.r_land ;
    (* hierconn *) wire [3:0] \array.g_block.ctl.t_axis ;
    (* hierconn *) wire [2*XA-1:0] \array.g_block.ctl.t_dst ;
    (* hierconn *) wire [LB-1:0] \array.g_block.ctl.landings.left ;
    (* hierconn *) wire [MEM_LAT+FMA_LAT+LANES:0] \array.g_block.ctl.events.zero_d ;
    wire slot_end = \array.g_block.ctl.slot_end , slot_first = \array.g_block.ctl.slot_first ;
    wire slot_last = \array.g_block.ctl.slot_last , slot_odd = \array.g_block.ctl.slot_odd ;
    wire slot_rolls = \array.g_block.ctl.slot_rolls , slot_stores = \array.g_block.ctl.slot_stores ;
    wire [LANES-1:0] slot_lanes = \array.g_block.ctl.slot_lanes ;

    // ---- the slot that ends: its number, and where its words go -----------------------------------------------------
    reg [7:0] number, i, j, k;
    wire [7:0] number_now = slot_first ? 0 : number;
    wire [7:0] i_now = slot_first ? 0 : i, j_now = slot_first ? 0 : j, k_now = slot_first ? 0 : k;
    wire [1:0] of_axis = slot_odd ? \array.g_block.ctl.t_axis [3:2] : \array.g_block.ctl.t_axis [1:0];
    wire [XA-1:0] of_dst = slot_odd ? \array.g_block.ctl.t_dst [XA+:XA] : \array.g_block.ctl.t_dst [0+:XA];
    wire [XA-1:0] of_base = \array.g_block.ctl.slot_base ;
    wire [7:0] di = (of_axis == 0) ? LANES : 1, dj = (of_axis == 1) ? LANES : 1, dk = (of_axis == 2) ? LANES : 1;
    wire k_end = (k_now + dk >= B3), j_end = (j_now + dj >= B2);
    wire [7:0] stride = (of_axis == 0) ? B2 * B3 : (of_axis == 1) ? B3 : 1;
    wire [7:0] element = i_now * (B2 * B3) + j_now * B3 + k_now;
    always @(posedge clk)
        if (slot_end) begin
            number <= number_now + 1;
            k      <= k_end ? 0 : k_now + dk;
            j      <= !k_end ? j_now : j_end ? 0 : j_now + dj;
            i      <= (k_end & j_end) ? i_now + di : i_now;
        end

    // ---- what of it is on its way to the watched places -------------------------------------------------------------
    (* anyconst *) wire [XA-1:0] x_watched;
    (* anyconst *) wire [7:0] y_watched, y_lane;
    always @(*) assume ((y_watched < SLOTS) & (y_lane < LANES));

    integer l;
    reg to_x;
    always @(*) begin
        to_x = 1'b0;
        for (l = 0; l < LANES; l = l + 1)
            if (slot_end & slot_lanes[l] & ((slot_rolls & (of_base + element + l * stride == x_watched)) |
                                            (slot_stores & (of_dst + element + l * stride == x_watched)))) to_x = 1'b1;
    end
    wire x_lands = window_last & (\array.g_block.ctl.n_addr == x_watched);

    // a slot's own sum may be read READ cycles after its end, so that one counts from as long after its end
    reg [READ+LANES:1] to_y_q;
    wire [READ+LANES:0] to_y_d = {to_y_q, slot_end & !slot_stores & slot_lanes[y_lane] & (number_now == y_watched)};
    wire to_y = to_y_d[READ+y_lane];
    reg y_wanted, y_lands;
    always @(*)
        if (GROUP == 1) begin
            y_wanted = \array.g_block.ctl.y_re [0] & (\array.g_block.ctl.y_raddr [0+:YW] == y_watched * LANES + y_lane);
            y_lands = \array.g_block.ctl.y_we [0] & (\array.g_block.ctl.y_waddr == y_watched * LANES + y_lane);
        end else begin
            y_wanted = \array.g_block.ctl.y_re [y_lane] & (\array.g_block.ctl.y_raddr [y_lane*YW+:YW] == y_watched);
            y_lands = \array.g_block.ctl.y_we [y_lane] & (\array.g_block.ctl.y_waddr == y_watched);
        end
    wire from_zero = \array.g_block.ctl.events.zero_d [READ+y_lane];

    reg x_coming, y_coming;
    reg [1:0] stages_sent, stages_landed, x_stage;  // the stage of the word that is coming
    always @(posedge clk) begin
        to_y_q   <= rst ? 0 : to_y_d;
        x_coming <= !rst & (to_x | (x_coming & !x_lands));
        y_coming <= !rst & (to_y | (y_coming & !y_lands));
        if (to_x) x_stage <= stages_sent;
        stages_sent   <= rst ? 0 : stages_sent + slot_last;
        stages_landed <= rst ? 0 : stages_landed + landed;
    end

    // ---- what may not happen ----------------------------------------------------------------------------------------
    wire [2*LANES-1:0] comes = {\array.g_block.ctl.x_take , \array.g_block.ctl.r_land };
    always @(*)
        if (begun == 2) begin
            assert (!(\array.product & (\array.x_addr == x_watched) & x_coming));
            assert (!(y_wanted & !from_zero & y_coming));
            assert (!(to_x & x_coming & !x_lands));
            assert (!(to_y & y_coming & !y_lands));
            // one word at a time, and its window ends before the next begins
            assert ((comes & (comes - 1)) == 0);
            assert (!(\array.g_block.ctl.land & (\array.g_block.ctl.landings.left > 1)));
            assert (!(landed & ((stages_landed >= stages_sent) | (x_coming & (x_stage == stages_landed)))));
            assert (!(drained & (x_coming | y_coming | (stages_sent != stages_landed))));
        end

    always @(*)
        if (begun == 2) begin
            cover (waiting & x_coming);
            cover (\array.product & y_coming & (index == 1) & !waiting);
            cover (landed & (stages_landed == 1));
        end

endmodule
