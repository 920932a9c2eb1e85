// Node of the array with one point: registers only, a step a cycle, operand, coefficient and sum on full-width links.
// SPDX-License-Identifier: Apache-2.0
//
// In a step the node multiplies and adds, and takes over the +1 neighbours' sum, operand and coefficient of the same
// cycle. The sum is rounded on its way where the step is the last of its stage, so stages follow without a gap.
`resetall
`default_nettype none

module orb_cell_fine #(
    parameter W      = 18,  // bits of a data word
    parameter CW     = 18,  // bits of a coefficient
    parameter AW     = 36,  // bits of an accumulator
    parameter PS     = 8,   // low product bits rounded away
    parameter NBUF   = 2,   // operands
    parameter CBANKS = 1,   // coefficient banks
    parameter P      = 4,   // nodes along each side: P+2 places a bank
    parameter XA     = 1,   // bits of an operand's number
    parameter CA     = 3    // bits of a coefficient's place
) (
    input  wire          clk,
    input  wire          step,      // multiply, add and roll
    input  wire          clear,     // start from zero
    input  wire          last,      // round the sum and store it, else keep it
    // operand
    input  wire [XA-1:0] x_sel,     // which
    input  wire          x_roll,    // take over the neighbour's
    input  wire [   1:0] x_from,    // 1 Q, 2 R, 3 S
    input  wire [ W-1:0] x_in_q,
    input  wire [ W-1:0] x_in_r,
    input  wire [ W-1:0] x_in_s,
    output wire [ W-1:0] x_out,
    input  wire [XA-1:0] n_addr,    // where the operand taken over, or the result, goes
    // coefficient
    input  wire [CA-1:0] c_addr,    // its place; of a bank's a node has the first, of C3, and the last two, of C1, C2
    input  wire          c_moves,   // use the one that was taken over
    input  wire [CW-1:0] c_in_q,
    output wire [CW-1:0] c_out,
    input  wire          c_we,      // a coefficient for this node
    input  wire [CW-1:0] c_data,
    // sum
    input  wire [   1:0] y_from,    // 0 the node itself, 1 Q, 2 R, 3 S
    input  wire [AW-1:0] y_in_q,
    input  wire [AW-1:0] y_in_r,
    input  wire [AW-1:0] y_in_s,
    output wire [AW-1:0] y_out,
    input  wire [   5:0] r_shift,   // 0..AW-W
    output reg           r_sat,     // the result was clipped
    output reg  [AW-1:0] m_bits,    // bits of its sum that differ from the bit below them
    // streams
    input  wire          l_hit,     // a loaded word for this node
    input  wire [XA-1:0] l_addr,
    input  wire [ W-1:0] l_data,
    input  wire          u_hit,     // a read from this node
    input  wire [XA-1:0] u_addr,
    output reg  [ W-1:0] u_data     // a cycle later
);

    localparam PW = W + CW;
    localparam signed [63:0] WIDE = 64'sd0;  // widens the product to a simulator's own multiplication; adds no logic

    reg [W-1:0] x[0:NBUF-1];
    reg [CW-1:0] moving;
    reg signed [AW-1:0] y;

    assign x_out = x[x_sel];

    genvar n;
    generate
        for (n = 0; n < 3 * CBANKS; n = n + 1) begin : g_home
            localparam NUMBER = n / 3 * (P + 2) + (n % 3 == 0 ? 0 : P + n % 3 - 1);
            localparam [CA-1:0] PLACE = NUMBER[CA-1:0];
            reg [CW-1:0] c_q;
            always @(posedge clk) if (c_we && c_addr == PLACE) c_q <= c_data;
            wire [CW-1:0] home;  // of this and those before it, the one that is addressed
            if (n == 0) begin : g_first
                assign home = c_q;
            end else begin : g_next
                assign home = (c_addr == PLACE) ? c_q : g_home[n-1].home;
            end
        end
    endgenerate
    assign c_out = c_moves ? moving : g_home[3*CBANKS-1].home;

    // ---- multiply-add: each product rounded half up to drop its low PS bits -----------------------------------------
    /* verilator lint_off WIDTH */  // of the wide product the low bits; sign extension, or for a short sum its low bits
    wire signed [PW-1:0] p = WIDE + $signed(x_out) * $signed(c_out);
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
            moving <= c_in_q;
            if (!last) y <= v;
            if (x_roll) x[n_addr] <= x_in;
            if (last) begin
                shifted   = $signed({v[AW-1], v, 1'b0}) >>> r_shift;
                below     = ~({AW{1'b1}} << r_shift) >> 1;
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
        if (l_hit) x[l_addr] <= l_data;
        if (u_hit) u_data <= x[u_addr];
    end
    /* verilator lint_on BLKSEQ */

endmodule
`resetall
