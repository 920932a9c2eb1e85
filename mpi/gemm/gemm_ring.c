/* ORB_MPI_GEMM_SYSTOLIC and ORB_MPI_GEMM_HYPERSYSTOLIC: products on a ring of ranks over which rows are distributed.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Rank q computes for the rows of A and C of the ranks q-back[i], with the parts of B of the ranks q+ahead[j]. For i =
 * 0, these are its own rows. For i > 0, it first receives the columns of A that it needs, and finally sends its sum of
 * C. The systolic ring is the case of base 1: `back` has the 0 only.
 *
 * B and C are processed in panels of columns, one panel at a time, so that only the sums of one panel need memory. The
 * last sums of a panel are in transit during the first products of the next one. */
#include "gemm.h"

#include "bases.h"
#include "checked.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TAG_A = 1, TAG_B, TAG_C };

/* Slots of messages. From EACH on, there is one per i: for A coming in, A going out, and C going out. */
enum { B_IN = 0, B_OUT, C_IN, EACH };

typedef struct ring {
    orb_bases bases;
    orb_distribution inner; /* of the rows of B, which are the columns of A, over the ranks */
    size_t width;           /* columns of a panel; the last one may have fewer */
    size_t columns;         /* columns of the current panel */
    char **a, **a_out;      /* columns of A by i, a block for each j that is used; a[0] is NULL if the caller's A can be
                             * used */
    char *panel_b;          /* a panel of this rank's part of B; NULL if B is a single panel */
    char *b[2];             /* panels of B from other ranks, used alternately */
    char **c;               /* sums for rows of other ranks, by i; c[0] is NULL */
    char *sum;              /* a sum that comes in */
} ring;

/* The narrowest panel in columns, and the shortest message of sums in bytes. Narrower panels would cost more time than
 * the memory that they save is worth. */
enum { NARROWEST = 64, SHORTEST = 65536 };

static int a_in(int i)
{
    return EACH + i;
}

static int a_out(const ring *r, int i)
{
    return EACH + r->bases.backs + i;
}

static int c_out(const ring *r, int i)
{
    return EACH + 2 * r->bases.backs + i;
}

/* The rank `offset` places further on the ring. */
static int rank_at(const orb_mpi_gemm_plan *p, int offset)
{
    return ((p->rank + offset) % p->ranks + p->ranks) % p->ranks;
}

static size_t rows_of(const orb_mpi_gemm_plan *p, int rank)
{
    return orb_distribution_count(&p->part[ORB_MPI_C].distribution[0], (size_t)rank);
}

static size_t inner_of(const ring *r, int rank)
{
    return orb_distribution_count(&r->inner, (size_t)rank);
}

/* The number of columns of A that rank q needs for i in the steps before j. */
static size_t columns_before(const orb_mpi_gemm_plan *p, const ring *r, int q, int i, int j)
{
    size_t columns = 0;

    for (int s = 0; s < j; s++)
        if (r->bases.used[i * r->bases.aheads + s])
            columns += inner_of(r, (q + r->bases.ahead[s]) % p->ranks);
    return columns;
}

static size_t columns_needed(const orb_mpi_gemm_plan *p, const ring *r, int q, int i)
{
    return columns_before(p, r, q, i, r->bases.aheads);
}

/* Copies the columns of A that belong to a rank's part of B, in row-major order. */
static void pack_block(const orb_mpi_gemm_plan *p, const ring *r, const char *a, int rank, char *to)
{
    const size_t count = inner_of(r, rank), run = r->inner.block ? r->inner.block : count;

    for (size_t row = 0; row < p->part[ORB_MPI_A].size[0]; row++, a += p->desc.k * p->bytes)
        for (size_t local = 0; local < count; local += run) {
            const size_t some = count - local < run ? count - local : run;

            memcpy(to, a + orb_distribution_index(&r->inner, (size_t)rank, local) * p->bytes, some * p->bytes);
            to += some * p->bytes;
        }
}

/* Copies all blocks of A that rank q needs for i. */
static void pack(const orb_mpi_gemm_plan *p, const ring *r, const void *a, int q, int i, char *to)
{
    for (int j = 0; j < r->bases.aheads; j++)
        if (r->bases.used[i * r->bases.aheads + j]) {
            const int rank = (q + r->bases.ahead[j]) % p->ranks;

            pack_block(p, r, a, rank, to);
            to += p->part[ORB_MPI_A].size[0] * inner_of(r, rank) * p->bytes;
        }
}

static void deliver_a(orb_mpi_gemm_plan *p, ring *r, const void *a)
{
    for (int i = 1; i < r->bases.backs; i++) {
        const int from = rank_at(p, -r->bases.back[i]);

        orb_post_receive(&p->post, a_in(i), from, TAG_A, r->a[i], rows_of(p, from) * columns_needed(p, r, p->rank, i));
    }
    for (int i = 1; i < r->bases.backs; i++) {
        const int to = rank_at(p, r->bases.back[i]);

        pack(p, r, a, to, i, r->a_out[i]);
        orb_post_send(&p->post, a_out(r, i), to, TAG_A, r->a_out[i],
                      p->part[ORB_MPI_A].size[0] * columns_needed(p, r, to, i));
    }
    if (r->a[0])
        pack(p, r, a, p->rank, 0, r->a[0]);
}

/* Returns the current panel of this rank's part of B, in row-major order; b is its address in the caller's array. */
static const void *pack_panel(const orb_mpi_gemm_plan *p, const ring *r, const char *b)
{
    if (!r->panel_b)
        return b;
    for (size_t row = 0; row < p->part[ORB_MPI_B].size[0]; row++)
        memcpy(r->panel_b + row * r->columns * p->bytes, b + row * p->desc.n * p->bytes, r->columns * p->bytes);
    return r->panel_b;
}

/* Receives the next part of B, and sends the current one. */
static void shift_b(orb_mpi_gemm_plan *p, const ring *r, int j, const void *b, void *next)
{
    const int stride = r->bases.ahead[j + 1] - r->bases.ahead[j];

    orb_post_receive(&p->post, B_IN, rank_at(p, stride), TAG_B, next,
                     inner_of(r, rank_at(p, r->bases.ahead[j + 1])) * r->columns);
    orb_post_send(&p->post, B_OUT, rank_at(p, -stride), TAG_B, b,
                  inner_of(r, rank_at(p, r->bases.ahead[j])) * r->columns);
}

/* Has there been a product for i before step j? */
static bool has_begun(const ring *r, int i, int j)
{
    for (int s = 0; s < j; s++)
        if (r->bases.used[i * r->bases.aheads + s])
            return true;
    return false;
}

/* Adds the product with the part of B of step j to the sum for i. */
static void multiply(orb_mpi_gemm_plan *p, const ring *r, int i, int j, const void *a, const void *b, void *c)
{
    const int from = rank_at(p, -r->bases.back[i]), part = rank_at(p, r->bases.ahead[j]);
    const size_t before = columns_before(p, r, p->rank, i, j), count = inner_of(r, part);
    orb_gemm_local l = {.rows = rows_of(p, from),
                        .columns = r->columns,
                        .depth = count,
                        .lda = count,
                        .b = b,
                        .ldb = r->columns,
                        .c = i ? r->c[i] : c,
                        .ldc = i ? r->columns : p->desc.n};

    orb_post_wait(&p->post, a_in(i));
    if (r->a[i]) {
        l.a = r->a[i] + before * l.rows * p->bytes;
    } else {
        l.a = (const char *)a + (count && l.rows ? orb_distribution_index(&r->inner, (size_t)part, 0) : 0) * p->bytes;
        l.lda = p->desc.k;
    }
    l.add = has_begun(r, i, j) || (!i && p->desc.accumulate);
    if (!l.add)
        orb_post_wait(&p->post, c_out(r, i)); /* the sum of the previous panel has been sent */
    orb_gemm_multiply(p, &l);
}

/* Adds the sum that has arrived to the sum for i. */
static void add_sum(orb_mpi_gemm_plan *p, const ring *r, int i, char *mine)
{
    const size_t rows = rows_of(p, rank_at(p, -r->bases.back[i])), bytes = r->columns * p->bytes;

    orb_post_wait(&p->post, C_IN);
    if (i || r->columns == p->desc.n)
        orb_gemm_add(p, rows * r->columns, r->sum, mine);
    else
        for (size_t row = 0; row < rows; row++)
            orb_gemm_add(p, r->columns, r->sum + row * bytes, mine + row * p->desc.n * p->bytes);
}

/* Called after this rank's last product for i: adds the sum of the next rank, and sends the result on. */
static void return_c(orb_mpi_gemm_plan *p, const ring *r, int i, void *c)
{
    const int *back = r->bases.back, last = r->bases.backs - 1;
    void *mine = i ? r->c[i] : c;

    if (i < last)
        add_sum(p, r, i, mine);
    if (i > 0) {
        const int stride = back[i] - back[i - 1];

        orb_post_receive(&p->post, C_IN, rank_at(p, stride), TAG_C, r->sum,
                         rows_of(p, rank_at(p, -back[i - 1])) * r->columns);
        orb_post_send(&p->post, c_out(r, i), rank_at(p, -stride), TAG_C, mine,
                      rows_of(p, rank_at(p, -back[i])) * r->columns);
    }
}

/* Multiplies the current panel; b and c are its addresses in the caller's arrays. */
static void run_panel(orb_mpi_gemm_plan *p, ring *r, const void *a, const void *b, void *c)
{
    const orb_bases *s = &r->bases;

    b = pack_panel(p, r, b);
    for (int j = 0; j < s->aheads; j++) {
        const bool last = j == s->aheads - 1;

        if (!last)
            shift_b(p, r, j, b, r->b[j % 2]);
        /* In the last step, the sums with the longest return path come first. */
        for (int n = 0; n < s->backs; n++) {
            const int i = last ? s->backs - 1 - n : n;

            if (s->used[i * s->aheads + j])
                multiply(p, r, i, j, a, b, c);
            if (last)
                return_c(p, r, i, c);
        }
        orb_post_wait(&p->post, B_IN);
        orb_post_wait(&p->post, B_OUT);
        b = r->b[j % 2];
    }
}

static void run(orb_mpi_gemm_plan *p, const void *a, const void *b, void *c)
{
    ring *r = p->setup;

    deliver_a(p, r, a);
    for (size_t first = 0; first < p->desc.n; first += r->width) {
        const size_t rest = p->desc.n - first;

        r->columns = rest < r->width ? rest : r->width;
        run_panel(p, r, a, b ? (const char *)b + first * p->bytes : NULL, c ? (char *)c + first * p->bytes : NULL);
    }
    orb_post_wait_all(&p->post);
}

static void explain(orb_mpi_gemm_plan *p, const ring *r)
{
    const size_t size = sizeof p->tally.why, panels = (p->desc.n + r->width - 1) / r->width;
    char *why = p->tally.why, base[20] = "bases searched";

    if (p->desc.algorithm == ORB_MPI_GEMM_SYSTOLIC) {
        snprintf(why, size, "systolic: a ring of %d ranks, panels of columns: %zu, %d shifts of B", p->ranks, panels,
                 p->ranks - 1);
        return;
    }
    if (!p->desc.stride_cost)
        snprintf(base, sizeof base, "base %d", p->desc.base);
    snprintf(
        why, size,
        "hyper-systolic: a ring of %d ranks, %s, panels of columns: %zu: columns of A to %d ranks, %d shifts of B, "
        "%d of C",
        p->ranks, base, panels, r->bases.backs - 1, r->bases.aheads - 1, r->bases.backs - 1);
}

/* Default: narrow enough for all sums together to have no more elements than this rank's part of C, unless the panel
 * would be too narrow. */
static void set_width(orb_mpi_gemm_plan *p, ring *r)
{
    const size_t backs = (size_t)r->bases.backs, narrow = (p->desc.n + backs - 1) / backs;
    const size_t bytes = orb_distribution_most(&p->part[ORB_MPI_C].distribution[0]) * p->bytes;
    const size_t least = SHORTEST / bytes < NARROWEST ? NARROWEST : SHORTEST / bytes;

    if (!p->desc.panel)
        p->desc.panel = narrow < least ? least : narrow;
    r->width = p->desc.panel < p->desc.n ? p->desc.panel : p->desc.n;
}

static bool allocate(orb_mpi_gemm_plan *p, ring *r)
{
    const size_t backs = (size_t)r->bases.backs, inner = orb_distribution_most(&r->inner);

    r->a = calloc(backs, sizeof *r->a);
    r->a_out = calloc(backs, sizeof *r->a_out);
    r->c = calloc(backs, sizeof *r->c);
    if (!r->a || !r->a_out || !r->c)
        return false;
    for (int i = 0; i < 2 && i < r->bases.aheads - 1; i++)
        if (!(r->b[i] = orb_gemm_new(p, inner, r->width)))
            return false;
    if (r->width < p->desc.n && !(r->panel_b = orb_gemm_new(p, p->part[ORB_MPI_B].size[0], r->width)))
        return false;
    if (!orb_distribution_is_range(&r->inner) &&
        !(r->a[0] = orb_gemm_new(p, p->part[ORB_MPI_A].size[0], columns_needed(p, r, p->rank, 0))))
        return false;
    for (int i = 1; i < r->bases.backs; i++) {
        const int to = rank_at(p, r->bases.back[i]);
        const size_t rows = rows_of(p, rank_at(p, -r->bases.back[i]));

        r->a[i] = orb_gemm_new(p, rows, columns_needed(p, r, p->rank, i));
        r->a_out[i] = orb_gemm_new(p, p->part[ORB_MPI_A].size[0], columns_needed(p, r, to, i));
        r->c[i] = orb_gemm_new(p, rows, r->width);
        if (!r->a[i] || !r->a_out[i] || !r->c[i])
            return false;
    }
    if (r->bases.backs > 1)
        r->sum = orb_gemm_new(p, orb_distribution_most(&p->part[ORB_MPI_C].distribution[0]), r->width);
    return r->bases.backs == 1 || r->sum;
}

static void discard(void *setup)
{
    ring *r = setup;

    if (!r)
        return;
    for (int i = 0; i < r->bases.backs; i++) {
        free(r->a ? r->a[i] : NULL);
        free(r->a_out ? r->a_out[i] : NULL);
        free(r->c ? r->c[i] : NULL);
    }
    free(r->a);
    free(r->a_out);
    free(r->c);
    free(r->panel_b);
    free(r->b[0]);
    free(r->b[1]);
    free(r->sum);
    orb_bases_free(&r->bases);
    free(r);
}

static orb_status set_bases(orb_mpi_gemm_plan *p, ring *r)
{
    const orb_distribution *rows = &p->part[ORB_MPI_C].distribution[0];

    const orb_bases_cost cost = {.stride = p->desc.stride_cost,
                                 .a = (double)orb_distribution_most(rows) * (double)p->desc.k,
                                 .b = (double)orb_distribution_most(&r->inner) * (double)p->desc.n,
                                 .c = (double)orb_distribution_most(rows) * (double)p->desc.n};

    if (cost.stride) {
        for (int s = 0; s < p->ranks - 1; s++)
            if (!(cost.stride[s] > 0.0 && isfinite(cost.stride[s])))
                return ORB_INVALID;
        return orb_bases_search(&r->bases, p->ranks, &cost) ? ORB_OK : ORB_NO_MEMORY;
    }
    if (p->desc.algorithm == ORB_MPI_GEMM_SYSTOLIC)
        return orb_bases_regular(&r->bases, p->ranks, 1) ? ORB_OK : ORB_NO_MEMORY;
    if (!p->desc.base)
        p->desc.base = orb_bases_best(p->ranks, &cost);
    return orb_bases_regular(&r->bases, p->ranks, p->desc.base) ? ORB_OK : ORB_NO_MEMORY;
}

static orb_status prepare(orb_mpi_gemm_plan *p)
{
    const size_t ranks = (size_t)p->ranks, at = (size_t)p->rank;
    const orb_distribution rows = {.n = p->desc.m, .block = p->desc.block, .parts = ranks};
    ring *r = calloc(1, sizeof *r);
    orb_status status;

    p->setup = r;
    if (!r)
        return ORB_NO_MEMORY;
    if (p->desc.base > p->ranks)
        return ORB_INVALID;
    r->inner = (orb_distribution){.n = p->desc.k, .block = p->desc.block, .parts = ranks};
    p->part[ORB_MPI_A] = orb_gemm_rows(rows, at, p->desc.k);
    p->part[ORB_MPI_B] = orb_gemm_rows(r->inner, at, p->desc.n);
    p->part[ORB_MPI_C] = orb_gemm_rows(rows, at, p->desc.n);
    status = set_bases(p, r);
    if (status)
        return status;
    set_width(p, r);
    if (!allocate(p, r) || !orb_gemm_open_post(p, EACH + 3 * (size_t)r->bases.backs))
        return ORB_NO_MEMORY;
    explain(p, r);
    p->desc.stride_cost = NULL; /* it belongs to the caller, who may free it now */
    return ORB_OK;
}

const orb_gemm_kernel orb_gemm_ring = {prepare, run, discard};
