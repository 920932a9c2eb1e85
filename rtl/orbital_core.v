// The orbital core: P x P x P nodes with their sequencer, registers and streams. The top of the array without a link.
// SPDX-License-Identifier: Apache-2.0
//
// Words in and out are sign extended to whole bytes: the low W (data) or CW (coefficient) bits count. What the core
// does with them is a program of descriptors in its registers: see docs/programming.md.
`resetall
`default_nettype none

module orbital_core #(
    parameter P        = 4,        // nodes along each side, 2..64
    parameter BMAX     = 8,        // largest block extent, 2..64
    parameter BFULL    = 4,        // smallest block extent that runs at full rate, 2..AW; larger: narrower links
    parameter W        = 18,       // bits of a data word, 8..25
    parameter CW       = W < 18 ? W : 18,  // bits of a coefficient, 8..18
    parameter AW       = W + CW,   // bits of an accumulator, W..63
    parameter PS       = W < 9 ? W - 1 : 8,  // low product bits rounded away: sums of P*BMAX products may not wrap
    parameter NBUF     = 2,        // block buffers a node, 2..15
    parameter CBANKS   = 1,        // coefficient banks, 1..15
    parameter DEPTH    = 16,       // descriptors, a power of two, 2..32
    parameter MEM_LAT  = 2,        // memory latency, 1 or 2 cycles
    parameter FMA_LAT  = 3,        // multiply-add latency, 1..8 cycles
    parameter COUNT    = 48,       // bits of a cycle counter, 33..64
    parameter CLOCK_HZ = 0,        // clock frequency that the device reports, 0 unknown
    parameter IN_BITS  = 8 * (((W > CW ? W : CW) + 7) / 8),  // bits of an input word
    parameter OUT_BITS = 8 * ((W + 7) / 8)                   // bits of an output word
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
    // cubes and coefficients in
    input  wire [IN_BITS-1:0] s_axis_tdata,
    input  wire          s_axis_tvalid,
    output wire          s_axis_tready,
    // cubes out
    output wire [OUT_BITS-1:0] m_axis_tdata,
    output wire          m_axis_tvalid,
    input  wire          m_axis_tready,
    output wire          m_axis_tlast    // last word of a cube
);

    // ---- derived sizes ------------------------------------------------------------------------------------------
    localparam LY = (AW + BFULL - 1) / BFULL;  // sum link: bits ...
    localparam SL = (AW + LY - 1) / LY;        // ... and cycles a sum
    localparam LX = (W + SL - 1) / SL;         // operand link: bits ...
    localparam XL = (W + LX - 1) / LX;         // ... and cycles a word, XL <= SL
    localparam BB = $clog2(BMAX + 1);
    localparam RB = $clog2(BMAX * BMAX + 1);
    localparam LB = $clog2((BMAX > SL ? BMAX : SL) + 1) + 1;
    localparam PB = $clog2(P);
    localparam XA = $clog2(NBUF * BMAX * BMAX * BMAX);
    localparam YA = $clog2(BMAX * BMAX * BMAX);
    localparam CA = $clog2(CBANKS * (P + 2) * BMAX * BMAX);
    localparam SB = $clog2(P * P * P + 1);
    localparam DB = $clog2(DEPTH);
    localparam IW = W > CW ? W : CW;
    localparam ROUND_LAT = 3;                  // the stages of orb_round

    orb_limits #(
        .P(P), .BMAX(BMAX), .BFULL(BFULL), .W(W), .CW(CW), .AW(AW), .PS(PS), .NBUF(NBUF), .CBANKS(CBANKS),
        .DEPTH(DEPTH), .MEM_LAT(MEM_LAT), .FMA_LAT(FMA_LAT), .COUNT(COUNT)
    ) limits ();

    // ---- registers and program ------------------------------------------------------------------------------------
    wire start, abort_run, done, fetch, begin_run, in_coef, in_load, in_unload, halt;
    wire [3:0] error;
    wire [DB-1:0] index, fetch_index, magnitude_index;
    wire [7:0] magnitude;
    wire [23:0] block;
    wire [31:0] repeats, lo, hi, saturations;
    wire [63:0] n_cycles, n_compute, n_wait, n_coef, n_load, n_unload;

    orb_regs #(
        .DEPTH(DEPTH)
    ) regs (
        .clk            (clk),
        .rst            (rst),
        .s_axil_awaddr  (s_axil_awaddr),
        .s_axil_awvalid (s_axil_awvalid),
        .s_axil_awready (s_axil_awready),
        .s_axil_wdata   (s_axil_wdata),
        .s_axil_wstrb   (s_axil_wstrb),
        .s_axil_wvalid  (s_axil_wvalid),
        .s_axil_wready  (s_axil_wready),
        .s_axil_bresp   (s_axil_bresp),
        .s_axil_bvalid  (s_axil_bvalid),
        .s_axil_bready  (s_axil_bready),
        .s_axil_araddr  (s_axil_araddr),
        .s_axil_arvalid (s_axil_arvalid),
        .s_axil_arready (s_axil_arready),
        .s_axil_rdata   (s_axil_rdata),
        .s_axil_rresp   (s_axil_rresp),
        .s_axil_rvalid  (s_axil_rvalid),
        .s_axil_rready  (s_axil_rready),
        .array          ({NBUF[7:0], BFULL[7:0], BMAX[7:0], P[7:0]}),
        .format         ({PS[7:0], AW[7:0], CW[7:0], W[7:0]}),
        .caps           ({DEPTH[7:0], 4'd0, CBANKS[3:0], 4'd1, 4'd1, 4'd0, 4'd0}),
        .clock          (CLOCK_HZ[31:0]),
        .latency        ({8'd1, ROUND_LAT[7:0], FMA_LAT[7:0], MEM_LAT[7:0]}),
        .links          ({XL[7:0], SL[7:0], LX[7:0], LY[7:0]}),
        .start          (start),
        .abort_run      (abort_run),
        .block          (block),
        .repeats        (repeats),
        .status         ({16'd0, {(8 - DB) {1'b0}}, index, error, 2'd0, done, busy}),
        .cycles         ({n_unload, n_load, n_coef, n_wait, n_compute, n_cycles}),
        .saturations    (saturations),
        .magnitude_index(magnitude_index),
        .magnitude      (magnitude),
        .fetch          (fetch),
        .fetch_index    (fetch_index),
        .lo             (lo),
        .hi             (hi)
    );

    // ---- sequencer ------------------------------------------------------------------------------------------------
    wire [BB-1:0] b1, b2, b3, extent;
    wire [RB-1:0] b23;
    wire stage_valid, stage_ready, transposed, clear, store, x_rolls, c_rolls, drained;
    wire start_cube, start_coef, start_unload, load_busy, unload_busy;
    wire [7:0] gap, steps;
    wire [1:0] axis, stage_x_from, stage_y_from, placement;
    wire [LB-1:0] slot;
    wire [XA-1:0] src, roll0, roll1, dst, stage_dst;
    wire [CA-1:0] bank, bank_axis;
    wire [5:0] stage_shift;
    wire [DB-1:0] stage_index;
    wire [2:0] axes;

    orb_sequencer #(
        .P      (P),
        .W      (W),
        .AW     (AW),
        .BMAX   (BMAX),
        .NBUF   (NBUF),
        .CBANKS (CBANKS),
        .DEPTH  (DEPTH),
        .SL     (SL),
        .XL     (XL),
        .MEM_LAT(MEM_LAT),
        .FMA_LAT(FMA_LAT), .ROUND_LAT(ROUND_LAT),
        .LB     (LB)
    ) sequencer (
        .clk         (clk),
        .rst         (rst),
        .start       (start),
        .abort_run   (abort_run),
        .block       (block),
        .repeats     (repeats),
        .busy        (busy),
        .done        (done),
        .error       (error),
        .index       (index),
        .begin_run   (begin_run),
        .in_coef     (in_coef),
        .in_load     (in_load),
        .in_unload   (in_unload),
        .halt        (halt),
        .fetch       (fetch),
        .fetch_index (fetch_index),
        .lo          (lo),
        .hi          (hi),
        .b1          (b1),
        .b2          (b2),
        .b3          (b3),
        .b23         (b23),
        .stage_valid (stage_valid),
        .stage_ready (stage_ready),
        .gap         (gap),
        .axis        (axis),
        .transposed  (transposed),
        .clear       (clear),
        .store       (store),
        .x_rolls     (x_rolls),
        .c_rolls     (c_rolls),
        .steps       (steps),
        .extent      (extent),
        .slot        (slot),
        .src         (src),
        .roll0       (roll0),
        .roll1       (roll1),
        .bank_axis   (bank_axis),
        .stage_x_from(stage_x_from),
        .stage_y_from(stage_y_from),
        .stage_shift (stage_shift),
        .stage_dst   (stage_dst),
        .stage_index (stage_index),
        .drained     (drained),
        .start_cube  (start_cube),
        .start_coef  (start_coef),
        .start_unload(start_unload),
        .load_busy   (load_busy),
        .unload_busy (unload_busy),
        .placement   (placement),
        .axes        (axes),
        .dst         (dst),
        .bank        (bank)
    );

    // ---- streams --------------------------------------------------------------------------------------------------
    wire l_we, c_we, u_re, u_en;
    wire [PB-1:0] l_q, l_r, l_s, c_row, c_col, u_q;
    wire [$clog2(P*P)-1:0] u_rs;
    wire [1:0] c_axis;
    wire [XA-1:0] l_addr;
    wire [YA-1:0] u_addr;
    wire [W-1:0] l_data, u_data, out;
    wire [CW-1:0] c_data;
    wire [P*CA-1:0] c_place;

    orb_load #(
        .P     (P),
        .W     (W),
        .CW    (CW),
        .IW    (IW),
        .BMAX  (BMAX),
        .NBUF  (NBUF),
        .CBANKS(CBANKS)
    ) load (
        .clk       (clk),
        .rst       (halt),
        .start_cube(start_cube),
        .start_coef(start_coef),
        .busy      (load_busy),
        .b1        (b1),
        .b2        (b2),
        .b3        (b3),
        .b23       (b23),
        .placement (placement),
        .base      (dst),
        .axes      (axes),
        .bank      (bank),
        .s_tdata   (s_axis_tdata[IW-1:0]),
        .s_tvalid  (s_axis_tvalid),
        .s_tready  (s_axis_tready),
        .l_we      (l_we),
        .l_q       (l_q),
        .l_r       (l_r),
        .l_s       (l_s),
        .l_addr    (l_addr),
        .l_data    (l_data),
        .c_we      (c_we),
        .c_axis    (c_axis),
        .c_row     (c_row),
        .c_col     (c_col),
        .c_addr    (c_place),
        .c_data    (c_data)
    );

    orb_unload #(
        .P      (P),
        .W      (W),
        .BMAX   (BMAX),
        .MEM_LAT(MEM_LAT)
    ) unload (
        .clk      (clk),
        .rst      (halt),
        .start    (start_unload),
        .busy     (unload_busy),
        .b1       (b1),
        .b2       (b2),
        .b3       (b3),
        .b23      (b23),
        .placement(placement),
        .b_re     (u_re),
        .b_addr   (u_addr),
        .u_en     (u_en),
        .u_q      (u_q),
        .u_rs     (u_rs),
        .u_data   (u_data),
        .m_tdata  (out),
        .m_tvalid (m_axis_tvalid),
        .m_tready (m_axis_tready),
        .m_tlast  (m_axis_tlast)
    );

    /* verilator lint_off WIDTH */  // sign extension to whole bytes
    assign m_axis_tdata = $signed(out);
    /* verilator lint_on WIDTH */
    wire unused = &{1'b0, s_axis_tdata};  // the bits that extend the sign

    // ---- the array ------------------------------------------------------------------------------------------------
    wire waiting, sat_en;
    wire [SB-1:0] sat_count;

    orb_array #(
        .P      (P),
        .W      (W),
        .CW     (CW),
        .AW     (AW),
        .PS     (PS),
        .BMAX   (BMAX),
        .NBUF   (NBUF),
        .CBANKS (CBANKS),
        .DEPTH  (DEPTH),
        .LX     (LX),
        .XL     (XL),
        .LY     (LY),
        .SL     (SL),
        .MEM_LAT(MEM_LAT),
        .FMA_LAT(FMA_LAT),
        .LB     (LB)
    ) array (
        .clk            (clk),
        .halt           (halt),
        .begin_run      (begin_run),
        .b1             (b1),
        .b2             (b2),
        .b3             (b3),
        .b23            (b23),
        .stage_valid    (stage_valid),
        .stage_ready    (stage_ready),
        .gap            (gap),
        .axis           (axis),
        .transposed     (transposed),
        .clear          (clear),
        .store          (store),
        .x_rolls        (x_rolls),
        .c_rolls        (c_rolls),
        .steps          (steps),
        .extent         (extent),
        .slot           (slot),
        .src            (src),
        .roll0          (roll0),
        .roll1          (roll1),
        .bank_axis      (bank_axis),
        .stage_x_from   (stage_x_from),
        .stage_y_from   (stage_y_from),
        .stage_shift    (stage_shift),
        .stage_dst      (stage_dst),
        .stage_index    (stage_index),
        .drained        (drained),
        .waiting        (waiting),
        .l_we           (l_we),
        .l_q            (l_q),
        .l_r            (l_r),
        .l_s            (l_s),
        .l_addr         (l_addr),
        .l_data         (l_data),
        .c_we           (c_we),
        .c_axis         (c_axis),
        .c_row          (c_row),
        .c_col          (c_col),
        .c_place        (c_place),
        .c_data         (c_data),
        .u_re           (u_re),
        .u_addr         (u_addr),
        .u_en           (u_en),
        .u_q            (u_q),
        .u_rs           (u_rs),
        .u_data         (u_data),
        .magnitude_index(magnitude_index),
        .magnitude      (magnitude),
        .sat_en         (sat_en),
        .sat_count      (sat_count)
    );

    // ---- what it cost ---------------------------------------------------------------------------------------------
    orb_counters #(
        .BITS(COUNT),
        .SB  (SB)
    ) counters (
        .clk           (clk),
        .clear         (begin_run),
        .busy          (busy),
        .compute       (!drained),
        .waiting       (waiting),
        .coef          (in_coef),
        .load          (in_load),
        .unload        (in_unload),
        .sat_en        (sat_en),
        .sat_count     (sat_count),
        .cycles        (n_cycles),
        .cycles_compute(n_compute),
        .cycles_wait   (n_wait),
        .cycles_coef   (n_coef),
        .cycles_load   (n_load),
        .cycles_unload (n_unload),
        .saturations   (saturations)
    );

endmodule
`resetall
