`include "orb_control.vh"
    // The parameters of the array, and the sizes that follow from them. A module whose shape depends on many of them
    // includes this file as its list of parameters; orb_pass.vh hands them on to an instance. orb_limits checks the
    // ranges. The parameters are integers whatever is passed: the sizes would overflow in a constant of a few bits.
    // SPDX-License-Identifier: Apache-2.0
    /* verilator lint_off UNUSEDPARAM */  // no module needs all of them
    /* verilator lint_off WIDTH */  // of a constant of a few bits that is passed
    parameter integer P         = 4,    // nodes along each side, 2..64
    parameter integer BMAX      = 8,    // largest block extent, 2..64; 1: fine nodes, without memories
    parameter integer BFULL     = BMAX == 1 ? 1 : 4,  // smallest extent at full rate, 2..AW; larger: narrower links
    parameter integer EXP       = 0,    // exponent bits: 0 fixed point, 8 binary32 or bfloat16, 5 binary16
    parameter integer W         = 18,   // bits of a data word, 8..25; float: 32 or 16
    parameter integer CW        = EXP != 0 || W < 18 ? W : 18,      // bits of a coefficient, 8..18; float: W
    parameter integer AW        = EXP != 0 ? W : W + CW,            // bits of an accumulator, W..63; float: W or 32
    parameter integer PS        = EXP != 0 ? 0 : W < 9 ? W - 1 : 8, // low product bits rounded away: no sum may wrap
    parameter integer NBUF      = 2,    // block buffers a node, 2..15
    parameter integer CBANKS    = 1,    // coefficient banks, 1..15
    parameter integer DEPTH     = 16,   // descriptors, a power of two, 2..32
    parameter integer LANES     = 1,    // multiply-adds a node, 1, 2 or 4
    parameter integer IO_WORDS  = 1,    // words of a stream's beat, 1, 2 or 4, a divisor of P
    parameter integer MEM_LAT   = BMAX == 1 ? 1 : 2,  // memory latency, 1 or 2 cycles
    parameter integer SUM_LAT   = MEM_LAT,            // accumulator latency, 1 or 2 cycles; 0: see orb_lane_small
    parameter integer FMA_LAT   = BMAX == 1 ? 1 : 3,  // multiply-add latency, 1..8 cycles; float: ACC_LAT and 1..3
    parameter integer ACC_LAT   = 1,    // latency from sum to sum, 1..5 cycles; fixed point: 1
    parameter integer HOPS      = P > 2 && SUM_LAT != 0 ? 2 : 1,  // registers of control: 0, 1 a plane, 2 a row too
    parameter integer GROUP     = EXP == 0 ? 1 : ACC_LAT <= 4 ? 4 : 8,  // sums interleaved, a power of two, >= ACC_LAT
    parameter integer OUT_DEPTH = 16,   // beats that wait for the sink, a power of two, 1..16; at full pace from 10 on
    parameter integer CLOCK_HZ  = 0,    // clock frequency that the device reports, 0 unknown
    parameter integer NODE_HLS  = 0,    // 1: nodes from C (rtl/hls), with P = 2, BFULL = 2 and HOPS = 1 only
    /* verilator lint_on WIDTH */
    // ---- sizes that follow: never set them
    parameter IN_BITS   = 8 * (((W > CW ? W : CW) + 7) / 8),  // bits of an input word
    parameter OUT_BITS  = 8 * ((W + 7) / 8),          // bits of an output word
    parameter FAR       = HOPS == 2 ? 1 : 0,          // 1: a register behind each link, too
    parameter LY        = (AW + BFULL - 1) / BFULL,   // sum link: bits ...
    parameter SL        = (AW + LY - 1) / LY,         // ... and cycles of a sum
    parameter LX        = (W + SL - 1) / SL,          // operand link: bits ...
    parameter XL        = (W + LX - 1) / LX,          // ... and cycles of a word, XL <= SL
    parameter LEAST     = SL > LANES ? SL : LANES,    // cycles of the shortest slot
    parameter LONGEST   = BMAX > LEAST ? BMAX : LEAST,// cycles of the longest slot
    parameter ROUND_LAT = FAR != 0 && BMAX > 1 && EXP == 0 ? 4 : 3,  // last part of a sum on its link to its result
    parameter CUBE      = BMAX * BMAX * BMAX,         // points of the largest block: a buffer begins at a multiple
    parameter PITCH     = (BMAX + LANES - 1) / LANES, // addresses of a row of a coefficient block in a lane's memory
    parameter BLOCK     = BMAX * PITCH * LANES,       // coefficients of a block, in whole lanes
    parameter SLOTS     = BMAX * BMAX * PITCH,        // slots of the largest block
    parameter YP        = GROUP > 1 ? LANES : 1,      // accumulator memories of a node
    parameter YDEPTH    = GROUP > 1 ? SLOTS : SLOTS * LANES,  // sums of an accumulator memory
    parameter BB        = $clog2(BMAX + 1),           // bits of a block extent
    parameter RB        = $clog2(BMAX * BMAX + 1),    // bits of the product of two
    parameter LB        = $clog2(LONGEST + 1) + 1,    // bits of a slot's length
    parameter WB        = $clog2(MEM_LAT + FMA_LAT + SL + ROUND_LAT + LANES + GROUP * LONGEST + 1),  // bits of a wait
    parameter NB        = $clog2(P + 1),              // bits of a number of steps
    parameter XA        = $clog2(NBUF * CUBE),        // bits of an operand address
    parameter YA        = BMAX > 1 ? $clog2(CUBE) : 1,        // bits of an address in a block
    parameter YD        = $clog2(SLOTS),              // bits of a slot's number
    parameter YW        = YDEPTH > 1 ? $clog2(YDEPTH) : 1,    // bits of an accumulator address
    parameter SH        = $clog2(LANES),              // bits of a lane's number
    parameter CA        = $clog2(CBANKS * (P + 2) * BLOCK),   // bits of a coefficient address
    parameter CM        = CA - SH,                    // bits of a coefficient address in a lane's memory
    parameter GB        = GROUP > 1 ? $clog2(GROUP) : 1,      // bits of a slot's number in its group
    parameter FB        = LY > 1 ? $clog2(LY) : 1,    // bits of a place in a part of a sum
    parameter HLS_STRIDE = $clog2(CUBE + 1),          // nodes from C: bits of b2*b3 as an argument of the kernel,
    parameter HLS_CLIPS = $clog2(CUBE + 1),           // ... of a count of clipped results, of all arguments together
    parameter HLS_GO    = 3 * BB + HLS_STRIDE + 12 + XA + CA,
    parameter SB        = $clog2(P * P * P * (NODE_HLS != 0 ? CUBE : 1) + 1),  // bits of a count of clipped results
    parameter DB        = $clog2(DEPTH),              // bits of a descriptor's index
    parameter PB        = $clog2(P),                  // bits of a node's number along a side
    parameter DW        = W > CW ? W : CW,            // bits of a word on its way in
    parameter REPORT_LAT = FAR + HOPS + 3,            // control of the nodes to their gathered reports
    parameter M_LAT     = REPORT_LAT + LANES - 1,     // ... of the last lane
    // bits of the control of a lane and of a node, see orb_control.vh
    parameter LANE_BITS = EXP == 0 ? `ORB_LANE_FIXED_BITS : `ORB_LANE_FLOAT_BITS,
    parameter NODE_BITS = BMAX == 1 ? `ORB_NODE_FINE_BITS : EXP != 0 ? `ORB_NODE_FLOAT_BITS :
                          SUM_LAT == 0 ? `ORB_NODE_SMALL_BITS : `ORB_NODE_FIXED_BITS
    /* verilator lint_on UNUSEDPARAM */
