/* The traffic of products of matrices on a ring, by the formulas of docs/cluster-products.md.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ring_traffic.h"

#include "gemm_traffic.h"

#include <stdio.h>
#include <string.h>

/* The number of lines of a rank, counted one by one. */
static uint64_t lines(const orb_mpi_gemm_desc *d, size_t n, int ranks, int rank)
{
    const size_t p = (size_t)ranks, q = (size_t)((rank % ranks + ranks) % ranks);
    uint64_t count = 0;

    for (size_t line = 0; line < n; line++)
        count += d->block ? line / d->block % p == q : line >= q * n / p && line < (q + 1) * n / p;
    return count;
}

static void add(uint64_t scalars, uint64_t pieces, uint64_t *messages, uint64_t *all)
{
    *messages += scalars > 0 ? pieces : 0;
    *all += scalars;
}

size_t ring_width(const scene *s, const orb_mpi_gemm_desc *d, size_t backs)
{
    size_t rows = 0, width = (d->n + backs - 1) / backs;

    for (int rank = 0; rank < s->ranks; rank++) {
        const size_t some = (size_t)lines(d, d->m, s->ranks, rank);

        rows = some > rows ? some : rows;
    }
    width = width < 64 ? 64 : width;
    width = width < 65536 / (rows * scene_bytes(d->element)) ? 65536 / (rows * scene_bytes(d->element)) : width;
    width = d->panel ? d->panel : width;
    return width < d->n ? width : d->n;
}

static uint64_t panels(const scene *s, const orb_mpi_gemm_desc *d, size_t backs)
{
    const size_t width = ring_width(s, d, backs);

    return (d->n + width - 1) / width;
}

/* For strides that were searched: the report has their numbers. For parts of the same size, traffic follows from
 * these. */
static void check_searched(const scene *s, const orb_mpi_gemm_desc *d, const orb_mpi_report *report)
{
    const uint64_t p = (uint64_t)s->ranks, a = d->m * d->k / p, b = d->k * d->n / p, c = d->m * d->n / p;
    const char *told = strstr(report->why, "A to ");
    unsigned backs, shifts, again;
    uint64_t count;

    CHECK(told && sscanf(told, "A to %u ranks, %u shifts of B, %u of C", &backs, &shifts, &again) == 3 &&
              backs == again && (backs + 1) * (shifts + 1) >= p,
          "%s", report->why);
    count = panels(s, d, backs + 1);
    CHECK(report->steps == p * count, "%llu steps", (unsigned long long)report->steps);
    if (d->block || d->m % p || d->k % p)
        return;
    CHECK(report->messages == backs + (backs + shifts) * count &&
              report->bytes == (a * (p - shifts - 1) / p + b * shifts + c * backs) * scene_bytes(d->element),
          "%llu messages, %llu bytes: %s; %s", (unsigned long long)report->messages, (unsigned long long)report->bytes,
          matrices_describe(d), report->why);
}

void check_ring_traffic(const scene *s, const orb_mpi_gemm_desc *d, const orb_mpi_report *report)
{
    const int p = s->ranks, q = s->rank;
    uint64_t messages = 0, scalars = 0, count;
    const char *told = strstr(report->why, "base ");
    int base = 1, shifts;

    if (d->stride_cost) {
        check_searched(s, d, report);
        return;
    }
    if (d->algorithm == ORB_MPI_GEMM_HYPERSYSTOLIC)
        CHECK(told && sscanf(told, "base %d", &base) == 1 && (!d->base || base == d->base), "base: %s", report->why);
    count = panels(s, d, (size_t)base);
    shifts = (p + base - 1) / base; /* steps; one more than the shifts of B */
    for (int i = 1; i < base; i++) {
        uint64_t columns = 0;

        for (int sum = i; sum < p; sum += base)
            columns += lines(d, d->k, p, q + sum);
        add(lines(d, d->m, p, q) * columns, 1, &messages, &scalars);
        add(lines(d, d->m, p, q - i) * d->n, count, &messages, &scalars);
    }
    for (int j = 0; j < shifts - 1; j++)
        add(lines(d, d->k, p, q + j * base) * d->n, count, &messages, &scalars);
    check_traffic_count(&(traffic_count){(uint64_t)p * count, messages, scalars}, d, report);
    /* Parts of the same size: the formulas of the paper, with A and B exchanged, because rows are distributed here. */
    if (!d->block && d->m % (size_t)p == 0 && d->k % (size_t)p == 0 && p % base == 0) {
        const uint64_t a = d->m * d->k / (size_t)p, b = d->k * d->n / (size_t)p, c = d->m * d->n / (size_t)p;

        CHECK(scalars * (uint64_t)base ==
                      a * (uint64_t)(base - 1) +
                          (b * (uint64_t)(p / base - 1) + c * (uint64_t)(base - 1)) * (uint64_t)base &&
                  messages == (uint64_t)(base - 1) + (uint64_t)(base - 1 + p / base - 1) * count,
              "not (K-1)/K + (p/K-1) + (K-1) parts: %s", matrices_describe(d));
    }
}
