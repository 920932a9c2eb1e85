// The orbital core: P x P x P nodes with their sequencer, registers and streams. The top of the array without a link.
// SPDX-License-Identifier: Apache-2.0
//
// Words in and out are sign extended to whole bytes: the low W (data) or CW (coefficient) bits count. What the core
// does with them is a program of descriptors in its registers: see docs/programming.md.
`resetall
`default_nettype none

module orbital_core #(
    parameter integer P        = 4,        // nodes along each side, 2..64
    parameter integer BMAX     = 8,        // largest block extent, 2..64; 1: the fine cell, without memories
    parameter integer BFULL    = BMAX == 1 ? 1 : 4,  // smallest extent at full rate, 2..AW; larger: narrower links
    parameter integer EXP      = 0,        // exponent bits: 0 fixed point, 8 binary32 or bfloat16, 5 binary16
    parameter integer W        = 18,       // bits of a data word, 8..25; float: 32 or 16
    parameter integer CW       = EXP != 0 || W < 18 ? W : 18,  // bits of a coefficient, 8..18; float: W
    parameter integer AW       = EXP != 0 ? W : W + CW,        // bits of an accumulator, W..63; float: W or 32
    parameter integer PS       = EXP != 0 ? 0 : W < 9 ? W - 1 : 8,  // low product bits rounded away: no sum may wrap
    parameter integer NBUF     = 2,        // block buffers a node, 2..15
    parameter integer CBANKS   = 1,        // coefficient banks, 1..15
    parameter integer DEPTH    = 16,       // descriptors, a power of two, 2..32
    parameter integer LANES    = 1,        // multiply-adds a node, 1, 2 or 4
    parameter integer IO_WORDS = 1,        // words of a stream's beat, 1, 2 or 4, a divisor of P
    parameter integer MEM_LAT  = BMAX == 1 ? 1 : 2,  // memory latency, 1 or 2 cycles
    parameter integer SUM_LAT  = MEM_LAT,  // ... of the accumulators, 1 or 2 cycles; 0: small, see orb_lane_small
    parameter integer FMA_LAT  = BMAX == 1 ? 1 : 3,  // multiply-add latency, 1..8 cycles; float: ACC_LAT and 1..3
    parameter integer ACC_LAT  = 1,        // ... from sum to sum, 1..5 cycles; fixed point: 1
    parameter integer HOPS     = P > 2 && SUM_LAT != 0 ? 2 : 1,  // registers of control: 0, 1 a plane, 2 a row too
    parameter integer GROUP    = EXP == 0 ? 1 : ACC_LAT <= 4 ? 4 : 8,  // sums interleaved, a power of two, >= ACC_LAT
    parameter integer OUT_DEPTH = 16,  // beats that wait for the sink, a power of two, 1..16; at full pace from 10 on
    parameter integer CLOCK_HZ = 0,        // clock frequency that the device reports, 0 unknown
    // they follow from the others, and stand here only because the ports need them
    parameter integer IN_BITS  = 8 * (((W > CW ? W : CW) + 7) / 8),  // bits of an input word
    parameter integer OUT_BITS = 8 * ((W + 7) / 8)                   // bits of an output word
) (
    input  wire          clk,
    input  wire          rst,            // synchronous; memories keep what they hold
    output wire          busy,           // a program runs
    // registers
    input  wire [  11:0] s_axil_awaddr,
    input  wire          s_axil_awvalid,
    output wire          s_axil_awready,
    input  wire [  31:0] s_axil_wdata,
    input  wire [   3:0] s_axil_wstrb,
    input  wire          s_axil_wvalid,
    output wire          s_axil_wready,
    output wire [   1:0] s_axil_bresp,
    output wire          s_axil_bvalid,
    input  wire          s_axil_bready,
    input  wire [  11:0] s_axil_araddr,
    input  wire          s_axil_arvalid,
    output wire          s_axil_arready,
    output wire [  31:0] s_axil_rdata,
    output wire [   1:0] s_axil_rresp,
    output wire          s_axil_rvalid,
    input  wire          s_axil_rready,
    // cubes and coefficients in: the beats of a cube are IO_WORDS words, see docs/programming.md
    input  wire [ IO_WORDS*IN_BITS-1:0] s_axis_tdata,
    input  wire          s_axis_tvalid,
    output wire          s_axis_tready,
    // cubes out
    output wire [IO_WORDS*OUT_BITS-1:0] m_axis_tdata,
    output wire          m_axis_tvalid,
    input  wire          m_axis_tready,
    output wire          m_axis_tlast    // last beat of a cube
);

    // ---- derived sizes ----------------------------------------------------------------------------------------------
    localparam LY = (AW + BFULL - 1) / BFULL;  // sum link: bits ...
    localparam SL = (AW + LY - 1) / LY;        // ... and cycles a sum
    localparam LX = (W + SL - 1) / SL;         // operand link: bits ...
    localparam XL = (W + LX - 1) / LX;         // ... and cycles a word, XL <= SL
    localparam LEAST = SL > LANES ? SL : LANES;
    localparam BB = $clog2(BMAX + 1);
    localparam RB = $clog2(BMAX * BMAX + 1);
    localparam LB = $clog2((BMAX > LEAST ? BMAX : LEAST) + 1) + 1;
    localparam BLOCK = BMAX * ((BMAX + LANES - 1) / LANES * LANES);  // coefficients of a block, in whole lanes
    localparam XA = $clog2(NBUF * BMAX * BMAX * BMAX);
    localparam CA = $clog2(CBANKS * (P + 2) * BLOCK);
    localparam SB = $clog2(P * P * P + 1);
    localparam DB = $clog2(DEPTH);
    localparam LONGEST = BMAX > LEAST ? BMAX : LEAST;  // slot
    localparam [0:0] FINE = BMAX == 1, FLOAT = EXP != 0;
    localparam ROUND_LAT = HOPS == 2 && !FINE && !FLOAT ? 4 : 3;  // last part of a sum on its link to result
    localparam WB = $clog2(MEM_LAT + FMA_LAT + SL + ROUND_LAT + LANES + GROUP * LONGEST + 1);  // bits of a wait

    orb_limits #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .EXP(EXP), .W(W), .CW(CW), .AW(AW), .PS(PS), .NBUF(NBUF), .CBANKS(CBANKS),
        .DEPTH(DEPTH), .LANES(LANES), .IO_WORDS(IO_WORDS), .MEM_LAT(MEM_LAT), .SUM_LAT(SUM_LAT), .FMA_LAT(FMA_LAT),
        .ACC_LAT(ACC_LAT), .HOPS(HOPS), .GROUP(GROUP), .OUT_DEPTH(OUT_DEPTH), .IN_BITS(IN_BITS), .OUT_BITS(OUT_BITS)
    ) limits ();

    // ---- reset: a register of its own where its source may be far ------------------------------------------------
    wire rst_here;
    orb_copy #(
        .ON(HOPS == 2)
    ) reset (
        .clk(clk), .d(rst), .q(rst_here)
    );

    // ---- registers and program --------------------------------------------------------------------------------------
    wire starting, start, once, runs, abort_run, done, fetched, begin_run, in_coef, halt;
    wire [3:0] error;
    wire [DB-1:0] index, fetch_index, magnitude_index;
    wire [7:0] magnitude, torus;
    wire [23:0] block;
    wire [31:0] repeats, lo, hi, saturations;
    wire [4:0] place;
    wire [15:0] piece;
    wire keep, piece_valid, magnitude_reads;

    assign busy = starting | runs;

    orb_regs #(
        .P(P), .DEPTH(DEPTH)
    ) regs (
        .clk            (clk),
        .rst            (rst_here),
        .s_axil_awaddr(s_axil_awaddr), .s_axil_awvalid(s_axil_awvalid), .s_axil_awready(s_axil_awready),
        .s_axil_wdata(s_axil_wdata), .s_axil_wstrb(s_axil_wstrb), .s_axil_wvalid(s_axil_wvalid),
        .s_axil_wready(s_axil_wready), .s_axil_bresp(s_axil_bresp), .s_axil_bvalid(s_axil_bvalid),
        .s_axil_bready(s_axil_bready), .s_axil_araddr(s_axil_araddr), .s_axil_arvalid(s_axil_arvalid),
        .s_axil_arready(s_axil_arready), .s_axil_rdata(s_axil_rdata), .s_axil_rresp(s_axil_rresp),
        .s_axil_rvalid(s_axil_rvalid), .s_axil_rready(s_axil_rready),
        .array          ({NBUF[7:0], BFULL[7:0], BMAX[7:0], P[7:0]}),
        .format         ({PS[7:0], AW[7:0], CW[7:0], W[7:0]}),
        .caps           ({DEPTH[7:0], EXP[3:0], CBANKS[3:0], IO_WORDS[3:0], LANES[3:0], 3'd0, FLOAT, 3'd0, FINE}),
        .clock          (CLOCK_HZ[31:0]),
        .latency        ({8'd1, ROUND_LAT[7:0], FMA_LAT[7:0], MEM_LAT[7:0]}),
        .links          ({XL[7:0], SL[7:0], LX[7:0], LY[7:0]}),
        .interleave     ({16'd0, ACC_LAT[7:0], GROUP[7:0]}),
        .starting       (starting),
        .start          (start),
        .abort_run      (abort_run),
        .block          (block),
        .torus          (torus),
        .repeats        (repeats),
        .once           (once),
        .status         ({16'd0, {(8 - DB) {1'b0}}, index, error, 2'd0, done & !starting, busy}),
        .keep           (keep),
        .place          (place),
        .piece          (piece),
        .piece_valid    (piece_valid),
        .saturations    (saturations),
        .magnitude_index(magnitude_index),
        .magnitude_reads(magnitude_reads),
        .magnitude      (magnitude),
        .fetch_index    (fetch_index),
        .fetched        (fetched),
        .lo             (lo),
        .hi             (hi)
    );

    // ---- sequencer --------------------------------------------------------------------------------------------------
    wire [BB-1:0] b1, b2, b3, extent;
    wire [RB-1:0] b23;
    wire stage_valid, stage_ready, transposed, clear, store, x_rolls, c_rolls, landed, drained;
    wire give_load, give_unload, give_coef, load_taken, load_active, unload_taken, unload_active, coef_busy;
    wire [WB-1:0] gap;
    wire [7:0] steps, ring;
    wire [1:0] axis, x_from, y_from, placement;
    wire [LB-1:0] slot;
    wire [XA-1:0] src, roll0, roll1, dst;
    wire [3:0] src_buffer, dst_buffer, load_buffer, unload_buffer, stages;
    wire [CA-1:0] bank, bank_axis;
    wire [5:0] shift;
    wire [2:0] axes;

    orb_sequencer #(
        .P(P), .W(W), .AW(AW), .EXP(EXP), .BMAX(BMAX), .NBUF(NBUF), .CBANKS(CBANKS), .DEPTH(DEPTH), .LANES(LANES),
        .GROUP(GROUP), .IO_WORDS(IO_WORDS), .SL(SL), .XL(XL), .MEM_LAT(MEM_LAT), .FMA_LAT(FMA_LAT),
        .ROUND_LAT(ROUND_LAT), .LB(LB), .WB(WB), .BLOCK(BLOCK), .XA(XA), .CA(CA)
    ) sequencer (
        .clk          (clk),
        .rst          (rst_here),
        .start        (start),
        .abort_run    (abort_run),
        .block        (block),
        .torus        (torus),
        .repeats      (repeats),
        .once         (once),
        .busy         (runs),
        .done         (done),
        .error        (error),
        .index        (index),
        .begin_run    (begin_run),
        .halt         (halt),
        .fetch_index  (fetch_index),
        .fetched      (fetched),
        .lo           (lo),
        .hi           (hi),
        .b1(b1), .b2(b2), .b3(b3), .b23(b23), .ring(ring),
        .stage_valid  (stage_valid),
        .stage_ready  (stage_ready),
        .gap          (gap),
        .axis         (axis),
        .transposed   (transposed),
        .clear        (clear),
        .store        (store),
        .x_rolls      (x_rolls),
        .c_rolls      (c_rolls),
        .x_from       (x_from),
        .y_from       (y_from),
        .steps        (steps),
        .shift        (shift),
        .extent       (extent),
        .slot         (slot),
        .src          (src),
        .roll0        (roll0),
        .roll1        (roll1),
        .dst          (dst),
        .bank_axis    (bank_axis),
        .landed       (landed),
        .drained      (drained),
        .give_load    (give_load),
        .give_unload  (give_unload),
        .give_coef    (give_coef),
        .stages       (stages),
        .src_buffer   (src_buffer),
        .dst_buffer   (dst_buffer),
        .placement    (placement),
        .axes         (axes),
        .bank         (bank),
        .load_taken   (load_taken),
        .load_buffer  (load_buffer),
        .unload_taken (unload_taken),
        .unload_buffer(unload_buffer),
        .unload_active(unload_active),
        .coef_busy    (coef_busy),
        .in_coef      (in_coef)
    );

    // ---- streams ----------------------------------------------------------------------------------------------------
    wire window, window_last, l_en, u_en, u_take, c_we;
    wire [IO_WORDS*P-1:0] l_q, u_hit_q, u_q;
    wire [P-1:0] l_r, l_s, u_hit_r, u_hit_s, u_r, u_s, c_row, c_col;
    wire [1:0] c_axis;
    wire [XA-1:0] l_addr, u_addr;
    wire [IO_WORDS*(W > CW ? W : CW)-1:0] l_data;
    wire [IO_WORDS*W-1:0] u_data;
    wire [P*CA-1:0] c_place;

    orb_streams #(
        .P(P), .W(W), .CW(CW), .IN_BITS(IN_BITS), .OUT_BITS(OUT_BITS), .IO_WORDS(IO_WORDS), .BMAX(BMAX), .NBUF(NBUF),
        .LANES(LANES), .MEM_LAT(MEM_LAT), .HOPS(HOPS), .OUT_DEPTH(OUT_DEPTH), .BLOCK(BLOCK), .CA(CA)
    ) streams (
        .clk          (clk),
        .rst          (halt),
        .b1(b1), .b2(b2), .b3(b3), .b23(b23), .ring(ring),
        .give_load    (give_load),
        .give_unload  (give_unload),
        .give_coef    (give_coef),
        .stages       (stages),
        .landed       (landed),
        .src_buffer   (src_buffer),
        .src          (src),
        .dst_buffer   (dst_buffer),
        .dst          (dst),
        .placement    (placement),
        .axes         (axes),
        .bank         (bank),
        .load_taken   (load_taken),
        .load_buffer  (load_buffer),
        .load_active  (load_active),
        .unload_taken (unload_taken),
        .unload_buffer(unload_buffer),
        .unload_active(unload_active),
        .coef_busy    (coef_busy),
        .s_tdata      (s_axis_tdata),
        .s_tvalid     (s_axis_tvalid),
        .s_tready     (s_axis_tready),
        .m_tdata      (m_axis_tdata),
        .m_tvalid     (m_axis_tvalid),
        .m_tready     (m_axis_tready),
        .m_tlast      (m_axis_tlast),
        .window       (window),
        .window_last  (window_last),
        .l_en         (l_en),
        .l_q          (l_q),
        .l_r          (l_r),
        .l_s          (l_s),
        .l_addr       (l_addr),
        .l_data       (l_data),
        .u_en         (u_en),
        .u_hit_q      (u_hit_q),
        .u_hit_r      (u_hit_r),
        .u_hit_s      (u_hit_s),
        .u_addr       (u_addr),
        .u_take       (u_take),
        .u_q          (u_q),
        .u_r          (u_r),
        .u_s          (u_s),
        .u_data       (u_data),
        .c_we         (c_we),
        .c_axis       (c_axis),
        .c_row        (c_row),
        .c_col        (c_col),
        .c_addr       (c_place)
    );

    // ---- the array --------------------------------------------------------------------------------------------------
    wire waiting, sat_en;
    wire [SB-1:0] sat_count;

    orb_array #(
        `include "orb_pass.vh"
    ) array (
        .clk            (clk),
        .halt           (halt),
        .begin_run      (begin_run | rst_here),
        .b1(b1), .b2(b2), .b3(b3), .b23(b23), .ring(ring),
        .stage_valid    (stage_valid),
        .stage_ready    (stage_ready),
        .gap            (gap),
        .axis           (axis),
        .transposed     (transposed),
        .clear          (clear),
        .store          (store),
        .x_rolls        (x_rolls),
        .c_rolls        (c_rolls),
        .x_from         (x_from),
        .y_from         (y_from),
        .steps          (steps),
        .shift          (shift),
        .extent         (extent),
        .slot           (slot),
        .src            (src),
        .roll0          (roll0),
        .roll1          (roll1),
        .dst            (dst),
        .bank_axis      (bank_axis),
        .index          (index),
        .landed         (landed),
        .drained        (drained),
        .waiting        (waiting),
        .window         (window),
        .window_last    (window_last),
        .l_en           (l_en),
        .l_q            (l_q),
        .l_r            (l_r),
        .l_s            (l_s),
        .l_addr         (l_addr),
        .l_data         (l_data),
        .u_en           (u_en),
        .u_hit_q        (u_hit_q),
        .u_hit_r        (u_hit_r),
        .u_hit_s        (u_hit_s),
        .u_addr         (u_addr),
        .u_take         (u_take),
        .u_q            (u_q),
        .u_r            (u_r),
        .u_s            (u_s),
        .u_data         (u_data),
        .c_we           (c_we),
        .c_axis         (c_axis),
        .c_row          (c_row),
        .c_col          (c_col),
        .c_place        (c_place),
        .magnitude_index(magnitude_index),
        .magnitude_reads(magnitude_reads),
        .magnitude      (magnitude),
        .sat_en         (sat_en),
        .sat_count      (sat_count)
    );

    // ---- what it cost -----------------------------------------------------------------------------------------------
    reg computes, waits;  // a cycle late: stages end long before the run
    always @(posedge clk) {computes, waits} <= {!drained, waiting};

    orb_counters #(
        .SB(SB)
    ) counters (
        .clk        (clk),
        .clear      (begin_run | rst_here),
        .busy       (runs),
        .compute    (computes),
        .waiting    (waits),
        .coef       (in_coef),
        .load       (load_active),
        .unload     (unload_active),
        .sat_en     (sat_en),
        .sat_count  (sat_count),
        .keep       (keep),
        .place      (place),
        .piece      (piece),
        .piece_valid(piece_valid),
        .saturations(saturations)
    );

endmodule
`resetall
