// Rounds a sum to a word: arithmetic right shift, nearest even, saturation. Three register stages.
// SPDX-License-Identifier: Apache-2.0
`resetall
`default_nettype none

module orb_round #(
    parameter W  = 18,  // bits of the result, 2..AW
    parameter AW = 36   // bits of the sum, W..64
) (
    input  wire                 clk,
    input  wire        [   2:0] en,     // one enable a stage, each a cycle after the one before
    input  wire signed [AW-1:0] v,      // sum, taken with en[0]
    input  wire        [   5:0] shift,  // 0..AW-W, taken with en[1]
    output reg  signed [ W-1:0] q,      // result, a cycle after en[2]
    output reg                  sat     // q was clipped
);

    localparam signed [W-1:0] LARGEST = {1'b0, {(W - 1) {1'b1}}};

    reg signed [AW-1:0] v_q;
    reg        [   W:0] s_q;  // rounded down; a bit more than the result, as rounding up can bring it back into range
    reg                 up_q, over_q, sign_q;

    wire signed [AW+1:0] shifted = $signed({v_q[AW-1], v_q, 1'b0}) >>> shift;  // its lowest bit is worth one half
    wire [AW-1:0] below = ~({AW{1'b1}} << shift) >> 1;            // ones at the bits worth less than one half
    wire sticky = |(v_q & below);

    wire carries = up_q & (&s_q[W-2:0]);
    wire clipped = over_q | (carries ? !s_q[W] : s_q[W] ^ s_q[W-1]);

    always @(posedge clk) begin
        if (en[0]) v_q <= v;
        if (en[1]) begin
            s_q    <= shifted[W+1:1];
            up_q   <= shifted[0] & (sticky | shifted[1]);
            over_q <= (shifted[AW+1:W+1] != {(AW - W + 1) {v_q[AW-1]}});
            sign_q <= v_q[AW-1];
        end
        if (en[2]) begin
            sat <= clipped;
            if (clipped) q <= sign_q ? ~LARGEST : LARGEST;
            else q <= s_q[W-1:0] + {{(W - 1) {1'b0}}, up_q};
        end
    end

endmodule
`resetall
