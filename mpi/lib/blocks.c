/* Blocks that are transformed separately: each rank has whole ones, and ranks exchange nothing.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cluster.h"

#include "checked.h"
#include "field.h"
#include "local.h"
#include "partition.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AXES = ORB_MPI_BLOCK_AXES };

typedef struct setup {
    orb_device *device, *own; /* own: the same if the plan opened it */
    orb_plan *plan;           /* NULL: this rank has no block */
    size_t bytes_in, bytes_out;
    double share; /* of all blocks */
} setup;

static size_t block_of(const orb_mpi_desc *d, int axis)
{
    return d->block[axis] ? d->block[axis] : d->n[axis];
}

/* Blocks along an axis. */
static int blocks_of(const orb_mpi_desc *d, int axis)
{
    return (int)smaller(orb_parts(d->n[axis], block_of(d, axis)), INT32_MAX);
}

/* Blocks of the rank that has the most. */
static double most_blocks(const orb_mpi_desc *d, const int grid[AXES])
{
    double blocks = 1.0;

    for (int a = 0; a < AXES; a++)
        blocks *= (double)orb_partition_largest((size_t)blocks_of(d, a), grid[a]);
    return blocks;
}

/* A grid that is tried, and the best so far. */
typedef struct search {
    const orb_mpi_desc *desc;
    int given[AXES], now[AXES], best[AXES]; /* best: 0 if there is none */
} search;

/* Tries the axes from this one on, with so many ranks. Of grids with the same work, the first one that is tried stays.
 * It divides the first axes, so that the boxes of a rank are long in memory and in files. */
static void try_axis(search *s, int axis, int ranks)
{
    int most;

    if (axis == AXES) {
        if (!s->best[0] || most_blocks(s->desc, s->now) < most_blocks(s->desc, s->best))
            memcpy(s->best, s->now, sizeof s->best);
        return;
    }
    most = (int)smaller((size_t)ranks, (size_t)blocks_of(s->desc, axis));
    for (int side = s->given[axis] ? s->given[axis] : most; side >= 1 && side <= ranks; side--) {
        s->now[axis] = side;
        try_axis(s, axis + 1, ranks / side);
        if (s->given[axis])
            break;
    }
}

static orb_status choose(const orb_mpi_desc *d, int ranks, int grid[ORB_MPI_AXES])
{
    search s = {.desc = d};

    for (int a = 0; a < AXES; a++) {
        s.given[a] = grid[a];
        if (grid[a] > 1 && blocks_of(d, a) == 1)
            return ORB_INVALID;
    }
    try_axis(&s, 0, ranks);
    memcpy(grid, s.best, sizeof s.best);
    grid[AXES] = 1;
    return s.best[0] ? ORB_OK : ORB_INVALID;
}

/* This rank's box of points, and of coefficients, which include the padding. */
static void find_boxes(const orb_mpi_plan *p, orb_part *points, orb_part *coefficients)
{
    *points = *coefficients = (orb_part){.size = {1, 1, 1, 1}};
    for (int a = 0; a < AXES; a++) {
        const size_t n = p->desc.n[a], block = block_of(&p->desc, a);
        size_t first;
        const size_t blocks = orb_partition((size_t)blocks_of(&p->desc, a), p->desc.grid[a], p->at[a], &first);

        points->start[a] = coefficients->start[a] = first * block;
        coefficients->size[a] = blocks * block;
        points->size[a] = blocks ? smaller(blocks * block, n - first * block) : 0;
    }
    if (!points->size[0] || !points->size[1] || !points->size[2])
        *points = *coefficients = (orb_part){.size = {0}};
}

static bool bytes_of(const orb_part *part, orb_element element, size_t *bytes)
{
    return orb_volume(part->size, orb_element_size(element), bytes);
}

static orb_status make_plan(orb_mpi_plan *p, setup *s, const orb_part *points)
{
    orb_plan_desc desc = {.norm = p->desc.norm,
                          .direction = p->desc.direction,
                          .element_in = p->desc.element_in,
                          .element_out = p->desc.element_out,
                          .progress = orb_gauge_show,
                          .progress_user = &p->gauge};
    const orb_status status = orb_local_device(&p->desc, &s->own, &s->device);

    memcpy(desc.n, points->size, sizeof desc.n);
    memcpy(desc.block, p->desc.block, sizeof desc.block);
    memcpy(desc.kind, p->desc.kind, sizeof desc.kind);
    memcpy(desc.type, p->desc.type, sizeof desc.type);
    return status ? status : orb_plan_create(&s->plan, s->device, &desc);
}

static orb_status prepare(orb_mpi_plan *p)
{
    const bool forward = p->desc.direction == ORB_FORWARD;
    orb_part points, coefficients;
    setup *s = calloc(1, sizeof *s);

    p->setup = s;
    if (!s)
        return ORB_NO_MEMORY;
    find_boxes(p, &points, &coefficients);
    p->in = forward ? points : coefficients;
    p->out = forward ? coefficients : points;
    snprintf(p->tally.why, sizeof p->tally.why, "blocks: %d x %d x %d of them on %d x %d x %d ranks",
             blocks_of(&p->desc, 0), blocks_of(&p->desc, 1), blocks_of(&p->desc, 2), p->desc.grid[0], p->desc.grid[1],
             p->desc.grid[2]);
    if (!points.size[0])
        return ORB_OK;
    p->gauge.total = (double)p->desc.batch;
    p->in_place = orb_element_size(p->desc.element_in) == orb_element_size(p->desc.element_out) &&
                  !memcmp(points.size, coefficients.size, sizeof points.size); /* what orb_execute requires */
    s->share = 1.0;
    for (int a = 0; a < AXES; a++)
        s->share *= (double)(coefficients.size[a] / block_of(&p->desc, a)) / (double)blocks_of(&p->desc, a);
    if (!bytes_of(&p->in, p->desc.element_in, &s->bytes_in) || !bytes_of(&p->out, p->desc.element_out, &s->bytes_out))
        return ORB_NO_MEMORY;
    return make_plan(p, s, &points);
}

static orb_status run(orb_mpi_plan *p, const void *in, void *out)
{
    const setup *s = p->setup;
    const double begin = MPI_Wtime();
    orb_status status = ORB_OK;

    for (size_t v = 0; s->plan && in && out && v < p->desc.batch && !status; v++) {
        orb_report report;

        p->gauge.next = 1.0;
        status = orb_execute(s->plan, (const char *)in + v * s->bytes_in, (char *)out + v * s->bytes_out,
                             s->own ? NULL : &report);
        if (!s->own && (!status || status == ORB_SATURATED)) {
            orb_local_count(&p->tally.device, &report, s->share / (double)p->desc.batch);
            status = ORB_OK;
        }
        p->tally.steps++;
        orb_gauge_add(&p->gauge, 1.0);
    }
    p->tally.compute += MPI_Wtime() - begin;
    return status;
}

static void discard(void *setup_of_plan)
{
    setup *s = setup_of_plan;

    if (!s)
        return;
    orb_plan_destroy(s->plan);
    orb_close(s->own);
    free(s);
}

const orb_algorithm orb_algorithm_blocks = {.name = "blocks",
                                            .axes = AXES,
                                            .devices = true,
                                            .blocks = true,
                                            .choose = choose,
                                            .prepare = prepare,
                                            .run = run,
                                            .discard = discard};
