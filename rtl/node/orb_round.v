// Rounds a sum to a word while it comes over its link: arithmetic right shift, nearest even, saturation.
// SPDX-License-Identifier: Apache-2.0
//
// The sum comes in parts of LY bits, the lowest first. A window of LY bits slides over the sum, a part at a time, and
// is placed so that one of its positions ends exactly at the top of the result. Windows below the result decide whether
// to round up. Windows of the result go through an adder into a shift register. All bits above must be copies of the
// sign. orb_round_ctl, which all nodes share, tells which window is which.
`resetall
`default_nettype none

module orb_round #(
    parameter W  = 18,  // bits of the result, >= 2
    parameter LY = 9,   // bits of a part, >= 1
    parameter FB = LY > 1 ? $clog2(LY) : 1
) (
    input  wire          clk,
    // a part of the sum
    input  wire          part_en,
    input  wire          part_first, // the lowest
    input  wire [LY-1:0] part,
    input  wire [LY-1:0] previous,   // the part before it
    input  wire [FB-1:0] place,      // of the window: it ends above bit `place` of the part
    // a cycle later: its window
    input  wire          en,
    input  wire          first,      // of the lowest part
    input  wire          counts,     // it has bits of the result
    input  wire          low,        // ... the lowest, and perhaps bits below them
    input  wire [LY-1:0] differ,     // bits of the part that differ from the bit below them
    input  wire [LY-1:0] above,      // bits of the part that must not
    // a cycle later, of the last window: the result
    output wire [ W-1:0] q,
    output wire          sign,       // of the sum
    output wire          sat         // it is out of range: q counts for nothing
);

    localparam PARTS = (W + LY - 1) / LY;  // windows of the result
    localparam BELOW = PARTS * LY - W;     // bits of the lowest that are below the result
    localparam [LY-1:0] ONES = {LY{1'b1}};
    localparam [LY-1:0] REST = ONES >> 1;  // bits of a window but the highest
    localparam [LY-1:0] RESTS = BELOW > 1 ? ONES >> (LY - BELOW + 1) : 0;  // ... but the highest below the result

    // ---- the window -------------------------------------------------------------------------------------------------
    wire [2*LY-1:0] both = {part, part_first ? {LY{1'b0}} : previous} >> 1;
    wire [2*LY-1:0] moved = both >> place;
    reg [LY-1:0] window;
    reg top;  // highest bit of the part
    always @(posedge clk)
        if (part_en) begin
            window <= moved[LY-1:0];
            top    <= part[LY-1];
        end

    // ---- below the result: whether to round up; the result; above it: whether it fits ------------------------------
    reg half_q, more_q;  // highest bit of the windows so far, any other
    reg carry, flips;    // out of the window; ... into another sign
    reg over, sign_q;
    reg [PARTS*LY-1:0] words;

    // temporaries, so that a simulator computes them only when a part is there
    reg half_old, more_old, half, more, up;
    reg [LY:0] sum;

    /* verilator lint_off BLKSEQ */
    always @(posedge clk)
        if (en) begin
            half_old = half_q & !first;
            more_old = more_q & !first;
            half     = (BELOW == 0) ? half_old : window[BELOW > 0 ? BELOW - 1 : 0];
            more     = more_old | ((BELOW != 0) & half_old) | (|(window & RESTS));
            up       = half & (more | window[BELOW]);
            sum      = {1'b0, window} + (low ? {{LY{1'b0}}, up} << BELOW : {{LY{1'b0}}, carry});
            half_q <= window[LY-1];
            more_q <= half_old | more_old | (|(window & REST));
            if (counts) begin
                /* verilator lint_off WIDTH */  // the upper bits
                words <= {sum[LY-1:0], words} >> LY;
                /* verilator lint_on WIDTH */
                carry <= sum[LY];
                flips <= sum[LY] ^ sum[LY-1];
            end
        end
    /* verilator lint_on BLKSEQ */

    always @(posedge clk)
        if (en) begin
            if (first | (|(differ & above))) over <= |(differ & above);
            sign_q <= top;
        end

    assign q    = words[PARTS*LY-1-:W];
    assign sign = sign_q;
    assign sat  = over | (flips ^ sign_q);

    wire unused = &{1'b0, moved, words};

endmodule
`resetall
