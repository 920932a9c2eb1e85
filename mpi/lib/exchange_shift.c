/* A transposition within a ring by shifts of rows, as on a systolic ring: row j goes j ranks further.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Row j of rank i is the block for rank i+j (modulo their number), which pre-skewing brings about. The digits of j in
 * the radices b1, b2, ... are the times that a row is shifted by 1, by b1, by b1*b2, ... ranks. In the end row j of a
 * rank is from the one j before it, and re-skewing brings it to its place. */
#include "exchange.h"

#include <string.h>

/* A ring of rows, each of which has a place for the largest block. */
typedef struct rows {
    const orb_exchange *exchange;
    size_t place;
    char *now, *spare[2];
} rows;

/* Between two names of a rank of the ring. */
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

/* Row j becomes what row j+by was. */
static void rotate(rows *r, int by)
{
    const int p = r->exchange->ranks;

    memcpy(r->spare[0], row_at(r, r->now, by), (size_t)(p - by) * r->place);
    memcpy(row_at(r, r->spare[0], p - by), r->now, (size_t)by * r->place);
    swap(&r->now, &r->spare[0]);
}

/* Row j becomes what row j+at or j-at was, in steps by powers of two that only some of the ranks take: those whose
 * number has that bit. None of them needs an address that differs from rank to rank. */
static void skew(rows *r, bool up)
{
    const int p = r->exchange->ranks;

    for (int bit = 1; bit < p; bit *= 2)
        if (r->exchange->at % (2 * bit) >= bit)
            rotate(r, up ? bit : p - bit);
}

/* Row j becomes row -j. */
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

/* Some rows in transit: those whose digit is `least` or more, the digit being j / stride mod radix. */
typedef struct move {
    int stride, radix, least;
} move;

/* Copies the rows that move to one message (NULL: out of it), and says how many bytes they are. They were last at the
 * rank `after` before this one. */
static size_t pass_rows(rows *r, const move *m, int behind, char *to, const char *from)
{
    size_t bytes = 0;

    for (int j = 0; j < r->exchange->ranks; j++) {
        const int way = j % m->stride + (m->least - 1) * m->stride; /* so far */
        const int origin = around(r, r->exchange->at - behind - way);
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

/* Rows move on by the stride. */
static void shift(rows *r, const move *m, orb_wire *wire)
{
    const orb_exchange *t = r->exchange;
    const size_t scalar = wire->post.scalar_size;
    const size_t out = pass_rows(r, m, 0, r->spare[0], NULL), in = pass_rows(r, m, m->stride, NULL, NULL);

    orb_wire_receive(wire, ORB_SLOT_X_IN, t->rank[around(r, t->at - m->stride)], r->spare[1], in / scalar);
    orb_wire_send(wire, ORB_SLOT_X_OUT, t->rank[around(r, t->at + m->stride)], r->spare[0], out / scalar);
    orb_post_wait_all(&wire->post);
    pass_rows(r, m, m->stride, NULL, r->spare[1]);
}

unsigned orb_exchange_shift(const orb_exchange *t, const int radix[ORB_MPI_SHIFTS], orb_skew before, orb_skew behind,
                            orb_wire *wire, const void *x, void *y, void *const work[3])
{
    rows r = {t, orb_exchange_largest(t), work[0], {work[1], work[2]}};
    unsigned shifts = 0;
    move m = {.stride = 1};

    take_rows(&r, before, x);
    for (int digit = 0; m.stride < t->ranks; digit++) {
        m.radix = orb_exchange_radix(radix, digit);
        for (m.least = 1; m.least < m.radix && m.least * m.stride < t->ranks; m.least++, shifts++)
            shift(&r, &m, wire);
        if (m.radix > t->ranks / m.stride)
            break; /* the next stride would be beyond the ring */
        m.stride *= m.radix;
    }
    put_rows(&r, behind, y);
    return shifts;
}
