/* The order of local transforms and transpositions that takes a volume through a grid of rings of ranks.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_STAGES_H
#define ORB_STAGES_H

#include "cluster.h"

/* Which ring of the grid each axis of the volume is divided over; WHOLE: none. */
enum { ORB_WHOLE = -1 };
typedef struct orb_lay {
    int ring[ORB_MPI_AXES];
} orb_lay;

/* The volume between two stages. */
typedef struct orb_state {
    orb_lay lay;
    size_t n[ORB_MPI_AXES]; /* numbers along each axis */
    orb_element element;    /* of these */
} orb_state;

/* A rank transforms axes that it has whole; or a ring transposes one that it divides with one that is whole. */
typedef struct orb_stage {
    bool transposes;
    orb_state before;
    bool transforms[ORB_MPI_AXES]; /* of local work: which axes */
    int ring;                      /* of a transposition, */
    int scattered, gathered;       /* whose first axis is whole before it, and the second after it */
} orb_stage;

enum { ORB_STAGES = 11 };

/* The stages of a complete description, the first one local. The state behind them is that of stages[count]. */
int orb_stages(const orb_mpi_desc *desc, orb_stage stages[ORB_STAGES + 1]);

/* The box of the rank at this place of the grid, along each axis whatever the others. */
orb_part orb_state_part(const orb_state *state, const orb_mpi_desc *desc, const int at[ORB_MPI_AXES]);

#endif
