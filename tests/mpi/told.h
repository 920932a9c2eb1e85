/* What an execution tells a progress function.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TOLD_H
#define TOLD_H

#include <orbital/orbital_mpi.h>

#include <stdbool.h>

typedef struct told {
    unsigned calls;
    size_t done, total; /* of the last call */
} told;

/* An orb_progress function, for a zeroed `told`. Fails if numbers decrease, exceed the total, or if that changes. */
int told_call(void *told, size_t done, size_t total);

/* Fails unless all was done in the end. A rank with points was told at least once per part of the work. */
void told_check(const told *told, bool has_points);

#endif
