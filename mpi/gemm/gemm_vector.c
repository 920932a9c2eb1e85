/* ORB_MPI_GEMM_VECTOR: products of a matrix with a vector, or of two vectors, on a process grid. The matrix is
 * stationary.
 * SPDX-License-Identifier: Apache-2.0
 *
 * One vector belongs to the rows of the matrix, the other one to its columns. On R x S ranks, rank (r,c) needs range r
 * of R of the first vector. The ranks (r,0) to (r,S-1) have this range, and a ring along the row of the grid spreads it
 * or sums it up. Of the second vector, rank (r,c) needs range c of S. To this end, it gets range c*R+r of R*S from the
 * rank that has it; then a ring along the column of the grid does the same. */
#include "gemm.h"

#include "grid_shape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_ALIGN = 1, TAG_MOVE };
enum { IN = 0, OUT, SLOTS };

/* A vector, and the ring that spreads or sums up a range of it. */
typedef struct vector {
    orb_mpi_operand operand;
    size_t length;
    int parts, at;     /* ranks of the ring, and this rank's position */
    int first, stride; /* rank numbers of the ring: the first one, and the difference of consecutive ones */
    int owner, taker;  /* the rank whose part this rank uses in the ring, and the rank that uses this rank's part */
    char *range, *incoming; /* the range that the matrix needs; message buffer */
} vector;

typedef struct setup {
    orb_mpi_operand stays;
    size_t shape[2];
    bool takes_part;
    vector vector[2]; /* of the rows and of the columns of the matrix */
} setup;

/* The first element of range i of R*S. */
static size_t bound(const setup *s, const vector *v, int i)
{
    return orb_distribution_bound(v->length, s->shape[0] * s->shape[1], (size_t)i);
}

/* The number of elements before part i of the ring's range. */
static size_t before(const setup *s, const vector *v, int i)
{
    const int first = (v->owner / v->parts) * v->parts;

    return bound(s, v, first + i) - bound(s, v, first);
}

static size_t count(const setup *s, const vector *v, int i)
{
    return before(s, v, i + 1) - before(s, v, i);
}

static int rank_of(const vector *v, int at)
{
    return v->first + (at + v->parts) % v->parts * v->stride;
}

static char *place(const orb_mpi_gemm_plan *p, const setup *s, const vector *v, int i)
{
    return v->range + before(s, v, i) * p->bytes;
}

/* Moves a part from the rank that owns it to the rank that uses it; if `back` is set, the reverse. */
static void align(orb_mpi_gemm_plan *p, const setup *s, const vector *v, bool back, const void *x, void *y)
{
    const size_t home = bound(s, v, p->rank + 1) - bound(s, v, p->rank), here = count(s, v, v->at);

    if (v->owner == p->rank) {
        memcpy(y, x, home * p->bytes);
        return;
    }
    orb_post_receive(&p->post, IN, back ? v->taker : v->owner, TAG_ALIGN, y, back ? home : here);
    orb_post_send(&p->post, OUT, back ? v->owner : v->taker, TAG_ALIGN, x, back ? here : home);
    orb_post_wait_all(&p->post);
}

/* Gives each rank of the ring the parts of the others. */
static void spread(orb_mpi_gemm_plan *p, const setup *s, const vector *v, const void *x)
{
    if (count(s, v, v->at) || bound(s, v, p->rank + 1) > bound(s, v, p->rank))
        align(p, s, v, false, x, place(p, s, v, v->at));
    for (int step = 0; step < v->parts - 1; step++) {
        const int now = (v->at + step) % v->parts, next = (now + 1) % v->parts;

        orb_post_receive(&p->post, IN, rank_of(v, v->at + 1), TAG_MOVE, place(p, s, v, next), count(s, v, next));
        orb_post_send(&p->post, OUT, rank_of(v, v->at - 1), TAG_MOVE, place(p, s, v, now), count(s, v, now));
        orb_post_wait_all(&p->post);
    }
}

/* Gives each rank of the ring the sum of its own part. The sum for rank i starts on rank i-1 and passes all ranks. */
static void sum_up(orb_mpi_gemm_plan *p, const setup *s, const vector *v, void *y)
{
    for (int step = 0; step < v->parts - 1; step++) {
        const int now = (v->at + 1 + step) % v->parts, next = (now + 1) % v->parts;

        orb_post_receive(&p->post, IN, rank_of(v, v->at + 1), TAG_MOVE, v->incoming, count(s, v, next));
        orb_post_send(&p->post, OUT, rank_of(v, v->at - 1), TAG_MOVE, place(p, s, v, now), count(s, v, now));
        orb_post_wait_all(&p->post);
        orb_gemm_add(p, count(s, v, next), v->incoming, place(p, s, v, next));
    }
    align(p, s, v, true, place(p, s, v, v->at), v->incoming);
    if (!y)
        return;
    if (p->desc.accumulate)
        orb_gemm_add(p, p->part[ORB_MPI_C].size[0] * p->part[ORB_MPI_C].size[1], v->incoming, y);
    else
        memcpy(y, v->incoming, p->part[ORB_MPI_C].size[0] * p->part[ORB_MPI_C].size[1] * p->bytes);
}

static void run(orb_mpi_gemm_plan *p, const void *a, const void *b, void *c)
{
    const setup *s = p->setup;
    const orb_gemm_vectors vectors = {.rows = p->part[s->stays].size[0],
                                      .columns = p->part[s->stays].size[1],
                                      .of_rows = s->vector[0].range,
                                      .of_columns = s->vector[1].range};

    if (!s->takes_part)
        return;
    for (int i = 0; i < 2; i++)
        if (s->vector[i].operand != ORB_MPI_C)
            spread(p, s, &s->vector[i], s->vector[i].operand == ORB_MPI_A ? a : b);
    if (s->stays == ORB_MPI_C) {
        orb_gemm_multiply_vectors(p, &vectors, c, p->desc.accumulate);
        return;
    }
    orb_gemm_multiply_vector(p, &vectors, s->stays == ORB_MPI_A ? a : b, s->stays == ORB_MPI_B);
    for (int i = 0; i < 2; i++)
        if (s->vector[i].operand == ORB_MPI_C)
            sum_up(p, s, &s->vector[i], c);
    orb_post_wait_all(&p->post);
}

/* Sets the vectors of the rows and columns of the matrix. Returns false if no operand is a vector. */
static bool set_roles(const orb_mpi_gemm_desc *d, setup *s)
{
    if (d->k == 1) {
        s->stays = ORB_MPI_C;
        s->vector[0] = (vector){.operand = ORB_MPI_A, .length = d->m};
        s->vector[1] = (vector){.operand = ORB_MPI_B, .length = d->n};
    } else if (d->n == 1) {
        s->stays = ORB_MPI_A;
        s->vector[0] = (vector){.operand = ORB_MPI_C, .length = d->m};
        s->vector[1] = (vector){.operand = ORB_MPI_B, .length = d->k};
    } else {
        s->stays = ORB_MPI_B;
        s->vector[0] = (vector){.operand = ORB_MPI_A, .length = d->k};
        s->vector[1] = (vector){.operand = ORB_MPI_C, .length = d->n};
    }
    return d->m == 1 || d->n == 1 || d->k == 1;
}

/* The number of elements that a rank sends in all shifts, times the number of ranks. */
static double shifted(const void *context, size_t rows, size_t columns)
{
    const setup *s = context;

    return (double)s->vector[0].length * (double)(columns - 1) + (double)s->vector[1].length * (double)(rows - 1);
}

static void set_rings(const orb_mpi_gemm_plan *p, setup *s)
{
    const int rows = (int)s->shape[0], columns = (int)s->shape[1], r = p->rank / columns, c = p->rank % columns;
    vector *v = s->vector;

    v[0].parts = columns;
    v[0].at = c;
    v[0].first = r * columns;
    v[0].stride = 1;
    v[0].owner = v[0].taker = p->rank;
    v[1].parts = rows;
    v[1].at = r;
    v[1].first = c;
    v[1].stride = columns;
    v[1].owner = c * rows + r;
    v[1].taker = p->rank % rows * columns + p->rank / rows;
}

static void set_parts(orb_mpi_gemm_plan *p, const setup *s)
{
    const size_t rank = (size_t)p->rank, grid = s->shape[0] * s->shape[1];
    const size_t shape[3][2] = {{p->desc.m, p->desc.k}, {p->desc.k, p->desc.n}, {p->desc.m, p->desc.n}};

    for (int o = 0; o < 3; o++) {
        const bool matrix = o == (int)s->stays;
        /* The axis along which a vector is distributed. */
        const int along = o == ORB_MPI_A   ? s->stays == ORB_MPI_B
                          : o == ORB_MPI_C ? s->stays == ORB_MPI_B
                                           : s->stays == ORB_MPI_C;

        for (int axis = 0; axis < 2; axis++) {
            const size_t parts = matrix ? s->shape[axis] : axis == along ? grid : 1;

            p->part[o].distribution[axis] = (orb_distribution){.n = shape[o][axis], .parts = parts};
            if (!s->takes_part)
                continue;
            p->part[o].at[axis] = matrix ? (axis ? rank % s->shape[1] : rank / s->shape[1]) : parts > 1 ? rank : 0;
            p->part[o].size[axis] = orb_distribution_count(&p->part[o].distribution[axis], p->part[o].at[axis]);
        }
    }
}

static void discard(void *context)
{
    setup *s = context;

    if (!s)
        return;
    for (int i = 0; i < 2; i++) {
        free(s->vector[i].range);
        free(s->vector[i].incoming);
    }
    free(s);
}

static orb_status prepare(orb_mpi_gemm_plan *p)
{
    static const char name[] = "ABC";
    setup *s = calloc(1, sizeof *s);

    p->setup = s;
    if (!s)
        return ORB_NO_MEMORY;
    if (!set_roles(&p->desc, s))
        return ORB_INVALID;
    orb_grid_shape(p->desc.grid, (size_t)p->ranks, 0, shifted, s, s->shape);
    if (!s->shape[0])
        return ORB_INVALID;
    p->desc.grid[0] = (int)s->shape[0];
    p->desc.grid[1] = (int)s->shape[1];
    s->takes_part = (size_t)p->rank < s->shape[0] * s->shape[1];
    set_parts(p, s);
    snprintf(p->tally.why, sizeof p->tally.why, "vectors: %zu x %zu ranks, %c stays", s->shape[0], s->shape[1],
             name[s->stays]);
    if (!s->takes_part)
        return ORB_OK;
    set_rings(p, s);
    for (int i = 0; i < 2; i++) {
        vector *v = &s->vector[i];

        v->range = orb_gemm_new(p, before(s, v, v->parts), 1);
        v->incoming = orb_gemm_new(p, v->length / (s->shape[0] * s->shape[1]) + 1, 1);
        if (!v->range || !v->incoming)
            return ORB_NO_MEMORY;
    }
    return orb_gemm_open_post(p, SLOTS) ? ORB_OK : ORB_NO_MEMORY;
}

const orb_gemm_kernel orb_gemm_vector = {prepare, run, discard};
