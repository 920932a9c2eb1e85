/* The transpose algorithm: the data of a plan.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_TRANSPOSE_H
#define ORB_TRANSPOSE_H

#include "buffers.h"
#include "exchange.h"
#include "local.h"
#include "phase.h"
#include "remap.h"
#include "stage_pieces.h"
#include "stages.h"

enum { ORB_TRANSPOSE_RINGS = ORB_MPI_AXES - 1, ORB_TRANSPOSE_WORK = 3 };

/* A stage and its resources. Pointers are NULL where the stage does not need them. */
typedef struct orb_transpose_step {
    orb_stage stage;
    orb_part box;                     /* this rank's box before the stage */
    orb_local *local;                 /* local work */
    orb_pieces *pieces;               /* transposition: the pieces of the local stage that overlaps with it, or NULL */
    bool is_overlapped;               /* local work: does it run in pieces, within a transposition? */
    orb_phase before, after;          /* local work: phase factors of its input and output, */
    int axis[2];                      /* and the axes to which they belong */
    orb_exchange exchange;            /* transposition */
    orb_alltoall *all;                /* transposition within a ring: for ORB_MPI_ALLTOALL and _REMAP */
    orb_paths *paths;                 /* transposition within a ring: for ORB_MPI_TRANSPOSE */
    orb_redistribution *remap;        /* transposition among all ranks of the grid */
    orb_skew skew_before, skew_after; /* transposition: for ORB_MPI_TRANSPOSE */
} orb_transpose_step;

typedef struct orb_transpose {
    int steps;
    orb_transpose_step step[ORB_STAGES + 1]; /* step[steps] has only the result: its box and element type */
    int *ranks[ORB_TRANSPOSE_RINGS];         /* of each ring of this rank */
    orb_buffers buffers;
    void *work[ORB_TRANSPOSE_WORK]; /* for the shifts */
} orb_transpose;

static inline bool orb_transpose_by_alltoall(const orb_mpi_plan *plan)
{
    return plan->desc.algorithm == ORB_MPI_ALLTOALL || plan->desc.algorithm == ORB_MPI_REMAP;
}

static inline bool orb_transpose_by_phases(const orb_mpi_plan *plan)
{
    return plan->desc.algorithm == ORB_MPI_TRANSPOSE && plan->desc.skewing == ORB_MPI_SKEW_PHASE;
}

/* The functions of orb_algorithm. */
orb_status orb_transpose_prepare(orb_mpi_plan *plan);
void orb_transpose_discard(void *setup);

#endif
