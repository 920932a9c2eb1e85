/* A transposition that moves several axes at once: finds the boxes of all ranks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "remap.h"

#include "field.h"

static orb_status find_boxes(const orb_mpi_plan *plan, orb_survey *v, const orb_stage *stage, const orb_state *to)
{
    for (int rank = 0; rank < v->ranks; rank++) {
        int at[ORB_MPI_AXES] = {0};

        if (MPI_Cart_coords(plan->wire.post.comm, rank, ORB_CLUSTER_TORUS, at) != MPI_SUCCESS)
            return ORB_DEVICE_FAILED;
        v->box[ORB_BEFORE][rank] = orb_state_part(&stage->before, &plan->desc, at);
        v->box[ORB_AFTER][rank] = orb_state_part(to, &plan->desc, at);
    }
    return ORB_OK;
}

/* Messages divide the axis after the first one that moves, in the box where this first one is whole: the box before a
 * return to the canonical layout, or after the way from it. */
static void divide(orb_survey *v, const orb_stage *stage)
{
    const bool returns = stage->scattered < stage->gathered;

    orb_survey_divide(v, (returns ? stage->scattered : stage->gathered) + 1, returns ? ORB_BEFORE : ORB_AFTER);
}

orb_status orb_remap_create(orb_redistribution **made, orb_mpi_plan *plan, const orb_stage *stage, const orb_state *to)
{
    const size_t element = orb_element_size(stage->before.element);
    orb_survey v = {0};
    orb_status status;
    int ranks;

    if (MPI_Comm_size(plan->wire.post.comm, &ranks) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    status = orb_survey_open(&v, ranks) ? find_boxes(plan, &v, stage, to) : ORB_NO_MEMORY;
    if (!status) {
        v.bytes = plan->desc.batch * element;
        divide(&v, stage);
        status = orb_redistribution_create(made, &plan->wire.post, &v, plan->desc.batch, element);
    }
    orb_survey_close(&v);
    return status;
}
