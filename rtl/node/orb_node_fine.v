// Node of the array with one point in fixed point: registers only, a step a cycle, operand and sum on full-width links.
// SPDX-License-Identifier: Apache-2.0
//
// In a step the node multiplies and adds, and takes over the +1 neighbours' sum and operand of the same cycle. Its
// coefficient comes from orb_coef_fine. In the last step of a stage the sum is rounded on its way, so stages follow
// each other without a gap.
`resetall
`default_nettype none

module orb_node_fine #(
    `include "orb_params.vh"
) (
    input  wire                 clk,
    input  wire [NODE_BITS-1:0] control,
    // coefficients, links, streams and reports: as those of orb_node_fixed
    input  wire [ LANES*CW-1:0] c,
    input  wire [ LANES*LX-1:0] x_in_q,
    input  wire [ LANES*LX-1:0] x_in_r,
    input  wire [ LANES*LX-1:0] x_in_s,
    output wire [ LANES*LX-1:0] x_out,
    input  wire [ LANES*LY-1:0] y_in_q,
    input  wire [ LANES*LY-1:0] y_in_r,
    input  wire [ LANES*LY-1:0] y_in_s,
    output wire [ LANES*LY-1:0] y_out,
    input  wire                 s_hit,
    input  wire [       XA-1:0] l_addr,
    input  wire [        W-1:0] l_data,
    input  wire                 u_hit,
    input  wire [       XA-1:0] u_addr,
    output reg  [        W-1:0] u_data,
    output reg  [ LANES*LY-1:0] m_bits,
    output reg                  r_sat
);

    `ORB_NODE_FINE_FIELDS(wire)
    assign {`ORB_NODE_FINE} = control;

    localparam PW = W + CW;
    localparam signed [63:0] WIDE = 64'sd0;  // widens the product to a simulator's own multiplication; adds no logic

    reg [W-1:0] x[0:NBUF-1];
    reg signed [AW-1:0] y;

    assign x_out = x[x_sel];

    // ---- multiply-add: each product rounded half up to drop its low PS bits -----------------------------------------
    /* verilator lint_off WIDTH */  // of the wide product the low bits; sign extension, or for a short sum its low bits
    wire signed [PW-1:0] p = WIDE + $signed(x_out) * $signed(c);
    wire carry;
    generate
        if (PS == 0) begin : g_exact
            assign carry = 1'b0;
        end else begin : g_round
            assign carry = p[PS-1];
        end
    endgenerate
    wire signed [AW-1:0] up = $signed({{(AW - 1) {1'b0}}, carry});
    wire signed [AW-1:0] old = clear ? {AW{1'b0}} : y;
    wire signed [AW-1:0] sum = old + $signed(p[PW-1:PS]) + up;
    /* verilator lint_on WIDTH */
    assign y_out = sum;

    // ---- what comes in --------------------------------------------------------------------------------------------
    wire [W-1:0] x_in = (x_from == 2'd1) ? x_in_q : (x_from == 2'd2) ? x_in_r : x_in_s;
    wire [AW-1:0] v = (y_from == 2'd0) ? y_out : (y_from == 2'd1) ? y_in_q : (y_from == 2'd2) ? y_in_r : y_in_s;

    // temporaries of the rounding, as in orb_round
    reg signed [AW+1:0] shifted;
    reg        [AW-1:0] below;
    reg        [   W:0] s;
    reg                 rounds_up, carries, clipped;

    /* verilator lint_off BLKSEQ */
    always @(posedge clk) begin
        if (step) begin
            if (!last) y <= v;
            if (x_roll) x[n_addr] <= x_in;
            if (last) begin
                shifted   = $signed({v[AW-1], v, 1'b0}) >>> shift;
                below     = ~({AW{1'b1}} << shift) >> 1;
                rounds_up = shifted[0] & ((|(v & below)) | shifted[1]);
                s         = shifted[W+1:1];
                carries   = rounds_up & (&s[W-2:0]);
                clipped   = (shifted[AW+1:W+1] != {(AW - W + 1) {v[AW-1]}}) |
                            (carries ? !s[W] : s[W] ^ s[W-1]);
                x[n_addr] <= clipped ? {v[AW-1], {(W - 1) {!v[AW-1]}}} : s[W-1:0] + {{(W - 1) {1'b0}}, rounds_up};
                r_sat     <= clipped;
                m_bits    <= v ^ {v[AW-2:0], v[0]};
            end
        end
        if (s_hit & !u_hit) x[l_addr] <= l_data;
        if (u_hit) u_data <= x[u_addr];
    end
    /* verilator lint_on BLKSEQ */

endmodule
`resetall
