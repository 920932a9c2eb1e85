/* A transposition within a ring of ranks: the addresses of blocks in the boxes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "exchange.h"

#include "field.h"
#include "partition.h"

#include <string.h>

orb_exchange orb_exchange_of(const orb_mpi_plan *plan, const orb_stage *stage)
{
    const int s = stage->scattered, g = stage->gathered, first = s < g ? s : g;
    const orb_part box = orb_state_part(&stage->before, &plan->desc, plan->at);
    orb_exchange t = {.ranks = plan->desc.grid[stage->ring],
                      .at = plan->at[stage->ring],
                      .gathers_first = g < s,
                      .first = stage->before.n[first],
                      .second = stage->before.n[first + 1],
                      .outer = plan->desc.batch,
                      .inner = orb_element_size(stage->before.element)};

    for (int a = 0; a < first; a++)
        t.outer *= box.size[a];
    for (int a = first + 2; a < ORB_MPI_AXES; a++)
        t.inner *= box.size[a];
    return t;
}

size_t orb_exchange_block(const orb_exchange *t, int from, int to)
{
    const int of_first = t->gathers_first ? from : to, of_second = t->gathers_first ? to : from;
    size_t start;

    return t->outer * t->inner * orb_partition(t->first, t->ranks, of_first, &start) *
           orb_partition(t->second, t->ranks, of_second, &start);
}

size_t orb_exchange_largest(const orb_exchange *t)
{
    return orb_exchange_block(t, 0, 0); /* the first parts are the largest */
}

orb_chunk orb_exchange_whole(const orb_exchange *t)
{
    return (orb_chunk){.end = t->outer, .parts = 1};
}

/* The chunk's part of the points that a rank has of the first axis, and its first point among them. */
static size_t part_of(const orb_exchange *t, const orb_chunk *c, int rank, size_t *start)
{
    const size_t points = orb_partition(t->first, t->ranks, rank, start);

    return orb_partition(points, c->parts, c->part, start);
}

/* Rows in the box where the first axis is whole. A rank's points of this axis are consecutive there, each with this
 * rank's part of the second axis, so they form one row. */
static orb_rows in_first(const orb_exchange *t, const orb_chunk *c, int rank)
{
    size_t start, within, begin;
    const size_t across = orb_partition(t->second, t->ranks, t->at, &start) * t->inner;
    const size_t points = part_of(t, c, rank, &within);

    orb_partition(t->first, t->ranks, rank, &begin);
    return (orb_rows){.at = (c->begin * t->first + begin + within) * across,
                      .count = c->end - c->begin,
                      .bytes = points * across,
                      .step = t->first * across};
}

/* Rows in the box where the second axis is whole: one row for each of this rank's points of the first axis. */
static orb_rows in_second(const orb_exchange *t, const orb_chunk *c, int rank)
{
    size_t start, within;
    const size_t mine = orb_partition(t->first, t->ranks, t->at, &start), points = part_of(t, c, t->at, &within);
    const size_t across = orb_partition(t->second, t->ranks, rank, &start);

    return (orb_rows){.at = ((c->begin * mine + within) * t->second + start) * t->inner,
                      .count = (c->end - c->begin) * points,
                      .bytes = across * t->inner,
                      .step = t->second * t->inner};
}

orb_rows orb_exchange_rows(const orb_exchange *t, const orb_chunk *c, bool in_x, int rank)
{
    return in_x == t->gathers_first ? in_second(t, c, rank) : in_first(t, c, rank);
}

void orb_rows_take(const orb_rows *r, const void *box, void *block)
{
    for (size_t row = 0; r->bytes && row < r->count; row++)
        memcpy((char *)block + row * r->bytes, (const char *)box + r->at + row * r->step, r->bytes);
}

void orb_rows_put(const orb_rows *r, const void *block, void *box)
{
    for (size_t row = 0; r->bytes && row < r->count; row++)
        memcpy((char *)box + r->at + row * r->step, (const char *)block + row * r->bytes, r->bytes);
}

/* A row of the box in which the first axis is whole corresponds to several rows of the other box. */
void orb_exchange_copy_own(const orb_exchange *t, const orb_chunk *c, const void *x, void *y)
{
    const orb_rows from = orb_exchange_rows(t, c, true, t->at), to = orb_exchange_rows(t, c, false, t->at);
    const size_t bytes = from.bytes < to.bytes ? from.bytes : to.bytes;
    const size_t in_from = bytes ? from.bytes / bytes : 0, in_to = bytes ? to.bytes / bytes : 0;

    for (size_t i = 0; bytes && i < from.count * in_from; i++)
        memcpy((char *)y + to.at + i / in_to * to.step + i % in_to * bytes,
               (const char *)x + from.at + i / in_from * from.step + i % in_from * bytes, bytes);
}
