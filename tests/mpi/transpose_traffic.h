/* What docs/cluster-algorithms.md says that the transpose algorithm costs a rank.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TRANSPOSE_TRAFFIC_H
#define TRANSPOSE_TRAFFIC_H

#include <orbital/orbital_mpi.h>

#include <stdint.h>

typedef struct transpose_traffic {
    uint64_t steps, messages, bytes;
} transpose_traffic;

/* Of the rank at this place of the grid, for a complete description. */
transpose_traffic transpose_traffic_of(const orb_mpi_desc *desc, const int at[ORB_MPI_AXES]);

#endif
