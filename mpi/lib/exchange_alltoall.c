/* A transposition within a ring by collective calls of MPI.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The transposition is divided into chunks, with one call each. Several calls are under way at a time, so a rank does
 * not have to wait for the others in each of them. The copies for a call are small and stay in the caches. If a chunk
 * has a single one of the numbers before the axes, its block for a rank is one row in the box where the first axis is
 * whole. If it also has a single point of the first axis, the block is one row in the other box, too, and nothing is
 * copied outside MPI. */
#include "exchange.h"

#include "block_message.h"
#include "checked.h"
#include "partition.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

/* The largest message in bytes, unless a single point of the first axis needs more. docs/cluster-algorithms.md has the
 * rule. */
#ifndef ORB_CHUNK_BYTES
#define ORB_CHUNK_BYTES 131072
#endif
enum { FEWEST_CHUNKS = 8, SMALLEST_MESSAGE = ORB_CHUNK_BYTES / 16 };

/* The largest number of calls under way. It is larger than most numbers of chunks, so that ranks wait for each other
 * only at the end. If blocks are copied, it is 2, or as many as fit into CALLS_MEMORY bytes. */
enum { CALLS = 64, CALLS_WITH_MEMORY = 2, CALLS_MEMORY = 1 << 22 };

enum { SEND = 0, RECEIVE, SIDES };

/* One side of a call: the blocks of all ranks, in the box, or packed one after the other. */
typedef struct side {
    char *memory;       /* the packed blocks; NULL: they are in the box */
    int *count, *at;    /* number and offset of scalars; with types 0 or 1, and 0 */
    MPI_Datatype *type; /* if is_long: block and its address as a type */
} side;

typedef struct call {
    bool is_under_way;
    orb_chunk chunk;
    side side[SIDES];
    MPI_Request request;
} call;

struct orb_alltoall {
    const orb_exchange *exchange;
    orb_post *post;
    bool is_long;       /* has a box more scalars than a count of MPI can represent? Then blocks are types, for
                         * MPI_Ialltoallw. */
    bool equal;         /* one chunk with blocks of one size: MPI_Ialltoall, which includes this rank's own block */
    size_t group;       /* how many of the numbers before the axes a chunk has */
    int parts;          /* into how many parts a rank's points of the first axis are divided */
    bool direct[SIDES]; /* is each block of a chunk one row in this box, so that it need not be packed? */
    int calls;
    call call[CALLS];
};

/* Divides the transposition into chunks, in the same way on all ranks of the ring. Returns the bytes of the largest
 * block of a chunk. */
static size_t set_chunks(orb_alltoall *all)
{
    const orb_exchange *t = all->exchange;
    const size_t points = orb_partition_largest(t->first, t->ranks);
    const size_t point = larger(orb_partition_largest(t->second, t->ranks) * t->inner, 1);
    const size_t share = larger(orb_exchange_largest(t) / FEWEST_CHUNKS, SMALLEST_MESSAGE);
    const size_t fit = larger(smaller(share, ORB_CHUNK_BYTES) / point, 1);
    const size_t parts = orb_parts(points, smaller(fit, points));
    const bool in_x = t->gathers_first; /* is the first axis divided in x? else in y */

    if (parts > INT_MAX)
        return SIZE_MAX; /* more than any memory */
    all->parts = (int)parts;
    all->group = smaller(larger(fit / points, 1), larger(t->outer, 1));
    all->direct[in_x ? RECEIVE : SEND] = all->group == 1;
    all->direct[in_x ? SEND : RECEIVE] = all->group == 1 && (size_t)all->parts == points;
    return all->group * orb_parts(points, (size_t)all->parts) * point;
}

/* How many calls to keep under way, for chunks of so many bytes. */
static int calls_of(const orb_alltoall *all, size_t bytes)
{
    const size_t chunks = orb_parts(all->exchange->outer, all->group) * (size_t)all->parts;
    const size_t most = all->direct[SEND] && all->direct[RECEIVE] ? CALLS : CALLS_MEMORY / larger(2 * bytes, 1);

    return (int)larger(smaller(smaller(larger(most, CALLS_WITH_MEMORY), CALLS), chunks), 1);
}

static orb_status make_side(side *s, size_t ranks, size_t memory)
{
    s->count = malloc(ranks * sizeof *s->count);
    s->at = malloc(ranks * sizeof *s->at);
    s->type = malloc(ranks * sizeof *s->type);
    s->memory = memory ? malloc(memory) : NULL;
    return s->count && s->at && s->type && (s->memory || !memory) ? ORB_OK : ORB_NO_MEMORY;
}

orb_status orb_alltoall_create(orb_alltoall **made, const orb_exchange *t, orb_post *post)
{
    const size_t ranks = (size_t)t->ranks;
    orb_alltoall *all = calloc(1, sizeof *all);
    orb_status status = all ? ORB_OK : ORB_NO_MEMORY;
    size_t scalars, bytes;

    *made = all;
    if (!all)
        return status;
    all->exchange = t;
    all->post = post;
    if (!orb_mul(orb_exchange_largest(t) / post->scalar_size, ranks, &scalars))
        return ORB_NO_MEMORY;
    all->is_long = orb_message_is_long(scalars); /* the same on all ranks of the ring */
    if (!orb_mul(set_chunks(all), ranks, &bytes))
        return ORB_NO_MEMORY;
    all->equal =
        !all->is_long && all->parts == 1 && all->group >= t->outer && t->first % ranks == 0 && t->second % ranks == 0;
    all->calls = calls_of(all, bytes);
    for (int i = 0; i < all->calls; i++) {
        for (int which = 0; which < SIDES && !status; which++)
            status = make_side(&all->call[i].side[which], ranks, all->direct[which] ? 0 : bytes);
    }
    return status;
}

void orb_alltoall_destroy(orb_alltoall *all)
{
    for (int i = 0; all && i < all->calls; i++)
        for (int which = 0; which < SIDES; which++) {
            free(all->call[i].side[which].memory);
            free(all->call[i].side[which].count);
            free(all->call[i].side[which].at);
            free(all->call[i].side[which].type);
        }
    free(all);
}

/* Does the call transfer the block for this rank? The library copies this rank's own block, unless the call has to
 * include it. */
static bool includes(const orb_alltoall *all, int rank)
{
    return all->equal || rank != all->exchange->at;
}

/* Sets the counts, offsets and types of one side of a call. Counts messages and bytes when it sends. */
static void describe(const orb_alltoall *all, call *c, int which)
{
    const size_t scalar = all->post->scalar_size;
    side *s = &c->side[which];
    size_t packed = 0;

    for (int rank = 0; rank < all->exchange->ranks; rank++) {
        const orb_rows rows = orb_exchange_rows(all->exchange, &c->chunk, which == SEND, rank);
        const size_t bytes = includes(all, rank) ? rows.count * rows.bytes : 0;
        const size_t place = s->memory ? packed : rows.at;

        packed += bytes;
        s->count[rank] = all->is_long ? bytes > 0 : (int)(bytes / scalar);
        s->at[rank] = all->is_long ? 0 : (int)(place / scalar);
        s->type[rank] = all->post->scalar;
        if (all->is_long && bytes) {
            const int code = orb_message_type(all->post->scalar, bytes / scalar, (MPI_Aint)place, &s->type[rank]);

            orb_post_check(all->post, code);
            if (code != MPI_SUCCESS) { /* the call still needs a type */
                s->count[rank] = 0;
                s->type[rank] = all->post->scalar;
            }
        }
        if (which == SEND && bytes && rank != all->exchange->at) {
            all->post->messages++;
            all->post->bytes += bytes;
        }
    }
}

/* Called after the call has completed, because Open MPI 4.1.4 loses types that are freed earlier. */
static void free_types(const orb_alltoall *all, const side *s)
{
    for (int rank = 0; all->is_long && rank < all->exchange->ranks; rank++)
        if (s->count[rank])
            orb_post_check(all->post, MPI_Type_free(&s->type[rank]));
}

static int start_call(const orb_alltoall *all, call *c, const void *from, void *to)
{
    const side *send = &c->side[SEND], *receive = &c->side[RECEIVE];
    const MPI_Comm comm = all->exchange->comm;
    const MPI_Datatype scalar = all->post->scalar;

    if (all->equal)
        return MPI_Ialltoall(from, send->count[0], scalar, to, receive->count[0], scalar, comm, &c->request);
    return all->is_long ? MPI_Ialltoallw(from, send->count, send->at, send->type, to, receive->count, receive->at,
                                         receive->type, comm, &c->request)
                        : MPI_Ialltoallv(from, send->count, send->at, scalar, to, receive->count, receive->at, scalar,
                                         comm, &c->request);
}

/* Copies the blocks of a chunk from x into the memory of the call. */
static void pack(const orb_alltoall *all, const call *c, const void *x)
{
    char *block = c->side[SEND].memory;

    for (int rank = 0; block && rank < all->exchange->ranks; rank++)
        if (includes(all, rank)) {
            const orb_rows rows = orb_exchange_rows(all->exchange, &c->chunk, true, rank);

            orb_rows_take(&rows, x, block);
            block += rows.count * rows.bytes;
        }
}

/* Copies the blocks of a chunk from the memory of the call to y. */
static void unpack(const orb_alltoall *all, const call *c, void *y)
{
    const char *block = c->side[RECEIVE].memory;

    for (int rank = 0; block && rank < all->exchange->ranks; rank++)
        if (includes(all, rank)) {
            const orb_rows rows = orb_exchange_rows(all->exchange, &c->chunk, false, rank);

            orb_rows_put(&rows, block, y);
            block += rows.count * rows.bytes;
        }
}

static void begin(const orb_alltoall *all, call *c, const void *x, void *y)
{
    const side *send = &c->side[SEND], *receive = &c->side[RECEIVE];
    orb_post *post = all->post;

    describe(all, c, SEND);
    describe(all, c, RECEIVE);
    pack(all, c, x);
    orb_post_check(post, start_call(all, c, send->memory ? send->memory : x, receive->memory ? receive->memory : y));
    if (!all->equal)
        orb_exchange_copy_own(all->exchange, &c->chunk, x, y);
    c->is_under_way = true;
}

/* The number of planes that are complete after this chunk, in the box where the first axis is divided. The calls up to
 * this one send these planes of x, or receive these planes of y. */
static size_t planes_until(const orb_alltoall *all, const orb_chunk *c)
{
    const orb_exchange *t = all->exchange;
    size_t start, within;
    const size_t mine = orb_partition(t->first, t->ranks, t->at, &start);
    const size_t points = orb_partition(mine, c->parts, c->part, &within);

    return (c->end - 1) * mine + within + points;
}

/* Lets MPI make progress, which many implementations do during calls only. */
static void poll(orb_alltoall *all)
{
    int done;

    for (int i = 0; i < all->calls; i++)
        if (all->call[i].is_under_way)
            orb_post_check(all->post, MPI_Request_get_status(all->call[i].request, &done, MPI_STATUS_IGNORE));
}

/* Completes a call if it is under way. Returns the number of planes that are complete then, or 0 if there was no
 * call. */
static size_t end(orb_alltoall *all, call *c, void *y)
{
    const double start = MPI_Wtime();

    if (!c->is_under_way)
        return 0;
    c->is_under_way = false;
    orb_post_check(all->post, MPI_Wait(&c->request, MPI_STATUS_IGNORE));
    all->post->wait += MPI_Wtime() - start;
    free_types(all, &c->side[SEND]);
    free_types(all, &c->side[RECEIVE]);
    unpack(all, c, y);
    return planes_until(all, &c->chunk);
}

/* How many calls may be under way. Calls that share the links end together, so if a transform follows, only some of
 * them start at a time. */
static unsigned window_of(const orb_alltoall *all, const orb_pieces *after)
{
    const size_t chunks = orb_parts(all->exchange->outer, all->group) * (size_t)all->parts;
    const size_t most = after ? larger(chunks / 4, 2) : (size_t)all->calls;

    return (unsigned)smaller(most, (size_t)all->calls);
}

bool orb_alltoall_has_chunks(const orb_alltoall *all)
{
    return all->parts > 1 || all->group < all->exchange->outer;
}

unsigned orb_exchange_alltoall(orb_alltoall *all, const void *x, void *y, orb_pieces *pieces)
{
    orb_pieces *const before = all->exchange->gathers_first ? pieces : NULL, *const after = before ? NULL : pieces;
    const unsigned window = window_of(all, after);
    const size_t outer = all->exchange->outer;
    unsigned calls = 0;

    for (size_t first = 0; first < outer; first += all->group)
        for (int part = 0; part < all->parts; part++, calls++) {
            call *c = &all->call[calls % window];
            const size_t done = end(all, c, y);

            c->chunk = (orb_chunk){first, smaller(first + all->group, outer), part, all->parts};
            if (before && orb_pieces_produce(before, planes_until(all, &c->chunk)))
                poll(all);
            begin(all, c, x, y);
            if (after && orb_pieces_consume(after, done))
                poll(all);
        }
    for (unsigned i = 0; i < window; i++) {
        const size_t done = end(all, &all->call[(calls + i) % window], y);

        if (after && orb_pieces_consume(after, done))
            poll(all);
    }
    return calls;
}
