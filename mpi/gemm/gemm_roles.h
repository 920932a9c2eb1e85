/* Who stays and who moves on a grid of ranks, and which shape of it has the fewest bytes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * One operand stays. The two others share an axis, along which they are cut into `ticks` pieces, the least common
 * multiple of the grid's sides: a part of the one that moves along the rows of the grid has ticks / columns of them,
 * one of the other ticks / rows. Rank (r,c) begins with those from tick r * ticks / rows + c * ticks / columns on, of
 * both, and goes through all of them.
 *
 * Where operands move in both directions, there are two streams, each with half of the shared axis. In the second one,
 * the grid is mirrored: rank (r,c) begins where rank (R-1-r,S-1-c) would, and all parts go the other way. */
#ifndef ORB_GEMM_ROLES_H
#define ORB_GEMM_ROLES_H

#include "gemm.h"
#include "region.h"

/* An operand that moves. */
typedef struct orb_mover {
    orb_mpi_operand operand;
    int axis;     /* of it, the one that the two movers share */
    bool along;   /* the rows of the grid, else the columns */
    size_t parts; /* of that axis */
    size_t other; /* lines along its other axis, which belong to rows of the grid where it moves along them */
} orb_mover;

typedef struct orb_roles {
    size_t rows, columns; /* of the grid */
    orb_mpi_operand stays;
    size_t first, time; /* lines of the shared axis: the first one, and how many */
    size_t ticks;       /* pieces of them */
    bool mirrored;      /* the second stream? */
    orb_mover mover[2]; /* the one that moves along the rows of the grid first */
} orb_roles;

/* The operand that stays and the grid that the description wants, or chooses. ORB_OK, ORB_INVALID */
orb_status orb_roles_choose(orb_roles *roles, const orb_mpi_gemm_desc *desc, int ranks);

/* The operand that stays on a grid: the one that is named, or the largest. */
orb_mpi_stationary orb_roles_stays(const orb_mpi_gemm_desc *desc);

/* Grid number nth for a description, that with the fewest bytes first; false if there is none. */
bool orb_roles_shape(const orb_mpi_gemm_desc *desc, int ranks, int nth, int grid[2]);

/* Streams of a product: 1, or 2 where operands move in both directions. */
enum { ORB_STREAMS = 2 };

/* The roles in stream number 0 or 1 of so many, from those of the whole product. */
orb_roles orb_roles_stream(const orb_roles *roles, int stream, int streams);

/* Lines of the shared axis in so many ticks from `tick` on, which may go on at the beginning. */
size_t orb_roles_lines(const orb_roles *roles, size_t tick, size_t ticks);

/* The tick that a rank's part of a mover begins with after so many shifts. */
size_t orb_roles_tick(const orb_roles *roles, const orb_mover *mover, int rank, size_t shifts);

/* A rank's part of a mover after so many shifts. */
orb_region orb_roles_region(const orb_roles *roles, const orb_mover *mover, int rank, size_t shifts);

#endif
