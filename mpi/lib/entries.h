/* Blocks of the matrix of an axis, from a table of its few different elements.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_ENTRIES_H
#define ORB_ENTRIES_H

#include "matrix.h"

#include <stdbool.h>

/* The matrix of an axis in one direction, with the factors of its norm. */
typedef struct orb_entries {
    orb_axis axis;  /* with the factors before and after the matrix; it has no matrix of its own */
    double *values; /* for each angle, for example 4N cosines for a DCT of type 2; NULL for a kind without angles */
    double *imaginary;
} orb_entries;

/* A block: count[0] points from first[0], count[1] results from first[1], in an array of this shape that is padded with
 * zeros. */
typedef struct orb_tile {
    size_t first[2], count[2], shape[2];
} orb_tile;

/* Computes the table for axis a of desc. ORB_OK, ORB_INVALID, ORB_NO_MEMORY, ORB_BAD_KIND */
orb_status orb_entries_init(orb_entries *entries, const orb_plan_desc *desc, int a);

/* Allowed after orb_entries_init has failed. */
void orb_entries_free(orb_entries *entries);

/* Writes a block in this element type. Rows are points, and columns are results. A real type gets the real parts. */
void orb_entries_block(const orb_entries *entries, const orb_tile *tile, orb_element element, void *block);

#endif
