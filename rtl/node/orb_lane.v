// One lane of a node: a multiply-add, the operand and the sum on their serial links.
// SPDX-License-Identifier: Apache-2.0
//
// In the next slot a finished sum leaves for the -1 neighbour over the sum link while the +1 neighbour's sum comes in,
// both in one shift register; the operand element that was grabbed does the same over the operand link. Where slots
// come in groups, the sums and operands of a group wait until their turn on the links comes.
`resetall
`default_nettype none

module orb_lane #(
    parameter EXP     = 0,    // exponent bits, 0 fixed point
    parameter W       = 18,   // bits of a data word
    parameter CW      = 18,   // bits of a coefficient
    parameter AW      = 36,   // bits of an accumulator
    parameter PS      = 8,    // low product bits rounded away
    parameter GROUP   = 1,    // slots of a group
    parameter LX      = 5,    // bits of the operand link
    parameter XL      = 4,    // cycles a word on the operand link, XL*LX >= W
    parameter LY      = 9,    // bits of the sum link
    parameter SL      = 4,    // cycles a sum on the sum link, SL*LY >= AW
    parameter FMA_LAT = 3,    // multiply-add latency
    parameter ACC_LAT = 1,    // ... of its addend
    parameter BMAX    = 8,    // products of a slot, at most
    parameter SUM_LAT = 2,    // accumulator memory latency; 0: the stored sum is added part by part, on the link
    parameter FAR     = 0,    // 1: a register between link and rounding
    parameter GB      = GROUP > 1 ? $clog2(GROUP) : 1,
    parameter FB      = LY > 1 ? $clog2(LY) : 1,
    parameter LC      = 15 + 4 * (GB + 1) + FB + 6 + LY  // bits of control
) (
    input  wire          clk,
    input  wire [LC-1:0] control,    // as below, from orb_node_ctl
    // products
    input  wire [ W-1:0] x,
    input  wire [CW-1:0] c,
    input  wire [AW-1:0] y_stored,
    // operand roll
    input  wire [LX-1:0] x_in_q,     // links from the +1 neighbours
    input  wire [LX-1:0] x_in_r,
    input  wire [LX-1:0] x_in_s,
    output wire [LX-1:0] x_out,
    output wire [ W-1:0] x_word,     // the operand, when its last part is on the link
    // sum roll
    input  wire [LY-1:0] y_in_q,
    input  wire [LY-1:0] y_in_r,
    input  wire [LY-1:0] y_in_s,
    output wire [LY-1:0] y_out,
    output wire [AW-1:0] y_word,     // the sum, when its last part is on the link
    output reg  [LY-1:0] m_bits,     // bits of the sum that comes in that differ from the bit below them
    // the sum that came in, rounded; see orb_round
    output wire [ W-1:0] r_word,
    output wire          r_sign,
    output wire          r_sat
);

    wire mac_en;     // add a product
    wire mac_first;  // ... to the stored sum, not to the running one
    wire mac_clear;  // ... which counts as zero; SUM_LAT = 0: of the sum on the link
    wire x_grab;     // this operand is the element of the sum itself
    wire x_send;     // start to send what was grabbed
    wire x_shift;    // go on
    wire y_keep;     // the sum is finished
    wire y_send;     // start to send it
    wire y_shift;    // go on
    wire m_en;       // look at the sum that comes in ...
    wire m_first;    // ... whose lowest bits are now on the link
    wire [1:0] x_from;  // neighbour to take over from: 1 Q, 2 R, 3 S
    wire [1:0] y_from;  // likewise, 0 the node itself
    wire [GB:0] grab_place, keep_place, x_place, y_place;  // where what is grabbed or finished waits, and what is sent
    wire [FB-1:0] r_place;  // the rounding, see orb_round
    wire r_part, r_part_first, r_en, r_first, r_counts, r_low;
    wire [LY-1:0] r_above;
    assign {
        mac_en, mac_first, mac_clear, x_grab, x_send, x_shift, x_from, y_keep, y_send, y_shift, y_from, m_en, m_first,
        grab_place, keep_place, x_place, y_place, r_part, r_part_first, r_place, r_en, r_first, r_counts, r_low, r_above
    } = control;

    // ---- multiply-add -------------------------------------------------------------------------------------------
    wire [AW-1:0] y;
    wire y_up;  // one is still to be added to it

    generate
        if (SUM_LAT == 0) begin : g_slot
            localparam SLOT = W + CW - PS + $clog2(BMAX);
            wire [SLOT-1:0] y_slot;
            orb_fma_slot #(
                .W      (W),
                .CW     (CW),
                .PS     (PS),
                .BMAX   (BMAX),
                .LATENCY(FMA_LAT)
            ) fma (
                .clk  (clk),
                .x    (x),
                .c    (c),
                .en   (mac_en),
                .first(mac_first),
                .y    (y_slot),
                .up   (y_up)
            );
            /* verilator lint_off WIDTH */  // sign extension, or of a sum that wraps its low bits
            assign y = $signed(y_slot);
            /* verilator lint_on WIDTH */
        end else if (EXP == 0) begin : g_fixed
            assign y_up = 1'b0;
            orb_fma_fixed #(
                .W      (W),
                .CW     (CW),
                .AW     (AW),
                .PS     (PS),
                .LATENCY(FMA_LAT)
            ) fma (
                .clk  (clk),
                .x    (x),
                .c    (c),
                .en   (mac_en),
                .first(mac_first),
                .zero (mac_clear),
                .a    (y_stored),
                .y    (y)
            );
        end else begin : g_float
            assign y_up = 1'b0;
            orb_fma_float #(
                .EXP    (EXP),
                .MAN    (W - 1 - EXP),
                .AEXP   (AW == W ? EXP : 8),
                .AMAN   (AW == W ? W - 1 - EXP : 23),
                .MUL_LAT(FMA_LAT - ACC_LAT),
                .ADD_LAT(ACC_LAT),
                .GROUP  (GROUP)
            ) fma (
                .clk  (clk),
                .x    (x),
                .c    (c),
                .en   (mac_en),
                .first(mac_first),
                .zero (mac_clear),
                .a    (y_stored),
                .y    (y)
            );
        end
    endgenerate

    // ---- what waits for the links -------------------------------------------------------------------------------
    wire [W-1:0] x_held;
    wire [AW-1:0] y_held;

    generate
        if (GROUP == 1) begin : g_single
            reg [W-1:0] x_q;
            always @(posedge clk) if (x_grab) x_q <= x;
            assign x_held = x_q;
            assign y_held = y;  // stands still until the next slot's first product
            wire unused = &{1'b0, grab_place, x_place, y_keep, keep_place, y_place};
        end else begin : g_group
            reg [W-1:0] x_q[0:2*GROUP-1];
            reg [AW-1:0] y_q[0:2*GROUP-1];
            always @(posedge clk) begin
                if (x_grab) x_q[grab_place] <= x;
                if (y_keep) y_q[keep_place] <= y;
            end
            assign x_held = x_q[x_place];
            assign y_held = y_q[y_place];
        end
    endgenerate

    // ---- operand link: one register sends from its low end and receives at its high end -------------------------
    localparam XS = LX * XL;
    reg [XS-1:0] x_sh;
    wire [LX-1:0] x_in = (x_from == 2'd1) ? x_in_q : (x_from == 2'd2) ? x_in_r : x_in_s;

    assign x_out = x_sh[LX-1:0];

    /* verilator lint_off WIDTH */  // filled up to whole parts
    always @(posedge clk)
        if (x_send) x_sh <= x_held;
        else if (x_shift) x_sh <= {x_in, x_sh[XS-1:LX]};
    /* verilator lint_on WIDTH */

    // the last part needs no register: the word is complete while it is on the link
    /* verilator lint_off WIDTH */  // without what fills it up
    assign x_word = {x_in, x_sh[XS-1:LX]};
    /* verilator lint_on WIDTH */

    // ---- sum link -----------------------------------------------------------------------------------------------
    localparam YS = LY * SL;
    reg [YS-1:0] y_sh;
    wire [LY-1:0] y_in = (y_from == 2'd0) ? y_out : (y_from == 2'd1) ? y_in_q : (y_from == 2'd2) ? y_in_r : y_in_s;

    generate
        if (SUM_LAT == 0) begin : g_add
            localparam PB = SL > 1 ? $clog2(SL) : 1;
            reg [PB-1:0] part;  // that is on the link
            reg carry;          // into it
            /* verilator lint_off WIDTH */  // sign extension to whole parts; one of them
            wire [YS-1:0] stored = $signed(y_stored);
            wire [LY-1:0] stored_part = mac_clear ? {LY{1'b0}} : stored >> part * LY;
            /* verilator lint_on WIDTH */
            wire [LY+1:0] sum = {1'b0, y_sh[LY-1:0], 1'b1} + {1'b0, stored_part, carry};
            always @(posedge clk) begin
                part  <= y_send ? {PB{1'b0}} : part + 1'b1;
                carry <= y_send ? y_up : sum[LY+1];
            end
            assign y_out = sum[LY:1];
            wire unused = &{1'b0, sum[0]};
        end else begin : g_whole
            assign y_out = y_sh[LY-1:0];
            wire unused = &{1'b0, y_up};
        end
    endgenerate

    /* verilator lint_off WIDTH */  // sign extension to whole parts; without what fills it up
    always @(posedge clk)
        if (y_send) y_sh <= $signed(y_held);
        else if (y_shift) y_sh <= {y_in, y_sh[YS-1:LY]};

    assign y_word = {y_in, y_sh[YS-1:LY]};
    /* verilator lint_on WIDTH */

    wire below = m_first ? y_in[0] : y_sh[YS-1];
    generate
        if (LY > 1) begin : g_wide
            always @(posedge clk) if (m_en) m_bits <= y_in ^ {y_in[LY-2:0], below};
        end else begin : g_bit
            always @(posedge clk) if (m_en) m_bits <= y_in ^ below;
        end
    endgenerate

    // ---- rounding of the sum that comes in; floating point has another, behind the link -------------------------
    generate
        if (EXP == 0) begin : g_round
            wire [LY-1:0] part, previous, differ;
            orb_delay #(
                .WIDTH(3 * LY), .CYCLES(FAR)
            ) arrival (
                .clk(clk), .d({y_in, y_sh[YS-1-:LY], m_bits}), .q({part, previous, differ})
            );
            orb_round #(
                .W (W),
                .LY(LY)
            ) round (
                .clk       (clk),
                .part_en   (r_part),
                .part_first(r_part_first),
                .part      (part),
                .previous  (previous),
                .place     (r_place),
                .en        (r_en),
                .first     (r_first),
                .counts    (r_counts),
                .low       (r_low),
                .differ    (differ),
                .above     (r_above),
                .q         (r_word),
                .sign      (r_sign),
                .sat       (r_sat)
            );
        end else begin : g_none
            assign {r_word, r_sign, r_sat} = {W + 2{1'b0}};
            wire unused = &{1'b0, r_part, r_part_first, r_place, r_en, r_first, r_counts, r_low, r_above};
        end
    endgenerate

endmodule
`resetall
