// Two stages: nothing is read that is still on its way, no two words meet, and `landed` comes behind them all.
// SPDX-License-Identifier: Apache-2.0
//
// The sequencer and the array's control together run a program of two arbitrary legal stages. One address of the
// operand memory and one sum of the accumulators, all arbitrary, are watched from the end of the slot whose word goes
// there to the last cycle in which it may be written.
`default_nettype none
`include "orb_control.vh"

module orb_hazards_props #(
    parameter STEPS = 1,  // of the first stage; its last step ends as a single one does
    parameter B1    = 2,  // block extents
    parameter B2    = 2,
    parameter B3    = 2,
    `include "orb_params.vh"
) (
    input wire clk
);

    // ---- a reset, a start, and a program of two stages --------------------------------------------------------------
    reg [1:0] begun = 2'd0;
    always @(posedge clk) if (begun != 2) begun <= begun + 1;
    wire rst = (begun == 0), start = (begun == 1);

    (* anyconst *) wire [31:0] lo_0, hi_0, lo_1, hi_1;
    wire [23:0] block = {B3[7:0], B2[7:0], B1[7:0]};
    wire [DB-1:0] fetch_index;
    reg [31:0] lo, hi;
    always @(posedge clk) {lo, hi} <= fetch_index ? {lo_1, hi_1} : {lo_0, hi_0};
    always @(*) begin
        assume ((lo_0[2:0] == 3'b000) & (lo_1[2:0] == 3'b100));  // a stage, and the last stage
        assume (lo_0[23:16] == STEPS);
    end

    wire halt, stage_valid, stage_ready, landed, drained;
    wire [DB-1:0] index;
    wire [`ORB_SHAPE_BITS-1:0] shape;
    wire [`ORB_BASES_BITS-1:0] bases;
    wire [`ORB_STAGE_BITS-1:0] stage;

    orb_sequencer #(
        `include "orb_pass.vh"
    ) sequencer (
        .clk(clk), .rst(rst), .start(start), .abort_run(1'b0), .fault(2'b00), .block(block), .torus(P[7:0]),
        .repeats(32'd1), .once(1'b0), .number(index), .halt(halt), .fetch_index(fetch_index), .fetched(1'b1), .lo(lo),
        .hi(hi), .shape(shape), .bases(bases), .stage_valid(stage_valid), .stage_ready(stage_ready), .stage(stage),
        .landed(landed), .drained(drained), .load_taken(1'b0), .load_buffer(4'd0), .unload_taken(1'b0),
        .unload_buffer(4'd0), .unload_active(1'b0), .coef_busy(1'b0)
    );

    wire waiting, window, window_last;

    orb_issue #(
        `include "orb_pass.vh"
    ) issue (
        .clk(clk), .rst(halt), .shape(shape), .stage_valid(stage_valid), .stage_ready(stage_ready), .stage(stage),
        .bases(bases), .landed(landed), .drained(drained), .waiting(waiting), .window(window),
        .window_last(window_last)
    );

    // ---- what happens inside ----------------------------------------------------------------------------------------
    localparam READ = MEM_LAT + FMA_LAT - (SUM_LAT == 0 ? 0 : ACC_LAT + SUM_LAT);
    (* hierconn *) wire \issue.product ;
    (* hierconn *) wire [XA-1:0] \issue.x_addr , \issue.g_block.n_addr , \issue.g_block.events.slot_base ;
    (* hierconn *) wire [YP-1:0] \issue.g_block.events.y_re , \issue.g_block.events.y_we ;
    (* hierconn *) wire [YP*YW-1:0] \issue.g_block.events.y_raddr ;
    (* hierconn *) wire [YW-1:0] \issue.g_block.events.y_waddr ;
    (* hierconn *) wire \issue.g_block.land , \issue.g_block.events.slot_end , \issue.g_block.events.slot_first ;
    (* hierconn *) wire \issue.g_block.events.slot_last , \issue.g_block.events.slot_rolls ;
    (* hierconn *) wire \issue.g_block.events.slot_stores , \issue.g_block.events.slot_odd ;
    (* hierconn *) wire [LANES-1:0] \issue.g_block.events.slot_lanes , \issue.g_block.events.x_take ;
    (* hierconn *) wire [LANES-1:0] \issue.g_block.events.r_land ;
    (* hierconn *) wire [3:0] \issue.g_block.axis_of ;
    (* hierconn *) wire [2*XA-1:0] \issue.g_block.dst_of ;
    (* hierconn *) wire [LB-1:0] \issue.g_block.landings.left ;
    (* hierconn *) wire [MEM_LAT+FMA_LAT+LANES:0] \issue.g_block.events.zero_d ;
    wire [YP-1:0] y_re = \issue.g_block.events.y_re , y_we = \issue.g_block.events.y_we ;
    wire [YP*YW-1:0] y_raddr = \issue.g_block.events.y_raddr ;
    wire [YW-1:0] y_waddr = \issue.g_block.events.y_waddr ;
    wire slot_end = \issue.g_block.events.slot_end , slot_first = \issue.g_block.events.slot_first ;
    wire slot_last = \issue.g_block.events.slot_last , slot_odd = \issue.g_block.events.slot_odd ;
    wire slot_rolls = \issue.g_block.events.slot_rolls , slot_stores = \issue.g_block.events.slot_stores ;
    wire [LANES-1:0] slot_lanes = \issue.g_block.events.slot_lanes ;

    // ---- the slot that ends: its number, and where its words go -----------------------------------------------------
    reg [7:0] number, i, j, k;
    wire [7:0] number_now = slot_first ? 0 : number;
    wire [7:0] i_now = slot_first ? 0 : i, j_now = slot_first ? 0 : j, k_now = slot_first ? 0 : k;
    wire [1:0] of_axis = slot_odd ? \issue.g_block.axis_of [3:2] : \issue.g_block.axis_of [1:0];
    wire [XA-1:0] of_dst = slot_odd ? \issue.g_block.dst_of [XA+:XA] : \issue.g_block.dst_of [0+:XA];
    wire [XA-1:0] of_base = \issue.g_block.events.slot_base ;
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
    wire x_lands = window_last & (\issue.g_block.n_addr == x_watched);

    // a slot's own sum may be read READ cycles after its end, so that one counts from as long after its end
    reg [READ+LANES:1] to_y_q;
    wire [READ+LANES:0] to_y_d = {to_y_q, slot_end & !slot_stores & slot_lanes[y_lane] & (number_now == y_watched)};
    wire to_y = to_y_d[READ+y_lane];
    reg y_wanted, y_lands;
    always @(*)
        if (GROUP == 1) begin
            y_wanted = y_re[0] & (y_raddr[0+:YW] == y_watched * LANES + y_lane);
            y_lands = y_we[0] & (y_waddr == y_watched * LANES + y_lane);
        end else begin
            y_wanted = y_re[y_lane] & (y_raddr[y_lane*YW+:YW] == y_watched);
            y_lands = y_we[y_lane] & (y_waddr == y_watched);
        end
    wire from_zero = \issue.g_block.events.zero_d [READ+y_lane];

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
    wire [2*LANES-1:0] comes = {\issue.g_block.events.x_take , \issue.g_block.events.r_land };
    always @(*)
        if (begun == 2) begin
            assert (!(\issue.product & (\issue.x_addr == x_watched) & x_coming));
            assert (!(y_wanted & !from_zero & y_coming));
            assert (!(to_x & x_coming & !x_lands));
            assert (!(to_y & y_coming & !y_lands));
            // one word at a time, and its window ends before the next begins
            assert ((comes & (comes - 1)) == 0);
            assert (!(\issue.g_block.land & (\issue.g_block.landings.left > 1)));
            assert (!(landed & ((stages_landed >= stages_sent) | (x_coming & (x_stage == stages_landed)))));
            assert (!(drained & (x_coming | y_coming | (stages_sent != stages_landed))));
        end

    always @(*)
        if (begun == 2) begin
            cover (waiting & x_coming);
            cover (\issue.product & y_coming & (index == 1) & !waiting);
            cover (landed & (stages_landed == 1));
        end

endmodule
