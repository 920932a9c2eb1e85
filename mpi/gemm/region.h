/* Regions of a matrix, and their redistribution among ranks.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_REGION_H
#define ORB_REGION_H

#include "post.h"

/* Lines of a matrix: one range, or two if a cyclic range wraps around. They are stored one after the other. */
typedef struct orb_lines {
    int ranges;
    size_t start[2], size[2];
} orb_lines;

/* Rows and columns of a matrix; stored densely, in row-major order. */
typedef struct orb_region {
    orb_lines axis[2];
} orb_region;

size_t orb_lines_count(const orb_lines *lines);

/* The number of elements. */
size_t orb_region_size(const orb_region *region);

/* A redistribution: each rank has one region before it, and another one after it. */
typedef struct orb_redistribution {
    orb_region (*from)(const void *context, int rank), (*to)(const void *context, int rank);
    const void *context;
    int rank, ranks;     /* this rank, and how many there are */
    int first_slot, tag; /* it uses two slots of the post per rank, from first_slot on */
    orb_element element;
    bool add;        /* add this rank's own elements to y? else they replace it */
    bool add_others; /* likewise for elements from other ranks, which come after its own */
    char *out, *in;  /* message buffers: for the elements of the region before, and of the region after */
} orb_redistribution;

/* Starts the messages. x has the region before, y is to have the region after. Copies the elements that stay on this
 * rank. */
void orb_redistribution_start(const orb_redistribution *redistribution, orb_post *post, const void *x, void *y);

/* Waits for the messages, and completes y. */
void orb_redistribution_finish(const orb_redistribution *redistribution, orb_post *post, void *y);

#endif
