/* A transposition that moves several axes at once, in place of one transposition per ring.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_REMAP_H
#define ORB_REMAP_H

#include "redistribution.h"
#include "stages.h"

/* `stage` is the remapping, `to` the state after it. Creates the redistribution among all ranks of the grid. Returns
 * ORB_OK, ORB_NO_MEMORY or ORB_DEVICE_FAILED; destroy the redistribution after an error, too. */
orb_status orb_remap_create(orb_redistribution **made, orb_mpi_plan *plan, const orb_stage *stage, const orb_state *to);

#endif
