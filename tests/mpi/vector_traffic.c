/* The traffic of products with vectors on a grid, from the formulas of docs/cluster-products.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "vector_traffic.h"

#include "gemm_traffic.h"

#include <stdio.h>

static void send(traffic_count *c, size_t scalars)
{
    c->messages += scalars > 0;
    c->scalars += scalars;
}

/* Elements of range i of p. */
static size_t range(size_t n, size_t p, size_t i)
{
    return (i + 1) * n / p - i * n / p;
}

void check_vector_traffic(const scene *s, const orb_mpi_gemm_desc *d, const orb_mpi_report *report)
{
    size_t rows, columns, p, rank = (size_t)s->rank, r, c, of_rows, of_columns;
    bool rows_sum, columns_sum;
    traffic_count n = {0};
    char stays;

    CHECK(sscanf(report->why, "vectors: %zu x %zu ranks, %c", &rows, &columns, &stays) == 3, "%s", report->why);
    p = rows * columns;
    CHECK(p <= (size_t)s->ranks && (!d->grid[0] || (size_t)d->grid[0] == rows) &&
              (!d->grid[1] || (size_t)d->grid[1] == columns),
          "%s: %s", report->why, matrices_describe(d));
    r = rank / columns;
    c = rank % columns;
    of_rows = stays == 'B' ? d->k : d->m;
    of_columns = stays == 'A' ? d->k : d->n;
    rows_sum = stays == 'A';
    columns_sum = stays == 'B';
    n.steps = rank < p;
    if (rank < p) {
        /* All ranges of the ring but one: spread, that of the rank before, which it has; summed up, its own. */
        for (size_t i = 0; i < columns; i++)
            if (i != (rows_sum ? c : (c + columns - 1) % columns))
                send(&n, range(of_rows, p, r * columns + i));
        for (size_t i = 0; i < rows; i++)
            if (i != (columns_sum ? r : (r + rows - 1) % rows))
                send(&n, range(of_columns, p, c * rows + i));
        if (c * rows + r != rank)
            send(&n, range(of_columns, p, columns_sum ? c * rows + r : rank));
    }
    check_traffic_count(&n, d, report);
}
