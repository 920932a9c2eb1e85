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
    parameter PS       = 8,        // low product bits rounded away, so that sums of P*BMAX products cannot wrap
    parameter NBUF     = 2,        // block buffers a node, 2..15
    parameter CBANKS   = 1,        // coefficient banks, 1..15
    parameter DEPTH    = 16,       // descriptors, a power of two, 2..32
    parameter MEM_LAT  = 2,        // memory latency, 1 or 2 cycles
    parameter FMA_LAT  = 3,        // multiply-add latency, 1..8 cycles
    parameter COUNT    = 48,       // bits of a cycle counter, 33..64
    parameter CLOCK_HZ = 0,        // clock frequency that the device reports, 0 unknown
    parameter IB       = 8 * (((W > CW ? W : CW) + 7) / 8),  // bits of an input word
    parameter OB       = 8 * ((W + 7) / 8)                   // bits of an output word
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
    input  wire [IB-1:0] s_axis_tdata,
    input  wire          s_axis_tvalid,
    output wire          s_axis_tready,
    // cubes out
    output wire [OB-1:0] m_axis_tdata,
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
    localparam ROUND_LAT = 3;
    localparam REPORT_LAT = 4;                 // torus input to its reports

    // ---- what cannot be built -------------------------------------------------------------------------------------
    generate
        if (P < 2 || P > 64) begin : g_p
            orbital_core_P_must_be_2_to_64 illegal ();
        end
        if (BMAX < 2 || BMAX > 64) begin : g_bmax
            orbital_core_BMAX_must_be_2_to_64 illegal ();
        end
        if (BFULL < 2 || BFULL > AW) begin : g_bfull
            orbital_core_BFULL_must_be_2_to_AW illegal ();
        end
        if (W < 8 || W > 25) begin : g_w
            orbital_core_W_must_be_8_to_25 illegal ();
        end
        if (CW < 8 || CW > 18) begin : g_cw
            orbital_core_CW_must_be_8_to_18 illegal ();
        end
        if (AW < W || AW > 63) begin : g_aw
            orbital_core_AW_must_be_W_to_63 illegal ();
        end
        if (PS < 0 || W + CW - 1 + $clog2(P * BMAX) - PS > AW || PS > W + CW - 2) begin : g_ps
            orbital_core_PS_lets_sums_wrap_or_is_out_of_range illegal ();
        end
        if (NBUF < 2 || NBUF > 15) begin : g_nbuf
            orbital_core_NBUF_must_be_2_to_15 illegal ();
        end
        if (CBANKS < 1 || CBANKS > 15) begin : g_cbanks
            orbital_core_CBANKS_must_be_1_to_15 illegal ();
        end
        if (DEPTH < 2 || DEPTH > 32 || (DEPTH & (DEPTH - 1)) != 0) begin : g_depth
            orbital_core_DEPTH_must_be_a_power_of_two_2_to_32 illegal ();
        end
        if (MEM_LAT < 1 || MEM_LAT > 2) begin : g_mem_lat
            orbital_core_MEM_LAT_must_be_1_or_2 illegal ();
        end
        if (FMA_LAT < 1 || FMA_LAT > 8) begin : g_fma_lat
            orbital_core_FMA_LAT_must_be_1_to_8 illegal ();
        end
        if (COUNT < 33 || COUNT > 64) begin : g_count
            orbital_core_COUNT_must_be_33_to_64 illegal ();
        end
    endgenerate

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
        .FMA_LAT(FMA_LAT),
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

    wire product, grab, first, fresh, zero, slot_end, step_first, rolling, storing, running, waiting;
    wire [XA-1:0] x_addr, roll_base;
    wire [CA-1:0] c_addr;

    orb_slot_gen #(
        .P     (P),
        .BMAX  (BMAX),
        .NBUF  (NBUF),
        .CBANKS(CBANKS),
        .LB    (LB)
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
        .axis      (axis),
        .transposed(transposed),
        .clear     (clear),
        .store     (store),
        .x_rolls   (x_rolls),
        .c_rolls   (c_rolls),
        .steps     (steps),
        .extent    (extent),
        .slot      (slot),
        .src       (src),
        .roll0     (roll0),
        .roll1     (roll1),
        .bank      (bank_axis),
        .product   (product),
        .x_addr    (x_addr),
        .c_addr    (c_addr),
        .grab      (grab),
        .first     (first),
        .fresh     (fresh),
        .zero      (zero),
        .slot_end  (slot_end),
        .step_first(step_first),
        .rolling   (rolling),
        .storing   (storing),
        .roll_base (roll_base),
        .running   (running),
        .waiting   (waiting)
    );

    // ---- control of the nodes -------------------------------------------------------------------------------------
    wire x_grab, x_send, x_shift, mac_en, mac_first, mac_clear, y_re, y_send, y_shift, y_we, m_en, m_first;
    wire n_we, n_result, idle;
    wire [1:0] x_from, y_from;
    wire [2:0] r_en;
    wire [5:0] r_shift;
    wire [YA-1:0] y_raddr, y_waddr;
    wire [XA-1:0] n_addr;
    wire [DB-1:0] m_index;

    assign drained = !running & idle;

    orb_node_ctl #(
        .MEM_LAT(MEM_LAT),
        .FMA_LAT(FMA_LAT),
        .SL     (SL),
        .XL     (XL),
        .XA     (XA),
        .YA     (YA),
        .IB     (DB)
    ) node_ctl (
        .clk         (clk),
        .rst         (halt),
        .product     (product),
        .grab        (grab),
        .first       (first),
        .fresh       (fresh),
        .zero        (zero),
        .slot_end    (slot_end),
        .step_first  (step_first),
        .rolling     (rolling),
        .storing     (storing),
        .roll_base   (roll_base),
        .stage_x_from(stage_x_from),
        .stage_y_from(stage_y_from),
        .stage_shift (stage_shift),
        .stage_dst   (stage_dst),
        .stage_index (stage_index),
        .x_grab      (x_grab),
        .x_send      (x_send),
        .x_shift     (x_shift),
        .x_from      (x_from),
        .mac_en      (mac_en),
        .mac_first   (mac_first),
        .mac_clear   (mac_clear),
        .y_re        (y_re),
        .y_raddr     (y_raddr),
        .y_send      (y_send),
        .y_shift     (y_shift),
        .y_from      (y_from),
        .y_we        (y_we),
        .y_waddr     (y_waddr),
        .r_en        (r_en),
        .r_shift     (r_shift),
        .m_en        (m_en),
        .m_first     (m_first),
        .m_index     (m_index),
        .b_we        (n_we),
        .b_result    (n_result),
        .b_addr      (n_addr),
        .idle        (idle)
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

    generate
        if (OB > W) begin : g_out_pad
            assign m_axis_tdata = {{(OB - W) {out[W-1]}}, out};
        end else begin : g_out
            assign m_axis_tdata = out;
        end
        if (IB > IW) begin : g_in_pad
            wire unused = &{1'b0, s_axis_tdata[IB-1:IW]};  // sign extension
        end
    endgenerate

    // ---- the array ------------------------------------------------------------------------------------------------
    wire [LY-1:0] m_bits;
    wire [SB-1:0] sat_count;

    orb_torus #(
        .P      (P),
        .W      (W),
        .CW     (CW),
        .AW     (AW),
        .PS     (PS),
        .BMAX   (BMAX),
        .NBUF   (NBUF),
        .CBANKS (CBANKS),
        .LX     (LX),
        .XL     (XL),
        .LY     (LY),
        .SL     (SL),
        .MEM_LAT(MEM_LAT),
        .FMA_LAT(FMA_LAT)
    ) torus (
        .clk      (clk),
        .x_re     (product),
        .x_raddr  (x_addr),
        .x_grab   (x_grab),
        .x_send   (x_send),
        .x_shift  (x_shift),
        .x_from   (x_from),
        .mac_en   (mac_en),
        .mac_first(mac_first),
        .mac_clear(mac_clear),
        .y_re     (y_re),
        .y_raddr  (y_raddr),
        .y_send   (y_send),
        .y_shift  (y_shift),
        .y_from   (y_from),
        .y_we     (y_we),
        .y_waddr  (y_waddr),
        .r_en     (r_en),
        .r_shift  (r_shift),
        .m_en     (m_en),
        .m_first  (m_first),
        .b_en     (u_re | n_we | l_we),
        .b_we     (n_we),
        .b_result (n_result),
        .b_addr   (l_we ? l_addr : u_re ? src + {{(XA - YA) {1'b0}}, u_addr} : n_addr),
        .c_re     (product),
        .c_addr   (c_we ? c_place : {P{c_addr}}),
        .c_we     (c_we),
        .c_axis   (c_axis),
        .c_row    (c_row),
        .c_col    (c_col),
        .c_data   (c_data),
        .l_we     (l_we),
        .l_q      (l_q),
        .l_r      (l_r),
        .l_s      (l_s),
        .l_data   (l_data),
        .u_en     (u_en),
        .u_q      (u_q),
        .u_rs     (u_rs),
        .u_data   (u_data),
        .m_bits   (m_bits),
        .sat_count(sat_count)
    );

    // ---- what it cost, and how large it became --------------------------------------------------------------------
    reg [REPORT_LAT-1:0] m_en_q, m_first_q, sat_en_q;
    wire [DB-1:0] m_index_d[0:REPORT_LAT];
    genvar n;
    assign m_index_d[0] = m_index;
    generate
        for (n = 0; n < REPORT_LAT; n = n + 1) begin : g_index
            reg [DB-1:0] m_index_q;
            always @(posedge clk) m_index_q <= m_index_d[n];
            assign m_index_d[n+1] = m_index_q;
        end
    endgenerate

    always @(posedge clk) begin
        m_en_q    <= {m_en_q[REPORT_LAT-2:0], m_en};
        m_first_q <= {m_first_q[REPORT_LAT-2:0], m_first};
        sat_en_q  <= {sat_en_q[REPORT_LAT-2:0], r_en[2]};
        if (halt) begin  // so that no result of an aborted run counts in the next
            m_en_q   <= {REPORT_LAT{1'b0}};
            sat_en_q <= {REPORT_LAT{1'b0}};
        end
    end

    orb_magnitude #(
        .LY   (LY),
        .DEPTH(DEPTH)
    ) magnitudes (
        .clk   (clk),
        .clear (begin_run),
        .en    (m_en_q[REPORT_LAT-1]),
        .first (m_first_q[REPORT_LAT-1]),
        .bits  (m_bits),
        .index (m_index_d[REPORT_LAT]),
        .read  (magnitude_index),
        .length(magnitude)
    );

    orb_counters #(
        .BITS(COUNT),
        .SB  (SB)
    ) counters (
        .clk           (clk),
        .clear         (begin_run),
        .busy          (busy),
        .compute       (running | !idle),
        .waiting       (waiting),
        .coef          (in_coef),
        .load          (in_load),
        .unload        (in_unload),
        .sat_en        (sat_en_q[REPORT_LAT-1]),
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
