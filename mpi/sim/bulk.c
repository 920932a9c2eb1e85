/* Copies of the library between its places.
 * SPDX-License-Identifier: Apache-2.0 */
#include "bulk.h"

#include "rates.h"
#include "work.h"

#include <mpi.h>
#include <stdlib.h>

static size_t *copied; /* bytes by rank, not charged yet */

static int this_rank(void)
{
    int rank = 0;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

bool sim_bulk_open(int ranks)
{
    if (!copied)
        copied = calloc((size_t)ranks, sizeof *copied);
    return copied;
}

void *sim_memcpy(void *to, const void *from, size_t bytes)
{
    copied[this_rank()] += bytes;
    return sim.model ? to : memcpy(to, from, bytes);
}

void sim_bulk_charge(void)
{
    size_t *mine = &copied[this_rank()];
    const size_t bytes = *mine;

    *mine = 0; /* before the charge, which comes back here */
    if (bytes)
        sim_charge(sim_rates_seconds(SIM_COPY, ORB_F32, 1.0, (double)bytes));
}
