// An array of eight nodes from C, for P = 2. It replaces orb_issue and orb_mesh, and contains orb_reports.
// SPDX-License-Identifier: Apache-2.0
//
// With two nodes per side, both neighbours along an axis are the same node. Requests of the streams are delayed by one
// register, as with HOPS = 1 in orb_mesh.
`resetall
`default_nettype none

module orb_hls_array #(
    `include "orb_params.vh"
) (
    input  wire                   clk,
    input  wire                   rst,
    input  wire [`ORB_SHAPE_BITS-1:0] shape,
    // stages, as in orb_issue
    input  wire                   stage_valid,
    output wire                   stage_ready,
    input  wire [`ORB_STAGE_BITS-1:0] stage,
    input  wire [`ORB_BASES_BITS-1:0] bases,
    output wire                   landed,
    output wire                   drained,
    output wire                   window,
    output wire                   window_last,
    output wire [         DB-1:0] number,
    // streams, as in orb_mesh and orb_reports
    input  wire [`ORB_ACCESS_BITS-1:0] access,
    input  wire                   u_take,
    input  wire [ IO_WORDS*P-1:0] u_q,
    output wire [ IO_WORDS*W-1:0] u_data,
    // reports, as in orb_reports
    output wire                   mag_en,
    output wire                   mag_first,
    output wire [         LY-1:0] mag_bits,
    output wire                   sat_en,
    output wire [         SB-1:0] sat_count
);

    localparam NODES = P * P * P;

    // ---- stages -----------------------------------------------------------------------------------------------------
    wire go, results, looks, looks_first;
    wire [HLS_GO-1:0] arguments;
    wire [XA-1:0] base;
    wire [1:0] x_from, y_from;
    wire [NODES-1:0] go_ready, done, comes;

    orb_hls_issue #(
        `include "orb_pass.vh"
    ) issue (
        .clk(clk), .rst(rst), .shape(shape), .stage_valid(stage_valid), .stage_ready(stage_ready), .stage(stage),
        .bases(bases), .landed(landed), .drained(drained), .go(go), .go_ready(go_ready[0]), .arguments(arguments),
        .base(base), .x_source(x_from), .y_source(y_from), .done(done[0]), .results(results), .looks(looks),
        .looks_first(looks_first), .number(number)
    );

    // A word is written three cycles after it leaves its kernel. Requests of the streams are delayed by one register,
    // so the streams pause one cycle earlier.
    reg [1:0] pause;
    always @(posedge clk) pause <= {pause[0], comes[0]} & {2{!rst}};
    assign {window, window_last} = {2{pause[1]}};

    // ---- streams ----------------------------------------------------------------------------------------------------
    reg [`ORB_ACCESS_BITS-1:0] access_q;
    `ORB_ACCESS_FIELDS(wire)
    assign {`ORB_ACCESS} = access_q;
    always @(posedge clk) access_q <= access;

    // ---- nodes ------------------------------------------------------------------------------------------------------
    wire [LX-1:0] x_link[0:NODES-1];
    wire [LY-1:0] y_link[0:NODES-1];
    wire m_rows, sat_rows, u_rows, m_en_q, m_first_q;
    reg [P*LY-1:0] m_planes;
    reg [P*SB-1:0] sat_planes;
    reg [P*W-1:0] u_planes;

    orb_delay #(.WIDTH(2), .CYCLES(1)) look (.clk(clk), .d({looks, looks_first}), .q({m_en_q, m_first_q}));

    genvar q, r, s;
    generate
        for (q = 0; q < P; q = q + 1) begin : g_q
            for (r = 0; r < P; r = r + 1) begin : g_r
                for (s = 0; s < P; s = s + 1) begin : g_s
                    localparam ME = (q * P + r) * P + s, T = (q + r + s) % P;
                    localparam AT_Q = ((1 - q) * P + r) * P + s, AT_R = (q * P + 1 - r) * P + s;
                    localparam AT_S = (q * P + r) * P + 1 - s;
                    wire loads = l_en & l_q[q] & l_r[r] & l_s[s], unloads = u_en & u_hit_q[q] & u_hit_r[r] & u_hit_s[s];
                    wire mine = (c_axis == 2'd2) ? c_row[s] : (c_axis == 2'd1) ? c_row[r] & c_col[q] :
                                c_row[q] & c_col[s];
                    wire [W-1:0] u_node;
                    wire [LY-1:0] m_node;
                    wire [HLS_CLIPS-1:0] clips;

                    orb_hls_node #(
                        `include "orb_pass.vh"
                    ) node (
                        .clk(clk), .rst(rst), .go(go), .go_ready(go_ready[ME]), .arguments(arguments), .base(base),
                        .x_from(x_from), .y_from(y_from), .done(done[ME]), .comes(comes[ME]), .c_we(c_we & mine),
                        .c_waddr(c_place[T*CA+:CA]), .c_wdata(l_data[CW-1:0]), .x_in_q(x_link[AT_Q]),
                        .x_in_r(x_link[AT_R]), .x_in_s(x_link[AT_S]), .x_out(x_link[ME]), .y_in_q(y_link[AT_Q]),
                        .y_in_r(y_link[AT_R]), .y_in_s(y_link[AT_S]), .y_out(y_link[ME]), .s_hit(loads | unloads),
                        .l_addr(l_addr), .l_data(l_data[W-1:0]), .u_hit(unloads), .u_addr(u_addr), .u_data(u_node),
                        .clips(clips), .m_en(m_en_q), .m_first(m_first_q), .m_bits(m_node)
                    );

                    // over this node and those before it in its plane
                    wire [LY-1:0] m_any;
                    wire [SB-1:0] sat_sum;
                    wire [W-1:0] u_any;
                    wire [W-1:0] u_mine = u_node & {W{u_r[r] & u_s[s]}};
                    wire [SB-1:0] sat_mine = {{(SB - HLS_CLIPS) {1'b0}}, clips};
                    if (r == 0 && s == 0) begin : g_first
                        assign {m_any, sat_sum, u_any} = {m_node, sat_mine, u_mine};
                    end else if (s == 0) begin : g_row
                        assign m_any   = g_r[r-1].g_s[P-1].m_any | m_node;
                        assign sat_sum = g_r[r-1].g_s[P-1].sat_sum + sat_mine;
                        assign u_any   = g_r[r-1].g_s[P-1].u_any | u_mine;
                    end else begin : g_next
                        assign m_any   = g_s[s-1].m_any | m_node;
                        assign sat_sum = g_s[s-1].sat_sum + sat_mine;
                        assign u_any   = g_s[s-1].u_any | u_mine;
                    end
                end
            end

            always @(posedge clk) begin
                if (u_rows) u_planes[q*W+:W] <= g_r[P-1].g_s[P-1].u_any;
                if (m_rows) m_planes[q*LY+:LY] <= g_r[P-1].g_s[P-1].m_any;
                if (sat_rows) sat_planes[q*SB+:SB] <= g_r[P-1].g_s[P-1].sat_sum;
            end
        end
    endgenerate

    orb_reports #(
        `include "orb_pass.vh"
    ) reports (
        .clk(clk), .halt(rst), .m_en(looks), .m_first(looks_first), .r_done(results), .u_take(u_take), .u_q(u_q),
        .m_rows(m_rows), .sat_rows(sat_rows), .u_rows(u_rows), .m_planes(m_planes), .sat_planes(sat_planes),
        .u_planes(u_planes), .mag_en(mag_en), .mag_first(mag_first), .mag_bits(mag_bits), .sat_en(sat_en),
        .sat_count(sat_count), .u_data(u_data)
    );

    wire unused = &{1'b0, l_data, go_ready, done, comes};

endmodule
`resetall
