/* The transform in double precision, to compare the array's coefficients with.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "spec.h"
#include "user_matrix.h"
#include "volume.h"

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

#endif
