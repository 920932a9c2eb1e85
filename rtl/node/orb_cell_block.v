// Node of the array with a block of up to BMAX^3 points: memories, and one multiply-add with its links a lane.
// SPDX-License-Identifier: Apache-2.0
//
// A slot finishes one sum a lane: y(i,j,k) = y_old(i,j,k) + sum over m of x(..m..)*c(m), a product a cycle. Each lane
// works a cycle behind the lane before it, so they share the operand that is read, the ports of the memories and one
// rounding. All nodes do the same thing in the same cycle, so control comes from outside; only the cycle in which a
// word that came in is written is the node's own: the first in which no stream uses the port.
`resetall
`default_nettype none

module orb_cell_block #(
    parameter EXP     = 0,    // exponent bits, 0 fixed point
    parameter W       = 18,   // bits of a data word
    parameter CW      = 18,   // bits of a coefficient
    parameter AW      = 36,   // bits of an accumulator, W..63
    parameter PS      = 8,    // low product bits rounded away
    parameter BMAX    = 8,    // largest block extent, >= 2
    parameter NBUF    = 2,    // block buffers in the operand memory, >= 2
    parameter LANES   = 1,    // multiply-adds
    parameter GROUP   = 1,    // slots of a group
    parameter LX      = 5,    // bits of the operand link
    parameter XL      = 4,    // cycles a word on the operand link, XL*LX >= W
    parameter LY      = 9,    // bits of the sum link
    parameter SL      = 4,    // cycles a sum on the sum link, SL*LY >= AW
    parameter MEM_LAT = 2,    // memory latency, 1 or 2
    parameter SUM_LAT = 2,    // accumulator memory latency, 1 or 2; 0: see orb_lane
    parameter FMA_LAT = 3,    // multiply-add latency, >= 1
    parameter ACC_LAT = 1,    // ... of its addend
    parameter FAR     = 0,    // 1: what comes in is registered before it is stored, rounded or written
    parameter XA      = 10,   // bits of an operand address
    parameter YDEPTH  = 512,  // sums of an accumulator memory
    parameter YW      = $clog2(YDEPTH),
    parameter LC      = 21 + 4 * (GROUP > 1 ? $clog2(GROUP) + 1 : 2) + (LY > 1 ? $clog2(LY) : 1) + LY,  // as orb_lane's
    parameter YP      = GROUP > 1 ? LANES : 1  // accumulator memories
) (
    input  wire                clk,
    // products
    input  wire                x_re,       // read an operand
    input  wire [      XA-1:0] x_raddr,
    input  wire [LANES*CW-1:0] c,          // coefficients, MEM_LAT after x_re
    // lanes, see orb_lane
    input  wire [LANES*LC-1:0] control,
    input  wire [LANES*LX-1:0] x_in_q,
    input  wire [LANES*LX-1:0] x_in_r,
    input  wire [LANES*LX-1:0] x_in_s,
    output wire [LANES*LX-1:0] x_out,
    input  wire [LANES*LY-1:0] y_in_q,
    input  wire [LANES*LY-1:0] y_in_r,
    input  wire [LANES*LY-1:0] y_in_s,
    output wire [LANES*LY-1:0] y_out,
    output wire [LANES*LY-1:0] m_bits,
    // stored sums
    input  wire [      YP-1:0] y_re,
    input  wire [   YP*YW-1:0] y_raddr,
    input  wire                y_half,     // half of the sum to be stored is on the link
    input  wire [      YP-1:0] y_we,       // store the sum: one that is on the link if alone, else that taken last
    input  wire [      YW-1:0] y_waddr,
    // what has come in
    input  wire [   LANES-1:0] x_take,     // the lane whose operand has
    input  wire [   LANES-1:0] r_lane,     // the lane whose sum has: take it
    input  wire                r_en,       // floating point: round the sum that was taken
    input  wire [   LANES-1:0] r_done,     // the lane whose result is there
    output reg                 r_sat,      // ... and was clipped, a cycle later
    // second port of the operand memory: streams first
    input  wire                land,       // an operand or a result is there: it is to be written
    input  wire [      XA-1:0] n_addr,     // ... here, from the next cycle on
    input  wire                l_hit,      // a loaded word for this node
    input  wire [      XA-1:0] l_addr,
    input  wire [       W-1:0] l_data,
    input  wire                u_hit,      // a read from this node
    input  wire [      XA-1:0] u_addr,
    output wire [       W-1:0] u_data      // MEM_LAT later, until the next read
);

    // ---- operand memory -----------------------------------------------------------------------------------------
    wire [W-1:0] x;
    reg  [W-1:0] word;    // the operand or result that came in last, 0 if it is in x_word_q
    wire [W-1:0] x_word_q;
    reg          pending; // ... is to be written
    wire         stream = l_hit | u_hit;

    always @(posedge clk)
        if (land) pending <= 1'b1;
        else if (!stream) pending <= 1'b0;

    orb_ram_operand #(
        .WIDTH   (W),
        .DEPTH   (NBUF * BMAX * BMAX * BMAX),
        .LATENCY (MEM_LAT),
        .ONE_READ(NBUF == 2)  // the sequencer sees to it
    ) operands (
        .clk    (clk),
        .x_re   (x_re),
        .x_raddr(x_raddr),
        .x_rdata(x),
        .we     (l_hit | (pending & !u_hit)),
        .waddr  (l_hit ? l_addr : n_addr),
        .wdata  (l_hit ? l_data : word | x_word_q),
        .u_re   (u_hit),
        .u_raddr(u_addr),
        .u_rdata(u_data)
    );

    // ---- lanes: each gets operand, coefficient and the stored sum a cycle after the lane before ---------------------
    wire [W*LANES-1:0] x_lane, x_word, r_word;
    wire [AW*LANES-1:0] y_stored, y_word;
    wire [LANES-1:0] r_signs, r_sats;

    assign x_lane[0+:W] = x;

    genvar l, n;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            if (l > 0) begin : g_behind
                reg [W-1:0] x_q;
                always @(posedge clk) x_q <= x_lane[(l-1)*W+:W];
                assign x_lane[l*W+:W] = x_q;
            end

            wire [CW-1:0] c_now[0:l];
            assign c_now[0] = c[l*CW+:CW];
            for (n = 0; n < l; n = n + 1) begin : g_delay
                reg [CW-1:0] c_q;
                always @(posedge clk) c_q <= c_now[n];
                assign c_now[n+1] = c_q;
            end

            orb_lane #(
                .EXP    (EXP),
                .W      (W),
                .CW     (CW),
                .AW     (AW),
                .PS     (PS),
                .GROUP  (GROUP),
                .LX     (LX),
                .XL     (XL),
                .LY     (LY),
                .SL     (SL),
                .FMA_LAT(FMA_LAT),
                .ACC_LAT(ACC_LAT),
                .BMAX   (BMAX),
                .SUM_LAT(SUM_LAT),
                .FAR    (FAR),
                .LC     (LC)
            ) lane (
                .clk       (clk),
                .control   (control[l*LC+:LC]),
                .x         (x_lane[l*W+:W]),
                .c         (c_now[l]),
                .y_stored  (y_stored[l*AW+:AW]),
                .x_in_q    (x_in_q[l*LX+:LX]),
                .x_in_r    (x_in_r[l*LX+:LX]),
                .x_in_s    (x_in_s[l*LX+:LX]),
                .x_out     (x_out[l*LX+:LX]),
                .x_word    (x_word[l*W+:W]),
                .y_in_q    (y_in_q[l*LY+:LY]),
                .y_in_r    (y_in_r[l*LY+:LY]),
                .y_in_s    (y_in_s[l*LY+:LY]),
                .y_out     (y_out[l*LY+:LY]),
                .y_word    (y_word[l*AW+:AW]),
                .m_bits    (m_bits[l*LY+:LY]),
                .r_word    (r_word[l*W+:W]),
                .r_sign    (r_signs[l]),
                .r_sat     (r_sats[l])
            );
        end
    endgenerate

    // ---- accumulators: lanes read a shared memory in turn, or each its own ------------------------------------------
    localparam DIRECT = LANES == 1 && EXP == 0 && FAR == 0;
    reg  [AW-1:0] v;  // the sum that was taken last
    wire [AW-1:0] y_come;  // that comes in

    generate
        for (l = 0; l < YP; l = l + 1) begin : g_sums
            wire [AW-1:0] stored;
            orb_ram_sums #(
                .WIDTH  (AW),
                .DEPTH  (YDEPTH),
                .LATENCY(SUM_LAT == 0 ? 1 : SUM_LAT),
                .HALVES (SUM_LAT == 0 && SL % 2 == 0 && SL * LY == AW ? SL / 2 : 0)
            ) accumulators (
                .clk  (clk),
                .half (y_half),
                .we   (y_we[l]),
                .waddr(y_waddr),
                .wdata(DIRECT ? y_come : v),
                .re   (y_re[l]),
                .raddr(y_raddr[l*YW+:YW]),
                .rdata(stored)
            );
            if (YP == 1) begin : g_shared
                assign y_stored = {LANES{stored}};
            end else begin : g_own
                assign y_stored[l*AW+:AW] = stored;
            end
        end
    endgenerate

    // ---- what has come in -----------------------------------------------------------------------------------------
    wire [W-1:0] x_come, q;    // an operand, a result ...
    wire q_sign, q_sat, done;  // ... that is the largest or smallest word instead

    assign done = |r_done;

    generate
        if (LANES == 1) begin : g_one
            assign {x_come, y_come} = {x_word, y_word};
            wire unused = &{1'b0, x_take};
        end else begin : g_several
            for (l = 0; l < LANES; l = l + 1) begin : g_pick
                wire [W-1:0] x_any;   // of this lane and those before it
                wire [AW-1:0] y_any;
                wire [W-1:0] x_mine = x_word[l*W+:W] & {W{x_take[l]}};
                wire [AW-1:0] y_mine = y_word[l*AW+:AW] & {AW{r_lane[l]}};
                if (l == 0) begin : g_first
                    assign {x_any, y_any} = {x_mine, y_mine};
                end else begin : g_next
                    assign x_any = g_pick[l-1].x_any | x_mine;
                    assign y_any = g_pick[l-1].y_any | y_mine;
                end
            end
            assign x_come = g_pick[LANES-1].x_any;
            assign y_come = g_pick[LANES-1].y_any;
        end

        if (EXP != 0) begin : g_float
            wire unused = &{1'b0, r_word, r_signs, r_sats};
            assign q_sign = q[W-1];
            orb_round_float #(
                .EXP (EXP),
                .MAN (W - 1 - EXP),
                .AEXP(AW == W ? EXP : 8),
                .AMAN(AW == W ? W - 1 - EXP : 23)
            ) round (
                .clk(clk),
                .en (r_en),
                .v  (v),
                .q  (q),
                .sat(q_sat)
            );
        end else if (LANES == 1) begin : g_fixed
            assign {q, q_sign, q_sat} = {r_word, r_signs, r_sats};
            wire unused = &{1'b0, r_en};
        end else begin : g_fixed_lanes
            for (l = 0; l < LANES; l = l + 1) begin : g_pick
                wire [W-1:0] any;  // of this lane and those before it
                wire [W-1:0] mine = r_word[l*W+:W] & {W{r_done[l]}};
                if (l == 0) begin : g_first
                    assign any = mine;
                end else begin : g_next
                    assign any = g_pick[l-1].any | mine;
                end
            end
            assign q = g_pick[LANES-1].any;
            assign {q_sign, q_sat} = {|(r_signs & r_done), |(r_sats & r_done)};
            wire unused = &{1'b0, r_en};
        end
    endgenerate

    wire [W-1:0] chosen;
    orb_choose #(
        .WIDTH(W)
    ) choose (
        .choice((!done) ? 2'd0 : (EXP != 0 || !q_sat) ? 2'd1 : {1'b1, !q_sign}),
        .a(FAR != 0 ? {W{1'b0}} : x_come), .b(q), .q(chosen)
    );

    always @(posedge clk) begin
        if (|r_lane) v <= y_come;
        if (land) word <= chosen;
        if (done) r_sat <= q_sat;
    end

    generate
        if (FAR != 0) begin : g_apart  // no more behind a long link than its register
            reg [W-1:0] x_q;
            always @(posedge clk) if (land) x_q <= done ? {W{1'b0}} : x_come;
            assign x_word_q = x_q;
        end else begin : g_together
            assign x_word_q = {W{1'b0}};
        end
    endgenerate

endmodule
`resetall
