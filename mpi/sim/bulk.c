/* Copies of the library between its places.
 * SPDX-License-Identifier: Apache-2.0 */
#include "bulk.h"

#include "rates.h"
#include "work.h"

#include <stdlib.h>

static size_t *copied; /* bytes by rank, not charged yet */

bool sim_bulk_open(int ranks)
{
    if (!copied)
        copied = calloc((size_t)ranks, sizeof *copied);
    return copied;
}

void *sim_memcpy(void *to, const void *from, size_t bytes)
{
    copied[sim_self()] += bytes;
    return sim.model ? to : memcpy(to, from, bytes);
}

void sim_bulk_charge(void)
{
    size_t *mine = &copied[sim_self()];
    const size_t bytes = *mine;

    *mine = 0; /* before the charge, which comes back here */
    if (bytes)
        sim_charge(sim_rates_seconds(SIM_COPY, ORB_F32, 1.0, (double)bytes));
}
