/* The roles of the operands on a process grid: which one is stationary, how the others move, and the shape of the grid.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The two moving operands share an axis. It is divided into L `slices`, where L is the least common multiple of the
 * rows R and columns S of the grid. A part of the operand that moves along rows of the grid has L/S slices, and a part
 * of the other one L/R. Rank (r,c) starts with slice r*L/R + c*L/S of both, and processes all slices in cyclic order.
 *
 * If operands move in both directions, there are two streams, each with half of the shared axis. The second one uses
 * the mirrored grid: rank (r,c) starts with the slice of rank (R-1-r,S-1-c), and all parts move in the opposite
 * direction. */
#ifndef ORB_GEMM_ROLES_H
#define ORB_GEMM_ROLES_H

#include "gemm.h"
#include "region.h"

/* A moving operand. */
typedef struct orb_mover {
    orb_mpi_operand operand;
    int axis;        /* its axis that the moving operands share: 0 rows, 1 columns */
    bool along_rows; /* true: it moves along the rows of the grid; false: along the columns */
    size_t parts;    /* into how many parts the shared axis is divided: the length of the ring that it moves around */
    size_t other; /* length of its other axis, which is divided over the rows of the grid if along_rows, else over the
                   * columns */
} orb_mover;

typedef struct orb_roles {
    size_t rows, columns;  /* of the process grid */
    orb_mpi_operand stays; /* the stationary operand */
    size_t first, lines;   /* the lines of the shared axis in this stream: the first one, and their number */
    size_t slices;         /* into how many slices they are divided */
    bool mirrored;         /* is this the second stream? */
    orb_mover mover[2];    /* the first one moves along the rows of the grid, the second one along the columns */
} orb_roles;

/* Determines stationary operand and grid; what desc leaves open is chosen. ORB_OK, ORB_INVALID */
orb_status orb_roles_choose(orb_roles *roles, const orb_mpi_gemm_desc *desc, int ranks);

/* The stationary operand: the one that desc names, else the largest. */
orb_mpi_stationary orb_roles_stays(const orb_mpi_gemm_desc *desc);

/* The possible grid in place `nth`, in the order of bytes sent, fewest first. False if there are not so many. */
bool orb_roles_shape(const orb_mpi_gemm_desc *desc, int ranks, int nth, int grid[2]);

/* The most streams of a product: 2 if operands move in both directions. */
enum { ORB_STREAMS = 2 };

/* The roles in stream 0 or 1 of `streams`, derived from those of the whole product. */
orb_roles orb_roles_stream(const orb_roles *roles, int stream, int streams);

/* The number of lines in so many slices, starting with slice `slice`, in cyclic order. */
size_t orb_roles_lines(const orb_roles *roles, size_t slice, size_t slices);

/* The first slice of a rank's part of a moving operand after so many shifts. */
size_t orb_roles_slice(const orb_roles *roles, const orb_mover *mover, int rank, size_t shifts);

/* A rank's part of a moving operand after so many shifts. */
orb_region orb_roles_region(const orb_roles *roles, const orb_mover *mover, int rank, size_t shifts);

#endif
