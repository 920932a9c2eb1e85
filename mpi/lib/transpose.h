/* The transpose algorithm: what a plan has.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_TRANSPOSE_H
#define ORB_TRANSPOSE_H

#include "exchange.h"
#include "local.h"
#include "phase.h"
#include "rooms.h"
#include "stage_pieces.h"
#include "stages.h"

enum { ORB_TRANSPOSE_RINGS = ORB_MPI_AXES - 1, ORB_TRANSPOSE_WORK = 3 };

/* A stage with all that it needs. */
typedef struct orb_act {
    orb_stage stage;
    orb_part box; /* before it */
    orb_local *local;
    orb_pieces *pieces;       /* of a transposition: the transform that goes beside it, or NULL */
    bool is_beside;           /* is this such a transform? */
    orb_phase before, behind; /* factors of the numbers that come into a transform, and of those that come out; */
    int axis[2];              /* along which axes */
    orb_exchange exchange;
    orb_alltoall *all;
    orb_skew pre, post;
} orb_act;

typedef struct orb_transpose {
    int acts;
    orb_act act[ORB_STAGES + 1];     /* the last one is what is behind all of them */
    int *ranks[ORB_TRANSPOSE_RINGS]; /* of the rings */
    orb_rooms rooms;
    void *work[ORB_TRANSPOSE_WORK]; /* of shifts */
} orb_transpose;

static inline bool orb_part_is_empty(const orb_part *part)
{
    return !part->size[0] || !part->size[1] || !part->size[2] || !part->size[3];
}

static inline bool orb_transpose_by_alltoall(const orb_mpi_plan *plan)
{
    return plan->desc.algorithm == ORB_MPI_ALLTOALL;
}

static inline bool orb_transpose_by_phases(const orb_mpi_plan *plan)
{
    return plan->desc.algorithm == ORB_MPI_TRANSPOSE && plan->desc.skewing == ORB_MPI_SKEW_PHASE;
}

/* As orb_algorithm. */
orb_status orb_transpose_prepare(orb_mpi_plan *plan);
void orb_transpose_discard(void *setup);

#endif
