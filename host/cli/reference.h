/* The transform in double precision, to compare the array's coefficients with.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "spec.h"
#include "user_matrix.h"
#include "volume.h"

#include <stdbool.h>

typedef struct comparison {
    double largest;     /* difference of a coefficient, a magnitude */
    double rms;         /* of all differences */
    double mean;        /* of all differences; its magnitude where they are complex */
    double coefficient; /* the largest magnitude of a coefficient */
} comparison;

/** Compares coefficients with the forward transform of a volume.
 *  \param coefficients  in whole blocks, in memory as the volume
 *  \return false when memory ran out, which is reported, or a signal asks to stop */
bool reference_compare(const transform_spec *spec, const user_matrices *matrices, const volume *v,
                       const volume *coefficients, comparison *result);

/* Result k is the sum over n of x[n] * (re + i im)[n * size + k]. */
typedef struct reference_matrix {
    double *re;
    double *im; /* NULL where the kind is real */
} reference_matrix;

/** The matrix of a forward transform along an axis, of as many points as a block has.
 *  \return false when memory ran out; reference_matrix_release is needed in both cases */
bool reference_matrix_make(reference_matrix *matrix, const transform_spec *spec, const user_matrices *matrices,
                           int axis);

void reference_matrix_release(reference_matrix *matrix);

/** The length L of a kind: unscaled forward and inverse transform multiply by it, so ortho divides by its root. */
double reference_length(orb_kind kind, int type, size_t size);

#endif
