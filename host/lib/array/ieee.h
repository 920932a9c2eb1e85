/* Doubles as words of an IEEE 754 binary format and back.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A word holds the format's bits, sign extended; it may stand for its number times a power of two. */
#ifndef ORB_IEEE_H
#define ORB_IEEE_H

#include "fixed.h"

#include <stdbool.h>

/* The exponent e for which the numbers over 2^e keep clear of the ends of the format: 0 where they do so anyway, else
 * that of the largest. Infinities and NaN are no matter. */
int orb_float_exponent(const double *x, size_t count, const orb_format *format);

/* Rounds numbers over 2^exponent to the format, to nearest, ties to even; what is too large becomes infinite. */
void orb_float_pack(const double *x, size_t count, int exponent, const orb_format *format, int32_t *words);

/* The number of a word. Exact. */
double orb_float_value(int32_t word, const orb_format *format);

/* "float32", "bfloat16", "float16"; "fixed" without exponent. NULL for a format that has no name. */
const char *orb_format_name(const orb_format *format);

/* Sets w and exponent of the format that has this name, of so many characters; those of "fixed" are 0. False if none
 * has it. */
bool orb_format_find(const char *name, size_t length, orb_format *format);

#endif
