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
    size_t n[3];                           /* points of the volume */
    size_t block[3];                       /* points of a block */
    size_t blocks[3];                      /* along each axis */
    size_t padded[3];                      /* points of the volume in whole blocks */
    ptrdiff_t stride_in[3], stride_out[3]; /* elements from one point to the next */
    unsigned order[3];                     /* axes, those with the longest strides of the output first */
    bool in_place;                         /* may the output be where the input is? */
    orb_axis axis[3];
    orb_setup *setup;
};

/* Blocks of one volume. */
size_t orb_plan_blocks(const orb_plan *plan);

/* The points of the input, and of the output. */
const size_t *orb_plan_in(const orb_plan *plan);
const size_t *orb_plan_out(const orb_plan *plan);

/* Elements, in either direction, that a stride passes. */
static inline size_t orb_stride_length(ptrdiff_t stride)
{
    return stride < 0 ? 0 - (size_t)stride : (size_t)stride;
}

#endif
