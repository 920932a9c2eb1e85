// The array at work: turns stages into control of the nodes, and gathers what the nodes report.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_array #(
    `include "orb_params.vh"
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
    // streams, see orb_mesh
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

    // ---- stages to slots and products -------------------------------------------------------------------------------
    wire product, first, fresh, zero, keep, odd_group, rolling, storing, later_step, odd_stage, odd_next, group_end;
    wire step_first, stage_last, running, ended;
    wire [LANES-1:0] grab, lanes;
    wire [GB-1:0] member;
    wire [XA-1:0] x_addr, read_base, roll_base;
    wire [CM-1:0] c_addr;
    wire [STAGE_BITS-1:0] stage = {`ORB_STAGE};
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
    wire [NODE_BITS-1:0] control;
    wire [LANES-1:0] r_done, m_en;
    wire m_first, idle;
    wire [DB-1:0] m_index;  // with the reports

    localparam REPORT_LAT = 3 + HOPS + FAR;     // control to its reports
    localparam M_LAT = REPORT_LAT + LANES - 1;  // ... of the last lane

    generate
        if (BMAX == 1) begin : g_fine
            reg [M_LAT*DB-1:0] index_q;
            wire [DB-1:0] index_now;
            orb_fine_ctl #(
                `include "orb_pass.vh"
            ) ctl (
                .clk(clk), .rst(halt), .stage_ready(stage_ready), .stage(stage), .product(product), .zero(zero),
                .rolling(rolling), .storing(storing), .read_base(read_base), .roll_base(roll_base),
                .stage_last(stage_last), .control(control), .r_done(r_done[0]), .m_en(m_en[0]), .m_index(index_now),
                .landed(landed), .idle(idle)
            );
            always @(posedge clk) index_q <= {index_q[(M_LAT-1)*DB-1:0], index_now};
            assign m_index = index_q[M_LAT*DB-1-:DB];
            assign {m_first, window, window_last} = 3'b100;
            wire unused = &{
                1'b0, odd_next, ended, first, fresh, keep, member, odd_group, lanes, grab, group_end, step_first,
                odd_stage, x_addr, later_step
            };
        end else begin : g_block
            wire m_odd;
            wire [2*DB-1:0] stage_index;
            reg [M_LAT-1:0] odd_q;
            orb_block_ctl #(
                `include "orb_pass.vh"
            ) ctl (
                .clk(clk), .rst(halt), .b1(b1), .b2(b2), .b3(b3), .b23(b23), .stage_ready(stage_ready),
                .stage_odd(odd_next), .stage(stage), .product(product), .x_addr(x_addr), .grab(grab), .first(first),
                .fresh(fresh), .zero(zero), .keep(keep), .member(member), .odd_group(odd_group), .lanes(lanes),
                .rolling(rolling), .storing(storing), .roll_base(roll_base), .odd_stage(odd_stage),
                .group_end(group_end), .step_first(step_first), .stage_last(stage_last), .control(control),
                .r_done(r_done), .m_en(m_en), .m_first(m_first), .m_odd(m_odd), .stage_index(stage_index),
                .window(window), .window_last(window_last), .landed(landed), .idle(idle)
            );
            always @(posedge clk) odd_q <= {odd_q[M_LAT-2:0], m_odd};
            assign m_index = odd_q[M_LAT-1] ? stage_index[DB+:DB] : stage_index[0+:DB];
            wire unused = &{1'b0, ended, read_base, later_step};
        end
    endgenerate

    assign drained = !running & idle;

    // ---- neighbours in a row of coefficients are in the memories of neighbouring lanes ------------------------------
    wire [LANES-1:0] c_lane;
    wire [P*CM-1:0] c_waddr;
    genvar n;
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

    // ---- the nodes, and what they report ----------------------------------------------------------------------------
    wire m_rows, sat_rows, u_rows, mag_en, mag_first;
    wire [P*LANES*LY-1:0] m_planes;
    wire [P*SB-1:0] sat_planes;
    wire [P*W-1:0] u_planes;
    wire [LY-1:0] mag_bits;

    orb_mesh #(
        `include "orb_pass.vh"
    ) mesh (
        .clk(clk), .ring(ring), .control(control), .c_re(product), .c_raddr(c_addr), .c_we(c_we), .c_axis(c_axis),
        .c_row(c_row), .c_col(c_col), .c_lane(c_lane), .c_waddr(c_waddr), .l_en(l_en), .l_q(l_q), .l_r(l_r),
        .l_s(l_s), .l_addr(l_addr), .l_data(l_data), .u_en(u_en), .u_hit_q(u_hit_q), .u_hit_r(u_hit_r),
        .u_hit_s(u_hit_s), .u_addr(u_addr), .u_r(u_r), .u_s(u_s), .m_rows(m_rows), .m_planes(m_planes),
        .sat_rows(sat_rows), .sat_planes(sat_planes), .u_rows(u_rows), .u_planes(u_planes)
    );

    orb_reports #(
        `include "orb_pass.vh"
    ) reports (
        .clk(clk), .halt(halt), .m_en(m_en), .m_first(m_first), .r_done(|r_done), .u_take(u_take), .u_q(u_q),
        .m_rows(m_rows), .sat_rows(sat_rows), .u_rows(u_rows), .m_planes(m_planes), .sat_planes(sat_planes),
        .u_planes(u_planes), .mag_en(mag_en), .mag_first(mag_first), .mag_bits(mag_bits), .sat_en(sat_en),
        .sat_count(sat_count), .u_data(u_data)
    );

    generate
        if (EXP == 0) begin : g_magnitude
            orb_magnitude #(
                .LY(LY), .AW(AW), .DEPTH(DEPTH)
            ) magnitudes (
                .clk(clk), .clear(begin_run), .en(mag_en), .first(mag_first), .bits(mag_bits), .index(m_index),
                .read(magnitude_index), .reads(magnitude_reads), .length(magnitude)
            );
        end else begin : g_none
            assign {magnitude_reads, magnitude} = 9'b1_0000_0000;
            wire unused = &{1'b0, begin_run, mag_en, mag_first, mag_bits, m_index, magnitude_index};
        end
    endgenerate

endmodule
`resetall
