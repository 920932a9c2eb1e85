// Two stages one after the other: nothing is read that is still on its way, and no two writes meet at a port.
// SPDX-License-Identifier: Apache-2.0
//
// Sequencer, slot generator and node control together run a program of two arbitrary legal stages. One address of the
// operand memory and one of the accumulators, both arbitrary, are watched from the end of the slot whose word goes
// there to the cycle in which the word is written.
`default_nettype none

module orb_hazards_props #(
    parameter P       = 2,
    parameter BMAX    = 2,
    parameter NBUF    = 3,
    parameter SL      = 2,
    parameter XL      = 2,
    parameter MEM_LAT = 2,
    parameter FMA_LAT = 3,
    parameter STEPS   = 1,  // of the first stage; its last step ends as a single one does
    parameter B1      = 2,  // block extents
    parameter B2      = 2,
    parameter B3      = 2,
    parameter BB      = $clog2(BMAX + 1),
    parameter RB      = $clog2(BMAX * BMAX + 1),
    parameter LB      = $clog2((BMAX > SL ? BMAX : SL) + 1) + 1,
    parameter XA      = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter YA      = $clog2(BMAX * BMAX * BMAX),
    parameter CA      = $clog2((P + 2) * BMAX * BMAX)
) (
    input wire clk
);

    localparam W = 8, AW = 16, DEPTH = 2, IB = 1;

    // ---- a reset, a start, and a program of two stages --------------------------------------------------------------
    reg [1:0] begun = 2'd0;
    always @(posedge clk) if (begun != 2) begun <= begun + 1;
    wire rst = (begun == 0), start = (begun == 1);

    (* anyconst *) wire [31:0] lo_0, hi_0, lo_1, hi_1;
    wire [23:0] block = {B3[7:0], B2[7:0], B1[7:0]};
    wire fetch;
    wire [IB-1:0] fetch_index;
    reg [31:0] lo, hi;
    always @(posedge clk) {lo, hi} <= fetch_index ? {lo_1, hi_1} : {lo_0, hi_0};
    always @(*) begin
        assume ((lo_0[2:0] == 3'b000) & (lo_1[2:0] == 3'b100));  // a stage, and the last stage
        assume (lo_0[23:16] == STEPS);
    end

    wire busy, done, begin_run, in_coef, in_load, in_unload, halt, stage_valid, transposed, clear, store;
    wire x_rolls, c_rolls, start_cube, start_coef, start_unload, stage_ready, running, waiting, idle;
    wire [3:0] error;
    wire [IB-1:0] index, stage_index;
    wire [BB-1:0] b1, b2, b3, extent;
    wire [RB-1:0] b23;
    wire [7:0] gap, steps;
    wire [1:0] axis, stage_x_from, stage_y_from, placement;
    wire [LB-1:0] slot;
    wire [XA-1:0] src, roll0, roll1, stage_dst, dst;
    wire [CA-1:0] bank_axis, bank;
    wire [5:0] stage_shift;
    wire [2:0] axes;

    orb_sequencer #(
        .P      (P),
        .W      (W),
        .AW     (AW),
        .BMAX   (BMAX),
        .NBUF   (NBUF),
        .DEPTH  (DEPTH),
        .SL     (SL),
        .XL     (XL),
        .MEM_LAT(MEM_LAT),
        .FMA_LAT(FMA_LAT),
        .LB     (LB)
    ) sequencer (
        .*,
        .abort_run  (1'b0),
        .repeats    (32'd1),
        .drained    (!running & idle),
        .load_busy  (1'b0),
        .unload_busy(1'b0)
    );

    wire product, grab, first, fresh, zero, slot_end, step_first, rolling, storing;
    wire [XA-1:0] x_addr, roll_base;
    wire [CA-1:0] c_addr;

    orb_slot_gen #(
        .P   (P),
        .BMAX(BMAX),
        .NBUF(NBUF),
        .LB  (LB)
    ) slot_gen (
        .*,
        .rst  (halt),
        .valid(stage_valid),
        .ready(stage_ready),
        .bank (bank_axis)
    );

    wire x_grab, x_send, x_shift, mac_en, mac_first, mac_clear, y_re, y_send, y_shift, y_we, m_en, m_first;
    wire b_we, b_result;
    wire [1:0] x_from, y_from;
    wire [2:0] r_en;
    wire [5:0] r_shift;
    wire [YA-1:0] y_raddr, y_waddr;
    wire [IB-1:0] m_index;
    wire [XA-1:0] b_addr;

    orb_node_ctl #(
        .MEM_LAT(MEM_LAT),
        .FMA_LAT(FMA_LAT),
        .SL     (SL),
        .XL     (XL),
        .XA     (XA),
        .YA     (YA),
        .IB     (IB)
    ) node_ctl (
        .*,
        .rst(halt)
    );

    // ---- the slot that ends, and what of it is on its way to the watched addresses ----------------------------------
    (* anyconst *) wire [XA-1:0] x_watched;
    (* anyconst *) wire [YA-1:0] y_watched;
    reg [YA-1:0] number;
    wire [YA-1:0] number_now = step_first ? 0 : number;
    reg [XA-1:0] dst_of_step;
    wire [XA-1:0] dst_now = step_first ? stage_dst : dst_of_step;
    wire to_x = slot_end & ((rolling & (roll_base + number_now == x_watched)) |
                            (storing & (dst_now + number_now == x_watched)));
    // a slot's own sum is read FMA_LAT-1 cycles after its first product, so that one counts from as long after its end
    reg [FMA_LAT-1:1] to_y_q;
    wire [FMA_LAT-1:0] to_y_d = {to_y_q, slot_end & !storing & (number_now == y_watched)};
    wire to_y = to_y_d[FMA_LAT-1];

    reg x_coming, y_coming;
    wire x_lands = b_we & (b_addr == x_watched), y_lands = y_we & (y_waddr == y_watched);
    always @(posedge clk) begin
        if (slot_end) number <= number_now + 1;
        if (slot_end) dst_of_step <= dst_now;
        to_y_q   <= rst ? 0 : to_y_d;
        x_coming <= !rst & (to_x | (x_coming & !x_lands));
        y_coming <= !rst & (to_y | (y_coming & !y_lands));
    end

    // a sum is read for a slot that does not begin from zero; the flag follows the read by what is left of the latency
    (* hierconn *) wire [MEM_LAT+FMA_LAT-1:0] \node_ctl.zero_d ;
    wire y_wanted = y_re & !\node_ctl.zero_d [FMA_LAT-1];

    // the operand memory's second port: a result and an operand never land in the same cycle
    localparam X_IN = MEM_LAT + 1 + XL, LAST = MEM_LAT + FMA_LAT + SL + 3;
    (* hierconn *) wire [LAST:0] \node_ctl.roll_d , \node_ctl.store_d ;

    always @(*)
        if (begun == 2) begin
            assert (!(product & (x_addr == x_watched) & x_coming));
            assert (!(y_wanted & (y_raddr == y_watched) & y_coming));
            assert (!(to_x & x_coming & !x_lands));
            assert (!(to_y & y_coming & !y_lands));
            assert (!(\node_ctl.roll_d [X_IN-1] & \node_ctl.store_d [LAST-1]));
        end

    always @(*)
        if (begun == 2) begin
            cover (waiting & x_coming);
            cover (product & y_coming & (index == 1) & !waiting);
            cover (\node_ctl.store_d [LAST-1] & \node_ctl.roll_d [1]);
        end

endmodule
