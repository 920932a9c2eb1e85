/* Executes plans.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster.h"

#include "agree.h"
#include "blas_threads.h"

static bool has_points(const orb_part *part)
{
    return part->size[0] && part->size[1] && part->size[2];
}

orb_status orb_mpi_execute(orb_mpi_plan *plan, const void *in, void *out, orb_mpi_report *report)
{
    orb_status status = ORB_OK;

    if (!plan)
        return ORB_INVALID;
    orb_tally_start(&plan->tally, &plan->wire.post);
    /* A rank without its arrays still hands on what others need: the one agreement is at the end. */
    if ((!in && has_points(&plan->in)) || (!out && has_points(&plan->out)) || (in && in == out))
        status = ORB_INVALID;
    if (plan->wire.post.comm != MPI_COMM_NULL) {
        const int threads = orb_blas_threads(1);
        const orb_status run = plan->algorithm->run(plan, status ? NULL : in, status ? NULL : out);

        orb_blas_threads(threads);
        if (!status)
            status = plan->wire.post.failed ? ORB_DEVICE_FAILED : run;
    }
    status = orb_agree(plan->everyone, status);
    if (!status)
        orb_tally_tell(&plan->tally, &plan->wire.post, report);
    return status;
}
