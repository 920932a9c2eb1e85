/* Executes plans.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster.h"

#include "agree.h"
#include "blas_threads.h"
#include "field.h"
#include "overlap.h"
#include "own_boxes.h"
#include "reason.h"

static size_t bytes_of(const orb_mpi_plan *plan, const orb_part *part, orb_element element)
{
    return plan->desc.batch * part->size[0] * part->size[1] * part->size[2] * part->size[3] * orb_element_size(element);
}

/* ORB_INVALID and the reason if this rank cannot execute with these arrays. */
static orb_status check_arrays(const orb_mpi_plan *plan, const void *in, const void *out)
{
    const size_t bytes_in = bytes_of(plan, &plan->caller[ORB_BEFORE], plan->desc.element_in);
    const size_t bytes_out = bytes_of(plan, &plan->caller[ORB_AFTER], plan->desc.element_out);

    if (!in && bytes_in)
        return orb_refuse_because(ORB_INVALID, "this rank has no input: pass an array of %zu bytes", bytes_in);
    if (!out && bytes_out)
        return orb_refuse_because(ORB_INVALID, "this rank has no output: pass an array of %zu bytes", bytes_out);
    if (!orb_overlap(in, bytes_in, out, bytes_out))
        return ORB_OK;
    if (in != out)
        return orb_refuse_because(ORB_INVALID,
                                  "input and output of this rank overlap in part: pass separate arrays, or the same "
                                  "one");
    if (!plan->in_place && !orb_own_separates(plan))
        return orb_refuse_because(ORB_INVALID,
                                  "in place, blocks need elements of one size and no padding: pass two arrays");
    return ORB_OK;
}

/* Runs the algorithm between the arrays of the caller. A rank without its arrays, which are NULL, still takes part in
 * all messages. */
static orb_status run(orb_mpi_plan *plan, const void *in, void *out)
{
    const void *x = orb_own_begin(plan, in);
    orb_status status = ORB_OK;

    if (plan->wire.post.comm != MPI_COMM_NULL) {
        orb_blas_enter((int)plan->desc.threads);
        status = plan->algorithm->run(plan, x, orb_own_target(plan, out));
        orb_blas_leave();
    }
    orb_own_end(plan, out);
    return plan->wire.post.failed ? ORB_DEVICE_FAILED : status;
}

orb_status orb_mpi_plan_progress(orb_mpi_plan *plan, orb_progress progress, void *user)
{
    if (!plan)
        return ORB_INVALID;
    plan->gauge.progress = progress;
    plan->gauge.user = user;
    return ORB_OK;
}

orb_status orb_mpi_execute(orb_mpi_plan *plan, const void *in, void *out, orb_mpi_report *report)
{
    orb_status status;

    orb_agree_begin();
    if (!plan)
        return ORB_INVALID;
    orb_tally_start(&plan->tally, &plan->wire.post);
    orb_gauge_start(&plan->gauge);
    status = check_arrays(plan, in, out);
    if (!status)
        status = run(plan, in, out);
    else
        run(plan, NULL, NULL); /* one agreement at the end is sufficient */
    if (!status && plan->tally.device.saturations)
        status = ORB_SATURATED;
    if (!plan->desc.own_status)
        status = orb_agree(plan->everyone, status);
    if (!status || status == ORB_SATURATED) {
        orb_gauge_finish(&plan->gauge);
        orb_tally_describe(&plan->tally, &plan->wire.post, report);
    }
    return status;
}
