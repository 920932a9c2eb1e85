/* The traffic of the transpose algorithm, from the way of each single row.
 * SPDX-License-Identifier: Apache-2.0 */
#include "transpose_traffic.h"

#include <stdbool.h>
#include <stdlib.h>

static size_t share(size_t n, int parts, int index)
{
    return n / (size_t)parts + ((size_t)index < n % (size_t)parts);
}

/* One transposition within ring `ring`, whose axes are `ring` and the one after it. */
typedef struct crossing {
    const orb_mpi_desc *desc;
    const int *at;
    size_t number;
    int ring, p;
    bool down; /* is the axis after the one that was whole? */
} crossing;

/* Bytes that one rank of the ring has for another. The other axes: those before are divided over their own ring, those
 * after over the ring before theirs. */
static uint64_t block(const crossing *c, int from, int to)
{
    const size_t *n = c->desc->n;
    uint64_t bytes = c->number * (c->desc->batch ? c->desc->batch : 1);

    bytes *= share(n[c->ring], c->p, c->down ? from : to) * share(n[c->ring + 1], c->p, c->down ? to : from);
    for (int a = 0; a < ORB_MPI_AXES; a++)
        if (a < c->ring)
            bytes *= share(n[a], c->desc->grid[a], c->at[a]);
        else if (a > c->ring + 1)
            bytes *= share(n[a], c->desc->grid[a - 1], c->at[a - 1]);
    return bytes;
}

static void add_alltoall(const crossing *c, transpose_traffic *t)
{
    const int me = c->at[c->ring];

    t->steps++;
    for (int to = 0; to < c->p; to++)
        if (to != me && block(c, me, to)) {
            t->messages++;
            t->bytes += block(c, me, to);
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
