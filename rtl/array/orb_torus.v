// The array: P x P x P nodes, their ring links, and one register stage of control a plane.
// SPDX-License-Identifier: Apache-2.0
//
// Node (Q,R,S) takes over from (Q+1,R,S), (Q,R+1,S) and (Q,R,S+1), all modulo P. Every input is registered once, a copy
// for each plane Q; two neighbours share one true dual-port memory for their coefficients.
`resetall
`default_nettype none

module orb_torus #(
    parameter P       = 4,    // nodes along each side, >= 2
    parameter W       = 18,   // bits of a data word
    parameter CW      = 18,   // bits of a coefficient
    parameter AW      = 36,   // bits of an accumulator
    parameter PS      = 8,    // low product bits rounded away
    parameter BMAX    = 8,    // largest block extent
    parameter NBUF    = 2,    // block buffers a node
    parameter CBANKS  = 1,    // coefficient banks
    parameter LX      = 5,    // operand link: bits
    parameter XL      = 4,    // ... cycles a word
    parameter LY      = 9,    // sum link: bits
    parameter SL      = 4,    // ... cycles a sum
    parameter MEM_LAT = 2,    // memory latency
    parameter FMA_LAT = 3,    // multiply-add latency
    parameter PB      = $clog2(P),
    parameter XA      = $clog2(NBUF * BMAX * BMAX * BMAX),
    parameter YA      = $clog2(BMAX * BMAX * BMAX),
    parameter CA      = $clog2(CBANKS * (P + 2) * BMAX * BMAX),
    parameter SB      = $clog2(P * P * P + 1)
) (
    input  wire            clk,
    // control of all nodes, see orb_cell_block
    input  wire            x_re,
    input  wire [  XA-1:0] x_raddr,
    input  wire            x_grab,
    input  wire            x_send,
    input  wire            x_shift,
    input  wire [     1:0] x_from,
    input  wire            mac_en,
    input  wire            mac_first,
    input  wire            mac_clear,
    input  wire            y_re,
    input  wire [  YA-1:0] y_raddr,
    input  wire            y_send,
    input  wire            y_shift,
    input  wire [     1:0] y_from,
    input  wire            y_we,
    input  wire [  YA-1:0] y_waddr,
    input  wire [     2:0] r_en,
    input  wire [     5:0] r_shift,
    input  wire            m_en,
    input  wire            m_first,
    input  wire            b_en,
    input  wire            b_we,
    input  wire            b_result,
    input  wire [  XA-1:0] b_addr,
    // coefficients: read address, or a word to be written by each node whose block it belongs to
    input  wire            c_re,
    input  wire [P*CA-1:0] c_addr,    // one for each T = (Q+R+S) mod P
    input  wire            c_we,
    input  wire [     1:0] c_axis,    // matrix C1, C2, C3: 0, 1, 2
    input  wire [  PB-1:0] c_row,     // its block row ...
    input  wire [  PB-1:0] c_col,     // ... and block column
    input  wire [  CW-1:0] c_data,
    // load bus: a word for one node
    input  wire            l_we,
    input  wire [  PB-1:0] l_q,
    input  wire [  PB-1:0] l_r,
    input  wire [  PB-1:0] l_s,
    input  wire [   W-1:0] l_data,
    // unload: the word of one node, 3+MEM_LAT cycles after b_en
    input  wire            u_en,
    input  wire [  PB-1:0] u_q,
    input  wire [$clog2(P*P)-1:0] u_rs,  // R*P + S
    output reg  [   W-1:0] u_data,
    // reports, four cycles after m_en and r_en[2]
    output reg  [  LY-1:0] m_bits,    // of all nodes together
    output reg  [  SB-1:0] sat_count  // nodes that clipped
);

    localparam NODES = P * P * P;
    localparam RS = $clog2(P * P);
    localparam CTLW = 4 + 2 + XA + 3 + 1 + YA + 2 + 2 + 1 + YA + 3 + 6 + 2 + 3 + XA + 1 + P * CA + 1 + 2 +
        2 * PB + CW + 1 + 3 * PB + W + 1 + RS;

    wire [CTLW-1:0] ctl = {
        x_re, x_grab, x_send, x_shift, x_from, x_raddr, mac_en, mac_first, mac_clear, y_re, y_raddr, y_send, y_shift,
        y_from, y_we, y_waddr, r_en, r_shift, m_en, m_first, b_en, b_we, b_result, b_addr, c_re, c_addr, c_we, c_axis,
        c_row, c_col, c_data, l_we, l_q, l_r, l_s, l_data, u_en, u_rs
    };

    wire [LX-1:0] x_link   [0:NODES-1];
    wire [LY-1:0] y_link   [0:NODES-1];
    wire [CW-1:0] c        [0:NODES-1];
    wire          c_hit    [0:NODES-1];  // the coefficient on the bus belongs to this node
    wire          c_en     [0:NODES-1];
    wire [CA-1:0] c_at     [0:NODES-1];
    wire [CW-1:0] c_b      [0:NODES/2];  // second port of each pair's memory
    wire [CW-1:0] c_word   [0:P-1];
    wire [LY-1:0] m_plane  [0:P-1];
    wire [SB-1:0] sat_plane[0:P-1];
    wire [ W-1:0] u_plane  [0:P-1];

    genvar q, r, s;
    generate
        for (q = 0; q < P; q = q + 1) begin : g_q
            (* keep *) reg [CTLW-1:0] ctl_q;
            always @(posedge clk) ctl_q <= ctl;

            wire x_re_q, x_grab_q, x_send_q, x_shift_q, mac_en_q, mac_first_q, mac_clear_q, y_re_q, y_send_q, y_shift_q;
            wire y_we_q, m_en_q, m_first_q, b_en_q, b_we_q, b_result_q, c_re_q, c_we_q, l_we_q, u_en_q;
            wire [1:0] x_from_q, y_from_q, c_axis_q;
            wire [2:0] r_en_q;
            wire [5:0] r_shift_q;
            wire [XA-1:0] x_raddr_q, b_addr_q;
            wire [YA-1:0] y_raddr_q, y_waddr_q;
            wire [P*CA-1:0] c_addr_q;
            wire [PB-1:0] c_row_q, c_col_q, l_q_q, l_r_q, l_s_q;
            wire [RS-1:0] u_rs_q;
            wire [CW-1:0] c_data_q;
            wire [W-1:0] l_data_q;
            assign {
                x_re_q, x_grab_q, x_send_q, x_shift_q, x_from_q, x_raddr_q, mac_en_q, mac_first_q, mac_clear_q, y_re_q,
                y_raddr_q, y_send_q, y_shift_q, y_from_q, y_we_q, y_waddr_q, r_en_q, r_shift_q, m_en_q, m_first_q,
                b_en_q, b_we_q, b_result_q, b_addr_q, c_re_q, c_addr_q, c_we_q, c_axis_q, c_row_q, c_col_q, c_data_q,
                l_we_q, l_q_q, l_r_q, l_s_q, l_data_q, u_en_q, u_rs_q
            } = ctl_q;
            assign c_word[q] = c_data_q;

            for (r = 0; r < P; r = r + 1) begin : g_r
                for (s = 0; s < P; s = s + 1) begin : g_s
                    localparam ME = (q * P + r) * P + s;
                    localparam QN = (((q + 1) % P) * P + r) * P + s;
                    localparam RN = (q * P + (r + 1) % P) * P + s;
                    localparam SN = (q * P + r) * P + (s + 1) % P;
                    localparam T = (q + r + s) % P;
                    localparam RSN = r * P + s;

                    // the node holds row block S of C3, block (Q,S) of C1 and block (R,Q) of C2
                    assign c_hit[ME] = c_we_q & ((c_axis_q == 2'd2) ? (c_row_q == s) :
                                                 (c_axis_q == 2'd1) ? (c_row_q == r) & (c_col_q == q) :
                                                                      (c_row_q == q) & (c_col_q == s));
                    assign c_en[ME] = c_re_q | c_we_q;
                    assign c_at[ME] = c_addr_q[T*CA+:CA];

                    wire [LY-1:0] m_node;
                    wire sat_node;
                    wire [W-1:0] u_node;

                    orb_cell_block #(
                        .W      (W),
                        .CW     (CW),
                        .AW     (AW),
                        .PS     (PS),
                        .BMAX   (BMAX),
                        .NBUF   (NBUF),
                        .LX     (LX),
                        .XL     (XL),
                        .LY     (LY),
                        .SL     (SL),
                        .MEM_LAT(MEM_LAT),
                        .FMA_LAT(FMA_LAT)
                    ) node (
                        .clk      (clk),
                        .x_re     (x_re_q),
                        .x_raddr  (x_raddr_q),
                        .c        (c[ME]),
                        .mac_en   (mac_en_q),
                        .mac_first(mac_first_q),
                        .mac_clear(mac_clear_q),
                        .x_grab   (x_grab_q),
                        .x_send   (x_send_q),
                        .x_shift  (x_shift_q),
                        .x_from   (x_from_q),
                        .x_in_q   (x_link[QN]),
                        .x_in_r   (x_link[RN]),
                        .x_in_s   (x_link[SN]),
                        .x_out    (x_link[ME]),
                        .y_re     (y_re_q),
                        .y_raddr  (y_raddr_q),
                        .y_send   (y_send_q),
                        .y_shift  (y_shift_q),
                        .y_from   (y_from_q),
                        .y_in_q   (y_link[QN]),
                        .y_in_r   (y_link[RN]),
                        .y_in_s   (y_link[SN]),
                        .y_out    (y_link[ME]),
                        .y_we     (y_we_q),
                        .y_waddr  (y_waddr_q),
                        .r_en     (r_en_q),
                        .r_shift  (r_shift_q),
                        .r_sat    (sat_node),
                        .m_en     (m_en_q),
                        .m_first  (m_first_q),
                        .m_bits   (m_node),
                        .b_en     (b_en_q),
                        .b_we     (b_we_q),
                        .b_result (b_result_q),
                        .l_en     (l_we_q),
                        .l_we     (l_we_q & (l_q_q == q) & (l_r_q == r) & (l_s_q == s)),
                        .l_data   (l_data_q),
                        .b_addr   (b_addr_q),
                        .b_rdata  (u_node)
                    );

                    // of this node and those before it in its plane: tools turn these chains into trees
                    wire [LY-1:0] m_any;
                    wire [SB-1:0] sat_sum;
                    wire [W-1:0] u_any;
                    wire [W-1:0] u_mine = u_node & {W{u_rs_q == RSN[RS-1:0]}};
                    if (r == 0 && s == 0) begin : g_first
                        assign m_any   = m_node;
                        assign sat_sum = {{(SB - 1) {1'b0}}, sat_node};
                        assign u_any   = u_mine;
                    end else if (s == 0) begin : g_row
                        assign m_any   = g_r[r-1].g_s[P-1].m_any | m_node;
                        assign sat_sum = g_r[r-1].g_s[P-1].sat_sum + {{(SB - 1) {1'b0}}, sat_node};
                        assign u_any   = g_r[r-1].g_s[P-1].u_any | u_mine;
                    end else begin : g_next
                        assign m_any   = g_s[s-1].m_any | m_node;
                        assign sat_sum = g_s[s-1].sat_sum + {{(SB - 1) {1'b0}}, sat_node};
                        assign u_any   = g_s[s-1].u_any | u_mine;
                    end
                end
            end

            // one word, one mask and one count a plane, so that no mux spans the array in a cycle
            reg m_en_d, r_en_d;
            reg [LY-1:0] m_plane_q;
            reg [SB-1:0] sat_plane_q;
            reg [W-1:0] u_plane_q;
            assign m_plane[q]   = m_plane_q;
            assign sat_plane[q] = sat_plane_q;
            assign u_plane[q]   = u_plane_q;

            always @(posedge clk) begin
                m_en_d <= m_en_q;
                r_en_d <= r_en_q[2];
                if (m_en_d) m_plane_q <= g_r[P-1].g_s[P-1].m_any;
                if (r_en_d) sat_plane_q <= g_r[P-1].g_s[P-1].sat_sum;
                if (u_en_q) u_plane_q <= g_r[P-1].g_s[P-1].u_any;
            end
        end
    endgenerate

    // ---- coefficients: two neighbours share a memory ------------------------------------------------------------
    genvar k;
    generate
        for (k = 0; k < NODES; k = k + 2) begin : g_pair
            localparam B = (k + 1 < NODES) ? k + 1 : k;  // the last of an odd number is alone
            orb_ram_tdp #(
                .WIDTH  (CW),
                .DEPTH  (2 << CA),
                .LATENCY(MEM_LAT)
            ) coefficients (
                .clk    (clk),
                .a_en   (c_en[k]),
                .a_we   (c_hit[k]),
                .a_addr ({1'b0, c_at[k]}),
                .a_wdata(c_word[k/(P*P)]),
                .a_rdata(c[k]),
                .b_en   (c_en[B] & (B != k)),
                .b_we   (c_hit[B]),
                .b_addr ({1'b1, c_at[B]}),
                .b_wdata(c_word[B/(P*P)]),
                .b_rdata(c_b[k/2])
            );
            if (B != k) begin : g_second
                assign c[B] = c_b[k/2];
            end else begin : g_alone
                wire unused = &{1'b0, c_b[k/2]};
            end
        end
    endgenerate

    // ---- reports and unloading, over the planes -----------------------------------------------------------------
    reg m_en_1, r_en_1, u_en_1;
    reg [PB-1:0] u_q_0, u_q_1;
    integer i;
    reg [LY-1:0] any_plane;
    reg [SB-1:0] total;
    /* verilator lint_off BLKSEQ */  // any_plane and total are temporaries of the loops
    always @(posedge clk) begin
        m_en_1 <= g_q[0].m_en_d;
        r_en_1 <= g_q[0].r_en_d;
        u_en_1 <= g_q[0].u_en_q;
        u_q_0  <= u_q;
        u_q_1  <= u_q_0;
        if (m_en_1) begin
            any_plane = {LY{1'b0}};
            for (i = 0; i < P; i = i + 1) any_plane = any_plane | m_plane[i];
            m_bits <= any_plane;
        end
        if (r_en_1) begin
            total = {SB{1'b0}};
            for (i = 0; i < P; i = i + 1) total = total + sat_plane[i];
            sat_count <= total;
        end
        if (u_en_1)
            for (i = 0; i < P; i = i + 1) if (u_q_1 == i[PB-1:0]) u_data <= u_plane[i];
    end
    /* verilator lint_on BLKSEQ */

endmodule
`resetall
