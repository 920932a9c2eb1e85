/* The transpose algorithm: what its plan has.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_TRANSPOSE_H
#define ORB_TRANSPOSE_H

#include "cluster.h"
#include "local.h"
#include "phase.h"
#include "pieces.h"
#include "stages.h"
#include "turn.h"

enum { ORB_RINGS = ORB_MPI_AXES - 1, ORB_BUFFERS = 2, ORB_WORK = 3 };

/* A stage with all that it needs. */
typedef struct orb_act {
    orb_stage stage;
    orb_part box; /* before it */
    orb_local *local;
    orb_phase before, behind; /* factors of the numbers that come into a transform, and of those that come out; */
    int axis[2];              /* along which axes */
    orb_turn turn;
    orb_alltoall *all;
    orb_pieces *pieces; /* in place of these two, and of the local work beside */
    bool joined;        /* is this that work? */
    orb_skew pre, post;
} orb_act;

typedef struct orb_transpose {
    int acts;
    orb_act act[ORB_STAGES];
    int *ranks[ORB_RINGS]; /* of the rings */
    size_t bytes;
    void *buffer[ORB_BUFFERS], *work[ORB_WORK];
} orb_transpose;

bool orb_transpose_is_empty(const orb_part *part);
bool orb_transpose_by_alltoall(const orb_mpi_plan *plan);
bool orb_transpose_by_phases(const orb_mpi_plan *plan);

/* The local work that goes with a transposition in pieces; -1: none. */
int orb_transpose_beside(const orb_transpose *t, int act);

/* Executes: orb_algorithm.run. */
orb_status orb_transpose_run(orb_mpi_plan *plan, const void *in, void *out);

#endif
