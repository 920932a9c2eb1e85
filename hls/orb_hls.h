/* The array in synthesizable C: the bit-exact reference of the Verilog core, one function per module.
 * SPDX-License-Identifier: Apache-2.0
 *
 * No heap, no recursion, fixed bounds. Parameters come as -DORB_P=4 and the like, and mean what they mean in
 * rtl/orbital_core.v. The state of a node, of the torus and of the sequencer is in structures, so that a program can
 * have several cores. A synthesis tool maps one core to memories. */
#ifndef ORB_HLS_H
#define ORB_HLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- parameters, as in rtl/orbital_core.v ----------------------------------------------------------------------- */
#ifndef ORB_P
#define ORB_P 4
#endif
#ifndef ORB_BMAX
#define ORB_BMAX 8
#endif
#ifndef ORB_BFULL
#define ORB_BFULL (ORB_BMAX == 1 ? 1 : 4)
#endif
#ifndef ORB_EXP
#define ORB_EXP 0
#endif
#ifndef ORB_W
#define ORB_W 18
#endif
#ifndef ORB_CW
#define ORB_CW (ORB_EXP != 0 || ORB_W < 18 ? ORB_W : 18)
#endif
#ifndef ORB_AW
#define ORB_AW (ORB_EXP != 0 ? ORB_W : ORB_W + ORB_CW)
#endif
#ifndef ORB_PS
#define ORB_PS (ORB_EXP != 0 ? 0 : ORB_W < 9 ? ORB_W - 1 : 8)
#endif
#ifndef ORB_NBUF
#define ORB_NBUF 2
#endif
#ifndef ORB_CBANKS
#define ORB_CBANKS 1
#endif
#ifndef ORB_DEPTH
#define ORB_DEPTH 16
#endif
#ifndef ORB_MEM_LAT
#define ORB_MEM_LAT (ORB_BMAX == 1 ? 1 : 2)
#endif
#ifndef ORB_FMA_LAT
#define ORB_FMA_LAT (ORB_BMAX == 1 ? 1 : 3)
#endif
#ifndef ORB_ACC_LAT
#define ORB_ACC_LAT 1
#endif
#ifndef ORB_SUM_LAT
#define ORB_SUM_LAT ORB_MEM_LAT
#endif
#ifndef ORB_HOPS
#define ORB_HOPS (ORB_P > 2 && ORB_SUM_LAT != 0 ? 2 : 1)
#endif
#ifndef ORB_GROUP
#define ORB_GROUP (ORB_EXP == 0 ? 1 : ORB_ACC_LAT <= 4 ? 4 : 8)
#endif
#ifndef ORB_LANES
#define ORB_LANES 1
#endif
#ifndef ORB_IO_WORDS
#define ORB_IO_WORDS 1
#endif

/* ---- derived ----------------------------------------------------------------------------------------------------- */
#define ORB_FINE (ORB_BMAX == 1)                                          /* the cell without memories */
#define ORB_LY (ORB_FINE ? ORB_AW : (ORB_AW + ORB_BFULL - 1) / ORB_BFULL) /* sum link: bits */
#define ORB_SL ((ORB_AW + ORB_LY - 1) / ORB_LY)                           /* ... cycles per sum */
#define ORB_LX ((ORB_W + ORB_SL - 1) / ORB_SL)                            /* operand link: bits */
#define ORB_XL ((ORB_W + ORB_LX - 1) / ORB_LX)                            /* ... cycles per word */
#define ORB_ROUND_LAT (ORB_HOPS == 2 && ORB_BMAX > 1 && ORB_EXP == 0 ? 4 : 3)
#define ORB_NODES (ORB_P * ORB_P * ORB_P)
#define ORB_CUBE (ORB_BMAX * ORB_BMAX * ORB_BMAX)
#define ORB_PITCH ((ORB_BMAX + ORB_LANES - 1) / ORB_LANES * ORB_LANES) /* largest extent, rounded up to whole slots */
#define ORB_SUMS (ORB_BMAX * ORB_BMAX * ORB_PITCH)                     /* accumulators */
#define ORB_BLOCK (ORB_BMAX * ORB_PITCH)                               /* coefficients of a block */
#define ORB_BANK ((ORB_P + 2) * ORB_BLOCK)
#define ORB_OPERANDS (ORB_NBUF * ORB_CUBE)
#define ORB_COEFFICIENTS (ORB_CBANKS * ORB_BANK)

/* The limits of rtl/control/orb_limits.v. */
_Static_assert(ORB_P >= 2 && ORB_P <= 64, "P is 2..64");
_Static_assert(ORB_BMAX >= 1 && ORB_BMAX <= 64, "BMAX is 1..64");
_Static_assert(ORB_BFULL >= 1 && ORB_BFULL <= ORB_AW, "BFULL is 1..AW");
_Static_assert(ORB_EXP != 0 || (ORB_W >= 8 && ORB_W <= 25 && ORB_CW >= 8 && ORB_CW <= 18), "W is 8..25, CW 8..18");
_Static_assert(ORB_EXP == 0 || (ORB_EXP == 8 && ORB_W == 32) || ORB_W == 16, "EXP, W: 8, 32; 8, 16; 5, 16");
_Static_assert(ORB_EXP == 0 || (ORB_CW == ORB_W && (ORB_AW == ORB_W || ORB_AW == 32)), "float: CW is W, AW W or 32");
_Static_assert(ORB_AW >= ORB_W && ORB_AW <= 63, "AW is W..63");
_Static_assert(ORB_PS >= 0 && ORB_PS < ORB_W, "PS is 0..W-1");
_Static_assert(ORB_GROUP >= ORB_ACC_LAT && (ORB_EXP != 0 || ORB_GROUP == 1), "GROUP covers ACC_LAT; fixed point: 1");
_Static_assert(ORB_LANES == 1 || ORB_LANES == 2 || ORB_LANES == 4, "LANES is 1, 2 or 4");
_Static_assert(ORB_P % ORB_IO_WORDS == 0, "IO_WORDS divides P");
_Static_assert(ORB_NBUF >= 2 && ORB_NBUF <= 15 && ORB_CBANKS >= 1 && ORB_CBANKS <= 15, "NBUF is 2..15, CBANKS 1..15");
_Static_assert(ORB_DEPTH >= 2 && ORB_DEPTH <= 32, "DEPTH is 2..32");

#include "orb_hls_types.h"

/** Directives for commercial tools. Compilers and the flow of docs/hls.md ignore them. */
#ifdef __SYNTHESIS__
#define ORB_PRAGMA_TEXT(x) _Pragma(#x)
#define ORB_PRAGMA(x) ORB_PRAGMA_TEXT(HLS x)
#else
#define ORB_PRAGMA(x)
#endif

/* ---- numbers (orb_hls_arith.c) ----------------------------------------------------------------------------------- */

/** Multiply-add: a + x*c. Fixed point: the product is rounded half up to drop ORB_PS bits, and the sum wraps at ORB_AW
 *  bits. Float: the result is rounded once, to nearest even; numbers are IEEE 754 bit patterns, sign extended. */
orb_sum orb_hls_fma(orb_sum a, orb_word x, orb_coef c);

/** Converts a sum to a word. Fixed point: shifts right by 0..ORB_AW-ORB_W, rounds to nearest even and saturates to
 *  ORB_W bits; *clipped tells whether it saturated. Float: rounds to nearest even; *clipped tells whether the word is
 *  infinite or a NaN. */
orb_word orb_hls_round(orb_sum v, orb_shift shift, bool *clipped);

/** Smallest n with -2^n <= v < 2^n; 0 for float. */
orb_bits orb_hls_bits(orb_sum v);

/* ---- one node (orb_hls_cell.c) ----------------------------------------------------------------------------------- */

typedef struct orb_hls_cell {
    orb_word x[ORB_OPERANDS];     /* operands, one buffer after the other */
    orb_sum y[ORB_SUMS];          /* sums, in the order in which they are finished */
    orb_coef c[ORB_COEFFICIENTS]; /* coefficients; each bank has P blocks of C3, rotated, then one each of C1 and C2 */
} orb_hls_cell;

/** A stage as the nodes see it. */
typedef struct orb_hls_stage {
    unsigned b[3]; /* block extents */
    unsigned axis; /* the contracted axis */
    bool transposed, clear, store;
    unsigned x_roll, y_roll; /* 0 none, 1 Q, 2 R, 3 S */
    bool c_rolls;
    unsigned steps, shift;
    unsigned src, roll0, roll1, dst; /* buffers */
    unsigned bank;
    unsigned ring; /* nodes along each side of a torus */
} orb_hls_stage;

/** The address in the block of sum n, or -1 if its lane is past the end of the axis. Sums are finished in slots of
 *  ORB_LANES neighbours along the contracted axis, and slots in C order of the block: n = slot * ORB_LANES + lane. */
int orb_hls_sum_place(const orb_hls_stage *stage, unsigned n);

/** The number of sums of a step, including those of lanes past the end of the axis. */
unsigned orb_hls_sum_count(const orb_hls_stage *stage);

/** One step of one node: sums[n] = (from zero ? 0 : y[n]) + products, for each sum n.
 *  \param x_from  address in x of the buffer that is read
 *  \param c_from  address in c of the coefficient block */
void orb_hls_step(ORB_WALK_ARGUMENTS, bool zero, orb_x_at x_from, orb_c_at c_from,
                  const orb_word x[restrict static ORB_OPERANDS], const orb_coef c[restrict static ORB_COEFFICIENTS],
                  const orb_sum y[restrict static ORB_SUMS], orb_sum sums[restrict static ORB_SUMS]);

/** The same, as one step of a stage. If operands roll, rolled[n] is operand n, which the neighbour receives. If sums
 *  become results, results[n] is sum n as a word, and sums is not written.
 *  \return  the number of clipped results, times 256, plus the bit length of the largest sum that became a result */
orb_report orb_hls_node_step(ORB_WALK_ARGUMENTS, bool zero, bool rolls, bool stores, orb_shift shift, orb_x_at x_from,
                             orb_c_at c_from, const orb_word x[restrict static ORB_OPERANDS],
                             const orb_coef c[restrict static ORB_COEFFICIENTS],
                             const orb_sum y[restrict static ORB_SUMS], orb_word rolled[restrict static ORB_SUMS],
                             orb_sum sums[restrict static ORB_SUMS], orb_word results[restrict static ORB_SUMS]);

/* What a node sends to its neighbours in a step. */
typedef struct orb_hls_outbox {
    orb_word rolled[ORB_SUMS], results[ORB_SUMS];
    orb_sum sums[ORB_SUMS];
    orb_report report;
} orb_hls_outbox;

/** Runs step number `step` of a stage with orb_hls_node_step.
 *  \param read    the buffer that is read
 *  \param c       coefficients of the node, or of the node from which a fine node takes them
 *  \param c_from  address in c of the coefficient block */
void orb_hls_cell_step(const orb_hls_stage *stage, unsigned step, unsigned read, const orb_hls_cell *cell,
                       const orb_coef c[restrict static ORB_COEFFICIENTS], unsigned c_from, orb_hls_outbox *out);

/* ---- the array (orb_hls_torus.c) --------------------------------------------------------------------------------- */

/* Nodes are numbered in folded order. A side consists of rings of `ring` nodes, one after the other. In a ring, place
 * 2l has the l-th node and place 2l+1 the l-th node from the end, so neighbours are at most two places apart. */
typedef struct orb_hls_torus {
    orb_hls_cell node[ORB_P][ORB_P][ORB_P];
    orb_hls_outbox out[ORB_P][ORB_P][ORB_P];
} orb_hls_torus;

/** The folded place along a side for a block index of 0..ORB_P-1; and the block index, within its ring, for a place. */
unsigned orb_hls_fold(unsigned ring, unsigned index);
unsigned orb_hls_unfold(unsigned ring, unsigned place);

/** Runs all steps of a stage.
 *  \param magnitude    raised to the bit length of the largest stored sum, if that is more
 *  \param saturations  increased by the number of clipped results, up to UINT32_MAX */
void orb_hls_torus_stage(orb_hls_torus *torus, const orb_hls_stage *stage, unsigned *magnitude, uint32_t *saturations);

/* ---- streams (orb_hls_stream.c) ---------------------------------------------------------------------------------- */

/** The place of word `position` of a cube, for the block extents b and a placement of the blocks. Axis 1 of the cube is
 *  divided into ORB_IO_WORDS parts, and each beat has one word of each part. */
typedef struct orb_hls_place {
    unsigned q, r, s; /* node, in folded order */
    unsigned address; /* inside the block */
} orb_hls_place;
orb_hls_place orb_hls_cube_place(const unsigned b[3], unsigned ring, unsigned placement, uint32_t position);

/** Writes coefficient `position` of the matrix of `axis` to each node that holds it. */
void orb_hls_coef_write(orb_hls_torus *torus, const unsigned b[3], unsigned ring, unsigned bank, unsigned axis,
                        uint32_t position, int32_t value);

/* ---- the program (orb_hls_sequencer.c) --------------------------------------------------------------------------- */

#define ORB_NO_SUMS 3U

typedef struct orb_hls_core {
    orb_hls_torus torus;
    uint32_t lo[ORB_DEPTH], hi[ORB_DEPTH]; /* program */
    uint32_t block, repeats, torus_ring;   /* registers */
    bool busy, done;
    unsigned error, index;
    /* state of the run */
    unsigned b[3], ring;
    uint32_t runs_left;
    unsigned axis;      /* of the coefficients that are loaded */
    uint32_t position;  /* in the cube or matrix */
    bool in_op;         /* the operation at index has begun */
    unsigned slot;      /* cycles per slot of the previous stage; 0: the array is drained */
    unsigned slots;     /* slots per step of that stage */
    unsigned steps;     /* steps of that stage */
    unsigned sums_axis; /* along which the sums in the nodes were contracted; ORB_NO_SUMS: there are none */
    /* statistics of the run */
    uint64_t compute, wait, coef, load, unload;
    uint32_t saturations;
    unsigned magnitude[ORB_DEPTH];
} orb_hls_core;

/** Input and output words. *_done counts the words, from the front, that were used. */
typedef struct orb_hls_streams {
    const int32_t *in;
    size_t in_count, in_done;
    int32_t *out;
    size_t out_count, out_done;
} orb_hls_streams;

/** Starts a run, as a write to CONTROL.start does. */
void orb_hls_start(orb_hls_core *core);

/** Runs the program until it ends, or until the input is used up or the output is full. */
void orb_hls_run(orb_hls_core *core, orb_hls_streams *streams);

/** Cycles that the array waits between two stages, and between two steps of a stage; see docs/cycles.md.
 *  \param before, next, slot  cycles per slot; \param area  b2*b3; with several lanes, the smaller of b2 and b3 */
unsigned orb_hls_gap(unsigned before, unsigned next, unsigned area);
unsigned orb_hls_step_gap(unsigned slot, unsigned area);

#endif
