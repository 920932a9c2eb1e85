/* Block floating point: doubles as signed words with one exponent, exact powers of two throughout.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A word q of a block with exponent e stands for q * 2^e. */
#ifndef ORB_FIXED_H
#define ORB_FIXED_H

#include <orbital/orbital.h>

/* The number format of a device. */
typedef struct orb_format {
    unsigned w, cw, aw; /* bits of a data word, a coefficient, an accumulator */
    unsigned ps;        /* low bits rounded away from each product */
    unsigned exponent;  /* bits of the exponent of a float format; 0: fixed point */
} orb_format;

/* Sums or comparisons in a loop that do not wait for each other, so that a processor works on several at once. */
enum { ORB_LANES = 8 };

/* The largest word of so many bits: 2^(bits-1) - 1. */
int32_t orb_word_max(unsigned bits);

/* The largest magnitude of count numbers, 0 of none. */
double orb_largest(const double *x, size_t count);

/* The smallest e for which magnitudes up to largest, divided by 2^e and rounded, fit words of so many bits; 0 for 0. */
int orb_fixed_exponent(double largest, unsigned bits);

/* x * 2^exponent for any exponent, in two exact factors. */
typedef struct orb_power {
    double first, second;
} orb_power;

orb_power orb_power_of_two(int exponent);

/* Rounds count finite values to words of so many bits that use their full range. Returns the exponent.
 * \param largest  the largest magnitude of them */
int orb_fixed_pack(const double *x, size_t count, double largest, unsigned bits, int32_t *words);

/* The most products whose sums cannot wrap in the accumulators, whatever they are; 0 in float: any number. */
size_t orb_products_max(const orb_format *format);

#endif
