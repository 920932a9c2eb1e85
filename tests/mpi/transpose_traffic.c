/* The traffic of the transpose algorithm, derived from the path of each row.
 * SPDX-License-Identifier: Apache-2.0 */
#include "transpose_traffic.h"
#include "scene.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The same value as in exchange_alltoall.c. */
#ifndef ORB_CHUNK_BYTES
#define ORB_CHUNK_BYTES 131072
#endif
enum { CHUNK = ORB_CHUNK_BYTES };

/* The same value as in survey.c. */
#ifndef ORB_REMAP_BYTES
#define ORB_REMAP_BYTES 131072
#endif

static size_t share(size_t n, int parts, int index)
{
    return n / (size_t)parts + ((size_t)index < n % (size_t)parts);
}

/* One transposition within ring `ring`, whose axes are `ring` and the one after it. */
typedef struct crossing {
    const orb_mpi_desc *desc;
    const int *at;
    int ring, p;
    bool down;                            /* is the second axis whole before it? */
    size_t n[ORB_MPI_AXES], outer, inner; /* numbers before the two axes, and the bytes after them */
} crossing;

/* Is there a Fourier transform along an axis from `first` up to `end`? */
static bool has_fourier(const orb_mpi_desc *d, int first, int end)
{
    bool fourier = false;

    for (int a = first; a < end; a++)
        fourier = fourier || d->kind[a] == ORB_DFT;
    return fourier;
}

/* Bytes of a number after the axes from `first` up to `end` have been transformed. */
static size_t number(const orb_mpi_desc *d, int first, int end)
{
    const bool phases = d->algorithm == ORB_MPI_TRANSPOSE && d->skewing == ORB_MPI_SKEW_PHASE;
    const bool begun = phases || scene_is_complex(d->element_in) || has_fourier(d, first, end);
    const bool left = phases || has_fourier(d, 0, first) || has_fourier(d, end, ORB_MPI_AXES);
    const bool single = scene_is_single(d->element_in) && scene_is_single(d->element_out);

    return (single ? 4 : 8) * (begun && (left || scene_is_complex(d->element_out)) ? 2 : 1);
}

/* Axes before the two are divided over their own ring, axes after them over the ring before theirs. The axes from
 * `first` up to `end` have been transformed. */
static crossing crossing_of(const orb_mpi_desc *d, const int *at, int ring, bool down, int first, int end)
{
    const int half = (int)d->half_axis - 1;
    crossing c = {.desc = d, .at = at, .ring = ring, .p = d->grid[ring], .down = down};

    memcpy(c.n, d->n, sizeof c.n);
    if (half >= 0 && (half >= first && half < end) == (d->direction == ORB_FORWARD))
        c.n[half] = d->n[half] / 2 + 1;
    c.outer = d->batch ? d->batch : 1;
    c.inner = number(d, first, end);
    for (int a = 0; a < ring; a++)
        c.outer *= share(c.n[a], d->grid[a], at[a]);
    for (int other = ring + 1; other < ORB_MPI_AXES - 1; other++)
        c.inner *= share(c.n[other + 1], d->grid[other], at[other]);
    return c;
}

/* Bytes that one rank of the ring sends to another. */
static uint64_t block(const crossing *c, int from, int to)
{
    const size_t *n = c->n;

    return (uint64_t)c->outer * c->inner * share(n[c->ring], c->p, c->down ? from : to) *
           share(n[c->ring + 1], c->p, c->down ? to : from);
}

static size_t ceiling(size_t a, size_t b)
{
    return (a + b - 1) / b;
}

/* A chunk has as many points of the first axis as fit into a message. If all of them fit, it also has several of the
 * numbers before the axes. A message has an eighth of the block, but at least CHUNK / 16 and at most CHUNK bytes. */
static void add_alltoall(const crossing *c, transpose_traffic *t)
{
    const int me = c->at[c->ring];
    const size_t *n = c->n, points = ceiling(n[c->ring], (size_t)c->p);
    const size_t point = ceiling(n[c->ring + 1], (size_t)c->p) * c->inner;
    const size_t eighth = block(c, 0, 0) / 8, least = eighth > CHUNK / 16 ? eighth : CHUNK / 16;
    const size_t message = least < CHUNK ? least : CHUNK, fit = point > message ? 1 : message / (point ? point : 1);
    const int parts = fit < points ? (int)ceiling(points, fit) : 1;
    const size_t before = fit < points ? 1 : fit / points;

    for (size_t begin = 0; begin < c->outer; begin += before)
        for (int part = 0; part < parts; part++) {
            const size_t numbers = c->outer - begin < before ? c->outer - begin : before;

            t->steps++;
            for (int to = 0; to < c->p; to++) {
                const uint64_t bytes = numbers * c->inner *
                                       share(share(n[c->ring], c->p, c->down ? me : to), parts, part) *
                                       share(n[c->ring + 1], c->p, c->down ? to : me);

                t->messages += to != me && bytes;
                t->bytes += to != me ? bytes : 0;
            }
        }
}

/* The last radix repeats. */
static int radix_of(const orb_mpi_desc *d, int digit)
{
    int radix = d->shift[0] ? d->shift[0] : 2;

    for (int i = 1; i <= digit && i < ORB_MPI_SHIFTS && d->shift[i]; i++)
        radix = d->shift[i];
    return radix;
}

/* The path of a row: the signed number of hops by each stride. */
enum { DIGITS = 31 };
typedef struct path {
    int digit[DIGITS], hops;
} path;

/* The strides are the products of the first radices, as long as they are shorter than the ring. */
static int strides_of(const crossing *c, int stride[DIGITS])
{
    int count = 0;

    for (int next = 1; next < c->p; next *= radix_of(c->desc, count++))
        stride[count] = next;
    return count;
}

/* Tries every digit from here on, from -(b-1)/2 to b/2 for a radix of b, and keeps the path to `distance` with the
 * fewest hops, if it has fewer than the best one. */
static void try_digits(const crossing *c, const int stride[DIGITS], int count, int at, int distance, path *now,
                       path *best)
{
    const int radix = at < count ? radix_of(c->desc, at) : 0;

    if (at == count && !distance && (best->hops < 0 || now->hops < best->hops))
        *best = *now;
    for (int digit = -((radix - 1) / 2); at < count && digit <= radix / 2; digit++) {
        now->digit[at] = digit;
        now->hops += abs(digit);
        try_digits(c, stride, count, at + 1, distance - digit * stride[at], now, best);
        now->hops -= abs(digit);
    }
}

/* Row `row` moves on by its number, or back by the rest of the ring if that takes fewer hops. */
static path path_of(const crossing *c, const int stride[DIGITS], int count, int row)
{
    path now = {0}, best = {.hops = -1};

    try_digits(c, stride, count, 0, row, &now, &best);
    try_digits(c, stride, count, 0, row - c->p, &now, &best);
    return best;
}

/* The bytes that this rank sends in hop number `hop` by a stride in one direction, of all rows that take it. */
static uint64_t bytes_of_hop(const crossing *c, const int stride[DIGITS], int count, int at, int sign, int hop)
{
    uint64_t bytes = 0;

    for (int row = 0; row < c->p; row++) {
        const path way = path_of(c, stride, count, row);
        int from = c->at[c->ring] - sign * hop * stride[at];

        for (int earlier = 0; earlier < at; earlier++)
            from -= way.digit[earlier] * stride[earlier];
        from = (from % c->p + c->p) % c->p;
        if (sign * way.digit[at] > hop)
            bytes += block(c, from, (from + row) % c->p);
    }
    return bytes;
}

/* The most hops that a row takes by a stride in one direction. */
static int most_hops(const crossing *c, const int stride[DIGITS], int count, int at, int sign)
{
    int most = 0;

    for (int row = 0; row < c->p; row++) {
        const int hops = sign * path_of(c, stride, count, row).digit[at];

        most = hops > most ? hops : most;
    }
    return most;
}

/* All rows with the same stride, direction and hop are one message. */
static void add_shifts(const crossing *c, transpose_traffic *t)
{
    int stride[DIGITS];
    const int count = strides_of(c, stride);

    for (int at = 0; at < count; at++)
        for (int sign = 1; sign >= -1; sign -= 2)
            for (int hop = 0; hop < most_hops(c, stride, count, at, sign); hop++) {
                const uint64_t bytes = bytes_of_hop(c, stride, count, at, sign, hop);

                t->steps++;
                t->messages += bytes > 0;
                t->bytes += bytes;
            }
}

static void add(const crossing *c, transpose_traffic *t)
{
    if (c->p > 1 && c->desc->algorithm != ORB_MPI_TRANSPOSE)
        add_alltoall(c, t);
    else if (c->p > 1)
        add_shifts(c, t);
}

/* All transpositions from axis `first` to the last one at once, or in the other direction. */
typedef struct remapping {
    const orb_mpi_desc *desc;
    int first;
    bool returns; /* to the canonical layout */
    size_t n[ORB_MPI_AXES], number;
    int parts; /* messages per block */
} remapping;

static int part_with(size_t n, int parts, size_t i)
{
    int part = 0;

    for (size_t end = share(n, parts, 0); end <= i; end += share(n, parts, part))
        part++;
    return part;
}

/* The position of a point in the part with it. */
static size_t position(size_t n, int parts, size_t i)
{
    for (int part = 0; i >= share(n, parts, part); part++)
        i -= share(n, parts, part);
    return i;
}

/* The ring that an axis is divided over: in the canonical layout, or from axis `first` on in the transposed one. -1: it
 * is whole. */
static int ring_of(const remapping *m, int axis, bool canonical)
{
    const int ring = canonical || axis < m->first ? axis : axis - 1;

    return (canonical && axis == ORB_MPI_AXES - 1) || (!canonical && axis == m->first) ? -1 : ring;
}

/* Has this rank the index i of an axis? */
static bool has(const remapping *m, const int at[ORB_MPI_AXES], int axis, bool canonical, size_t i)
{
    const int ring = ring_of(m, axis, canonical);

    return ring < 0 || part_with(m->n[axis], m->desc->grid[ring], i) == at[ring];
}

/* Messages are parts of the points along the axis after `first`, as the transposed layout divides them. */
static bool is_in_part(const remapping *m, int axis, int part, size_t i)
{
    const int ring = m->first;
    const size_t n = m->n[axis], within = position(n, m->desc->grid[ring], i);
    const size_t mine = share(n, m->desc->grid[ring], part_with(n, m->desc->grid[ring], i));

    return axis != m->first + 1 || part_with(mine, m->parts, within) == part;
}

static uint64_t bytes_between(const remapping *m, const int from[ORB_MPI_AXES], const int to[ORB_MPI_AXES], int part)
{
    uint64_t bytes = (m->desc->batch ? m->desc->batch : 1) * m->number;

    for (int a = 0; a < ORB_MPI_AXES; a++) {
        uint64_t points = 0;

        for (size_t i = 0; i < m->n[a]; i++)
            points += has(m, from, a, !m->returns, i) && has(m, to, a, m->returns, i) && is_in_part(m, a, part, i);
        bytes *= points;
    }
    return bytes;
}

static void add_remapping(remapping *m, const int at[ORB_MPI_AXES], transpose_traffic *t)
{
    const int *grid = m->desc->grid, origin[ORB_MPI_AXES] = {0};
    const size_t length = share(m->n[m->first + 1], grid[m->first], 0);
    size_t largest = 0, parts;
    int to[ORB_MPI_AXES] = {0};

    m->parts = 1;
    for (to[0] = 0; to[0] < grid[0]; to[0]++)
        for (to[1] = 0; to[1] < grid[1]; to[1]++)
            for (to[2] = 0; to[2] < grid[2]; to[2]++) {
                const size_t bytes = bytes_between(m, origin, to, 0);

                largest = bytes > largest ? bytes : largest;
            }
    parts = ceiling(largest, ORB_REMAP_BYTES);
    m->parts = (int)(parts < length ? parts : length);
    m->parts = m->parts ? m->parts : 1;
    t->steps++;
    for (to[0] = 0; to[0] < grid[0]; to[0]++)
        for (to[1] = 0; to[1] < grid[1]; to[1]++)
            for (to[2] = 0; to[2] < grid[2]; to[2]++)
                for (int part = 0; part < m->parts && memcmp(to, at, sizeof to) != 0; part++) {
                    const uint64_t bytes = bytes_between(m, at, to, part);

                    t->messages += bytes > 0;
                    t->bytes += bytes;
                }
}

/* Is the way without transforms one remapping? */
static bool is_remapping(const orb_mpi_desc *d, int first)
{
    int rings = 0;

    for (int ring = first; ring < ORB_MPI_AXES - 1; ring++)
        rings += d->grid[ring] > 1;
    return d->algorithm == ORB_MPI_REMAP && d->layout == ORB_MPI_CANONICAL && rings > 1;
}

transpose_traffic transpose_traffic_of(const orb_mpi_desc *d, const int at[ORB_MPI_AXES])
{
    const bool skewed = d->layout == ORB_MPI_SKEWED, down = !skewed || d->direction == ORB_FORWARD;
    const bool late = d->half_axis && d->direction == ORB_INVERSE; /* are all transforms on the way back? */
    transpose_traffic t = {0};
    bool remaps;
    int first = 0;

    while (!skewed && first < ORB_MPI_AXES - 1 && d->kind[first] == ORB_IDENTITY)
        first++;
    remaps = is_remapping(d, first);
    for (int ring = first; ring < ORB_MPI_AXES - 1; ring++) {
        const crossing there = crossing_of(d, at, ring, true, late ? 0 : ring + 1, late ? 0 : ORB_MPI_AXES);
        const crossing back = crossing_of(d, at, ring, false, 0, skewed || late ? ring + 1 : ORB_MPI_AXES);

        if (down && !(remaps && late))
            add(&there, &t);
        if ((!down || !skewed) && !(remaps && !late))
            add(&back, &t);
    }
    if (remaps) {
        const crossing c = crossing_of(d, at, first, late, 0, late ? 0 : ORB_MPI_AXES);
        remapping m = {.desc = d, .first = first, .returns = !late, .number = number(d, 0, late ? 0 : ORB_MPI_AXES)};
        const int place[ORB_MPI_AXES] = {at[0], at[1], at[2]};

        memcpy(m.n, c.n, sizeof m.n);
        add_remapping(&m, place, &t);
    }
    return t;
}
