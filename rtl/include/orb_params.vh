`include "orb_control.vh"
    // The parameters of the array, and the sizes that follow from them. A module whose shape depends on many of them
    // includes this file as its list of parameters; orb_pass.vh hands them on to an instance. Ranges: orb_limits.
    // SPDX-License-Identifier: Apache-2.0
    /* verilator lint_off UNUSEDPARAM */  // no module needs all of them
    parameter P         = 4,           // nodes along each side
    parameter BMAX      = 8,           // largest block extent; 1: fine nodes, without memories
    parameter BFULL     = BMAX == 1 ? 1 : 4,  // smallest extent at full rate
    parameter EXP       = 0,           // exponent bits: 0 fixed point
    parameter W         = 18,          // bits of a data word
    parameter CW        = EXP != 0 || W < 18 ? W : 18,      // bits of a coefficient
    parameter AW        = EXP != 0 ? W : W + CW,            // bits of an accumulator
    parameter PS        = EXP != 0 ? 0 : W < 9 ? W - 1 : 8, // low product bits rounded away
    parameter NBUF      = 2,           // block buffers a node
    parameter CBANKS    = 1,           // coefficient banks
    parameter DEPTH     = 16,          // descriptors
    parameter LANES     = 1,           // multiply-adds a node
    parameter IO_WORDS  = 1,           // words of a stream's beat
    parameter MEM_LAT   = BMAX == 1 ? 1 : 2,  // memory latency
    parameter SUM_LAT   = MEM_LAT,            // latency of the accumulator memory; 0: see orb_lane_small
    parameter FMA_LAT   = BMAX == 1 ? 1 : 3,  // multiply-add latency
    parameter ACC_LAT   = 1,           // latency of its addition
    parameter HOPS      = P > 2 && SUM_LAT != 0 ? 2 : 1,    // registers of control on its way to a node
    parameter GROUP     = EXP == 0 ? 1 : ACC_LAT <= 4 ? 4 : 8,  // sums interleaved
    // ---- sizes that follow: never set them
    parameter FAR       = HOPS == 2 ? 1 : 0,          // 1: a register behind each link, too
    parameter LY        = (AW + BFULL - 1) / BFULL,   // sum link: bits ...
    parameter SL        = (AW + LY - 1) / LY,         // ... and cycles of a sum
    parameter LX        = (W + SL - 1) / SL,          // operand link: bits ...
    parameter XL        = (W + LX - 1) / LX,          // ... and cycles of a word, XL <= SL
    parameter LEAST     = SL > LANES ? SL : LANES,    // cycles of the shortest slot
    parameter LONGEST   = BMAX > LEAST ? BMAX : LEAST,// cycles of the longest slot
    parameter ROUND_LAT = FAR != 0 && BMAX > 1 && EXP == 0 ? 4 : 3,  // last part of a sum on its link to its result
    parameter PITCH     = (BMAX + LANES - 1) / LANES, // addresses of a row of a coefficient block in a lane's memory
    parameter BLOCK     = BMAX * PITCH * LANES,       // coefficients of a block, in whole lanes
    parameter SLOTS     = BMAX * BMAX * PITCH,        // slots of the largest block
    parameter YP        = GROUP > 1 ? LANES : 1,      // accumulator memories of a node
    parameter YDEPTH    = GROUP > 1 ? SLOTS : SLOTS * LANES,  // sums of an accumulator memory
    parameter BB        = $clog2(BMAX + 1),           // bits of a block extent
    parameter RB        = $clog2(BMAX * BMAX + 1),    // bits of the product of two
    parameter LB        = $clog2(LONGEST + 1) + 1,    // bits of a slot's length
    parameter WB        = $clog2(MEM_LAT + FMA_LAT + SL + ROUND_LAT + LANES + GROUP * LONGEST + 1),  // bits of a wait
    parameter XA        = $clog2(NBUF * BMAX * BMAX * BMAX),  // bits of an operand address
    parameter YA        = BMAX > 1 ? $clog2(BMAX * BMAX * BMAX) : 1,  // bits of an address in a block
    parameter YW        = YDEPTH > 1 ? $clog2(YDEPTH) : 1,    // bits of an accumulator address
    parameter SH        = $clog2(LANES),              // bits of a lane's number
    parameter CA        = $clog2(CBANKS * (P + 2) * BLOCK),   // bits of a coefficient address
    parameter CM        = CA - SH,                    // bits of a coefficient address in a lane's memory
    parameter GB        = GROUP > 1 ? $clog2(GROUP) : 1,      // bits of a slot's number in its group
    parameter FB        = LY > 1 ? $clog2(LY) : 1,    // bits of a place in a part of a sum
    parameter SB        = $clog2(P * P * P + 1),      // bits of a count of nodes
    parameter DB        = $clog2(DEPTH),              // bits of a descriptor's index
    parameter PB        = $clog2(P),                  // bits of a node's number along a side
    parameter DW        = W > CW ? W : CW,            // bits of a word on its way in
    // bits of the bundles of orb_control.vh
    parameter STAGE_BITS = `ORB_STAGE_BITS,
    parameter LANE_BITS = EXP == 0 ? `ORB_LANE_FIXED_BITS : `ORB_LANE_FLOAT_BITS,
    parameter NODE_BITS = BMAX == 1 ? `ORB_NODE_FINE_BITS : EXP != 0 ? `ORB_NODE_FLOAT_BITS :
                          SUM_LAT == 0 ? `ORB_NODE_SMALL_BITS : `ORB_NODE_FIXED_BITS
    /* verilator lint_on UNUSEDPARAM */
