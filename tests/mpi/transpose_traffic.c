/* The traffic of the transpose algorithm, from the way of each single row.
 * SPDX-License-Identifier: Apache-2.0 */
#include "transpose_traffic.h"

#include "pieces.h"

#include <stdbool.h>
#include <stdlib.h>

static size_t share(size_t n, int parts, int index)
{
    return n / (size_t)parts + ((size_t)index < n % (size_t)parts);
}

/* One transposition within ring `ring`, whose axes are `ring` and the one behind it. */
typedef struct crossing {
    const orb_mpi_desc *desc;
    const int *at;
    size_t number;
    int ring, p;
    bool down; /* is the axis behind the one that was whole? */
} crossing;

/* Bytes of the other axes: those before are divided over their own ring, those behind over the ring before theirs. */
static uint64_t across(const crossing *c)
{
    const size_t *n = c->desc->n;
    uint64_t bytes = c->number * (c->desc->batch ? c->desc->batch : 1);

    for (int a = 0; a < ORB_MPI_AXES; a++)
        if (a < c->ring)
            bytes *= share(n[a], c->desc->grid[a], c->at[a]);
        else if (a > c->ring + 1)
            bytes *= share(n[a], c->desc->grid[a - 1], c->at[a - 1]);
    return bytes;
}

/* Bytes that one rank of the ring has for another. */
static uint64_t block(const crossing *c, int from, int to)
{
    const size_t *n = c->desc->n;

    return across(c) * share(n[c->ring], c->p, c->down ? from : to) * share(n[c->ring + 1], c->p, c->down ? to : from);
}

/* Points of axis 1 in a call: as many as make blocks of so many bytes, on average. */
static size_t rows_of(const crossing *c)
{
    const size_t most = share(c->desc->n[c->ring], c->p, 0), row = across(c) * c->desc->n[c->ring + 1];
    size_t rows = row ? (size_t)c->p * ORB_BLOCK_BYTES / row : most;

    rows = rows ? rows : 1;
    return c->ring == 0 && c->desc->batch <= 1 && rows < most ? rows : most;
}

static void add_alltoall(const crossing *c, transpose_traffic *t)
{
    const size_t *n = c->desc->n, rows = rows_of(c), most = share(n[c->ring], c->p, 0);
    const int me = c->at[c->ring];

    for (size_t first = 0; first < most; first += rows, t->steps++)
        for (int to = 0; to < c->p; to++) {
            const size_t all = share(n[c->ring], c->p, c->down ? me : to), left = all > first ? all - first : 0;
            const uint64_t bytes =
                across(c) * share(n[c->ring + 1], c->p, c->down ? to : me) * (left < rows ? left : rows);

            t->messages += to != me && bytes;
            t->bytes += to != me ? bytes : 0;
        }
}

/* Radices in turn, the last one again and again. */
static int radix_of(const orb_mpi_desc *d, int digit)
{
    int radix = d->shift[0] ? d->shift[0] : 2;

    for (int i = 1; i <= digit && i < ORB_MPI_SHIFTS && d->shift[i]; i++)
        radix = d->shift[i];
    return radix;
}

/* Each digit of a row's number is so many hops by its stride; the hops of all rows with the same stride and count are
 * one message. */
static void add_shifts(const crossing *c, transpose_traffic *t)
{
    const int p = c->p, me = c->at[c->ring];

    for (int digit = 0, stride = 1; stride < p; stride *= radix_of(c->desc, digit++)) {
        const int radix = radix_of(c->desc, digit);

        for (int hop = 0; hop < radix - 1 && (hop + 1) * stride < p; hop++) {
            uint64_t bytes = 0;

            for (int row = 0; row < p; row++) {
                const int from = ((me - row % stride - hop * stride) % p + p) % p;

                if (row / stride % radix > hop)
                    bytes += block(c, from, (from + row) % p);
            }
            t->steps++;
            t->messages += bytes > 0;
            t->bytes += bytes;
        }
    }
}

transpose_traffic transpose_traffic_of(const orb_mpi_desc *d, size_t number, const int at[ORB_MPI_AXES])
{
    const bool skewed = d->layout == ORB_MPI_SKEWED;
    transpose_traffic t = {0};
    int first = 0;

    while (!skewed && first < ORB_MPI_AXES - 1 && d->kind[first] == ORB_IDENTITY)
        first++;
    for (int ring = first; ring < ORB_MPI_AXES - 1; ring++)
        for (int way = 0; way < (skewed ? 1 : 2); way++) {
            const bool down = skewed ? d->direction == ORB_FORWARD : way == 0;
            const crossing c = {d, at, number, ring, d->grid[ring], down};

            if (c.p > 1 && d->algorithm == ORB_MPI_ALLTOALL)
                add_alltoall(&c, &t);
            else if (c.p > 1)
                add_shifts(&c, &t);
        }
    return t;
}
