/* The traffic of products on a grid without cyclic shifts, counted element by element.
 * SPDX-License-Identifier: Apache-2.0 */
#include "spread_traffic.h"

#include "gemm_traffic.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct count {
    int rows, columns, rank;
    traffic_count sent;
} count;

/* An operand that is not stationary. Rank (row, column) of the grid has its own block. It multiplies the elements of
 * its row of the grid if by_row is set, else those of its column. */
typedef struct operand {
    size_t size[2];
    int time;    /* the axis that these operands share */
    bool by_row; /* is the other axis divided over the rows of the grid when it is multiplied? */
    bool sum;
} operand;

/* Counts what this rank sends of a block: the lines from `first` up to `last` of the shared axis. */
static void count_block(count *c, const operand *o, size_t first, size_t last)
{
    const int ranks = c->rows * c->columns;
    bool *sends = calloc((size_t)ranks, sizeof *sends);

    CHECK(sends, "out of memory");
    for (size_t i = 0; i < o->size[0]; i++)
        for (size_t j = 0; j < o->size[1]; j++) {
            const size_t line = o->time ? j : i, other = o->time ? i : j;
            const int home =
                traffic_range_of(i, o->size[0], c->rows) * c->columns + traffic_range_of(j, o->size[1], c->columns);

            for (int rank = 0; rank < ranks && line >= first && line < last; rank++) {
                const bool multiplies =
                    o->by_row ? rank / c->columns == traffic_range_of(other, o->size[1 - o->time], c->rows)
                              : rank % c->columns == traffic_range_of(other, o->size[1 - o->time], c->columns);
                const int from = o->sum ? rank : home, to = o->sum ? home : rank;

                if (multiplies && from == c->rank && to != from) {
                    c->sent.scalars++;
                    sends[to] = true;
                }
            }
        }
    traffic_count_messages(&c->sent, sends, ranks);
    free(sends);
}

void check_spread_traffic(const scene *s, const orb_mpi_gemm_desc *d, const orb_mpi_report *report)
{
    const operand a_by_row = {{d->m, d->k}, 1, true, false}, b_by_column = {{d->k, d->n}, 0, false, false};
    const operand c_by_row = {{d->m, d->n}, 1, true, true}, b_of_a = {{d->k, d->n}, 1, false, false};
    const operand a_of_b = {{d->m, d->k}, 0, true, false}, c_by_column = {{d->m, d->n}, 0, false, true};
    const operand *const operands[3][2] = {{&c_by_row, &b_of_a}, {&a_of_b, &c_by_column}, {&a_by_row, &b_by_column}};
    const size_t times[3] = {d->n, d->m, d->k}, lines = d->panel ? d->panel : 64;
    count c = {.rank = s->rank};
    char stays = 0;

    CHECK(sscanf(report->why, "spread: %d x %d ranks, %c", &c.rows, &c.columns, &stays) == 3 && stays >= 'A' &&
              stays <= 'C' && c.rows > 0 && c.columns > 0 && c.rows * c.columns <= s->ranks,
          "%s", report->why);
    CHECK((!d->grid[0] || d->grid[0] == c.rows) && (!d->grid[1] || d->grid[1] == c.columns) &&
              (!d->stationary || stays == 'A' + (int)d->stationary - (int)ORB_MPI_STATIONARY_A),
          "%s: %s", report->why, matrices_describe(d));
    for (size_t first = 0; first < times[stays - 'A'] && s->rank < c.rows * c.columns; first += lines, c.sent.steps++)
        for (int i = 0; i < 2; i++)
            count_block(&c, operands[stays - 'A'][i], first, first + lines);
    check_traffic_count(&c.sent, d, report);
}
