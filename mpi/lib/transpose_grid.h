/* Rings of ranks for the transpose algorithm.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_TRANSPOSE_GRID_H
#define ORB_TRANSPOSE_GRID_H

#include <orbital/orbital_mpi.h>

/* Axes up to the last one that matters: what is after it is not divided unless it is said. */
int orb_transpose_axes(const orb_mpi_desc *desc);

/* Fills in what is 0 of the grid, as orb_algorithm.choose. */
orb_status orb_transpose_grid(const orb_mpi_desc *desc, int ranks, int grid[ORB_MPI_AXES]);

#endif
