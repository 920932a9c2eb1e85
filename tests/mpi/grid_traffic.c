/* The traffic of products of matrices on a grid, counted element by element.
 * SPDX-License-Identifier: Apache-2.0 */
#include "grid_traffic.h"

#include "gemm_traffic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The grid, and the counts of this rank. */
typedef struct count {
    int rows, columns, ticks, rank;
    traffic_count sent;
} count;

/* A moving operand: the length of the axis that the moving operands share (time), and of its other axis. In the parts
 * of the caller, rows of the matrix are divided over the rows of the grid, and columns over its columns. */
typedef struct mover {
    size_t time, other;
    bool time_by_rows; /* is the shared axis its rows? */
    bool along;        /* does it move along rows of the grid? */
    bool sum;
} mover;

/* The lines of the shared axis that move in the same direction: all of them, or half. */
typedef struct stream {
    size_t first, time;
    bool mirrored; /* in the opposite direction */
} stream;

static int home_of(const count *c, const mover *m, size_t t, size_t o)
{
    const int row = m->time_by_rows ? traffic_range_of(t, m->time, c->rows) : traffic_range_of(o, m->other, c->rows);
    const int column =
        m->time_by_rows ? traffic_range_of(o, m->other, c->columns) : traffic_range_of(t, m->time, c->columns);

    return row * c->columns + column;
}

/* The rank that has this element after so many shifts. */
static int rank_after(const count *c, const mover *m, const stream *s, size_t t, size_t o, int shifts)
{
    const int parts = m->along ? c->columns : c->rows, tick = traffic_range_of(t - s->first, s->time, c->ticks);
    const int fixed = m->along ? traffic_range_of(o, m->other, c->rows) : traffic_range_of(o, m->other, c->columns);

    for (int at = 0; at < parts; at++) {
        const int row = m->along ? fixed : at, column = m->along ? at : fixed;
        const int down = s->mirrored ? c->rows - 1 - row : row, right = s->mirrored ? c->columns - 1 - column : column;
        const int first = down * (c->ticks / c->rows) + right * (c->ticks / c->columns) + shifts * (c->ticks / parts);

        if ((tick - first % c->ticks + c->ticks) % c->ticks < c->ticks / parts)
            return row * c->columns + column;
    }
    return -1;
}

static void count_aligning(count *c, const mover *m, const stream *s, int ranks)
{
    const int shifts = (m->along ? c->columns : c->rows) - 1;
    bool *sends = calloc((size_t)ranks, sizeof *sends);

    CHECK(sends, "out of memory");
    for (size_t t = s->first; t < s->first + s->time; t++)
        for (size_t o = 0; o < m->other; o++) {
            const int home = home_of(c, m, t, o), there = rank_after(c, m, s, t, o, m->sum ? shifts : 0);
            const int from = m->sum ? there : home, to = m->sum ? home : there;

            if (from == c->rank && to != from) {
                c->sent.scalars++;
                sends[to] = true;
            }
        }
    traffic_count_messages(&c->sent, sends, ranks);
    free(sends);
}

static void count_shifts(count *c, const mover *m, const stream *s)
{
    for (int shift = 0; shift < (m->along ? c->columns : c->rows) - 1; shift++) {
        uint64_t here = 0;

        for (size_t t = s->first; t < s->first + s->time; t++)
            for (size_t o = 0; o < m->other; o++)
                here += rank_after(c, m, s, t, o, shift) == c->rank;
        c->sent.scalars += here;
        c->sent.messages += here > 0;
    }
}

static int divisor(int a, int b)
{
    return b ? divisor(b, a % b) : a;
}

void check_grid_traffic(const scene *s, const orb_mpi_gemm_desc *d, const orb_mpi_report *report)
{
    const mover of_a[2] = {{d->n, d->m, false, true, true}, {d->n, d->k, false, false, false}};
    const mover of_b[2] = {{d->m, d->k, true, true, false}, {d->m, d->n, true, false, true}};
    const mover of_c[2] = {{d->k, d->m, false, true, false}, {d->k, d->n, true, false, false}};
    const size_t size[3] = {d->m * d->k, d->k * d->n, d->m * d->n};
    count c = {.rank = s->rank};
    char stays = 0;

    CHECK(sscanf(report->why, "grid: %d x %d ranks, %c", &c.rows, &c.columns, &stays) == 3, "%s", report->why);
    CHECK(stays >= 'A' && stays <= 'C' && c.rows > 0 && c.columns > 0 && c.rows * c.columns <= s->ranks, "%s",
          report->why);
    if (d->stationary)
        CHECK(stays == 'A' + (int)d->stationary - (int)ORB_MPI_STATIONARY_A, "%s", report->why);
    for (int o = 0; o < 3; o++)
        CHECK(d->stationary || size[stays - 'A'] >= size[o], "%s: %s", report->why, matrices_describe(d));
    CHECK((!d->grid[0] || d->grid[0] == c.rows) && (!d->grid[1] || d->grid[1] == c.columns), "%s", report->why);
    CHECK(d->grid[0] || d->grid[1] || c.rows * c.columns == s->ranks, "%s", report->why);
    /* The stationary operand has sides of 60 and 20. */
    if (s->ranks == 12 && !d->grid[0] && !d->grid[1] && (d->m == 60 || d->n == 60))
        CHECK(c.rows == (d->m == 60 ? 6 : 2), "%s: %s", report->why, matrices_describe(d));
    c.ticks = c.rows / divisor(c.rows, c.columns) * c.columns;
    for (int i = 0; i < 4 && s->rank < c.rows * c.columns; i++) {
        const mover *m = stays == 'A' ? &of_a[i % 2] : stays == 'B' ? &of_b[i % 2] : &of_c[i % 2];
        const size_t half = d->both_ways ? m->time / 2 : m->time;
        const stream streams[2] = {{0, half, false}, {half, m->time - half, true}};

        if (i < 2 || d->both_ways) {
            count_aligning(&c, m, &streams[i / 2], s->ranks);
            count_shifts(&c, m, &streams[i / 2]);
        }
        c.sent.steps = (uint64_t)((c.rows + c.columns - divisor(c.rows, c.columns)) * (d->both_ways ? 2 : 1));
    }
    check_traffic_count(&c.sent, d, report);
}
