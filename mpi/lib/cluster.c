/* Sizes of blocks of a plan on a cluster.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster.h"

#include "checked.h"
#include "field.h"

bool orb_cluster_bytes(const orb_mpi_plan *plan, const size_t block[ORB_MPI_AXES], size_t *bytes)
{
    return orb_volume(block, orb_element_size(plan->element), bytes) && orb_mul(*bytes, block[3], bytes) &&
           orb_mul(*bytes, plan->desc.batch, bytes) && *bytes <= PTRDIFF_MAX;
}

size_t orb_cluster_scalars(const orb_mpi_plan *plan, const size_t block[ORB_MPI_AXES])
{
    return plan->desc.batch * block[0] * block[1] * block[2] * block[3] * (orb_is_complex(plan->element) ? 2 : 1);
}
