// The mesh: P x P x P nodes, their ring links, and the registers that control passes on its way to planes and rows.
// SPDX-License-Identifier: Apache-2.0
//
// Along each side nodes stand in folded order: an even place receives from the place two further, an odd place from the
// place two back, and the ends of a ring from the place next to them. So no link is longer than two places. With P
// even, a membrane lies behind every second node; a ring ends at a closed membrane. Control passes a register for each
// plane Q if HOPS is not 0, and one more for each row R if HOPS is 2. Reports come back the same way. Two neighbours
// share a coefficient memory, because block RAMs have two ports.
`resetall
`default_nettype none

module orb_mesh #(
    `include "orb_params.vh"
) (
    input  wire                   clk,
    input  wire [`ORB_SHAPE_BITS-1:0] shape,
    input  wire [  NODE_BITS-1:0] control,   // of all nodes
    input  wire [`ORB_READ_BITS-1:0] c_read,
    input  wire [`ORB_ACCESS_BITS-1:0] access,
    // reports of each plane, which keep from one enable to the next, see orb_reports
    input  wire                   m_rows,
    output reg  [ P*LANES*LY-1:0] m_planes,
    input  wire                   sat_rows,
    output reg  [       P*SB-1:0] sat_planes,
    input  wire                   u_rows,
    output reg  [        P*W-1:0] u_planes
);

    `ORB_SHAPE_FIELDS(wire)
    `ORB_READ_FIELDS(wire)
    `ORB_WRITE_FIELDS(wire)
    `ORB_ACCESS_FIELDS(wire)
    assign {`ORB_SHAPE} = shape;
    assign {`ORB_READ} = c_read;
    assign {`ORB_ACCESS} = access;

    localparam NODES = P * P * P;
    localparam ML = LANES * LY;

    // For each place along a side, an integer each: the next node of its ring where the ring goes on, and where it ends
    // here; the membrane in between. These are tables because tools would evaluate the functions anew for each node.
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
    localparam [32*P-1:0] ONWARD = neighbours(1'b0), INWARD = neighbours(1'b1), PASSAGE = passages(1'b0);

    // ---- control of all nodes of a plane, and of those of a row -----------------------------------------------------
    localparam TOLD = `ORB_TOLD_BITS;
    localparam ROW = TOLD + DW + P + 1 + P / 2 + 1;

    wire [P/2:0] closed;  // membranes
    wire [P:0] sizes;

    orb_membranes #(
        .P(P)
    ) membranes (
        .clk(clk), .ring(ring), .sizes(sizes), .closed(closed)
    );

    wire [LANES*LX-1:0] x_link[0:NODES-1];
    wire [ML-1:0] y_link[0:NODES-1];
    wire [LANES*CW-1:0] c[0:NODES-1];
    wire [LANES-1:0] c_hit[0:NODES-1];     // the coefficient on the bus belongs to this memory of the node
    wire c_en[0:NODES-1];
    wire [CM-1:0] c_at[0:NODES-1];
    wire [CW-1:0] c_word[0:P*P-1];

    // neighbours in a row of coefficients are in the memories of neighbouring lanes
    genvar n, q, r, s;
    generate
        for (n = 0; n < P; n = n + 1) begin : g_place
            assign c_waddr[n*CM+:CM] = c_place[n*CA+SH+:CM];
        end
        if (LANES == 1) begin : g_lane_one
            assign c_lane = 1'b1;
        end else begin : g_lane_of
            assign c_lane = {{(LANES - 1) {1'b0}}, 1'b1} << c_place[SH-1:0];
            wire unused = &{1'b0, c_place};
        end
        for (q = 0; q < P; q = q + 1) begin : g_q
            wire [TOLD+3*P-1:0] told_q;
            wire [DW-1:0] word;
            wire l_plane, u_plane;
            wire [P-1:0] l_rows, u_hit_rows, u_rows_q;
            orb_spread #(
                .WIDTH(TOLD + 3 * P), .Q(q),
                `include "orb_pass.vh"
            ) spread (
                .clk(clk),
                .told({`ORB_TOLD, l_r, u_hit_r, u_r}),
                .c_we(c_we), .l_data(l_data), .l_en(l_en), .l_q(l_q), .u_en(u_en), .u_hit_q(u_hit_q),
                .told_q(told_q), .word(word), .l_hit(l_plane), .u_hit(u_plane)
            );
            assign {l_rows, u_hit_rows, u_rows_q} = told_q[3*P-1:0];

            for (r = 0; r < P; r = r + 1) begin : g_r
                wire l_here, u_here, u_row;  // this row is meant
                wire [ROW-1:0] row;
                orb_copy #(
                    .WIDTH(ROW + 3), .ON(FAR)
                ) row_copy (
                    .clk(clk),
                    .d({told_q[3*P+:TOLD], word, sizes, closed, l_plane & l_rows[r], u_plane & u_hit_rows[r],
                        u_rows_q[r]}),
                    .q({row, l_here, u_here, u_row})
                );

                /* verilator lint_off VARHIDDEN */  // from here on, the control of this row
                `ORB_TOLD_FIELDS(wire)
                /* verilator lint_on VARHIDDEN */
                wire [DW-1:0] l_word;
                wire [P:0] sizes_q;
                wire [P/2:0] ends;
                assign {`ORB_TOLD, l_word, sizes_q, ends} = row;
                assign c_word[q*P+r] = l_word[CW-1:0];
                wire unused_row = &{1'b0, sizes_q, ends, l_word};

                // For each node of the row: a word is loaded into it or read from it; the coefficient belongs to it. A
                // coefficient is for row block S of C3, block (Q,S) of C1 or block (R,Q) of C2, where Q, R and S are
                // places in the rings that the torus has been folded into.
                wire [P-1:0] u_hits = u_hit_s & {P{u_here}}, s_hits = u_hits | (l_s & {P{l_here}});
                wire [P-1:0] c_hits = ((c_axis == 2'd2) ? c_row : (c_axis == 2'd1) ? {P{c_row[r] & c_col[q]}} :
                                       c_col & {P{c_row[q]}}) & {P{c_we}};

                for (s = 0; s < P; s = s + 1) begin : g_s
                    localparam ME = (q * P + r) * P + s;
                    localparam QN = (ONWARD[32*q+:32] * P + r) * P + s, QI = (INWARD[32*q+:32] * P + r) * P + s;
                    localparam RN = (q * P + ONWARD[32*r+:32]) * P + s, RI = (q * P + INWARD[32*r+:32]) * P + s;
                    localparam SN = (q * P + r) * P + ONWARD[32*s+:32], SI = (q * P + r) * P + INWARD[32*s+:32];
                    wire q_ends = ends[PASSAGE[32*q+:32]], r_ends = ends[PASSAGE[32*r+:32]];
                    wire s_ends = ends[PASSAGE[32*s+:32]];

                    orb_coef_select #(
                        .Q(q), .R(r), .S(s),
                        `include "orb_pass.vh"
                    ) select (
                        .sizes(sizes_q), .re(c_re), .raddr(c_raddr), .we(c_we), .mine(c_hits[s]),
                        .lane(c_lane), .waddr(c_waddr), .hit(c_hit[ME]), .en(c_en[ME]),
                        .at(c_at[ME])
                    );

                    wire [ML-1:0] m_node;
                    wire sat_node;
                    wire [W-1:0] u_node;
                    orb_node #(
                        `include "orb_pass.vh"
                    ) node (
                        .clk(clk), .control(control), .c(c[ME]), .x_in_q(q_ends ? x_link[QI] : x_link[QN]),
                        .x_in_r(r_ends ? x_link[RI] : x_link[RN]), .x_in_s(s_ends ? x_link[SI] : x_link[SN]),
                        .x_out(x_link[ME]), .y_in_q(q_ends ? y_link[QI] : y_link[QN]),
                        .y_in_r(r_ends ? y_link[RI] : y_link[RN]), .y_in_s(s_ends ? y_link[SI] : y_link[SN]),
                        .y_out(y_link[ME]), .s_hit(s_hits[s]), .l_addr(l_addr), .l_data(l_word[W-1:0]),
                        .u_hit(u_hits[s]), .u_addr(u_addr), .u_data(u_node), .m_bits(m_node),
                        .r_sat(sat_node)
                    );

                    // coefficients: nodes with blocks share a memory, two and two; the last of an odd number is alone
                    if (BMAX == 1) begin : g_fine
                        orb_coef_fine #(
                            `include "orb_pass.vh"
                        ) coefficient (
                            .clk(clk), .en(c_en[ME]), .we(c_hit[ME][0]), .addr(c_at[ME]), .wdata(c_word[q*P+r]),
                            .in(q_ends ? c[QI] : c[QN]), .out(c[ME])
                        );
                    end else if (ME % 2 == 0 && ME + 1 < NODES) begin : g_pair
                        orb_coef_pair #(
                            .CW(CW), .LANES(LANES), .CA(CM), .MEM_LAT(MEM_LAT)
                        ) coefficients (
                            .clk(clk), .a_en(c_en[ME]), .a_we(c_hit[ME]), .a_addr(c_at[ME]), .a_wdata(c_word[ME/P]),
                            .a_rdata(c[ME]), .b_en(c_en[ME+1]), .b_we(c_hit[ME+1]), .b_addr(c_at[ME+1]),
                            .b_wdata(c_word[(ME+1)/P]), .b_rdata(c[ME+1])
                        );
                    end else if (ME % 2 == 0) begin : g_alone
                        wire [LANES*CW-1:0] none;
                        orb_coef_pair #(
                            .CW(CW), .LANES(LANES), .CA(CM), .MEM_LAT(MEM_LAT)
                        ) coefficients (
                            .clk(clk), .a_en(c_en[ME]), .a_we(c_hit[ME]), .a_addr(c_at[ME]), .a_wdata(c_word[ME/P]),
                            .a_rdata(c[ME]), .b_en(1'b0), .b_we({LANES{1'b0}}), .b_addr({CM{1'b0}}),
                            .b_wdata({CW{1'b0}}), .b_rdata(none)
                        );
                        wire unused = &{1'b0, none};
                    end

                    // reports of this node and those before it in its row: tools turn these chains into trees
                    wire [ML-1:0] m_any;
                    wire [SB-1:0] sat_sum;
                    wire [W-1:0] u_any;
                    wire [W-1:0] u_mine = u_node & {W{u_s[s]}};
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
                wire [ML-1:0] m_here, m_any;
                wire [SB-1:0] sat_here, sat_sum;
                wire [W-1:0] u_here_q, u_any;
                orb_delay #(.WIDTH(ML), .CYCLES(FAR)) m_row (.clk(clk), .d(g_s[P-1].m_any), .q(m_here));
                orb_delay #(.WIDTH(SB), .CYCLES(FAR)) sat_row (.clk(clk), .d(g_s[P-1].sat_sum), .q(sat_here));
                orb_delay #(.WIDTH(W), .CYCLES(FAR)) u_data_row (.clk(clk), .d(u_row ? g_s[P-1].u_any : {W{1'b0}}),
                    .q(u_here_q));
                if (r == 0) begin : g_first
                    assign {m_any, sat_sum, u_any} = {m_here, sat_here, u_here_q};
                end else begin : g_next
                    assign m_any   = g_r[r-1].m_any | m_here;
                    assign sat_sum = g_r[r-1].sat_sum + sat_here;
                    assign u_any   = g_r[r-1].u_any | u_here_q;
                end
            end

            // one word, one mask and one count a plane, so that no mux spans the array in a cycle
            always @(posedge clk) begin
                if (u_rows) u_planes[q*W+:W] <= g_r[P-1].u_any;
                if (m_rows) m_planes[q*ML+:ML] <= g_r[P-1].m_any;
                if (sat_rows) sat_planes[q*SB+:SB] <= g_r[P-1].sat_sum;
            end
        end
    endgenerate

endmodule
`resetall
