/* Products of matrices on a grid of ranks of any shape: one operand stays, the others move from neighbour to neighbour.
 * SPDX-License-Identifier: Apache-2.0
 *
 * First what moves is aligned, see gemm_roles.h. A mover that is read goes on while it is multiplied. C, where it
 * moves, waits for the sum of the rank before, which comes while this rank's share of it is computed; it is not aligned
 * first, but brought home last. */
#include "gemm.h"

#include "gemm_roles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUFFERS = 3 };

/* Tags, and the first slots; each mover has those after its own. */
enum { TAG_ALIGN = 1, TAG_MOVE };
enum { IN = 0, OUT, OUT_TOO, OF_MOVER, ALIGN = 2 * OF_MOVER };

/* A mover in transit. */
typedef struct moving {
    const orb_mover *mover;
    int first_slot;
    int before, behind;    /* the ranks that it goes to, and comes from */
    size_t shifts;         /* so far */
    size_t per_part;       /* ticks */
    char *buffer[BUFFERS]; /* read: this part and the next alternately. C: sums alternately, and what comes in */
} moving;

typedef struct grid {
    orb_roles roles;
    bool takes_part;
    moving moving[2];
    char *out, *in; /* for aligning */
} grid;

static bool is_sum(const moving *m)
{
    return m->mover->operand == ORB_MPI_C;
}

static size_t elements_at(const orb_mpi_gemm_plan *p, const moving *m, size_t shifts)
{
    const grid *g = p->setup;
    const orb_region region = orb_roles_region(&g->roles, m->mover, p->rank, shifts);

    return orb_region_size(&region);
}

/* For aligning: parts as the user has them, and those of a mover before the first shift, or after the last. */
typedef struct aligned {
    const orb_mpi_gemm_plan *plan;
    const moving *moving;
    size_t shifts;
} aligned;

static orb_region at_home(const void *of, int rank)
{
    const aligned *a = of;
    const grid *g = a->plan->setup;
    const orb_gemm_part *mine = &a->plan->part[a->moving->mover->operand];
    const size_t at[2] = {(size_t)rank / g->roles.columns, (size_t)rank % g->roles.columns};
    orb_region region;

    for (int axis = 0; axis < 2; axis++) {
        const orb_distribution *distribution = &mine->distribution[axis];

        region.axis[axis] = (orb_lines){1,
                                        {orb_distribution_bound(distribution->n, distribution->parts, at[axis]), 0},
                                        {orb_distribution_count(distribution, at[axis]), 0}};
    }
    return region;
}

static orb_region on_its_way(const void *of, int rank)
{
    const aligned *a = of;
    const grid *g = a->plan->setup;

    return orb_roles_region(&g->roles, a->moving->mover, rank, a->shifts);
}

static orb_regrid regrid_of(const orb_mpi_gemm_plan *p, const aligned *a)
{
    const grid *g = p->setup;

    return (orb_regrid){.of = a,
                        .rank = p->rank,
                        .ranks = (int)(g->roles.rows * g->roles.columns),
                        .first_slot = ALIGN,
                        .tag = TAG_ALIGN,
                        .element = p->desc.element,
                        .out = g->out,
                        .in = g->in};
}

static void align(orb_mpi_gemm_plan *p, const moving *m, const void *x)
{
    const aligned a = {p, m, 0};
    orb_regrid regrid = regrid_of(p, &a);

    regrid.from = at_home;
    regrid.to = on_its_way;
    orb_regrid_run(&regrid, &p->post, x, m->buffer[0]);
}

static void bring_home(orb_mpi_gemm_plan *p, const moving *m, void *c)
{
    const aligned a = {p, m, m->shifts};
    orb_regrid regrid = regrid_of(p, &a);

    regrid.from = on_its_way;
    regrid.to = at_home;
    regrid.add = p->desc.accumulate;
    orb_regrid_run(&regrid, &p->post, m->buffer[m->shifts % 2], c);
}

static bool is_last(const moving *m)
{
    return m->shifts + 1 == m->mover->parts;
}

/* A part begins: what comes next is in transit already. */
static void begin_part(orb_mpi_gemm_plan *p, const moving *m)
{
    const size_t now = m->shifts % 2;

    if (is_sum(m)) {
        if (m->shifts)
            orb_post_receive(&p->post, m->first_slot + IN, m->behind, TAG_MOVE, m->buffer[2],
                             elements_at(p, m, m->shifts));
        orb_post_wait(&p->post, m->first_slot + (now ? OUT_TOO : OUT)); /* that sum was there before */
    } else if (!is_last(m)) {
        orb_post_receive(&p->post, m->first_slot + IN, m->behind, TAG_MOVE, m->buffer[1 - now],
                         elements_at(p, m, m->shifts + 1));
        orb_post_send(&p->post, m->first_slot + OUT, m->before, TAG_MOVE, m->buffer[now], elements_at(p, m, m->shifts));
    }
}

static void end_part(orb_mpi_gemm_plan *p, moving *m)
{
    const size_t now = m->shifts % 2, elements = elements_at(p, m, m->shifts);

    orb_post_wait(&p->post, m->first_slot + IN);
    if (is_sum(m)) {
        if (m->shifts)
            orb_gemm_add(p, elements, m->buffer[2], m->buffer[now]);
        if (!is_last(m))
            orb_post_send(&p->post, m->first_slot + (now ? OUT_TOO : OUT), m->before, TAG_MOVE, m->buffer[now],
                          elements);
    } else {
        orb_post_wait(&p->post, m->first_slot + OUT);
    }
    m->shifts += !is_last(m);
}

/* Where the lines from a tick on are in a mover's part, and how many numbers its rows have. */
static void *place_of(const orb_mpi_gemm_plan *p, const moving *m, size_t tick, size_t *leading)
{
    const grid *g = p->setup;
    const orb_region region = orb_roles_region(&g->roles, m->mover, p->rank, m->shifts);
    const size_t first = orb_roles_tick(&g->roles, m->mover, p->rank, m->shifts);
    const size_t before = orb_roles_lines(&g->roles, first, tick - m->shifts * m->per_part);

    *leading = orb_lines_count(&region.axis[1]);
    return m->buffer[m->shifts % 2] + before * (m->mover->axis ? 1 : *leading) * p->bytes;
}

/* Multiplies the pieces of both movers from a tick up to another one. */
static void multiply(orb_mpi_gemm_plan *p, const grid *g, size_t tick, size_t end, const void *const array[3], void *c)
{
    const orb_gemm_part *stays = &p->part[g->roles.stays];
    const size_t from = orb_roles_tick(&g->roles, &g->roles.mover[0], p->rank, 0);
    const size_t lines = orb_roles_lines(&g->roles, (from + tick) % g->roles.ticks, end - tick);
    const void *of[3] = {array[0], array[1], c};
    size_t leading[3] = {0, 0, 0};
    void *sum = c;
    orb_gemm_local l;

    leading[g->roles.stays] = stays->size[1];
    for (int i = 0; i < 2; i++) {
        const orb_mpi_operand operand = g->moving[i].mover->operand;
        void *place = place_of(p, &g->moving[i], tick, &leading[operand]);

        of[operand] = place;
        if (operand == ORB_MPI_C)
            sum = place;
    }
    l = (orb_gemm_local){.rows = g->roles.stays == ORB_MPI_B ? lines : stays->size[0],
                         .columns = g->roles.stays == ORB_MPI_A ? lines : stays->size[1],
                         .a = of[ORB_MPI_A],
                         .b = of[ORB_MPI_B],
                         .c = sum,
                         .lda = leading[ORB_MPI_A],
                         .ldb = leading[ORB_MPI_B],
                         .ldc = leading[ORB_MPI_C],
                         .add = g->roles.stays == ORB_MPI_C && (tick || p->desc.accumulate)};
    l.depth = g->roles.stays == ORB_MPI_C ? lines : stays->size[g->roles.stays == ORB_MPI_A];
    orb_gemm_multiply(p, &l);
}

static void run(orb_mpi_gemm_plan *p, const void *a, const void *b, void *c)
{
    const void *const array[3] = {a, b, c};
    grid *g = p->setup;
    moving *m = g->moving;

    if (!g->takes_part)
        return;
    for (int i = 0; i < 2; i++) {
        m[i].shifts = 0;
        if (!is_sum(&m[i]))
            align(p, &m[i], array[m[i].mover->operand]);
    }
    for (size_t tick = 0, end; tick < g->roles.ticks; tick = end) {
        end = g->roles.ticks;
        for (int i = 0; i < 2; i++) {
            const size_t next = (tick / m[i].per_part + 1) * m[i].per_part;

            if (tick % m[i].per_part == 0)
                begin_part(p, &m[i]);
            end = next < end ? next : end;
        }
        multiply(p, g, tick, end, array, c);
        for (int i = 0; i < 2; i++)
            if (end % m[i].per_part == 0)
                end_part(p, &m[i]);
    }
    for (int i = 0; i < 2; i++)
        if (is_sum(&m[i]))
            bring_home(p, &m[i], c);
    orb_post_wait_all(&p->post);
}

static void explain(orb_mpi_gemm_plan *p, const grid *g)
{
    static const char name[] = "ABC";
    const orb_roles *r = &g->roles;

    snprintf(p->tally.why, sizeof p->tally.why,
             "grid: %zu x %zu ranks, %c stays, %zu shifts of %c along rows of the grid, %zu of %c along columns",
             r->rows, r->columns, name[r->stays], r->columns - 1, name[r->mover[0].operand], r->rows - 1,
             name[r->mover[1].operand]);
}

/* Memory for the largest part that each mover can have, in transit and at home. */
static bool allocate(const orb_mpi_gemm_plan *p, grid *g)
{
    size_t most = 0;

    for (int i = 0; i < 2; i++) {
        const orb_mover *m = g->moving[i].mover;
        const size_t other = m->other / (m->along ? g->roles.rows : g->roles.columns) + 1;
        const size_t time = g->roles.time / m->parts + 2; /* two ranges, each rounded up */
        const size_t home = p->part[m->operand].size[0] * p->part[m->operand].size[1];

        for (int b = 0; b < (is_sum(&g->moving[i]) ? BUFFERS : 2); b++)
            if (!(g->moving[i].buffer[b] = orb_gemm_new(p, other, time)))
                return false;
        most = other * time > most ? other * time : most;
        most = home > most ? home : most;
    }
    g->out = orb_gemm_new(p, most, 1);
    g->in = orb_gemm_new(p, most, 1);
    return g->out && g->in;
}

static void discard(void *setup)
{
    grid *g = setup;

    if (!g)
        return;
    for (int i = 0; i < 2; i++)
        for (int b = 0; b < BUFFERS; b++)
            free(g->moving[i].buffer[b]);
    free(g->out);
    free(g->in);
    free(g);
}

/* This rank's part of an operand of that shape. */
static orb_gemm_part part_of(const orb_roles *r, int rank, bool takes_part, size_t rows, size_t columns)
{
    orb_gemm_part part = {.distribution = {{.n = rows, .parts = r->rows}, {.n = columns, .parts = r->columns}}};

    if (takes_part)
        for (int axis = 0; axis < 2; axis++) {
            part.at[axis] = axis ? (size_t)rank % r->columns : (size_t)rank / r->columns;
            part.size[axis] = orb_distribution_count(&part.distribution[axis], part.at[axis]);
        }
    return part;
}

static void set_moving(const orb_mpi_gemm_plan *p, grid *g)
{
    const int columns = (int)g->roles.columns, count = (int)g->roles.rows * columns;
    const int row = p->rank / columns, column = p->rank % columns;

    for (int i = 0; i < 2; i++) {
        moving *m = &g->moving[i];

        m->mover = &g->roles.mover[i];
        m->first_slot = i * OF_MOVER;
        m->per_part = g->roles.ticks / m->mover->parts;
        m->before =
            m->mover->along ? row * columns + (column + columns - 1) % columns : (p->rank + count - columns) % count;
        m->behind = m->mover->along ? row * columns + (column + 1) % columns : (p->rank + columns) % count;
    }
}

static orb_status prepare(orb_mpi_gemm_plan *p)
{
    grid *g = calloc(1, sizeof *g);
    orb_status status;

    p->setup = g;
    if (!g)
        return ORB_NO_MEMORY;
    status = orb_roles_choose(&g->roles, &p->desc, p->ranks);
    if (status)
        return status;
    g->takes_part = (size_t)p->rank < g->roles.rows * g->roles.columns;
    p->part[ORB_MPI_A] = part_of(&g->roles, p->rank, g->takes_part, p->desc.m, p->desc.k);
    p->part[ORB_MPI_B] = part_of(&g->roles, p->rank, g->takes_part, p->desc.k, p->desc.n);
    p->part[ORB_MPI_C] = part_of(&g->roles, p->rank, g->takes_part, p->desc.m, p->desc.n);
    explain(p, g);
    if (!g->takes_part)
        return ORB_OK;
    set_moving(p, g);
    return allocate(p, g) && orb_gemm_open_post(p, ALIGN + 2 * g->roles.rows * g->roles.columns) ? ORB_OK
                                                                                                 : ORB_NO_MEMORY;
}

const orb_gemm_kernel orb_gemm_grid = {prepare, run, discard};
