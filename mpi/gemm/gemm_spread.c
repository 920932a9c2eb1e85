/* ORB_MPI_GEMM_SPREAD: products on a process grid without cyclic shifts. One operand is stationary. The shared axis of
 * the other two is processed in blocks of lines. A block is sent to all ranks that multiply it, or summed up from them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * During the product of a block, the next block and the sums of the previous one are in transit. */
#include "gemm.h"

#include "gemm_roles.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOVERS = 2, LINES = 64 }; /* lines of a block by default, as in the paper */

/* An operand that is not stationary. */
typedef struct mover {
    const orb_mover *role;
    char *block[2]; /* operand that is read: two blocks, used alternately. C: this rank's partial sums, in the first
                     * one */
    char *in, *out; /* message buffers */
} mover;

typedef struct spread {
    orb_roles roles;
    bool takes_part;
    size_t lines; /* lines of a block; the last one may have fewer */
    mover mover[MOVERS];
} spread;

/* A block of an operand: `lines` lines of the shared axis. */
typedef struct piece {
    const orb_mpi_gemm_plan *plan;
    const mover *mover;
    size_t first, lines;
} piece;

static bool is_sum(const mover *m)
{
    return m->role->operand == ORB_MPI_C;
}

static piece piece_at(const orb_mpi_gemm_plan *p, int i, size_t block)
{
    const spread *s = p->setup;
    const size_t first = block * s->lines, rest = s->roles.lines - first;

    return (piece){p, &s->mover[i], first, rest < s->lines ? rest : s->lines};
}

static orb_region at_home(const void *context, int rank)
{
    const piece *at = context;
    const spread *s = at->plan->setup;

    return orb_gemm_region(&at->plan->part[at->mover->role->operand],
                           (size_t[2]){(size_t)rank / s->roles.columns, (size_t)rank % s->roles.columns});
}

/* The elements of a block that a rank multiplies. */
static orb_region multiplied(const void *context, int rank)
{
    const piece *at = context;
    const spread *s = at->plan->setup;
    const orb_mover *m = at->mover->role;
    const size_t parts = m->along_rows ? s->roles.rows : s->roles.columns;
    const size_t own = m->along_rows ? (size_t)rank / s->roles.columns : (size_t)rank % s->roles.columns;
    const size_t other = orb_distribution_bound(m->other, parts, own);
    orb_region region;

    region.axis[m->axis] = (orb_lines){1, {at->first, 0}, {at->lines, 0}};
    region.axis[1 - m->axis] =
        (orb_lines){1, {other, 0}, {orb_distribution_bound(m->other, parts, own + 1) - other, 0}};
    return region;
}

/* Operand i uses the slots from 2 * ranks * i on, and the tag i + 1. */
static orb_redistribution redistribution_of(const piece *at, int i)
{
    const spread *s = at->plan->setup;
    const int ranks = (int)(s->roles.rows * s->roles.columns);
    const bool sum = is_sum(at->mover);

    return (orb_redistribution){.from = sum ? multiplied : at_home,
                                .to = sum ? at_home : multiplied,
                                .context = at,
                                .rank = at->plan->rank,
                                .ranks = ranks,
                                .first_slot = 2 * ranks * i,
                                .tag = i + 1,
                                .element = at->plan->desc.element,
                                .add = sum && at->plan->desc.accumulate,
                                .add_others = sum,
                                .out = at->mover->out,
                                .in = at->mover->in};
}

/* Starts to send a block of each operand that is read. */
static void begin(orb_mpi_gemm_plan *p, size_t block, const void *const array[2])
{
    for (int i = 0; i < MOVERS; i++) {
        const piece at = piece_at(p, i, block);
        const orb_redistribution redistribution = redistribution_of(&at, i);

        if (!is_sum(at.mover))
            orb_redistribution_start(&redistribution, &p->post, array[at.mover->role->operand],
                                     at.mover->block[block % 2]);
    }
}

/* Completes these messages. */
static void end(orb_mpi_gemm_plan *p, size_t block)
{
    for (int i = 0; i < MOVERS; i++) {
        const piece at = piece_at(p, i, block);
        const orb_redistribution redistribution = redistribution_of(&at, i);

        if (!is_sum(at.mover))
            orb_redistribution_finish(&redistribution, &p->post, at.mover->block[block % 2]);
    }
}

/* If C is not stationary: starts to send and sum up a block of it. */
static void begin_sums(orb_mpi_gemm_plan *p, size_t block, void *c)
{
    for (int i = 0; i < MOVERS; i++) {
        const piece at = piece_at(p, i, block);
        const orb_redistribution redistribution = redistribution_of(&at, i);

        if (is_sum(at.mover))
            orb_redistribution_start(&redistribution, &p->post, at.mover->block[0], c);
    }
}

/* Completes these sums. */
static void end_sums(orb_mpi_gemm_plan *p, size_t block, void *c)
{
    for (int i = 0; i < MOVERS; i++) {
        const piece at = piece_at(p, i, block);
        const orb_redistribution redistribution = redistribution_of(&at, i);

        if (is_sum(at.mover))
            orb_redistribution_finish(&redistribution, &p->post, c);
    }
}

static void multiply(orb_mpi_gemm_plan *p, const spread *s, size_t block, const void *const array[2], void *c)
{
    const orb_mpi_operand stays = s->roles.stays;
    const orb_gemm_part *part = &p->part[stays];
    const piece at = piece_at(p, 0, block);
    const void *operand_at[3] = {array[0], array[1], c};
    size_t leading[3] = {0, 0, 0};
    void *sum = c;
    orb_gemm_local l;

    leading[stays] = part->size[1];
    for (int i = 0; i < MOVERS; i++) {
        const piece its = piece_at(p, i, block);
        const orb_region region = multiplied(&its, p->rank);
        const orb_mpi_operand operand = its.mover->role->operand;

        leading[operand] = orb_lines_count(&region.axis[1]);
        operand_at[operand] = its.mover->block[is_sum(its.mover) ? 0 : block % 2];
        if (is_sum(its.mover))
            sum = its.mover->block[0];
    }
    l = (orb_gemm_local){.rows = stays == ORB_MPI_B ? at.lines : part->size[0],
                         .columns = stays == ORB_MPI_A ? at.lines : part->size[1],
                         .depth = stays == ORB_MPI_C ? at.lines : part->size[stays == ORB_MPI_A],
                         .a = operand_at[ORB_MPI_A],
                         .b = operand_at[ORB_MPI_B],
                         .c = sum,
                         .lda = leading[ORB_MPI_A],
                         .ldb = leading[ORB_MPI_B],
                         .ldc = leading[ORB_MPI_C],
                         .add = stays == ORB_MPI_C && (block || p->desc.accumulate)};
    orb_gemm_multiply(p, &l);
}

static void run(orb_mpi_gemm_plan *p, const void *a, const void *b, void *c)
{
    const void *const array[2] = {a, b};
    const spread *s = p->setup;
    const size_t blocks = s->takes_part ? (s->roles.lines + s->lines - 1) / s->lines : 0;

    if (!blocks)
        return;
    begin(p, 0, array);
    for (size_t block = 0; block < blocks; block++) {
        end(p, block);
        if (block + 1 < blocks)
            begin(p, block + 1, array);
        multiply(p, s, block, array, c);
        if (block)
            end_sums(p, block - 1, c);
        begin_sums(p, block, c);
    }
    end_sums(p, blocks - 1, c);
    orb_post_wait_all(&p->post);
}

static void explain(orb_mpi_gemm_plan *p, const spread *s)
{
    static const char name[] = "ABC";

    snprintf(p->tally.why, sizeof p->tally.why, "spread: %zu x %zu ranks, %c stays, %zu blocks of up to %zu lines",
             s->roles.rows, s->roles.columns, name[s->roles.stays], (s->roles.lines + s->lines - 1) / s->lines,
             s->lines);
}

/* Each element that this rank multiplies comes from one rank, or goes to one. Its own elements go to all ranks of a row
 * or column of the grid, or come from them. */
static bool allocate(const orb_mpi_gemm_plan *p, const spread *s, mover *m)
{
    const orb_mover *r = m->role;
    const size_t *size = p->part[r->operand].size, copies = r->along_rows ? s->roles.columns : s->roles.rows;
    const size_t other = r->other / (r->along_rows ? s->roles.rows : s->roles.columns) + 1;
    const size_t home = size[1 - r->axis] * (size[r->axis] < s->lines ? size[r->axis] : s->lines);

    for (int b = 0; b < (is_sum(m) ? 1 : 2); b++)
        if (!(m->block[b] = orb_gemm_new(p, other, s->lines)))
            return false;
    m->in = is_sum(m) ? orb_gemm_new(p, home, copies) : orb_gemm_new(p, other, s->lines);
    m->out = is_sum(m) ? orb_gemm_new(p, other, s->lines) : orb_gemm_new(p, home, copies);
    return m->in && m->out;
}

static void discard(void *setup)
{
    spread *s = setup;

    for (int i = 0; s && i < MOVERS; i++) {
        free(s->mover[i].block[0]);
        free(s->mover[i].block[1]);
        free(s->mover[i].in);
        free(s->mover[i].out);
    }
    free(s);
}

static orb_status prepare(orb_mpi_gemm_plan *p)
{
    spread *s = calloc(1, sizeof *s);
    orb_status status;
    size_t ranks;

    p->setup = s;
    if (!s)
        return ORB_NO_MEMORY;
    status = orb_roles_choose(&s->roles, &p->desc, p->ranks);
    if (status)
        return status;
    ranks = s->roles.rows * s->roles.columns;
    p->desc.stationary = orb_roles_stays(&p->desc);
    p->desc.grid[0] = (int)s->roles.rows;
    p->desc.grid[1] = (int)s->roles.columns;
    if (!p->desc.panel)
        p->desc.panel = LINES;
    s->lines = p->desc.panel < s->roles.lines ? p->desc.panel : s->roles.lines;
    orb_gemm_blocks(p, s->roles.rows, s->roles.columns);
    explain(p, s);
    s->takes_part = (size_t)p->rank < ranks;
    if (!s->takes_part)
        return ORB_OK;
    for (int i = 0; i < MOVERS; i++) {
        s->mover[i].role = &s->roles.mover[i];
        if (!allocate(p, s, &s->mover[i]))
            return ORB_NO_MEMORY;
    }
    return orb_gemm_open_post(p, 2 * MOVERS * ranks) ? ORB_OK : ORB_NO_MEMORY;
}

const orb_gemm_kernel orb_gemm_spread = {prepare, run, discard};
