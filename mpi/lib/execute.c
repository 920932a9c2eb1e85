/* Executes plans.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster.h"

#include "agree.h"
#include "blas_threads.h"

#include <stdio.h>

static bool has_points(const orb_part *part)
{
    return part->size[0] && part->size[1] && part->size[2];
}

static void fill_report(const orb_mpi_plan *plan, orb_mpi_report *report, double seconds)
{
    *report = (orb_mpi_report){.steps = plan->steps, .messages = plan->wire.messages, .bytes = plan->wire.bytes};
    report->seconds.compute = plan->compute;
    report->seconds.wait = plan->wire.wait;
    report->seconds.total = seconds;
    snprintf(report->why, sizeof report->why, "%s", plan->why);
}

orb_status orb_mpi_execute(orb_mpi_plan *plan, const void *in, void *out, orb_mpi_report *report)
{
    const double begin = plan ? MPI_Wtime() : 0.0;
    orb_status status = ORB_OK;

    if (!plan)
        return ORB_INVALID;
    plan->steps = 0;
    plan->compute = 0.0;
    plan->wire.messages = plan->wire.bytes = 0;
    plan->wire.wait = 0.0;
    /* A rank without its arrays still hands on what others need: the one agreement is at the end. */
    if ((!in && has_points(&plan->in)) || (!out && has_points(&plan->out)) || (in && in == out))
        status = ORB_INVALID;
    if (plan->wire.comm != MPI_COMM_NULL) {
        const int threads = orb_blas_threads(1);
        const orb_status run = plan->algorithm->run(plan, status ? NULL : in, status ? NULL : out);

        orb_blas_threads(threads);
        if (!status)
            status = plan->wire.failed ? ORB_DEVICE_FAILED : run;
    }
    status = orb_agree(plan->everyone, status);
    if (!status && report)
        fill_report(plan, report, MPI_Wtime() - begin);
    return status;
}
