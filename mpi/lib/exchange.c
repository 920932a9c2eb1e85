/* A transposition within a ring of ranks: where blocks lie in the boxes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "exchange.h"

#include "field.h"
#include "partition.h"

#include <string.h>

orb_exchange orb_exchange_of(const orb_mpi_plan *plan, const orb_stage *stage)
{
    const int s = stage->scattered, g = stage->gathered, first = s < g ? s : g, second = s < g ? g : s;
    const orb_part box = orb_lay_part(&stage->before, &plan->desc, plan->at);
    orb_exchange t = {.ranks = plan->desc.grid[stage->ring],
                      .at = plan->at[stage->ring],
                      .gathers_first = g < s,
                      .outer = plan->desc.batch,
                      .middle = 1,
                      .inner = orb_element_size(plan->element)};
    size_t start, kept, had;

    for (int a = 0; a < ORB_MPI_AXES; a++)
        if (a < first)
            t.outer *= box.size[a];
        else if (a > first && a < second)
            t.middle *= box.size[a];
        else if (a > second)
            t.inner *= box.size[a];
    t.scattered.n = plan->desc.n[s];
    t.gathered.n = plan->desc.n[g];
    kept = orb_partition(t.scattered.n, t.ranks, t.at, &start);
    had = orb_partition(t.gathered.n, t.ranks, t.at, &start);
    t.scattered.outer = t.gathers_first ? t.outer * had * t.middle : t.outer;
    t.scattered.unit = t.gathers_first ? t.inner : t.middle * had * t.inner;
    t.gathered.outer = t.gathers_first ? t.outer : t.outer * kept * t.middle;
    t.gathered.unit = t.gathers_first ? t.middle * kept * t.inner : t.inner;
    return t;
}

size_t orb_exchange_block(const orb_exchange *t, int from, int to)
{
    size_t start;

    return t->outer * t->middle * t->inner * orb_partition(t->gathered.n, t->ranks, from, &start) *
           orb_partition(t->scattered.n, t->ranks, to, &start);
}

size_t orb_exchange_largest(const orb_exchange *t)
{
    return orb_exchange_block(t, 0, 0); /* the first parts are the largest */
}

bool orb_side_is_dense(const orb_side *side)
{
    return side->outer <= 1;
}

size_t orb_side_offset(const orb_side *side, int parts, int index)
{
    size_t start;

    orb_partition(side->n, parts, index, &start);
    return start * side->unit;
}

/* Rows of so many bytes, each time so many further. */
static void copy_rows(size_t rows, size_t bytes, const char *from, size_t from_step, char *to, size_t to_step)
{
    for (size_t row = 0; row < rows; row++)
        memcpy(to + row * to_step, from + row * from_step, bytes);
}

void orb_side_take(const orb_side *side, int parts, int index, const void *box, void *block)
{
    size_t start;
    const size_t bytes = orb_partition(side->n, parts, index, &start) * side->unit;

    if (bytes)
        copy_rows(side->outer, bytes, (const char *)box + start * side->unit, side->n * side->unit, block, bytes);
}

void orb_side_put(const orb_side *side, int parts, int index, const void *block, void *box)
{
    size_t start;
    const size_t bytes = orb_partition(side->n, parts, index, &start) * side->unit;

    if (bytes)
        copy_rows(side->outer, bytes, block, bytes, (char *)box + start * side->unit, side->n * side->unit);
}

void orb_exchange_keep(const orb_exchange *t, const void *x, void *y)
{
    const size_t step_x = t->scattered.n * t->scattered.unit, step_y = t->gathered.n * t->gathered.unit;
    size_t kept_at, had_at;
    const size_t kept = orb_partition(t->scattered.n, t->ranks, t->at, &kept_at) * t->scattered.unit;
    const size_t had = orb_partition(t->gathered.n, t->ranks, t->at, &had_at) * t->gathered.unit;
    const char *from = (const char *)x + kept_at * t->scattered.unit;
    char *to = (char *)y + had_at * t->gathered.unit;

    if (!kept || !had)
        return;
    if (t->gathers_first) /* a part of y is a row of several of x */
        for (size_t o = 0; o < t->outer; o++)
            copy_rows(had / kept, kept, from + o * (had / kept) * step_x, step_x, to + o * step_y, kept);
    else
        for (size_t o = 0; o < t->outer; o++)
            copy_rows(kept / had, had, from + o * step_x, had, to + o * (kept / had) * step_y, step_y);
}
