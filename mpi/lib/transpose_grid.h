/* The process grid of the transpose algorithm.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_TRANSPOSE_GRID_H
#define ORB_TRANSPOSE_GRID_H

#include <orbital/orbital_mpi.h>

/* The number of axes without those at the end that have one point and kind ORB_IDENTITY. By default, the grid does not
 * divide over these. */
int orb_transpose_axes(const orb_mpi_desc *desc);

/* Chooses the sides of the grid that are 0, as orb_algorithm.choose. */
orb_status orb_transpose_grid(const orb_mpi_desc *desc, int ranks, int grid[ORB_MPI_AXES]);

#endif
