/* How far the results of a transform may be from exact ones by rounding.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROUNDING_H
#define ROUNDING_H

#include "spec.h"
#include "user_matrix.h"

/* A transform that was executed. */
typedef struct rounded_transform {
    const orb_device *device;
    const orb_report *report;
    const transform_spec *spec;
    const user_matrices *matrices; /* NULL: there are none */
    orb_direction direction;
    bool single; /* its elements are in single precision */
} rounded_transform;

/* Errors of results. A NaN is not within any bound. */
typedef struct rounding {
    double rms, largest;
} rounding;

/** What errors do not exceed unless the device computes wrongly, or clips: eight times what is expected.
 *  \param norm   the root of the sum of the squares of all input points
 *  \param count  numbers in the output */
rounding rounding_bound(const rounded_transform *t, double norm, size_t count);

/** The same of points that went forward and back without matrices of the user's.
 *  \param points, coefficients  numbers in the input and between the two */
rounding rounding_round_trip(const rounded_transform *forward, const rounded_transform *inverse, double norm,
                             size_t points, size_t coefficients);

/** Whether errors are within a bound. */
bool rounding_holds(const rounding *error, const rounding *bound);

/** The larger of two numbers, or NaN if one of them is NaN. */
double rounding_worse(double a, double b);

/** The factor between orthonormal results and those of a direction, the weights of single results left out. */
double rounding_factor(const transform_spec *spec, orb_direction direction);

#endif
