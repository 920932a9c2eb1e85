/* A transposition within a ring by shifts of rows, as on a systolic ring: row j moves j ranks on.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Row j of rank i is its block for rank i+j modulo the number of ranks; pre-skewing establishes this order. Row j has
 * digits in the mixed radices b1, b2, ... The first digit is the number of times that the row is shifted by 1 rank, the
 * second digit that of shifts by b1 ranks, the third that of shifts by b1*b2 ranks, and so on. In the end, row j of a
 * rank comes from the rank j places before it, and re-skewing copies it to its place. */
#include "exchange.h"

#include <string.h>

/* The rows of this rank. Each has space for the largest block. */
typedef struct rows {
    const orb_exchange *exchange;
    size_t place;
    char *now, *spare[2];
} rows;

/* The position of a rank, modulo the size of the ring. */
static int around(const rows *r, int rank)
{
    const int p = r->exchange->ranks;

    return (rank % p + p) % p;
}

static char *row_at(const rows *r, char *memory, int j)
{
    return memory + (size_t)j * r->place;
}

static void swap(char **a, char **b)
{
    char *c = *a;

    *a = *b;
    *b = c;
}

/* Row j becomes the former row j+by. */
static void rotate(rows *r, int by)
{
    const int p = r->exchange->ranks;

    memcpy(r->spare[0], row_at(r, r->now, by), (size_t)(p - by) * r->place);
    memcpy(row_at(r, r->spare[0], p - by), r->now, (size_t)by * r->place);
    swap(&r->now, &r->spare[0]);
}

/* Row j becomes the former row j+at or j-at, in steps by powers of two. A rank executes the steps of the bits that are
 * set in `at`. So all ranks use the same addresses. */
static void skew(rows *r, bool up)
{
    const int p = r->exchange->ranks;

    for (int bit = 1; bit < p; bit *= 2)
        if (r->exchange->at % (2 * bit) >= bit)
            rotate(r, up ? bit : p - bit);
}

/* Row j becomes the former row -j. */
static void reverse(rows *r)
{
    for (int j = 0; j < r->exchange->ranks; j++)
        memcpy(row_at(r, r->spare[0], around(r, -j)), row_at(r, r->now, j), r->place);
    swap(&r->now, &r->spare[0]);
}

static void take_rows(rows *r, orb_skew mode, const void *x)
{
    const orb_exchange *t = r->exchange;
    const orb_chunk whole = orb_exchange_whole(t);

    for (int j = 0; j < t->ranks; j++) {
        const orb_rows block = orb_exchange_rows(t, &whole, true, mode == ORB_SKEW_INDEXED ? around(r, t->at + j) : j);

        orb_rows_take(&block, x, row_at(r, r->now, j));
    }
    if (mode == ORB_SKEW_LOG)
        skew(r, true);
}

static void put_rows(rows *r, orb_skew mode, void *y)
{
    const orb_exchange *t = r->exchange;
    const orb_chunk whole = orb_exchange_whole(t);

    if (mode != ORB_SKEW_INDEXED)
        reverse(r);
    if (mode == ORB_SKEW_LOG)
        skew(r, false);
    for (int j = 0; j < t->ranks; j++) {
        const orb_rows block = orb_exchange_rows(t, &whole, false, mode == ORB_SKEW_INDEXED ? around(r, t->at - j) : j);

        orb_rows_put(&block, row_at(r, r->now, j), y);
    }
}

int orb_exchange_radix(const int radix[ORB_MPI_SHIFTS], int i)
{
    int last = 0;

    for (int k = 0; k <= i && k < ORB_MPI_SHIFTS && radix[k]; k++)
        last = radix[k];
    return last ? last : 2;
}

/* One shift. It moves the rows whose digit (j / stride mod radix) is `least` or more. */
typedef struct shift_step {
    int stride, radix, least;
} shift_step;

/* Copies the rows that move into the message `to`, or out of the message `from`; either may be NULL. Returns their
 * bytes. The rows are at the rank `distance` places before this one until the shift. */
static size_t pass_rows(rows *r, const shift_step *m, int distance, char *to, const char *from)
{
    size_t bytes = 0;

    for (int j = 0; j < r->exchange->ranks; j++) {
        const int travelled = j % m->stride + (m->least - 1) * m->stride; /* the distance of earlier shifts */
        const int origin = around(r, r->exchange->at - distance - travelled);
        const size_t size = orb_exchange_block(r->exchange, origin, around(r, origin + j));

        if (j / m->stride % m->radix < m->least)
            continue;
        if (to && size)
            memcpy(to + bytes, row_at(r, r->now, j), size);
        if (from && size)
            memcpy(row_at(r, r->now, j), from + bytes, size);
        bytes += size;
    }
    return bytes;
}

/* Shifts rows by the stride. */
static void shift(rows *r, const shift_step *m, orb_wire *wire)
{
    const orb_exchange *t = r->exchange;
    const size_t scalar = wire->post.scalar_size;
    const size_t out = pass_rows(r, m, 0, r->spare[0], NULL), in = pass_rows(r, m, m->stride, NULL, NULL);

    orb_wire_receive(wire, ORB_SLOT_X_IN, t->rank[around(r, t->at - m->stride)], r->spare[1], in / scalar);
    orb_wire_send(wire, ORB_SLOT_X_OUT, t->rank[around(r, t->at + m->stride)], r->spare[0], out / scalar);
    orb_post_wait_all(&wire->post);
    pass_rows(r, m, m->stride, NULL, r->spare[1]);
}

unsigned orb_exchange_shift(const orb_exchange *t, const int radix[ORB_MPI_SHIFTS], orb_skew before, orb_skew after,
                            orb_wire *wire, const void *x, void *y, void *const work[3])
{
    rows r = {t, orb_exchange_largest(t), work[0], {work[1], work[2]}};
    unsigned shifts = 0;
    shift_step m = {.stride = 1};

    take_rows(&r, before, x);
    for (int digit = 0; m.stride < t->ranks; digit++) {
        m.radix = orb_exchange_radix(radix, digit);
        for (m.least = 1; m.least < m.radix && m.least * m.stride < t->ranks; m.least++, shifts++)
            shift(&r, &m, wire);
        if (m.radix > t->ranks / m.stride)
            break; /* the next stride would be longer than the ring */
        m.stride *= m.radix;
    }
    put_rows(&r, after, y);
    return shifts;
}
