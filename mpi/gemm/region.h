/* Regions of a matrix, and their transfer from the ranks that have them to those that require them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_REGION_H
#define ORB_REGION_H

#include "post.h"

/* Lines of a matrix: up to two ranges, one after the other, as one that goes on at the beginning has. */
typedef struct orb_lines {
    int ranges;
    size_t start[2], size[2];
} orb_lines;

/* Rows and columns; stored densely, row after row. */
typedef struct orb_region {
    orb_lines axis[2];
} orb_region;

size_t orb_lines_count(const orb_lines *lines);

/* Elements. */
size_t orb_region_size(const orb_region *region);

/* Who has or wants what of a matrix. */
typedef struct orb_regrid {
    orb_region (*from)(const void *of, int rank), (*to)(const void *of, int rank);
    const void *of;
    int rank, ranks; /* this one, and how many there are: slots of the post from first_slot on are two for each */
    int first_slot, tag;
    orb_element element;
    bool add;        /* this rank's own elements to what y has? */
    bool add_others; /* those of the others, after its own? */
    char *out, *in;  /* memory for the elements of this rank's region before, and after */
} orb_regrid;

/* Starts to move them; x has this rank's region before. What stays is in y, which gets the region after. */
void orb_regrid_start(const orb_regrid *regrid, orb_post *post, const void *x, void *y);

/* Waits for the rest. */
void orb_regrid_finish(const orb_regrid *regrid, orb_post *post, void *y);

#endif
