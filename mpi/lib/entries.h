/* Any block of the matrix of an axis, from a table of its few different numbers.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_ENTRIES_H
#define ORB_ENTRIES_H

#include "matrix.h"

#include <stdbool.h>

/* One axis for its direction. The norm is part of its numbers. */
typedef struct orb_entries {
    orb_axis axis;  /* its factors before and after the matrix with the weights of the entries; no matrix */
    double *values; /* of each angle: 4N cosines of DCT and DST of types 2 and 3; NULL: a kind without angles */
    double *imaginary;
} orb_entries;

/* A block of points first[0]... and results first[1]..., count of each, in an array of shape, zero beyond. */
typedef struct orb_tile {
    size_t first[2], count[2], shape[2];
} orb_tile;

/* Axis a of desc. ORB_OK, ORB_INVALID, ORB_NO_MEMORY, ORB_BAD_KIND */
orb_status orb_entries_init(orb_entries *entries, const orb_plan_desc *desc, int a);

/* Also after a failed orb_entries_init. */
void orb_entries_free(orb_entries *entries);

/* Copies a block to numbers of the element: rows of points, columns of results. A real one has no imaginary part. */
void orb_entries_block(const orb_entries *entries, const orb_tile *tile, orb_element element, void *block);

#endif
