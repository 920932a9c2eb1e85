/* Sums of squares of numbers of any size.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SQUARES_H
#define SQUARES_H

#include <stddef.h>

/* The sum is scale^2 * sum; zero is an empty one. */
typedef struct squares {
    double scale, sum;
} squares;

/** Adds value^2. It does not overflow where value does not. */
void squares_add(squares *s, double value);

/** The root of the mean over count values. */
double squares_rms(const squares *s, size_t count);

#endif
