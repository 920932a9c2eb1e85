/* A transposition that moves several axes at once: each rank sends parts of its box directly to the ranks that need
 * them, in place of one transposition per ring.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_REMAP_H
#define ORB_REMAP_H

#include "cluster.h"
#include "stages.h"

typedef struct orb_remap orb_remap;

/* `stage` is the remapping, `to` the state after it. Returns ORB_OK, ORB_NO_MEMORY or ORB_DEVICE_FAILED; destroy it
 * after an error, too. */
orb_status orb_remap_create(orb_remap **remap, orb_mpi_plan *plan, const orb_stage *stage, const orb_state *to);
void orb_remap_destroy(orb_remap *remap); /* may be NULL */

/* Copies the box x before the stage to the box y after it, on all ranks of the grid. Counts messages and bytes. */
void orb_remap_run(orb_remap *remap, const void *x, void *y);

#endif
