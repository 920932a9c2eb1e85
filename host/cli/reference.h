/* The transform in double precision on this processor, to compare the coefficients of an engine with.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef REFERENCE_H
#define REFERENCE_H

#include "rounding.h"
#include "task.h"

typedef struct comparison {
    rounding difference;
    rounding allowed;   /* what rounding explains */
    double mean;        /* of all differences; its magnitude where they are complex */
    double coefficient; /* the largest magnitude of a coefficient */
} comparison;

/** Compares the coefficients that a task has computed with those of the engine cpu in double precision, without the
 *  instructions for vectors and without fast transforms.
 *  \param coefficients  in whole blocks, in memory as the volume
 *  \return false on failure, which is reported, or a signal asks to stop */
bool reference_compare(const task *t, const volume *v, const volume *coefficients, comparison *result);

#endif
