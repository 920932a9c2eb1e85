/* Plans: a volume cut into blocks, and what each block goes through.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_PLAN_H
#define ORB_PLAN_H

#include "engine.h"

struct orb_plan {
    orb_device *device;
    orb_direction direction;
    orb_element element_in, element_out;
    orb_progress progress;
    void *progress_user;
    size_t n[3];      /* points of the volume */
    size_t block[3];  /* points of a block */
    size_t blocks[3]; /* along each axis */
    size_t in[3];     /* points of the input */
    size_t out[3];    /* points of the output */
    orb_axis axis[3];
    orb_setup *setup;
};

/* Blocks of one volume. */
size_t orb_plan_blocks(const orb_plan *plan);

/* Points of block `index` that lie in a volume of n points, and the block's first point. */
void orb_block_place(const orb_plan *plan, size_t index, const size_t n[3], size_t origin[3], size_t extent[3]);

/* Copies block `index` of the input to a cube of the engine, scaled, filled up with zeros. ORB_OK or ORB_NOT_FINITE */
orb_status orb_block_gather(const orb_plan *plan, size_t index, const void *in, double *cube);

/* Copies a cube of the engine, scaled, to block `index` of the output. */
void orb_block_scatter(const orb_plan *plan, size_t index, const double *cube, void *out);

#endif
