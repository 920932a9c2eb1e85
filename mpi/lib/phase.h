/* Factors that shift lines cyclically: before a Fourier transform they shift its results, and after it its points.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_PHASE_H
#define ORB_PHASE_H

#include <orbital/orbital.h>

#include <stdbool.h>

/* Number k along an axis is multiplied by exp(-2 pi i by (k + from) / roots), with +i for an inverse. All factors come
 * from a table of the roots of unity, so that none has the error of a product. */
typedef struct orb_phase {
    size_t roots, by, from;
    double *table; /* cosine and sine of each root */
} orb_phase;

/* Returns false if there is no memory. */
bool orb_phase_init(orb_phase *phase, orb_direction direction, size_t roots, size_t by, size_t from);
void orb_phase_free(orb_phase *phase); /* allowed if all members are zero */

/* Multiplies outer x points x inner complex numbers in place. */
void orb_phase_run(const orb_phase *phase, orb_element element, size_t outer, size_t points, size_t inner, void *x);

#endif
