// The array at work: turns stages into control of the nodes, and gathers what the nodes report.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_array #(
    parameter P        = 4,   // nodes along each side
    parameter EXP      = 0,   // exponent bits, 0 fixed point
    parameter W        = 18,  // bits of a data word
    parameter CW       = 18,  // bits of a coefficient
    parameter AW       = 36,  // bits of an accumulator
    parameter PS       = 8,   // low product bits rounded away
    parameter BMAX     = 8,   // largest block extent, 1: fine cells
    parameter NBUF     = 2,   // block buffers a node
    parameter CBANKS   = 1,   // coefficient banks
    parameter DEPTH    = 16,  // descriptors
    parameter LANES    = 1,   // multiply-adds a node
    parameter GROUP    = 1,   // slots of a group
    parameter IO_WORDS = 1,   // words that streams move at once
    parameter LX       = 5,   // operand link: bits
    parameter XL       = 4,   // ... cycles a word
    parameter LY       = 9,   // sum link: bits
    parameter SL       = 4,   // ... cycles a sum
    parameter MEM_LAT  = 2,   // memory latency
    parameter SUM_LAT  = 2,   // ... of the accumulators; 0: see orb_lane
    parameter FMA_LAT  = 3,   // multiply-add latency
    parameter ACC_LAT  = 1,   // ... of its addend
    parameter HOPS     = 1,   // registers of control on its way to a node, see orb_torus
    parameter LB       = 5,   // bits of a slot length
    parameter WB       = 16,  // bits of a wait
    parameter BB       = $clog2(BMAX + 1),
    parameter RB       = $clog2(BMAX * BMAX + 1),
    parameter XA       = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter CA       = $clog2(CBANKS * (P + 2) * BMAX * ((BMAX + LANES - 1) / LANES * LANES)),
    parameter SB       = $clog2(P * P * P + 1),
    parameter DB       = $clog2(DEPTH),
    parameter DW       = W > CW ? W : CW  // bits of a word on the way in
) (
    input  wire                  clk,
    input  wire                  halt,             // forget what is in work
    input  wire                  begin_run,        // forget the magnitudes
    // block shape and size of a torus
    input  wire [        BB-1:0] b1,
    input  wire [        BB-1:0] b2,
    input  wire [        BB-1:0] b3,
    input  wire [        RB-1:0] b23,
    input  wire [           7:0] ring,
    // the next stage, see orb_slot_gen
    input  wire                  stage_valid,
    output wire                  stage_ready,
    input  wire [        WB-1:0] gap,
    input  wire [           1:0] axis,
    input  wire                  transposed,
    input  wire                  clear,
    input  wire                  store,
    input  wire                  x_rolls,
    input  wire                  c_rolls,
    input  wire [           1:0] x_from,
    input  wire [           1:0] y_from,
    input  wire [           7:0] steps,
    input  wire [           5:0] shift,
    input  wire [        BB-1:0] extent,
    input  wire [        LB-1:0] slot,
    input  wire [        XA-1:0] src,
    input  wire [        XA-1:0] roll0,
    input  wire [        XA-1:0] roll1,
    input  wire [        XA-1:0] dst,
    input  wire [        CA-1:0] bank_axis,
    input  wire [        DB-1:0] index,
    output wire                  landed,           // all of a stage is in the memories
    output wire                  drained,          // no stage runs and nothing of it is on its way
    output wire                  waiting,          // a stage runs and waits
    output wire                  window,           // words that came in can be written, from here ...
    output wire                  window_last,      // ... to here
    // streams, see orb_torus
    input  wire                  l_en,
    input  wire [IO_WORDS*P-1:0] l_q,
    input  wire [         P-1:0] l_r,
    input  wire [         P-1:0] l_s,
    input  wire [        XA-1:0] l_addr,
    input  wire [IO_WORDS*DW-1:0] l_data,
    input  wire                  u_en,
    input  wire [IO_WORDS*P-1:0] u_hit_q,
    input  wire [         P-1:0] u_hit_r,
    input  wire [         P-1:0] u_hit_s,
    input  wire [        XA-1:0] u_addr,
    input  wire                  u_take,
    input  wire [IO_WORDS*P-1:0] u_q,
    input  wire [         P-1:0] u_r,
    input  wire [         P-1:0] u_s,
    output wire [IO_WORDS*W-1:0] u_data,
    input  wire                  c_we,
    input  wire [           1:0] c_axis,
    input  wire [         P-1:0] c_row,
    input  wire [         P-1:0] c_col,
    input  wire [      P*CA-1:0] c_place,
    // reports
    input  wire [        DB-1:0] magnitude_index,
    output wire                  magnitude_reads,  // in the next cycle:
    output wire [           7:0] magnitude,        // bit length of the largest sum that this descriptor stored
    output wire                  sat_en,
    output wire [        SB-1:0] sat_count         // results clipped, with sat_en
);

    localparam FINE = (BMAX == 1);
    localparam SLOTS = BMAX * BMAX * ((BMAX + LANES - 1) / LANES);
    localparam YDEPTH = (GROUP > 1) ? SLOTS : SLOTS * LANES;  // sums of an accumulator memory
    localparam YA = (BMAX > 1) ? $clog2(BMAX * BMAX * BMAX) : 1;
    localparam YW = (YDEPTH > 1) ? $clog2(YDEPTH) : 1;
    localparam YP = (GROUP > 1) ? LANES : 1;
    localparam GB = (GROUP > 1) ? $clog2(GROUP) : 1;
    localparam LC = FINE ? 8 : 15 + 4 * (GB + 1) + (LY > 1 ? $clog2(LY) : 1) + 6 + LY;
    localparam SH = $clog2(LANES);
    localparam CM = CA - SH;                                  // a coefficient's address in its lane's memory

    // ---- stages to slots and products -------------------------------------------------------------------------------
    localparam TW = 2 + 2 + 2 + 6 + LB + XA + DB;
    wire product, first, fresh, zero, keep, odd_group, rolling, storing, later_step, odd_stage, odd_next, group_end;
    wire step_first, stage_last, running, ended;
    wire [LANES-1:0] grab, lanes;
    wire [GB-1:0] member;
    wire [XA-1:0] x_addr, read_base, roll_base;
    wire [CM-1:0] c_addr;
    wire [TW-1:0] tag = {axis, x_from, y_from, shift, slot, dst, index};  // what the stage's events need
    wire [WB-1:0] step_gap;
    localparam NB = $clog2(P + 1);  // bits of a number of steps
    wire unused_steps = &{1'b0, steps};

    wire [RB-1:0] between = (LANES == 1) ? b23 : {{(RB - BB) {1'b0}}, (b2 < b3) ? b2 : b3};
    orb_step_gap #(
        .GROUP(GROUP), .LANES(LANES), .LANDING(MEM_LAT + FMA_LAT + SL + LANES + 2), .LB(LB), .RB(RB), .WB(WB)
    ) step_gaps (
        .clk(clk), .slot(slot), .between(between), .gap(step_gap)
    );

    orb_slot_gen #(
        .BMAX(BMAX), .LANES(LANES), .GROUP(GROUP), .LB(LB), .XA(XA), .YA(YA), .CA(CM), .WB(WB), .NB(NB)
    ) slot_gen (
        .clk       (clk),
        .rst       (halt),
        .b1        (b1),
        .b2        (b2),
        .b3        (b3),
        .b23       (b23),
        .valid     (stage_valid),
        .ready     (stage_ready),
        .gap       (gap),
        .step_gap  (step_gap),
        .axis      (axis),
        .transposed(transposed),
        .clear     (clear),
        .store     (store),
        .x_rolls   (x_rolls),
        .c_rolls   (c_rolls),
        .steps     (steps[NB-1:0]),
        .extent    (extent),
        .slot      (slot),
        .src       (src),
        .roll0     (roll0),
        .roll1     (roll1),
        .bank      (bank_axis[CA-1:SH]),
        .ended     (ended),
        .product   (product),
        .x_addr    (x_addr),
        .c_addr    (c_addr),
        .grab      (grab),
        .first     (first),
        .fresh     (fresh),
        .zero      (zero),
        .keep      (keep),
        .member    (member),
        .odd_group (odd_group),
        .lanes     (lanes),
        .rolling   (rolling),
        .storing   (storing),
        .read_base (read_base),
        .roll_base (roll_base),
        .later_step(later_step),
        .odd_stage (odd_stage),
        .odd_next  (odd_next),
        .group_end (group_end),
        .step_first(step_first),
        .stage_last(stage_last),
        .running   (running),
        .waiting   (waiting)
    );

    // ---- control of the nodes ---------------------------------------------------------------------------------------
    wire [LANES*LC-1:0] control;
    wire [YP-1:0] y_re, y_we;
    wire [YP*YW-1:0] y_raddr;
    wire [YW-1:0] y_waddr;
    wire [LANES-1:0] x_take, r_lane, r_done, m_en;
    wire [5:0] r_shift;
    wire land, r_en, y_half, m_first, idle;
    wire [XA-1:0] n_addr;
    wire [DB-1:0] m_index;  // with the reports

    localparam REPORT_LAT = 3 + HOPS + (HOPS == 2 ? 1 : 0);  // torus input to its reports
    localparam M_LAT = REPORT_LAT + LANES - 1;               // ... of the last lane

    generate
        if (FINE) begin : g_fine
            reg [M_LAT*DB-1:0] index_q;
            wire [DB-1:0] index_now;
            orb_fine_ctl #(
                .XA(XA), .LB(LB), .IB(DB), .TW(TW)
            ) ctl (
                .clk(clk), .rst(halt), .stage_ready(stage_ready), .tag(tag), .c_rolls(c_rolls), .product(product),
                .zero(zero), .rolling(rolling), .storing(storing), .roll_base(roll_base), .later_step(later_step),
                .stage_last(stage_last), .control(control), .r_done(r_done[0]),
                .r_shift(r_shift), .m_en(m_en[0]), .m_index(index_now), .n_addr(n_addr), .landed(landed), .idle(idle)
            );
            always @(posedge clk) index_q <= {index_q[(M_LAT-1)*DB-1:0], index_now};
            assign m_index = index_q[M_LAT*DB-1-:DB];
            assign {y_re, y_we, y_raddr, y_waddr} = {2 * YP + YP * YW + YW{1'b0}};
            assign {x_take, r_lane, r_en, y_half, land, window, window_last} = {2 * LANES + 5{1'b0}};
            assign m_first = 1'b1;
            wire unused = &{
                1'b0, odd_next, ended, first, fresh, keep, member, odd_group, lanes, grab, group_end, step_first,
                odd_stage, x_addr
            };
        end else begin : g_block
            wire m_odd;
            wire [2*DB-1:0] stage_index;
            reg [M_LAT-1:0] odd_q;
            orb_block_ctl #(
                .EXP(EXP), .W(W), .AW(AW), .BMAX(BMAX), .LANES(LANES), .GROUP(GROUP), .MEM_LAT(MEM_LAT),
                .SUM_LAT(SUM_LAT), .FMA_LAT(FMA_LAT), .ACC_LAT(ACC_LAT), .FAR(HOPS == 2), .LY(LY), .SL(SL), .XL(XL),
                .XA(XA), .YA(YA), .SLOTS(SLOTS), .YW(YW), .LB(LB), .IB(DB), .TW(TW), .LC(LC)
            ) ctl (
                .clk(clk), .rst(halt), .b1(b1), .b2(b2), .b3(b3), .b23(b23), .stage_ready(stage_ready),
                .stage_odd(odd_next), .tag(tag), .product(product), .grab(grab), .first(first), .fresh(fresh),
                .zero(zero), .keep(keep), .member(member), .odd_group(odd_group), .lanes(lanes), .rolling(rolling),
                .storing(storing), .roll_base(roll_base), .odd_stage(odd_stage), .group_end(group_end),
                .step_first(step_first), .stage_last(stage_last), .control(control), .y_re(y_re), .y_raddr(y_raddr),
                .y_half(y_half), .y_we(y_we), .y_waddr(y_waddr),
                .x_take(x_take), .r_lane(r_lane), .r_en(r_en), .r_done(r_done), .m_en(m_en), .m_first(m_first),
                .m_odd(m_odd), .stage_index(stage_index), .land(land), .n_addr(n_addr),
                .window(window), .window_last(window_last),
                .landed(landed), .idle(idle)
            );
            assign r_shift = 6'd0;  // in the control of the lanes
            always @(posedge clk) odd_q <= {odd_q[M_LAT-2:0], m_odd};
            assign m_index = odd_q[M_LAT-1] ? stage_index[DB+:DB] : stage_index[0+:DB];
            wire unused = &{1'b0, ended, read_base, later_step};
        end
    endgenerate

    assign drained = !running & idle;

    // ---- neighbours in a row of coefficients are in the memories of neighbouring lanes ------------------------------
    wire [LANES-1:0] c_lane;
    wire [P*CM-1:0] c_waddr;
    genvar l, n;
    generate
        for (n = 0; n < P; n = n + 1) begin : g_place
            assign c_waddr[n*CM+:CM] = c_place[n*CA+SH+:CM];
        end
        if (LANES == 1) begin : g_lane_one
            assign c_lane = 1'b1;
        end else begin : g_lane_of
            assign c_lane = {{(LANES - 1) {1'b0}}, 1'b1} << c_place[SH-1:0];
            wire unused = &{1'b0, bank_axis[SH-1:0], c_place};
        end
    endgenerate

    // ---- the array ------------------------------------------------------------------------------------------------
    wire [LANES*LY-1:0] m_lanes;

    orb_torus #(
        .P(P), .EXP(EXP), .W(W), .CW(CW), .AW(AW), .PS(PS), .BMAX(BMAX), .NBUF(NBUF), .CBANKS(CBANKS), .LANES(LANES),
        .GROUP(GROUP), .IO(IO_WORDS), .LX(LX), .XL(XL), .LY(LY), .SL(SL), .MEM_LAT(MEM_LAT), .SUM_LAT(SUM_LAT),
        .FMA_LAT(FMA_LAT), .ACC_LAT(ACC_LAT), .HOPS(HOPS), .XA(XA), .YDEPTH(YDEPTH), .CA(CM), .LC(LC)
    ) torus (
        .clk      (clk),
        .ring     (ring),
        .x_re     (product),
        .x_raddr  (FINE ? read_base : x_addr),
        .control  (control),
        .y_re     (y_re),
        .y_raddr  (y_raddr),
        .y_half   (y_half),
        .y_we     (y_we),
        .y_waddr  (y_waddr),
        .x_take   (x_take),
        .r_lane   (r_lane),
        .r_en     (r_en),
        .r_done   (r_done),
        .r_shift  (r_shift),
        .m_en     (m_en),
        .land     (land),
        .n_addr   (n_addr),
        .c_re     (product),
        .c_raddr  (c_addr),
        .c_we     (c_we),
        .c_axis   (c_axis),
        .c_row    (c_row),
        .c_col    (c_col),
        .c_lane   (c_lane),
        .c_waddr  (c_waddr),
        .l_en     (l_en),
        .l_q      (l_q),
        .l_r      (l_r),
        .l_s      (l_s),
        .l_addr   (l_addr),
        .l_data   (l_data),
        .u_en     (u_en),
        .u_hit_q  (u_hit_q),
        .u_hit_r  (u_hit_r),
        .u_hit_s  (u_hit_s),
        .u_addr   (u_addr),
        .u_take   (u_take),
        .u_q      (u_q),
        .u_r      (u_r),
        .u_s      (u_s),
        .u_data   (u_data),
        .m_bits   (m_lanes),
        .sat_count(sat_count)
    );

    // ---- reports, in step with what they report on -----------------------------------------------------------------
    reg [M_LAT-1:0] m_en_q, m_first_q;
    reg [REPORT_LAT-1:0] sat_en_q;

    assign sat_en = sat_en_q[REPORT_LAT-1];

    always @(posedge clk) begin
        m_en_q    <= {m_en_q[M_LAT-2:0], m_en[0]};
        m_first_q <= {m_first_q[M_LAT-2:0], m_first};
        sat_en_q  <= {sat_en_q[REPORT_LAT-2:0], |r_done};
        if (halt) begin  // so that no result of an aborted run counts in the next
            m_en_q   <= {M_LAT{1'b0}};
            sat_en_q <= {REPORT_LAT{1'b0}};
        end
    end

    // lanes look a cycle one after the other: wait for the last
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            wire [LY-1:0] late[0:LANES-1-l];
            wire [LY-1:0] any;  // of this lane and those before it
            assign late[0] = m_lanes[l*LY+:LY];
            for (n = 0; n < LANES - 1 - l; n = n + 1) begin : g_late
                reg [LY-1:0] late_q;
                always @(posedge clk) late_q <= late[n];
                assign late[n+1] = late_q;
            end
            if (l == 0) begin : g_first
                assign any = late[LANES-1];
            end else begin : g_next
                assign any = g_lane[l-1].any | late[LANES-1-l];
            end
        end

        if (EXP == 0) begin : g_magnitude
            orb_magnitude #(
                .LY   (LY),
                .AW   (AW),
                .DEPTH(DEPTH)
            ) magnitudes (
                .clk   (clk),
                .clear (begin_run),
                .en    (m_en_q[M_LAT-1]),
                .first (m_first_q[M_LAT-1]),
                .bits  (g_lane[LANES-1].any),
                .index (m_index),
                .read  (magnitude_index),
                .reads (magnitude_reads),
                .length(magnitude)
            );
        end else begin : g_none
            assign {magnitude_reads, magnitude} = 9'b1_0000_0000;
            wire unused = &{1'b0, begin_run, m_en_q, m_first_q, g_lane[LANES-1].any, m_index, magnitude_index};
        end
    endgenerate

endmodule
`resetall
