/* The errors of results in fixed point, from the roundings on the way to them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A rounding to a step of u is taken for a random error of the variance u^2 / 12 that depends on no other (B. Widrow
 * and I. Kollar, Quantization Noise, Cambridge 2008, chapter 4). A matrix adds up such errors as it adds up squares of
 * points: an orthonormal one keeps their mean. See docs/transforms.md. */
#ifndef ORB_ACCURACY_H
#define ORB_ACCURACY_H

#include "coefficients.h"
#include "round.h"

/* What the operands of a strand amount to, in words. */
typedef struct orb_amount {
    double square; /* the mean square of the points that are in the volume; 0: all are 0 */
    double peak;   /* the largest magnitude */
} orb_amount;

typedef struct orb_accuracy {
    long double variance; /* the expected square of the error of a result: squares of doubles have a larger range */
    double bound;         /* no error is larger */
} orb_accuracy;

/* The errors of the results of a strand.
 * \param place  the value of one word of the operands
 * \param shift  of each stage */
orb_accuracy orb_accuracy_of(unsigned stages, const orb_fixed_matrix matrix[3], const orb_format *format,
                             const orb_amount *amount, double place, const unsigned shift[3]);

#endif
