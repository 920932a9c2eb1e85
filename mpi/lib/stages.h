/* The sequence of local transforms and transpositions of the transpose algorithm.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_STAGES_H
#define ORB_STAGES_H

#include "cluster.h"

/* The ring of the process grid over which each axis of the volume is divided. ORB_WHOLE: the axis is not divided. */
enum { ORB_WHOLE = -1 };
typedef struct orb_layout {
    int ring[ORB_MPI_AXES];
} orb_layout;

/* The distributed volume before a stage. */
typedef struct orb_state {
    orb_layout layout;
    size_t n[ORB_MPI_AXES]; /* length of each axis */
    orb_element element;    /* type of the numbers */
} orb_state;

/* Either local work, in which each rank transforms axes that it has whole; or a transposition, after which the ranks
 * have another axis whole: within a ring, or as a remapping, which moves all axes from `scattered` to `gathered` among
 * all ranks of the grid. */
typedef struct orb_stage {
    bool transposes;
    bool remaps; /* transposition: is it a remapping? */
    orb_state before;
    bool transforms[ORB_MPI_AXES]; /* local work: the axes that it transforms */
    int ring;                      /* transposition: the ring, unless it is a remapping; */
    int scattered, gathered;       /* the axis that is whole before it, and the one that is whole after it */
} orb_stage;

enum { ORB_STAGES = 11 };

/* Does ORB_MPI_REMAP take a remapping? Else it is the same as ORB_MPI_ALLTOALL. The grid must be complete. */
bool orb_stages_remap(const orb_mpi_desc *desc);

/* Fills in the stages of a complete description, and returns their number. The first stage is local.
 * stages[number].before is the result of the last stage. */
int orb_stages(const orb_mpi_desc *desc, orb_stage stages[ORB_STAGES + 1]);

/* The box of the rank with coordinates `at` in the grid. Each axis is computed by itself, even if another one is
 * empty. */
orb_part orb_state_part(const orb_state *state, const orb_mpi_desc *desc, const int at[ORB_MPI_AXES]);

#endif
