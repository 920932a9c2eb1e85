/* Floating-point arithmetic of the array: fused multiply-add and narrowing, bit-exact, with integers only.
 * SPDX-License-Identifier: Apache-2.0
 *
 * IEEE 754 binary interchange formats of at most 32 bits, held in the low bits of a word: sign, exponent, fraction.
 * Each operation rounds once, to nearest even. Subnormals are supported. Every NaN result is the same quiet NaN:
 * positive, with only the top bit of the fraction set. */
#ifndef ORB_HLS_FLOAT_H
#define ORB_HLS_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

/** A format: 5..8 exponent bits, 7..23 fraction bits. binary32 is {8, 23}, bfloat16 {8, 7}, binary16 {5, 10}. */
typedef struct orb_hls_format {
    unsigned exp, man;
} orb_hls_format;

/** a + x*c.
 *  \param sum     format of a and of the result
 *  \param factor  format of x and c; no wider than sum in either field */
uint32_t orb_hls_float_fma(orb_hls_format sum, orb_hls_format factor, uint32_t a, uint32_t x, uint32_t c);

/** The same for binary32. The flow of docs/hls.md translates this function into Verilog. */
uint32_t orb_hls_float32_fma(uint32_t a, uint32_t x, uint32_t c);

/** Rounds v from the format sum to the format word.
 *  \param infinite_or_nan  set to true if the result is infinite or a NaN, otherwise to false */
uint32_t orb_hls_float_round(orb_hls_format sum, orb_hls_format word, uint32_t v, bool *infinite_or_nan);

#endif
