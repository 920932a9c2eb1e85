/* A transposition of axis 0 by MPI_Alltoallv in pieces, with the local transforms on the side where axis 0 is divided.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A piece is some points of axis 0 with all that is behind them in memory. It is transformed, and what goes to others is
 * copied and sent, while it is in the caches; or it comes, is copied, and is transformed there. */
#ifndef ORB_PIECES_H
#define ORB_PIECES_H

#include "local.h"
#include "turn.h"

/* Bytes of a block in a call that are enough for the call to be worth it; the tests make it small. */
#ifndef ORB_BLOCK_BYTES
#define ORB_BLOCK_BYTES ((size_t)512 << 10)
#endif

typedef struct orb_pieces orb_pieces;

/* Of volumes one at a time, and a stage that transposes axes 0 and 1. The work beside it, before it where axis 0 is
 * gathered and behind it where that is scattered, is that of the whole box, and leaves axis 0 as it is; NULL: none.
 * ORB_OK, ORB_NO_MEMORY, ORB_DEVICE_FAILED, or what the engine says. */
orb_status orb_pieces_create(orb_pieces **pieces, const orb_mpi_plan *plan, const orb_stage *stage,
                             const orb_local_work *work);
void orb_pieces_destroy(orb_pieces *pieces); /* NULL is allowed */

/* From box x to box y. Not computing, it takes part in the messages all the same. */
orb_status orb_pieces_run(const orb_pieces *pieces, orb_mpi_plan *plan, bool computes, const void *x, void *y);

#endif
