// Rounds a sum to a word while it comes over its link: arithmetic right shift, nearest even, saturation.
// SPDX-License-Identifier: Apache-2.0
//
// The sum comes in parts of LY bits, the lowest first. A window of LY bits slides over it, a part at a time, from a
// place where one of its positions ends just where the result does. Windows below the result say whether to round up,
// those of the result go through an adder into a shift register, and what lies above has to be copies of the sign.
// What the shift and the part's number decide comes from orb_round_ctl, which all nodes share.
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

    // ---- what lies below the result ---------------------------------------------------------------------------------
    reg half_q, more_q;  // highest bit of the windows so far, any other
    wire [LY-1:0] under = window << 1;  // without its highest bit
    wire half_old = half_q & !first, more_old = more_q & !first;
    wire half, more;
    generate
        if (BELOW == 0) begin : g_whole
            assign {half, more} = {half_old, more_old};
        end else if (BELOW == 1) begin : g_bit
            assign {half, more} = {window[0], half_old | more_old};
        end else begin : g_bits
            assign {half, more} = {window[BELOW-1], half_old | more_old | (|window[BELOW-2:0])};
        end
    endgenerate
    wire up = half & (more | window[BELOW]);

    // ---- the result -------------------------------------------------------------------------------------------------
    reg carry, flips;  // out of the window; ... into another sign
    reg over, sign_q;
    reg [PARTS*LY-1:0] words;
    wire [LY:0] addend = low ? {{LY{1'b0}}, up} << BELOW : {{LY{1'b0}}, carry};
    wire [LY:0] sum = {1'b0, window} + addend;
    wire [PARTS*LY+LY-1:0] words_next = {sum[LY-1:0], words};

    always @(posedge clk)
        if (en) begin
            half_q <= window[LY-1];
            more_q <= half_old | more_old | (|under);
            over   <= (over & !first) | (|(differ & above));
            sign_q <= top;
            if (counts) begin
                words <= words_next[PARTS*LY+LY-1:LY];
                carry <= sum[LY];
                flips <= sum[LY] ^ sum[LY-1];
            end
        end

    assign q    = words[PARTS*LY-1-:W];
    assign sign = sign_q;
    assign sat  = over | (flips ^ sign_q);

    wire unused = &{1'b0, moved, words_next, words};

endmodule
`resetall
