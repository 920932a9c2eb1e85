/* Volumes through the rounds of an engine.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rounds.h"

#include "checked.h"
#include "workers.h"

#include <stdlib.h>
#include <string.h>

/* A batch that is being transformed, and the volumes between its rounds. */
typedef struct passage {
    const orb_plan *plan;
    orb_batch *batch;
    double *between[ORB_ROUNDS_MAX - 1];
    size_t done, total; /* items */
} passage;

/* The volume before a round, 0 to setup->rounds: the input first, the output last. Between two rounds, points that the
 * output lacks are left out along the axes that no later round works on. */
static orb_field field_at(const passage *b, unsigned round, size_t volume)
{
    const orb_plan *plan = b->plan;
    const bool first = round == 0, last = round == plan->setup->rounds;
    orb_field f = {0};

    for (int a = 0; a < 3; a++)
        f.n[a] = first                                     ? orb_plan_in(plan)[a]
                 : last || plan->setup->done[round - 1][a] ? orb_plan_out(plan)[a]
                                                           : plan->padded[a];
    memcpy(f.block, plan->block, sizeof f.block);
    if (first) {
        f.element = plan->element_in;
        f.from = b->batch->in[volume];
        memcpy(f.stride, plan->stride_in, sizeof f.stride);
    } else if (last) {
        f.element = plan->element_out;
        f.to = b->batch->out[volume];
        memcpy(f.stride, plan->stride_out, sizeof f.stride);
    } else {
        f.element = plan->setup->complex_after[round - 1] ? ORB_C128 : ORB_F64;
        f.from = f.to = b->between[round - 1];
    }
    for (int a = 0; a < 3 && (first || last); a++)
        f.factor[a] = first ? plan->axis[a].in : plan->axis[a].out;
    return f;
}

static orb_status run_round(passage *b, unsigned round, size_t first, size_t volumes)
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
        status = orb_work_do(&work, &done, &b->batch->cost);
        b->done += done;
        if (round + 1 == b->plan->setup->rounds)
            b->batch->blocks += done * orb_plan_blocks(b->plan) / b->plan->setup->items[round];
    }
    free(from);
    free(to);
    return status;
}

static orb_status allocate_between(passage *b)
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
orb_status orb_rounds_execute(const orb_plan *plan, orb_batch *batch)
{
    passage *const b = &(passage){.plan = plan, .batch = batch};
    const unsigned rounds = plan->setup->rounds;
    const size_t step = rounds == 1 ? b->batch->volumes : 1;
    orb_status status = ORB_OK;
    size_t items = 0;

    for (unsigned r = 0; r < rounds; r++)
        if (__builtin_add_overflow(items, b->plan->setup->items[r], &items))
            status = ORB_INVALID;
    if (!orb_mul(items, b->batch->volumes, &b->total) || b->total > SIZE_MAX / ORB_ITEM_PARTS)
        status = ORB_INVALID;
    if (!status)
        status = allocate_between(b);
    for (size_t v = 0; v < b->batch->volumes && !status; v += step)
        for (unsigned r = 0; r < rounds && !status; r++)
            status = run_round(b, r, v, step);
    for (int i = 0; i < ORB_ROUNDS_MAX - 1; i++)
        free(b->between[i]);
    return status;
}
