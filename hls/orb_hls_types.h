/* The types of the array's numbers: exact widths for the flow of docs/hls.md, the next larger types for a compiler.
 * SPDX-License-Identifier: Apache-2.0
 *
 * orb_hls.h includes this file after it has defined the parameters. The types are wide enough for all values of a node,
 * so both variants compute the same. */
#ifndef ORB_HLS_TYPES_H
#define ORB_HLS_TYPES_H

/* Number of bits for 0..n, with n below 2^24: the largest memory has 15 buffers of 64^3 operands. */
#define ORB_BITS_4(n) ((n) < 2 ? 1 : (n) < 4 ? 2 : (n) < 8 ? 3 : (n) < 16 ? 4 : 5)
#define ORB_BITS_8(n) ((n) < 16 ? ORB_BITS_4(n) : 4 + ORB_BITS_4((n) >> 4))
#define ORB_BITS_12(n) ((n) < 256 ? ORB_BITS_8(n) : 8 + ORB_BITS_4((n) >> 8))
#define ORB_BITS(n) ((n) < 4096 ? ORB_BITS_12(n) : 12 + ORB_BITS_12((n) >> 12))

#ifdef ORB_EXACT
#define ORB_SIGNED(bits, larger) _BitInt(bits)
#define ORB_UNSIGNED(bits) unsigned _BitInt(bits)
#define ORB_UNSIGNED_LONG(bits) unsigned _BitInt(bits)
/* An integer, wrapped to the given number of bits. */
#define ORB_WRAP(bits, v) ((_BitInt(bits))(v))
#else
#define ORB_SIGNED(bits, larger) larger
#define ORB_UNSIGNED(bits) unsigned
#define ORB_UNSIGNED_LONG(bits) uint64_t
#define ORB_WRAP(bits, v) ((int64_t)((uint64_t)(v) << (64 - (bits))) >> (64 - (bits)))
#endif

/* Placed before a loop with a constant number of iterations, which then all become logic of one iteration. */
#ifdef ORB_EXACT
#define ORB_UNROLL _Pragma("clang loop unroll(full)")
#else
#define ORB_UNROLL
#endif

typedef ORB_SIGNED(ORB_W, int32_t) orb_word;
typedef ORB_SIGNED(ORB_CW, int32_t) orb_coef;
typedef ORB_SIGNED(ORB_AW, int64_t) orb_sum;
typedef ORB_SIGNED(ORB_W + ORB_CW, int64_t) orb_product;
typedef ORB_SIGNED(ORB_W + 2, int64_t) orb_rounded;
typedef ORB_UNSIGNED_LONG(ORB_AW + 1) orb_twice; /* a sum with one more bit below it */
typedef ORB_UNSIGNED_LONG(ORB_AW) orb_size;
typedef ORB_UNSIGNED_LONG(ORB_AW - ORB_W + 1) orb_rest;

typedef ORB_UNSIGNED(2) orb_axis;
typedef ORB_UNSIGNED(6) orb_shift;
typedef ORB_UNSIGNED(7) orb_bits;
typedef ORB_UNSIGNED(ORB_BITS(ORB_PITCH)) orb_extent;
typedef ORB_UNSIGNED(ORB_BITS(ORB_OPERANDS - 1)) orb_x_at; /* address of an operand */
typedef ORB_UNSIGNED(ORB_BITS(ORB_CUBE)) orb_stride;       /* distance between two operands of a block */
typedef ORB_UNSIGNED(ORB_BITS(ORB_COEFFICIENTS - 1)) orb_c_at;
typedef ORB_UNSIGNED(ORB_BITS(ORB_PITCH *ORB_LANES)) orb_c_slot;
typedef ORB_UNSIGNED(ORB_BITS(ORB_SUMS - 1)) orb_y_at;
typedef ORB_UNSIGNED(ORB_BITS(ORB_SUMS)) orb_count;
typedef ORB_UNSIGNED(ORB_BITS(ORB_SUMS) + 8) orb_report;

/* The loops of a step: block extents, b2*b3, the contracted axis, and whether the coefficients are transposed. */
#define ORB_WALK_ARGUMENTS orb_extent b1, orb_extent b2, orb_extent b3, orb_stride b23, orb_axis axis, bool transposed

#endif
