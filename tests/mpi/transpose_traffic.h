/* The cost of the transpose algorithm for a rank, by docs/cluster-algorithms.md.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TRANSPOSE_TRAFFIC_H
#define TRANSPOSE_TRAFFIC_H

#include <orbital/orbital_mpi.h>

#include <stdint.h>

typedef struct transpose_traffic {
    uint64_t steps, messages, bytes;
} transpose_traffic;

/* The cost for the rank with these coordinates in the grid. The description must be complete. */
transpose_traffic transpose_traffic_of(const orb_mpi_desc *desc, const int at[ORB_MPI_AXES]);

#endif
