/* Executes plans.
 * SPDX-License-Identifier: Apache-2.0 */
#include "error.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

/* Memory that only a volume has: [from, to). */
typedef struct span {
    uintptr_t from, to;
} span;

/* All of a volume without gaps, the first element of another. Sizes were checked with the plan. */
static span span_of(const void *volume, const size_t n[3], const ptrdiff_t stride[3], orb_element element)
{
    const size_t size = orb_element_size(element);
    size_t before = 0, after = 1;

    for (int a = 0; a < 3; a++)
        *(stride[a] < 0 ? &before : &after) += (n[a] - 1) * orb_stride_length(stride[a]);
    if (before + after != n[0] * n[1] * n[2])
        before = 0, after = 1;
    return (span){(uintptr_t)volume - before * size, (uintptr_t)volume + after * size};
}

static int compare_starts(const void *left, const void *right)
{
    const span *a = left, *b = right;

    return (a->from > b->from) - (a->from < b->from);
}

/* By place; equal if they share any memory. */
static int compare_spans(const void *left, const void *right)
{
    const span *a = left, *b = right;

    return a->to <= b->from ? -1 : b->to <= a->from ? 1 : 0;
}

/* ORB_INVALID if an output shares memory with an input that it may not replace, or another output. Inputs may share
 * theirs. */
static orb_status check_overlap(const orb_plan *plan, const orb_batch *b)
{
    orb_status status = ORB_OK;
    span *out = calloc(b->volumes, sizeof *out);

    if (!out)
        return ORB_NO_MEMORY;
    for (size_t v = 0; v < b->volumes; v++)
        out[v] = span_of(b->out[v], orb_plan_out(plan), plan->stride_out, plan->element_out);
    qsort(out, b->volumes, sizeof *out, compare_starts);
    for (size_t v = 1; v < b->volumes; v++)
        if (compare_spans(&out[v - 1], &out[v]) == 0)
            status = orb_refuse(ORB_INVALID, "two of out share memory: give each volume an array of its own");
    for (size_t v = 0; v < b->volumes && !status; v++) {
        const span in = span_of(b->in[v], orb_plan_in(plan), plan->stride_in, plan->element_in);
        const bool same = b->in[v] == b->out[v];

        if (!(same && plan->in_place) && bsearch(&in, out, b->volumes, sizeof *out, compare_spans))
            status = orb_refuse(ORB_INVALID, "in[%zu] shares memory with an output: %s", v,
                                same ? "in place needs elements of one size, equal strides and no padding"
                                     : "give an array of its own");
    }
    free(out);
    return status;
}

orb_status orb_execute_batch(orb_plan *plan, size_t count, const void *const *in, void *const *out, orb_report *report)
{
    const double start = orb_seconds();
    orb_batch b = {.volumes = count, .in = in, .out = out};
    orb_status status = ORB_OK;

    orb_begin();
    if (!plan || !in || !out)
        status = orb_refuse(ORB_INVALID, "%s is NULL", !plan ? "plan" : !in ? "in" : "out");
    else if (!count)
        status = orb_refuse(ORB_INVALID, "count is 0: give one volume or more");
    for (size_t v = 0; !status && v < count; v++)
        if (!in[v] || !out[v])
            status = orb_refuse(ORB_INVALID, "%s[%zu] is NULL", in[v] ? "out" : "in", v);
    if (!status)
        status = check_overlap(plan, &b);
    if (!status)
        status = plan->device->engine->execute(plan, &b);
    if (!status && b.cost.saturations)
        status = ORB_SATURATED;
    if (report && plan)
        orb_report_fill(report, plan, &b.cost, b.blocks, orb_seconds() - start);
    return orb_end(status);
}

orb_status orb_execute(orb_plan *plan, const void *in, void *out, orb_report *report)
{
    return orb_execute_batch(plan, 1, &in, &out, report);
}
