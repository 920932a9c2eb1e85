// The array at work: turns stages into control of the nodes, and gathers what the nodes report.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_array #(
    parameter P       = 4,   // nodes along each side
    parameter W       = 18,  // bits of a data word
    parameter CW      = 18,  // bits of a coefficient
    parameter AW      = 36,  // bits of an accumulator
    parameter PS      = 8,   // low product bits rounded away
    parameter BMAX    = 8,   // largest block extent
    parameter NBUF    = 2,   // block buffers a node
    parameter CBANKS  = 1,   // coefficient banks
    parameter DEPTH   = 16,  // descriptors
    parameter LX      = 5,   // operand link: bits
    parameter XL      = 4,   // ... cycles a word
    parameter LY      = 9,   // sum link: bits
    parameter SL      = 4,   // ... cycles a sum
    parameter MEM_LAT = 2,   // memory latency
    parameter FMA_LAT = 3,   // multiply-add latency
    parameter LB      = 5,   // bits of a slot length
    parameter BB      = $clog2(BMAX + 1),
    parameter RB      = $clog2(BMAX * BMAX + 1),
    parameter PB      = $clog2(P),
    parameter XA      = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter YA      = $clog2(BMAX * BMAX * BMAX),
    parameter CA      = $clog2(CBANKS * (P + 2) * BMAX * BMAX),
    parameter SB      = $clog2(P * P * P + 1),
    parameter DB      = $clog2(DEPTH)
) (
    input  wire                   clk,
    input  wire                   halt,             // forget what is in work
    input  wire                   begin_run,        // forget the magnitudes
    // block shape
    input  wire [         BB-1:0] b1,
    input  wire [         BB-1:0] b2,
    input  wire [         BB-1:0] b3,
    input  wire [         RB-1:0] b23,
    // the next stage, see orb_slot_gen
    input  wire                   stage_valid,
    output wire                   stage_ready,
    input  wire [            7:0] gap,
    input  wire [            1:0] axis,
    input  wire                   transposed,
    input  wire                   clear,
    input  wire                   store,
    input  wire                   x_rolls,
    input  wire                   c_rolls,
    input  wire [            7:0] steps,
    input  wire [         BB-1:0] extent,
    input  wire [         LB-1:0] slot,
    input  wire [         XA-1:0] src,
    input  wire [         XA-1:0] roll0,
    input  wire [         XA-1:0] roll1,
    input  wire [         CA-1:0] bank_axis,
    // the running one, see orb_node_ctl
    input  wire [            1:0] stage_x_from,
    input  wire [            1:0] stage_y_from,
    input  wire [            5:0] stage_shift,
    input  wire [         XA-1:0] stage_dst,
    input  wire [         DB-1:0] stage_index,
    output wire                   drained,          // no stage runs and nothing of it is on its way
    output wire                   waiting,          // a stage runs and waits
    // loads, see orb_load
    input  wire                   l_we,
    input  wire [         PB-1:0] l_q,
    input  wire [         PB-1:0] l_r,
    input  wire [         PB-1:0] l_s,
    input  wire [         XA-1:0] l_addr,
    input  wire [          W-1:0] l_data,
    input  wire                   c_we,
    input  wire [            1:0] c_axis,
    input  wire [         PB-1:0] c_row,
    input  wire [         PB-1:0] c_col,
    input  wire [       P*CA-1:0] c_place,
    input  wire [         CW-1:0] c_data,
    // unloads from buffer src, see orb_unload
    input  wire                   u_re,
    input  wire [         YA-1:0] u_addr,
    input  wire                   u_en,
    input  wire [         PB-1:0] u_q,
    input  wire [$clog2(P*P)-1:0] u_rs,
    output wire [          W-1:0] u_data,
    // reports
    input  wire [         DB-1:0] magnitude_index,
    output wire [            7:0] magnitude,        // bit length of the largest sum that this descriptor stored
    output wire                   sat_en,
    output wire [         SB-1:0] sat_count         // results clipped, with sat_en
);

    localparam REPORT_LAT = 4;  // torus input to its reports

    // ---- stages to slots and products -------------------------------------------------------------------------------
    wire product, grab, first, fresh, zero, slot_end, step_first, rolling, storing, running;
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

    // ---- the array ------------------------------------------------------------------------------------------------
    wire [LY-1:0] m_bits;

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

    // ---- reports, in step with what they report on -----------------------------------------------------------------
    assign sat_en = sat_en_q[REPORT_LAT-1];

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

endmodule
`resetall
