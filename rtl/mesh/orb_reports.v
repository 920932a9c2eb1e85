// Gathers the reports of the planes: the word that is unloaded, how many nodes clipped a result, and which bits of the
// sums that came in differ from the bit below them.
// SPDX-License-Identifier: Apache-2.0
//
// The mesh takes FAR + HOPS + 1 cycles from its control to the reports of rows, one more to those of planes, and one
// more to these outputs.
`resetall
`default_nettype none

module orb_reports #(
    `include "orb_params.vh"
) (
    input  wire                   clk,
    input  wire                   halt,     // reports on their way no longer count
    // with the control of the nodes
    input  wire [      LANES-1:0] m_en,     // a lane looks at the sums that come in,
    input  wire                   m_first,  // ... lane 0 at their lowest bits
    input  wire                   r_done,   // results are there
    input  wire                   u_take,   // the word that was read is there ...
    input  wire [ IO_WORDS*P-1:0] u_q,      // ... in these planes, one for each part
    // to and from the planes of the mesh
    output wire                   m_rows,
    output wire                   sat_rows,
    output wire                   u_rows,
    input  wire [ P*LANES*LY-1:0] m_planes,
    input  wire [       P*SB-1:0] sat_planes,
    input  wire [        P*W-1:0] u_planes,
    // gathered
    output wire                   mag_en,   // the sums of a slot, see orb_magnitude:
    output wire                   mag_first,
    output wire [         LY-1:0] mag_bits,
    output wire                   sat_en,
    output reg  [         SB-1:0] sat_count,
    output reg  [ IO_WORDS*W-1:0] u_data
);

    localparam ML = LANES * LY;

    // ---- when reports pass ------------------------------------------------------------------------------------------
    wire [LANES-1:0] m_lanes, m_lanes_1;
    wire sat_1, u_1;
    wire [IO_WORDS*P-1:0] u_q_1;
    assign m_rows = |m_lanes;
    orb_delay #(.WIDTH(LANES + 1), .CYCLES(FAR + HOPS + 1)) rows (
        .clk(clk), .d({m_en, r_done}), .q({m_lanes, sat_rows})
    );
    orb_delay #(.WIDTH(1), .CYCLES(FAR + HOPS)) words (.clk(clk), .d(u_take), .q(u_rows));
    orb_delay #(.WIDTH(LANES + 2), .CYCLES(1)) planes (
        .clk(clk), .d({m_lanes, sat_rows, u_rows}), .q({m_lanes_1, sat_1, u_1})
    );
    orb_delay #(.WIDTH(IO_WORDS * P), .CYCLES(FAR + HOPS + 1)) parts (.clk(clk), .d(u_q), .q(u_q_1));

    // ---- over all planes --------------------------------------------------------------------------------------------
    integer i, j;
    reg [ML-1:0] m_bits;  // 0 for a lane that does not look

    // temporaries of the loops
    reg [ML-1:0] any;
    reg [SB-1:0] total;
    reg [IO_WORDS*W-1:0] chosen;

    /* verilator lint_off BLKSEQ */
    always @(posedge clk) begin
        any = {ML{1'b0}};
        for (i = 0; i < P; i = i + 1) any = any | m_planes[i*ML+:ML];
        for (j = 0; j < LANES; j = j + 1) m_bits[j*LY+:LY] <= any[j*LY+:LY] & {LY{m_lanes_1[j]}};
        if (sat_1) begin
            total = {SB{1'b0}};
            for (i = 0; i < P; i = i + 1) total = total + sat_planes[i*SB+:SB];
            sat_count <= total;
        end
        if (u_1) begin
            chosen = {IO_WORDS * W{1'b0}};
            for (i = 0; i < P; i = i + 1)
                for (j = 0; j < IO_WORDS; j = j + 1)
                    chosen[j*W+:W] = chosen[j*W+:W] | (u_planes[i*W+:W] & {W{u_q_1[j*P+i]}});
            u_data <= chosen;
        end
    end
    /* verilator lint_on BLKSEQ */

    // ---- lanes look a cycle one after the other: wait for the last --------------------------------------------------
    genvar l;
    generate
        for (l = 0; l < LANES; l = l + 1) begin : g_lane
            wire [LY-1:0] late, any_lane;  // any_lane: of this lane and those before it
            orb_delay #(.WIDTH(LY), .CYCLES(LANES - 1 - l)) wait_for_last (
                .clk(clk), .d(m_bits[l*LY+:LY]), .q(late)
            );
            if (l == 0) begin : g_first
                assign any_lane = late;
            end else begin : g_next
                assign any_lane = g_lane[l-1].any_lane | late;
            end
        end
    endgenerate
    assign mag_bits = g_lane[LANES-1].any_lane;

    // ---- what counts, in step with it -------------------------------------------------------------------------------
    reg [M_LAT-1:0] m_en_q, m_first_q;
    reg [REPORT_LAT-1:0] sat_en_q;
    assign {mag_en, mag_first, sat_en} = {m_en_q[M_LAT-1], m_first_q[M_LAT-1], sat_en_q[REPORT_LAT-1]};

    always @(posedge clk) begin
        m_en_q    <= {m_en_q[M_LAT-2:0], m_en[0]};
        m_first_q <= {m_first_q[M_LAT-2:0], m_first};
        sat_en_q  <= {sat_en_q[REPORT_LAT-2:0], r_done};
        if (halt) begin  // so that no result of an aborted run counts in the next
            m_en_q   <= {M_LAT{1'b0}};
            sat_en_q <= {REPORT_LAT{1'b0}};
        end
    end

endmodule
`resetall
