/* Factors that shift lines cyclically on the other side of a Fourier transform.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_PHASE_H
#define ORB_PHASE_H

#include <orbital/orbital.h>

#include <stdbool.h>

/* Number k along an axis is multiplied by root number by * (k + from) of so many: exp(-2 pi i by (k + from) / roots),
 * or with +i of an inverse. They are taken from a table by whole numbers, so that none has the error of a product. */
typedef struct orb_phase {
    size_t roots, by, from;
    double *table; /* cosine and sine of each root */
} orb_phase;

/* False if there is no memory. */
bool orb_phase_init(orb_phase *phase, orb_direction direction, size_t roots, size_t by, size_t from);
void orb_phase_free(orb_phase *phase); /* also of one that is all zero */

/* outer x points x inner complex numbers of this element. */
void orb_phase_run(const orb_phase *phase, orb_element element, size_t outer, size_t points, size_t inner, void *x);

#endif
