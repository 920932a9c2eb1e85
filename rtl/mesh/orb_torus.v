// The array: P x P x P nodes, their ring links, and register stages of control for planes and rows of nodes.
// SPDX-License-Identifier: Apache-2.0
//
// Along each side nodes are numbered in folded order: an even one takes over from two places on, an odd one from two
// places back, and those at the ends of a ring from the next place, so no link is longer than two places. With P even,
// a membrane lies behind every second node: where it is closed, the ring ends there. Every input is registered, a copy
// for each plane Q if HOPS, and then for each row R of it if HOPS is 2, as a wire that reaches all nodes of a large
// array is slower than they are; reports come back the same way. Two neighbours share the memories of coefficients.
`resetall
`default_nettype none

module orb_torus #(
    parameter P       = 4,    // nodes along each side, >= 2
    parameter EXP     = 0,    // exponent bits, 0 fixed point
    parameter W       = 18,   // bits of a data word
    parameter CW      = 18,   // bits of a coefficient
    parameter AW      = 36,   // bits of an accumulator
    parameter PS      = 8,    // low product bits rounded away
    parameter BMAX    = 8,    // largest block extent, 1: fine cells
    parameter NBUF    = 2,    // block buffers a node
    parameter CBANKS  = 1,    // coefficient banks
    parameter LANES   = 1,    // multiply-adds a node
    parameter GROUP   = 1,    // slots of a group
    parameter IO      = 1,    // words that streams move at once
    parameter LX      = 5,    // operand link: bits
    parameter XL      = 4,    // ... cycles a word
    parameter LY      = 9,    // sum link: bits
    parameter SL      = 4,    // ... cycles a sum
    parameter MEM_LAT = 2,    // memory latency
    parameter SUM_LAT = 2,    // ... of the accumulators; 0: see orb_lane
    parameter FMA_LAT = 3,    // multiply-add latency
    parameter ACC_LAT = 1,    // ... of its addend
    parameter HOPS    = 1,    // registers of control on its way to a node: 0, 1 a plane, 2 a row too
    parameter XA      = 10,   // bits of an operand address
    parameter YDEPTH  = 512,  // sums of an accumulator memory
    parameter CA      = 9,    // bits of a coefficient address
    parameter YW      = YDEPTH > 1 ? $clog2(YDEPTH) : 1,
    parameter SB      = $clog2(P * P * P + 1),
    parameter LC      = 1,    // bits of a lane's control
    parameter DW      = W > CW ? W : CW,
    parameter YP      = GROUP > 1 ? LANES : 1
) (
    input  wire                clk,
    input  wire [         7:0] ring,      // nodes along each side of a torus
    // control of all nodes, see orb_cell_block
    input  wire                x_re,
    input  wire [      XA-1:0] x_raddr,
    input  wire [LANES*LC-1:0] control,   // fine cells: {clear, last, x_roll, c_moves, x_from, y_from}
    input  wire [      YP-1:0] y_re,
    input  wire [   YP*YW-1:0] y_raddr,
    input  wire                y_half,
    input  wire [      YP-1:0] y_we,
    input  wire [      YW-1:0] y_waddr,
    input  wire [   LANES-1:0] x_take,
    input  wire [   LANES-1:0] r_lane,
    input  wire                r_en,
    input  wire [   LANES-1:0] r_done,
    input  wire [         5:0] r_shift,   // of fine cells
    input  wire [   LANES-1:0] m_en,
    input  wire                land,
    input  wire [      XA-1:0] n_addr,
    // coefficients: read address, or a word to be written by each node whose block it belongs to
    input  wire                c_re,
    input  wire [      CA-1:0] c_raddr,
    input  wire                c_we,
    input  wire [         1:0] c_axis,    // matrix C1, C2, C3: 0, 1, 2
    input  wire [       P-1:0] c_row,     // places along a side of its block row ...
    input  wire [       P-1:0] c_col,     // ... and block column
    input  wire [   LANES-1:0] c_lane,    // its memory
    input  wire [    P*CA-1:0] c_waddr,   // one for each T
    // load: a word for one node in each of IO parts of the array
    input  wire                l_en,
    input  wire [    IO*P-1:0] l_q,       // the part's place along Q
    input  wire [       P-1:0] l_r,
    input  wire [       P-1:0] l_s,
    input  wire [      XA-1:0] l_addr,
    input  wire [   IO*DW-1:0] l_data,    // c_we: the coefficient, in the lowest word
    // unload: read a word of one node in each part, take it MEM_LAT later
    input  wire                u_en,
    input  wire [    IO*P-1:0] u_hit_q,
    input  wire [       P-1:0] u_hit_r,
    input  wire [       P-1:0] u_hit_s,
    input  wire [      XA-1:0] u_addr,
    input  wire                u_take,
    input  wire [    IO*P-1:0] u_q,
    input  wire [       P-1:0] u_r,
    input  wire [       P-1:0] u_s,
    output wire [    IO*W-1:0] u_data,    // FAR + HOPS + 2 cycles after u_take
    // reports, FAR + HOPS + 3 cycles after m_en and r_done
    output wire [LANES*LY-1:0] m_bits,    // of all nodes together, 0 for a lane that is not looked at
    output wire [      SB-1:0] sat_count  // nodes that clipped
);

    localparam NODES = P * P * P;
    localparam FAR = HOPS == 2 ? 1 : 0;
    localparam ML = LANES * LY;
    localparam XW = LANES * LX;

    // For each place along a side (an integer each): the next node of its ring where the ring goes on and where it ends
    // here, and the membrane in between. Tables, as tools would evaluate functions anew for each node.
    function [32*P-1:0] neighbours(input ends);
        integer n, next;
        for (n = 0; n < P; n = n + 1) begin
            if (n % 2 == 0) next = (n + 2 < P && !ends) ? n + 2 : (n + 1 < P) ? n + 1 : n - 1;
            else next = (n > 1 && !ends) ? n - 2 : n - 1;
            neighbours[32*n+:32] = next;
        end
    endfunction
    function [32*P-1:0] passages(input unused);
        integer n, number;
        for (n = 0; n < P; n = n + 1) begin
            number = (n % 2 == 0) ? n / 2 : (n > 1) ? n / 2 - 1 : 0;
            passages[32*n+:32] = number;
        end
    endfunction
    // ... -> place in its ring, of each size
    function [32*P*(P+1)-1:0] unfolded(input unused);
        integer n, size, at;
        for (size = 1; size <= P; size = size + 1)
            for (n = 0; n < P; n = n + 1) begin
                at = ((n % size) % 2 == 0) ? (n % size) / 2 : size - 1 - (n % size) / 2;
                unfolded[32*(P*size+n)+:32] = at;
            end
    endfunction
    localparam [32*P-1:0] ONWARD = neighbours(1'b0), INWARD = neighbours(1'b1), PASSAGE = passages(1'b0);
    localparam [32*P*(P+1)-1:0] UNFOLDED = unfolded(1'b0);

    localparam CTLW = 1 + XA + LANES * LC + YP + YP * YW + YP + YW + 3 * LANES + 9 + XA + 1 + CA + 1 + 2 + 2 * P +
        LANES + P * CA + P + XA + P + XA + P;
    wire [CTLW-1:0] ctl = {
        x_re, x_raddr, control, y_half, y_re, y_raddr, y_we, y_waddr, x_take, r_lane, r_en, r_done, r_shift, land,
        n_addr, c_re, c_raddr, c_we, c_axis, c_row, c_col, c_lane, c_waddr, l_s, l_addr, u_hit_s, u_addr, u_s
    };

    localparam PLANEW = CTLW + P + 1 + P / 2 + 1 + DW;  // what all nodes of a plane are told
    wire [P/2:0] closed;  // membranes
    wire [P:0] sizes;

    orb_membranes #(
        .P(P)
    ) membranes (
        .clk(clk), .ring(ring), .sizes(sizes), .closed(closed)
    );

    wire [XW-1:0] x_link[0:NODES-1];
    wire [ML-1:0] y_link[0:NODES-1];
    wire [CW-1:0] c_link[0:NODES-1];       // of fine cells
    wire [LANES*CW-1:0] c[0:NODES-1];
    wire [LANES-1:0] c_hit[0:NODES-1];     // the coefficient on the bus belongs to this memory of the node
    wire c_en[0:NODES-1];
    wire [CA-1:0] c_at[0:NODES-1];
    wire [CW-1:0] c_word[0:P*P-1];
    wire [P*ML-1:0] m_planes;
    wire [P*SB-1:0] sat_planes;
    wire [P*W-1:0] u_planes;
    wire m_en_rows, r_en_rows, u_take_rows;  // all rows of a plane report now

    genvar q, r, s, t;
    generate
        for (q = 0; q < P; q = q + 1) begin : g_q
            // the part of the array in which this plane lies
            integer part;
            reg [DW-1:0] word;
            reg l_hits, u_hits;
            always @* begin
                {word, l_hits, u_hits} = {DW + 2{1'b0}};
                for (part = 0; part < IO; part = part + 1) begin
                    word   = word | (l_data[part*DW+:DW] & {DW{IO == 1 || l_q[part*P+q] || (part == 0 && c_we)}});
                    l_hits = l_hits | (l_en & l_q[part*P+q]);
                    u_hits = u_hits | (u_en & u_hit_q[part*P+q]);
                end
            end

            wire [PLANEW-1:0] plane;
            wire l_plane, u_plane;
            wire [P-1:0] l_rows, u_hit_rows, u_rows;
            orb_copy #(
                .WIDTH(CTLW + DW + 2 + 3 * P), .ON(HOPS > 0)
            ) plane_copy (
                .clk(clk), .d({ctl, word, l_hits, u_hits, l_r, u_hit_r, u_r}),
                .q({plane[0+:CTLW+DW], l_plane, u_plane, l_rows, u_hit_rows, u_rows})
            );
            assign plane[PLANEW-1:CTLW+DW] = {sizes, closed};

            for (r = 0; r < P; r = r + 1) begin : g_r
                // what the nodes of this row are told, and whether it is meant
                wire [PLANEW-1:0] row;
                wire l_here, u_here, u_row_q;
                wire [PLANEW+2:0] told = {plane, l_plane & l_rows[r], u_plane & u_hit_rows[r], u_rows[r]};
                orb_copy #(
                    .WIDTH(PLANEW + 3), .ON(FAR)
                ) row_copy (
                    .clk(clk), .d(told), .q({row, l_here, u_here, u_row_q})
                );

                wire x_re_q, y_half_q, r_en_q, land_q, c_re_q, c_we_q;
                wire [LANES*LC-1:0] control_q;
                wire [LANES-1:0] x_take_q, r_lane_q, r_done_q, c_lane_q;
                wire [XA-1:0] x_raddr_q, n_addr_q, l_addr_q, u_addr_q;
                wire [YP-1:0] y_re_q, y_we_q;
                wire [YP*YW-1:0] y_raddr_q;
                wire [YW-1:0] y_waddr_q;
                wire [5:0] r_shift_q;
                wire [1:0] c_axis_q;
                wire [P-1:0] c_row_q, c_col_q, l_s_q, u_hit_s_q, u_s_q;
                wire [CA-1:0] c_raddr_q;
                wire [P*CA-1:0] c_waddr_q;
                wire [DW-1:0] l_word;
                wire [P:0] sizes_row;
                wire [P/2:0] ends;
                assign {
                    sizes_row, ends, x_re_q, x_raddr_q, control_q, y_half_q, y_re_q, y_raddr_q, y_we_q, y_waddr_q,
                    x_take_q, r_lane_q, r_en_q, r_done_q, r_shift_q, land_q, n_addr_q, c_re_q, c_raddr_q, c_we_q,
                    c_axis_q, c_row_q, c_col_q, c_lane_q, c_waddr_q, l_s_q, l_addr_q, u_hit_s_q, u_addr_q,
                    u_s_q, l_word
                } = row;
                assign c_word[q*P+r] = l_word[CW-1:0];
                wire unused_row = &{1'b0, sizes_row, ends, r_done_q};

                for (s = 0; s < P; s = s + 1) begin : g_s
                    localparam ME = (q * P + r) * P + s;
                    localparam QN = (ONWARD[32*q+:32] * P + r) * P + s, QI = (INWARD[32*q+:32] * P + r) * P + s;
                    localparam RN = (q * P + ONWARD[32*r+:32]) * P + s, RI = (q * P + INWARD[32*r+:32]) * P + s;
                    localparam SN = (q * P + r) * P + ONWARD[32*s+:32], SI = (q * P + r) * P + INWARD[32*s+:32];
                    wire q_ends = ends[PASSAGE[32*q+:32]], r_ends = ends[PASSAGE[32*r+:32]];
                    wire s_ends = ends[PASSAGE[32*s+:32]];

                    wire [XW-1:0] x_in_q = q_ends ? x_link[QI] : x_link[QN];
                    wire [XW-1:0] x_in_r = r_ends ? x_link[RI] : x_link[RN];
                    wire [XW-1:0] x_in_s = s_ends ? x_link[SI] : x_link[SN];
                    wire [ML-1:0] y_in_q = q_ends ? y_link[QI] : y_link[QN];
                    wire [ML-1:0] y_in_r = r_ends ? y_link[RI] : y_link[RN];
                    wire [ML-1:0] y_in_s = s_ends ? y_link[SI] : y_link[SN];

                    // a coefficient is for row block S of C3, block (Q,S) of C1 or block (R,Q) of C2; T gives its place
                    wire mine = (c_axis_q == 2'd2) ? c_row_q[s] : (c_axis_q == 2'd1) ? c_row_q[r] & c_col_q[q] :
                                                                                      c_row_q[q] & c_col_q[s];
                    for (t = (P % 2 == 0) ? 2 : P; t <= P; t = t + 1) begin : g_t
                        localparam L = 32 * P * t;
                        localparam T = (UNFOLDED[L+32*q+:32] + UNFOLDED[L+32*r+:32] + UNFOLDED[L+32*s+:32]) % t;
                        wire [CA-1:0] at;
                        if (t == 2 || P % 2 != 0) begin : g_first
                            assign at = c_waddr_q[T*CA+:CA];
                        end else if (t % 2 == 0 && P % t == 0) begin : g_size
                            assign at = sizes_row[t] ? c_waddr_q[T*CA+:CA] : g_t[t-1].at;
                        end else begin : g_skip
                            assign at = g_t[t-1].at;
                        end
                    end
                    assign c_hit[ME] = c_lane_q & {LANES{mine & c_we_q}};
                    assign c_en[ME]  = c_re_q | c_we_q;
                    assign c_at[ME]  = c_we_q ? g_t[P].at : c_raddr_q;

                    wire [ML-1:0] m_node;
                    wire sat_node;
                    wire [W-1:0] u_node;
                    wire l_hit = l_here & l_s_q[s];
                    wire u_hit = u_here & u_hit_s_q[s];

                    if (BMAX == 1) begin : g_fine
                        wire clear, last, x_roll, c_moves;
                        wire [1:0] x_from, y_from;
                        assign {clear, last, x_roll, c_moves, x_from, y_from} = control_q;
                        assign c[ME] = {LANES * CW{1'b0}};
                        wire unused = &{
                            1'b0, c[ME], c_en[ME], c_word[q*P+r], y_re_q, y_raddr_q, y_we_q, y_waddr_q, x_take_q,
                            r_lane_q, y_half_q, r_en_q, land_q
                        };
                        orb_cell_fine #(
                            .W(W), .CW(CW), .AW(AW), .PS(PS), .NBUF(NBUF), .CBANKS(CBANKS), .P(P), .XA(XA), .CA(CA)
                        ) node (
                            .clk(clk), .step(x_re_q), .clear(clear), .last(last), .x_sel(x_raddr_q), .x_roll(x_roll),
                            .x_from(x_from), .x_in_q(x_in_q), .x_in_r(x_in_r), .x_in_s(x_in_s), .x_out(x_link[ME]),
                            .n_addr(n_addr_q), .c_addr(c_at[ME]), .c_moves(c_moves),
                            .c_in_q(q_ends ? c_link[QI] : c_link[QN]), .c_out(c_link[ME]),
                            .c_we(c_hit[ME][0]), .c_data(l_word[CW-1:0]), .y_from(y_from), .y_in_q(y_in_q),
                            .y_in_r(y_in_r), .y_in_s(y_in_s), .y_out(y_link[ME]), .r_shift(r_shift_q),
                            .r_sat(sat_node), .m_bits(m_node), .l_hit(l_hit), .l_addr(l_addr_q),
                            .l_data(l_word[W-1:0]), .u_hit(u_hit), .u_addr(u_addr_q), .u_data(u_node)
                        );
                    end else begin : g_block
                        assign c_link[ME] = {CW{1'b0}};
                        wire unused = &{1'b0, c_link[QN], r_shift_q};
                        orb_cell_block #(
                            .EXP(EXP), .W(W), .CW(CW), .AW(AW), .PS(PS), .BMAX(BMAX), .NBUF(NBUF), .LANES(LANES),
                            .GROUP(GROUP), .LX(LX), .XL(XL), .LY(LY), .SL(SL), .MEM_LAT(MEM_LAT),
                            .SUM_LAT(SUM_LAT), .FMA_LAT(FMA_LAT), .ACC_LAT(ACC_LAT), .FAR(FAR), .XA(XA),
                            .YDEPTH(YDEPTH), .LC(LC)
                        ) node (
                            .clk(clk), .x_re(x_re_q), .x_raddr(x_raddr_q), .c(c[ME]), .control(control_q),
                            .x_in_q(x_in_q), .x_in_r(x_in_r), .x_in_s(x_in_s), .x_out(x_link[ME]), .y_in_q(y_in_q),
                            .y_in_r(y_in_r), .y_in_s(y_in_s), .y_out(y_link[ME]), .m_bits(m_node), .y_half(y_half_q),
                            .y_re(y_re_q), .y_raddr(y_raddr_q), .y_we(y_we_q), .y_waddr(y_waddr_q), .x_take(x_take_q),
                            .r_lane(r_lane_q), .r_en(r_en_q), .r_done(r_done_q), .r_sat(sat_node), .land(land_q),
                            .n_addr(n_addr_q), .l_hit(l_hit), .l_addr(l_addr_q), .l_data(l_word[W-1:0]),
                            .u_hit(u_hit), .u_addr(u_addr_q), .u_data(u_node)
                        );
                    end

                    // of this node and those before it in its row: tools turn these chains into trees
                    wire [ML-1:0] m_any;
                    wire [SB-1:0] sat_sum;
                    wire [W-1:0] u_any;
                    wire [W-1:0] u_mine = u_node & {W{u_row_q & u_s_q[s]}};
                    if (s == 0) begin : g_first
                        assign m_any   = m_node;
                        assign sat_sum = {{(SB - 1) {1'b0}}, sat_node};
                        assign u_any   = u_mine;
                    end else begin : g_next
                        assign m_any   = g_s[s-1].m_any | m_node;
                        assign sat_sum = g_s[s-1].sat_sum + {{(SB - 1) {1'b0}}, sat_node};
                        assign u_any   = g_s[s-1].u_any | u_mine;
                    end
                end

                // ... of this row and those before it in its plane
                wire [ML-1:0] m_row, m_rows;
                wire [SB-1:0] sat_row, sat_rows;
                wire [W-1:0] u_row, u_any_rows;
                orb_delay #(
                    .WIDTH(ML + SB + W), .CYCLES(FAR)
                ) row_reports (
                    .clk(clk), .d({g_s[P-1].m_any, g_s[P-1].sat_sum, g_s[P-1].u_any}), .q({m_row, sat_row, u_row})
                );
                if (r == 0) begin : g_first
                    assign {m_rows, sat_rows, u_any_rows} = {m_row, sat_row, u_row};
                end else begin : g_next
                    assign m_rows   = g_r[r-1].m_rows | m_row;
                    assign sat_rows = g_r[r-1].sat_rows + sat_row;
                    assign u_any_rows = g_r[r-1].u_any_rows | u_row;
                end
            end

            // one word, one mask and one count a plane, so that no mux spans the array in a cycle
            reg [ML-1:0] m_plane_q;
            reg [SB-1:0] sat_plane_q;
            reg [W-1:0] u_plane_q;
            assign m_planes[q*ML+:ML]   = m_plane_q;
            assign sat_planes[q*SB+:SB] = sat_plane_q;
            assign u_planes[q*W+:W]     = u_plane_q;

            always @(posedge clk) begin
                if (m_en_rows) m_plane_q <= g_r[P-1].m_rows;
                if (r_en_rows) sat_plane_q <= g_r[P-1].sat_rows;
                if (u_take_rows) u_plane_q <= g_r[P-1].u_any_rows;
            end
        end
    endgenerate

    // ---- coefficients: two neighbours share memories ------------------------------------------------------------
    genvar k;
    generate
        for (k = 0; BMAX > 1 && k < NODES; k = k + 2) begin : g_pair
            localparam B = (k + 1 < NODES) ? k + 1 : k;  // the last of an odd number is alone
            wire [LANES*CW-1:0] second;
            orb_coef_pair #(
                .CW(CW), .LANES(LANES), .CA(CA), .MEM_LAT(MEM_LAT)
            ) coefficients (
                .clk(clk), .a_en(c_en[k]), .a_we(c_hit[k]), .a_addr(c_at[k]), .a_wdata(c_word[k/P]), .a_rdata(c[k]),
                .b_en(c_en[B] & (B != k)), .b_we(c_hit[B]), .b_addr(c_at[B]), .b_wdata(c_word[B/P]),
                .b_rdata(second)
            );
            if (B != k) begin : g_second
                assign c[B] = second;
            end else begin : g_alone
                wire unused = &{1'b0, second};
            end
        end
    endgenerate

    // ---- reports and unloading, over the planes -----------------------------------------------------------------
    // when rows report, and a cycle later
    wire [LANES-1:0] m_en_lanes, m_en_1;
    wire r_en_1, u_take_1;
    wire [IO*P-1:0] u_q_1;
    assign m_en_rows = |m_en_lanes;
    orb_delay #(.WIDTH(LANES + 1), .CYCLES(FAR + HOPS + 1)) en_rows (
        .clk(clk), .d({m_en, |r_done}), .q({m_en_lanes, r_en_rows})
    );
    orb_delay #(.WIDTH(1), .CYCLES(FAR + HOPS)) take_rows (.clk(clk), .d(u_take), .q(u_take_rows));
    orb_delay #(.WIDTH(LANES + 2), .CYCLES(1)) en_planes (
        .clk(clk), .d({m_en_lanes, r_en_rows, u_take_rows}), .q({m_en_1, r_en_1, u_take_1})
    );
    orb_delay #(.WIDTH(IO * P), .CYCLES(FAR + HOPS + 1)) parts (.clk(clk), .d(u_q), .q(u_q_1));

    orb_gather #(
        .P(P), .W(W), .LANES(LANES), .LY(LY), .IO(IO), .SB(SB)
    ) gather (
        .clk(clk), .m_planes(m_planes), .sat_planes(sat_planes), .u_planes(u_planes), .m_en(m_en_1), .r_en(r_en_1),
        .u_take(u_take_1), .u_q(u_q_1), .m_bits(m_bits), .sat_count(sat_count), .u_data(u_data)
    );

endmodule
`resetall
