/* The cuboid algorithm: P1 x P2 x P3 ranks, where data roll along one axis of the grid at a time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of the P blocks along an axis, the first (n mod P) have one point more than the others. Nothing is padded. Rank p of
 * a ring begins with block p, and receives the next block from its +1 neighbour P-1 times. Results stay. */
#include "cluster.h"

#include "blas_memory.h"
#include "checked.h"
#include "convert.h"
#include "field.h"
#include "local.h"
#include "partition.h"
#include "product.h"
#include "swap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 3, BUFFERS = 3 };

/* The order of the divided axes, as in the paper. */
static const int order[STAGES] = {2, 0, 1};

typedef struct setup {
    /* This rank's block. Each axis is computed by itself, even if another one is empty. */
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
    orb_local *local; /* transforms all whole axes at once, before the others */
    int rings;        /* the number of axes that are divided and transformed: */
    int ring[STAGES];
    void *coefficients; /* space for the largest block of coefficients */
    void *buffer[BUFFERS];
    size_t bytes; /* size of each buffer */
} setup;

/* The number of blocks that a rank sends along an axis. */
static int passed(orb_kind kind, int parts)
{
    return kind == ORB_IDENTITY ? 0 : parts - 1;
}

/* Chooses the grid whose largest block is the smallest, and among equals the one that sends the fewest blocks. If
 * several remain, it divides the first axes, because the rows of a block are then long. */
static orb_status choose(const orb_mpi_desc *d, int ranks, int grid[ORB_MPI_AXES])
{
    double best = 0.0;
    int least = 0, best_grid[STAGES] = {0, 0, 0};
    const int given[STAGES] = {grid[0], grid[1], grid[2]};

    for (int a = given[0] ? given[0] : ranks; a >= 1 && a <= ranks; a--) {
        for (int b = given[1] ? given[1] : ranks / a; b >= 1 && b <= ranks / a; b--) {
            const int most = ranks / a / b, c = given[2] ? given[2] : orb_partition_fewest(d->n[2], most);
            const double block = (double)orb_partition_largest(d->n[0], a) * (double)orb_partition_largest(d->n[1], b) *
                                 (double)orb_partition_largest(d->n[2], c);
            const int cost = passed(d->kind[0], a) + passed(d->kind[1], b) + passed(d->kind[2], c);

            if (c <= most && (!best_grid[0] || block < best || (block == best && cost < least))) {
                best = block;
                least = cost;
                best_grid[0] = a;
                best_grid[1] = b;
                best_grid[2] = c;
            }
            if (given[1])
                break;
        }
        if (given[0])
            break;
    }
    memcpy(grid, best_grid, sizeof best_grid);
    return best_grid[0] ? ORB_OK : ORB_INVALID;
}

static bool is_empty(const size_t size[3])
{
    return !size[0] || !size[1] || !size[2];
}

/* Prepares the transform of the whole axes by the engine, which is faster than products with whole matrices. */
static orb_status prepare_local(orb_mpi_plan *plan, setup *s)
{
    orb_local_work work = {.batch = plan->desc.batch,
                           .element_in = plan->desc.element_in,
                           .between = plan->element,
                           .element_out = s->rings ? plan->element : plan->desc.element_out,
                           .cost = &plan->tally.device,
                           .part = 1.0,
                           .gauge = &plan->gauge};

    for (int a = 0; a < ORB_MPI_AXES; a++) {
        work.size[a] = plan->in.size[a];
        work.transforms[a] = plan->desc.grid[a] == 1;
    }
    return orb_local_create(&s->local, &plan->desc, &work);
}

static orb_status prepare_memory(orb_mpi_plan *plan, setup *s)
{
    size_t largest[ORB_MPI_AXES], bytes, most = 0;

    for (int a = 0; a < ORB_MPI_AXES; a++)
        largest[a] = orb_partition_largest(plan->desc.n[a], plan->desc.grid[a]);
    if (!orb_cluster_bytes(plan, largest, &bytes) || (s->rings && orb_blas_reserve((int)plan->desc.threads)))
        return ORB_NO_MEMORY;
    s->bytes = bytes;
    for (int i = 0; i < BUFFERS; i++)
        if (!(s->buffer[i] = malloc(bytes)))
            return ORB_NO_MEMORY;
    for (int i = 0; i < s->rings; i++)
        most = largest[s->ring[i]] > most ? largest[s->ring[i]] : most;
    if (!orb_mul(most, most, &bytes) || !orb_mul(bytes, orb_element_size(plan->element), &bytes))
        return ORB_NO_MEMORY;
    s->coefficients = bytes ? malloc(bytes) : NULL;
    return bytes && !s->coefficients ? ORB_NO_MEMORY : ORB_OK;
}

static void explain(orb_mpi_plan *plan, const setup *s)
{
    const int *grid = plan->desc.grid;
    const size_t *n = plan->desc.n;

    snprintf(plan->tally.why, sizeof plan->tally.why,
             "cuboid: %d x %d x %d ranks, blocks of at most %zu x %zu x %zu, which roll along %d of the axes", grid[0],
             grid[1], grid[2], orb_partition_largest(n[0], grid[0]), orb_partition_largest(n[1], grid[1]),
             orb_partition_largest(n[2], grid[2]), s->rings);
}

static void discard(void *setup_of_plan)
{
    setup *s = setup_of_plan;

    if (!s)
        return;
    orb_local_destroy(s->local);
    free(s->coefficients);
    for (int i = 0; i < BUFFERS; i++)
        free(s->buffer[i]);
    free(s);
}

static orb_status prepare(orb_mpi_plan *plan)
{
    setup *s = calloc(1, sizeof *s);
    orb_status status;

    plan->setup = s;
    if (!s)
        return ORB_NO_MEMORY;
    for (int a = 0; a < ORB_MPI_AXES; a++)
        s->size[a] = orb_partition(plan->desc.n[a], plan->desc.grid[a], plan->at[a], &s->start[a]);
    if (!is_empty(s->size)) {
        memcpy(plan->in.start, s->start, sizeof s->start);
        memcpy(plan->in.size, s->size, sizeof s->size);
    }
    plan->out = plan->in;
    for (int i = 0; i < STAGES; i++)
        if (passed(plan->desc.kind[order[i]], plan->desc.grid[order[i]]))
            s->ring[s->rings++] = order[i];
    for (int i = 0; i < s->rings; i++) {
        const size_t n = plan->desc.n[s->ring[i]];
        const orb_product p = orb_product_of(plan->element, plan->desc.kind[s->ring[i]], s->ring[i], 1, s->size, n);

        if (!orb_product_fits(&p))
            return ORB_INVALID;
    }
    plan->gauge.total = 1.0; /* of local work */
    for (int i = 0; i < s->rings; i++)
        plan->gauge.total += plan->desc.grid[s->ring[i]];
    status = prepare_local(plan, s);
    if (!status)
        status = prepare_memory(plan, s);
    explain(plan, s);
    return status;
}

/* Starts the messages of a step: sends block x, and receives the next one. */
static void roll(orb_mpi_plan *plan, const setup *s, int axis, int step, const void *x, void *next)
{
    const int parts = plan->desc.grid[axis], index = (plan->at[axis] + step) % parts;
    size_t block[ORB_MPI_AXES], start;

    memcpy(block, s->size, sizeof block);
    block[axis] = orb_partition(plan->desc.n[axis], parts, (index + 1) % parts, &start);
    orb_wire_receive(&plan->wire, ORB_SLOT_X_IN, plan->wire.next[axis], next, orb_cluster_scalars(plan, block));
    block[axis] = orb_partition(plan->desc.n[axis], parts, index, &start);
    orb_wire_send(&plan->wire, ORB_SLOT_X_OUT, plan->wire.previous[axis], x, orb_cluster_scalars(plan, block));
}

/* Multiplies block x by its coefficients, and adds the product to the results y of this rank. */
static void multiply(orb_mpi_plan *plan, setup *s, int axis, int step, const void *x, void *y)
{
    const int parts = plan->desc.grid[axis], index = (plan->at[axis] + step) % parts;
    const double begin = MPI_Wtime();
    orb_tile tile = {.first = {0, s->start[axis]}};
    size_t block[ORB_MPI_AXES];
    orb_product p;

    memcpy(block, s->size, sizeof block);
    block[axis] = orb_partition(plan->desc.n[axis], parts, index, &tile.first[0]);
    p = orb_product_of(plan->element, plan->desc.kind[axis], axis, plan->desc.batch, block, s->size[axis]);
    tile.count[0] = tile.shape[0] = p.points;
    tile.count[1] = tile.shape[1] = p.results;
    orb_entries_block(&plan->entries[axis], &tile, p.coefficients, s->coefficients);
    orb_product_run(&p, x, s->coefficients, y, step > 0, &plan->wire.post);
    plan->tally.compute += MPI_Wtime() - begin;
    plan->tally.steps++;
    orb_gauge_add(&plan->gauge, 1.0);
}

/* Transforms a divided axis, from x to y. x may be in buffer 0; buffer 1 must be free. */
static void run_ring(orb_mpi_plan *plan, setup *s, int axis, const void *x, void *y)
{
    void **b = s->buffer;

    for (int step = 0; step < plan->desc.grid[axis]; step++) {
        const bool rolls = step < plan->desc.grid[axis] - 1;

        if (rolls)
            roll(plan, s, axis, step, x, b[1]);
        multiply(plan, s, axis, step, x, y);
        orb_post_wait_all(&plan->wire.post);
        if (rolls) {
            orb_swap(&b[0], &b[1]);
            x = b[0];
        }
    }
}

static orb_status run_local(orb_mpi_plan *plan, const setup *s, const void *in, void *out)
{
    const double begin = MPI_Wtime();
    const orb_status status = orb_local_run(s->local, in, out);

    plan->tally.compute += MPI_Wtime() - begin;
    return status;
}

/* If nothing is divided, all is local. In place, it reads a copy of the input, because elements may differ. */
static orb_status run_whole(orb_mpi_plan *plan, const setup *s, const void *in, void *out)
{
    if (!in || !out)
        return ORB_OK;
    if (in == out)
        in = memcpy(s->buffer[0], in,
                    plan->desc.batch * s->size[0] * s->size[1] * s->size[2] * orb_element_size(plan->desc.element_in));
    return run_local(plan, s, in, out);
}

static orb_status run(orb_mpi_plan *plan, const void *in, void *out)
{
    setup *s = plan->setup;
    const bool as_is = orb_local_is_copy(s->local) && in != out; /* in place, a copy of the input rolls */
    const bool same = plan->desc.element_out == plan->element;
    const void *x = in && as_is ? in : s->buffer[0];
    orb_status status = ORB_OK;

    if (!s->rings)
        return run_whole(plan, s, in, out);
    if (in && !as_is)
        status = run_local(plan, s, in, s->buffer[0]);
    if (!in || status) /* the other ranks wait for this block */
        memset(s->buffer[0], 0, s->bytes);
    for (int i = 0; i < s->rings; i++) {
        const bool last = i == s->rings - 1;

        run_ring(plan, s, s->ring[i], x, last && same && out ? out : s->buffer[2]);
        orb_swap(&s->buffer[0], &s->buffer[2]);
        x = s->buffer[0];
    }
    if (out && !same) {
        orb_boxes from = {.element = plan->element}, to = {.element = plan->desc.element_out};

        memcpy(from.shape, plan->out.size, sizeof from.shape);
        memcpy(to.shape, plan->out.size, sizeof to.shape);
        orb_convert(plan->desc.batch, plan->out.size, &from, x, &to, out);
    }
    return status;
}

const orb_algorithm orb_algorithm_cuboid = {.name = "cuboid",
                                            .axes = STAGES,
                                            .entries = true,
                                            .choose = choose,
                                            .prepare = prepare,
                                            .run = run,
                                            .discard = discard};
