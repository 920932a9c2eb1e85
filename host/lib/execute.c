/* Executes plans: volumes through the rounds of an engine.
 * SPDX-License-Identifier: Apache-2.0 */
#include "checked.h"
#include "report.h"
#include "workers.h"

#include <stdlib.h>
#include <string.h>

/* A batch on its way, and the volumes between its rounds. */
typedef struct batch {
    const orb_plan *plan;
    size_t volumes;
    const void *const *in;
    void *const *out;
    double *between[ORB_ROUNDS_MAX - 1];
    size_t done, total; /* items */
    size_t blocks;      /* done, as far as whole volumes tell */
    orb_cost cost;
} batch;

/* The volume before a round, 0 to setup->rounds: the input first, the output last. */
static orb_field field_at(const batch *b, unsigned round, size_t volume)
{
    const orb_plan *plan = b->plan;
    const bool first = round == 0, last = round == plan->setup->rounds;
    orb_field f = {0};

    memcpy(f.n, first ? orb_plan_in(plan) : last ? orb_plan_out(plan) : plan->padded, sizeof f.n);
    memcpy(f.block, plan->block, sizeof f.block);
    if (first) {
        f.element = plan->element_in;
        f.from = b->in[volume];
    } else if (last) {
        f.element = plan->element_out;
        f.to = b->out[volume];
    } else {
        f.element = plan->setup->complex_behind[round - 1] ? ORB_C128 : ORB_F64;
        f.from = f.to = b->between[round - 1];
    }
    for (int a = 0; a < 3 && (first || last); a++)
        f.factor[a] = first ? plan->axis[a].in : plan->axis[a].out;
    return f;
}

static orb_status run_round(batch *b, unsigned round, size_t first, size_t volumes)
{
    orb_field *from = malloc(volumes * sizeof *from), *to = malloc(volumes * sizeof *to);
    orb_work work = {b->plan, round, volumes, from, to, b->done, b->total};
    orb_status status = ORB_OK;
    size_t done = 0;

    if (!from || !to) {
        status = ORB_NO_MEMORY;
    } else {
        for (size_t v = 0; v < volumes; v++) {
            from[v] = field_at(b, round, first + v);
            to[v] = field_at(b, round + 1, first + v);
        }
        status = orb_work_do(&work, &done, &b->cost);
        b->done += done;
        if (round + 1 == b->plan->setup->rounds)
            b->blocks += done * orb_plan_blocks(b->plan) / b->plan->setup->items[round];
    }
    free(from);
    free(to);
    return status;
}

static orb_status allocate_between(batch *b)
{
    orb_status status = ORB_OK;

    for (unsigned r = 1; r < b->plan->setup->rounds && !status; r++) {
        const orb_field f = field_at(b, r, 0);

        b->between[r - 1] = malloc(f.n[0] * f.n[1] * f.n[2] * orb_element_size(f.element)); /* checked with the plan */
        if (!b->between[r - 1])
            status = ORB_NO_MEMORY;
    }
    return status;
}

/* Volumes of one round go all at once; others one by one, so that there is but one volume between two rounds. */
static orb_status run_batch(batch *b)
{
    const unsigned rounds = b->plan->setup->rounds;
    const size_t step = rounds == 1 ? b->volumes : 1;
    orb_status status = ORB_OK;
    size_t items = 0;

    for (unsigned r = 0; r < rounds; r++)
        if (__builtin_add_overflow(items, b->plan->setup->items[r], &items))
            status = ORB_INVALID;
    if (!orb_mul(items, b->volumes, &b->total))
        status = ORB_INVALID;
    if (!status)
        status = allocate_between(b);
    for (size_t v = 0; v < b->volumes && !status; v += step)
        for (unsigned r = 0; r < rounds && !status; r++)
            status = run_round(b, r, v, step);
    for (int i = 0; i < ORB_ROUNDS_MAX - 1; i++)
        free(b->between[i]);
    return status;
}

/* The memory of a volume: [from, to). */
typedef struct span {
    uintptr_t from, to;
} span;

/* Its size was checked with the plan. */
static span span_of(const void *volume, const size_t n[3], orb_element element)
{
    const uintptr_t from = (uintptr_t)volume;

    return (span){from, from + n[0] * n[1] * n[2] * orb_element_size(element)};
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

/* ORB_INVALID if an output shares memory with an input or another output. Inputs may share theirs. */
static orb_status check_overlap(const batch *b)
{
    const orb_plan *plan = b->plan;
    orb_status status = ORB_OK;
    span *out;
    size_t size;

    if (!orb_mul(b->volumes, sizeof *out, &size) || !(out = malloc(size)))
        return ORB_NO_MEMORY;
    for (size_t v = 0; v < b->volumes; v++)
        out[v] = span_of(b->out[v], orb_plan_out(plan), plan->element_out);
    qsort(out, b->volumes, sizeof *out, compare_starts);
    for (size_t v = 1; v < b->volumes; v++)
        if (compare_spans(&out[v - 1], &out[v]) == 0)
            status = ORB_INVALID;
    for (size_t v = 0; v < b->volumes && !status; v++) {
        const span in = span_of(b->in[v], orb_plan_in(plan), plan->element_in);

        if (bsearch(&in, out, b->volumes, sizeof *out, compare_spans))
            status = ORB_INVALID;
    }
    free(out);
    return status;
}

orb_status orb_execute_batch(orb_plan *plan, size_t count, const void *const *in, void *const *out, orb_report *report)
{
    const double start = orb_seconds();
    batch b = {.plan = plan, .volumes = count, .in = in, .out = out};
    orb_status status = ORB_OK;

    if (!plan || !count || !in || !out)
        status = ORB_INVALID;
    for (size_t v = 0; !status && v < count; v++)
        if (!in[v] || !out[v])
            status = ORB_INVALID;
    if (!status)
        status = check_overlap(&b);
    if (!status)
        status = run_batch(&b);
    if (!status && b.cost.saturations)
        status = ORB_SATURATED;
    if (report && plan)
        orb_report_fill(report, plan, &b.cost, b.blocks, orb_seconds() - start);
    return status;
}

orb_status orb_execute(orb_plan *plan, const void *in, void *out, orb_report *report)
{
    return orb_execute_batch(plan, 1, &in, &out, report);
}
