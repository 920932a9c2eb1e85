// Rounds a sum to a word: arithmetic right shift, nearest even, saturation. Three register stages.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_round #(
    parameter W  = 18,  // bits of the result, 2..AW
    parameter AW = 36   // bits of the sum, W..63
) (
    input  wire                 clk,
    input  wire        [   2:0] en,     // one enable a stage, each a cycle after the one before
    input  wire signed [AW-1:0] v,      // sum, taken with en[0]
    input  wire        [   5:0] shift,  // 0..AW-W, taken with en[1]
    output reg  signed [AW-1:0] v_q,    // the sum that was taken
    output reg  signed [ W-1:0] q,      // result, a cycle after en[2]
    output reg                  sat     // q was clipped
);

    reg        [   W:0] s_q;  // rounded down; a bit more than the result, as rounding up can bring it back into range
    reg                 up_q, over_q, sign_q;

    // temporaries of the stages, so that a simulator computes them only when a stage is enabled
    reg signed [AW+1:0] shifted;  // its lowest bit is worth one half
    reg        [AW-1:0] below;    // ones at the bits worth less than one half
    reg                 carries, clipped;

    /* verilator lint_off BLKSEQ */
    always @(posedge clk) begin
        if (en[0]) v_q <= v;
        if (en[1]) begin
            shifted = $signed({v_q[AW-1], v_q, 1'b0}) >>> shift;
            below = ~({AW{1'b1}} << shift) >> 1;
            s_q    <= shifted[W+1:1];
            up_q   <= shifted[0] & ((|(v_q & below)) | shifted[1]);
            over_q <= (shifted[AW+1:W+1] != {(AW - W + 1) {v_q[AW-1]}});
            sign_q <= v_q[AW-1];
        end
        if (en[2]) begin
            carries = up_q & (&s_q[W-2:0]);
            clipped = over_q | (carries ? !s_q[W] : s_q[W] ^ s_q[W-1]);
            sat <= clipped;
            q   <= clipped ? {sign_q, {(W - 1) {!sign_q}}} : s_q[W-1:0] + {{(W - 1) {1'b0}}, up_q};
        end
    end
    /* verilator lint_on BLKSEQ */

endmodule
`resetall
