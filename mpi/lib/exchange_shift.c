/* A transposition within a ring by shifts of rows, as on a systolic ring: row j moves j ranks on.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Row j of rank i is its block for rank i+j modulo the number of ranks; pre-skewing establishes this order. Row j is
 * shifted by several strides, on or back along the ring (paths.h). Shifts by the same stride in opposite directions
 * move different rows, so they run at the same time. In the end, row j of a rank comes from the rank j places before
 * it, and re-skewing copies it to its place. */
#include "exchange.h"

#include "swap.h"

#include <string.h>

/* The rows of this rank. Each has space for the largest block. */
typedef struct rows {
    const orb_exchange *exchange;
    size_t place;
    void *now, *spare[2];
} rows;

/* The position of a rank, modulo the size of the ring. */
static int around(const rows *r, int rank)
{
    const int p = r->exchange->ranks;

    return (rank % p + p) % p;
}

static char *row_at(const rows *r, void *memory, int j)
{
    return (char *)memory + (size_t)j * r->place;
}

/* Row j becomes the former row j+by. */
static void rotate(rows *r, int by)
{
    const int p = r->exchange->ranks;

    memcpy(r->spare[0], row_at(r, r->now, by), (size_t)(p - by) * r->place);
    memcpy(row_at(r, r->spare[0], p - by), r->now, (size_t)by * r->place);
    orb_swap(&r->now, &r->spare[0]);
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
    orb_swap(&r->now, &r->spare[0]);
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

/* The two directions of shifts, on and back. The slots of each are its messages from and to other ranks. */
enum { WAYS = 2 };
static const int signs[WAYS] = {1, -1};
static const orb_slot slots_in[WAYS] = {ORB_SLOT_X_IN, ORB_SLOT_C_IN},
                      slots_out[WAYS] = {ORB_SLOT_X_OUT, ORB_SLOT_C_OUT};

/* One shift by stride number `digit`. It moves the rows that have `least` or more shifts by it in this direction. */
typedef struct shift_step {
    int digit, sign, least;
} shift_step;

static int distance_of(const orb_paths *paths, const shift_step *m)
{
    return m->sign * paths->stride[m->digit];
}

/* Copies the rows that move into the message `to`, or out of the message `from`; either may be NULL. Returns their
 * bytes. The rows are at the rank `distance` places before this one until the shift. */
static size_t pass_rows(rows *r, const orb_paths *paths, const shift_step *m, int distance, char *to, const char *from)
{
    size_t bytes = 0;

    for (int j = 0; j < r->exchange->ranks; j++) {
        int origin;
        size_t size;

        if (m->sign * orb_paths_digit(paths, j, m->digit) < m->least)
            continue;
        origin = around(r, r->exchange->at - distance - orb_paths_before(paths, j, m->digit) -
                               (m->least - 1) * distance_of(paths, m));
        size = orb_exchange_block(r->exchange, origin, around(r, origin + j));
        if (to && size)
            memcpy(to + bytes, row_at(r, r->now, j), size);
        if (from && size)
            memcpy(row_at(r, r->now, j), from + bytes, size);
        bytes += size;
    }
    return bytes;
}

/* Shifts rows by one stride, on and back at the same time. Returns the number of shifts. */
static unsigned shift(rows *r, const orb_paths *paths, int digit, int least, orb_wire *wire)
{
    const orb_exchange *t = r->exchange;
    const size_t scalar = wire->post.scalar_size;
    char *const leave = r->spare[0], *const arrive = r->spare[1]; /* messages */
    size_t out = 0, in = 0;

    for (int way = 0; way < WAYS; way++) {
        const shift_step m = {digit, signs[way], least};
        const int distance = distance_of(paths, &m);
        const size_t sent = pass_rows(r, paths, &m, 0, leave + out, NULL);
        const size_t received = pass_rows(r, paths, &m, distance, NULL, NULL);

        orb_wire_receive(wire, slots_in[way], t->rank[around(r, t->at - distance)], arrive + in, received / scalar);
        orb_wire_send(wire, slots_out[way], t->rank[around(r, t->at + distance)], leave + out, sent / scalar);
        out += sent;
        in += received;
    }
    orb_post_wait_all(&wire->post);
    in = 0;
    for (int way = 0; way < WAYS; way++) {
        const shift_step m = {digit, signs[way], least};

        in += pass_rows(r, paths, &m, distance_of(paths, &m), NULL, arrive + in);
    }
    return (unsigned)(least <= paths->on[digit]) + (unsigned)(least <= paths->back[digit]);
}

unsigned orb_exchange_shift(const orb_exchange *t, const orb_paths *paths, orb_skew before, orb_skew after,
                            orb_wire *wire, const void *x, void *y, void *const work[3])
{
    rows r = {t, orb_exchange_largest(t), work[0], {work[1], work[2]}};
    unsigned shifts = 0;

    take_rows(&r, before, x);
    for (int digit = 0; digit < paths->strides; digit++)
        for (int least = 1; least <= paths->on[digit] || least <= paths->back[digit]; least++)
            shifts += shift(&r, paths, digit, least, wire);
    put_rows(&r, after, y);
    return shifts;
}
