/* Two distributions of a volume, and the blocks that ranks send to each other.
 * SPDX-License-Identifier: Apache-2.0 */
#include "survey.h"

#include "checked.h"
#include "partition.h"

#include <stdlib.h>

/* The largest message in bytes, unless one index of the divided axis needs more. */
#ifndef ORB_REMAP_BYTES
#define ORB_REMAP_BYTES 131072
#endif

bool orb_survey_open(orb_survey *v, int ranks)
{
    *v = (orb_survey){.ranks = ranks, .axis = ORB_LONGEST};
    for (int side = 0; side < ORB_SIDES; side++)
        if (!(v->box[side] = calloc((size_t)ranks, sizeof *v->box[side])))
            return false;
    return true;
}

void orb_survey_close(orb_survey *v)
{
    for (int side = 0; side < ORB_SIDES; side++)
        free(v->box[side]);
}

static size_t points_of(const orb_part *p)
{
    return p->size[0] * p->size[1] * p->size[2] * p->size[3];
}

/* Reduces a block to its intersection with a range of one axis. */
static void clip(orb_part *block, int axis, size_t start, size_t size)
{
    const size_t end = smaller(block->start[axis] + block->size[axis], start + size);

    block->start[axis] = larger(block->start[axis], start);
    block->size[axis] = end > block->start[axis] ? end - block->start[axis] : 0;
}

/* The points that one rank sends to another. */
static orb_part block_of(const orb_survey *v, int from, int to)
{
    const orb_part *target = &v->box[ORB_AFTER][to];
    orb_part block = v->box[ORB_BEFORE][from];

    for (int a = 0; a < ORB_MPI_AXES; a++)
        clip(&block, a, target->start[a], target->size[a]);
    return block;
}

static bool sends(const orb_survey *v, int from, int to)
{
    const orb_part block = block_of(v, from, to);

    return !orb_part_is_empty(&block);
}

static int longest_axis(const orb_part *block)
{
    int longest = 0;

    for (int a = 1; a < ORB_MPI_AXES; a++)
        longest = block->size[a] > block->size[longest] ? a : longest;
    return longest;
}

/* The number of messages for so many points, along an axis of this length. */
static int messages_for(const orb_survey *v, size_t points, size_t length)
{
    return (int)smaller(orb_parts(points * v->bytes, ORB_REMAP_BYTES), smaller(larger(length, 1), INT32_MAX));
}

void orb_survey_divide(orb_survey *v, int axis, int divided)
{
    size_t largest = 1;

    for (int to = 0; to < v->ranks; to++) {
        const orb_part block = block_of(v, 0, to);

        largest = larger(largest, points_of(&block));
    }
    v->axis = axis;
    v->divided = divided;
    v->parts = messages_for(v, largest, v->box[divided]->size[axis]);
}

int orb_survey_parts(const orb_survey *v, int from, int to)
{
    const orb_part block = block_of(v, from, to);

    if (orb_part_is_empty(&block))
        return 0;
    return v->axis == ORB_LONGEST ? messages_for(v, points_of(&block), block.size[longest_axis(&block)]) : v->parts;
}

orb_part orb_survey_part(const orb_survey *v, int from, int to, int part)
{
    orb_part block = block_of(v, from, to);
    const orb_part whole = v->axis == ORB_LONGEST ? block : v->box[v->divided][v->divided == ORB_BEFORE ? from : to];
    const int axis = v->axis == ORB_LONGEST ? longest_axis(&block) : v->axis;
    size_t start;
    const size_t size = orb_partition(whole.size[axis], orb_survey_parts(v, from, to), part, &start);

    clip(&block, axis, whole.start[axis] + start, size);
    return block;
}

/* How far along the list of the ranks that it sends to does a rank start? Ranks with the same list start at different
 * places. */
static int start_of(const orb_survey *v, int from)
{
    int first = 0, targets = 0, sources = 0, before = 0;

    for (int to = v->ranks - 1; to >= 0; to--)
        if (sends(v, from, to)) {
            first = to;
            targets++;
        }
    for (int other = 0; other < v->ranks; other++)
        if (sends(v, other, first)) {
            sources++;
            before += other < from;
        }
    return sources ? (int)((long long)before * targets / sources) : 0;
}

int orb_survey_place(const orb_survey *v, int from, int to)
{
    int targets = 0, place = 0;

    for (int other = 0; other < v->ranks; other++)
        if (sends(v, from, other)) {
            targets++;
            place += other < to;
        }
    return targets ? (place - start_of(v, from) + targets) % targets : 0;
}
