// Rounds a floating-point sum to the format of a word, to nearest even, or passes it. One register stage.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_round_float #(
    parameter EXP  = 8,    // exponent bits of the result, 5..8
    parameter MAN  = 23,   // fraction bits of the result, 7..23
    parameter AEXP = EXP,  // exponent bits of the sum, EXP..8
    parameter AMAN = MAN   // fraction bits of the sum, MAN..23
) (
    input  wire               clk,
    input  wire               en,
    input  wire [AEXP+AMAN:0] v,      // sum, taken with en
    output wire [  EXP+MAN:0] q,      // result, a cycle after
    output wire               sat     // q is not finite
);

    generate
        if (EXP == AEXP && MAN == AMAN) begin : g_same
            reg [EXP+MAN:0] s_q;
            always @(posedge clk) if (en) s_q <= v;
            assign q   = s_q;
            assign sat = &s_q[MAN+:EXP];
        end else begin : g_narrow
            localparam REBIAS = ((1 << (AEXP - 1)) - 1) - ((1 << (EXP - 1)) - 1);
            localparam CUT = AMAN - MAN;          // fraction bits that go
            localparam FAR = MAN + 2;             // so many places down nothing is left but whether there was something
            localparam [AEXP+1:0] DEEP = FAR[AEXP+1:0];
            localparam WIDE = AMAN + 1 + FAR;

            reg [MAN:0] significand_q;            // rounded down
            reg [AEXP-1:0] below_q;               // exponent field less 1; 0 in a subnormal
            reg half_q, more_q, sign_q, special_q, nan_q;

            // temporaries of the stage, so that a simulator computes them only when it is enabled
            reg signed [AEXP+1:0] below;
            reg [AEXP+1:0] down;
            reg [WIDE-1:0] moved;
            reg normal;

            /* verilator lint_off BLKSEQ */
            always @(posedge clk) begin
                if (en) begin
                    normal = |v[AMAN+:AEXP];
                    below  = $signed({2'b0, v[AMAN+1+:AEXP-1], v[AMAN] | !normal}) - REBIAS - 1;
                    down   = below < 0 ? -below : {(AEXP + 2) {1'b0}};
                    moved  = {normal, v[AMAN-1:0], {FAR{1'b0}}} >> (down > DEEP ? DEEP : down);
                    significand_q <= moved[WIDE-1-:MAN+1];
                    half_q        <= moved[FAR+CUT-1];
                    more_q        <= |moved[FAR+CUT-2:0];
                    below_q       <= below < 0 ? {AEXP{1'b0}} : below[AEXP-1:0];
                    sign_q        <= v[AEXP+AMAN];
                    special_q     <= &v[AMAN+:AEXP];
                    nan_q         <= (&v[AMAN+:AEXP]) & (|v[AMAN-1:0]);
                end
            end
            /* verilator lint_on BLKSEQ */

            wire [AEXP+MAN:0] rounded = {1'b0, below_q, {MAN{1'b0}}} + {{AEXP{1'b0}}, significand_q}
                                      + {{(AEXP + MAN) {1'b0}}, half_q & (more_q | significand_q[0])};
            wire infinite = special_q | rounded[AEXP+MAN:MAN] >= {{(AEXP + 1 - EXP) {1'b0}}, {EXP{1'b1}}};
            assign q[EXP+MAN]  = sign_q & !nan_q;
            assign q[MAN+:EXP] = rounded[MAN+:EXP] | {EXP{infinite}};
            assign q[MAN-1:0]  = infinite ? {nan_q, {(MAN - 1) {1'b0}}} : rounded[MAN-1:0];
            assign sat         = infinite;
        end
    endgenerate

endmodule
`resetall
