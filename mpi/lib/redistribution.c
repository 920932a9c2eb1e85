/* A redistribution of a volume.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The block for a rank is the intersection of this rank's box before with the other rank's box after. It is divided
 * into messages, and only a few messages are packed at a time, so that packed memory stays small.
 *
 * Ranks that send to the same ranks start with different ones, because messages to one rank share its link. Each
 * message has a sequence number, made of its part and its place among the sender's messages of this part. A rank starts
 * its messages in this order. Those that it sends do not wait for those that it receives, nor the reverse. So of all
 * messages that have not arrived, the one with the lowest number is always under way at both ends, and no rank waits
 * for ever. */
#include "redistribution.h"

#include "block_message.h"
#include "checked.h"

#include <stdlib.h>
#include <string.h>

/* The largest number of messages under way in each direction: as many as fit into MEMORY bytes, and at least two. */
enum { LEAST_UNDER_WAY = 2, MOST_UNDER_WAY = 16, MEMORY = 1 << 22, TAG = 1 };

enum { SEND = ORB_BEFORE, RECEIVE = ORB_AFTER, SIDES = ORB_SIDES };

/* A message to or from a rank. Its block is relative to this rank's box. */
typedef struct message {
    int rank;
    size_t sequence;
    orb_part block;
} message;

/* The messages of one side, in the order of their sequence numbers. */
typedef struct list {
    message *message;
    size_t count, room;
} list;

struct orb_redistribution {
    orb_post *post;
    size_t batch, element; /* bytes of an element */
    orb_part box[SIDES];   /* this rank's box before, and after */
    int self;
    list list[SIDES];
    int slots;                                   /* messages under way on each side, */
    char *memory[SIDES][MOST_UNDER_WAY];         /* the memory of each of them, */
    MPI_Request request[SIDES * MOST_UNDER_WAY]; /* its request, first those of SEND, */
    size_t at[MOST_UNDER_WAY];                   /* and of RECEIVE, its place in the list */
};

static orb_status append(list *l, const message *m)
{
    if (l->count == l->room) {
        const size_t room = 2 * l->room + 16;
        message *longer = realloc(l->message, room * sizeof *longer);

        if (!longer)
            return ORB_NO_MEMORY;
        l->message = longer;
        l->room = room;
    }
    l->message[l->count++] = *m;
    return ORB_OK;
}

/* Appends the messages between this rank and another one. */
static orb_status append_all(orb_redistribution *r, const orb_survey *v, int side, int other)
{
    const int from = side == SEND ? r->self : other, to = side == SEND ? other : r->self;
    const int parts = orb_survey_parts(v, from, to), place = parts ? orb_survey_place(v, from, to) : 0;
    orb_status status = ORB_OK;

    for (int part = 0; part < parts && !status; part++) {
        message m = {.rank = other,
                     .sequence = (size_t)part * (size_t)v->ranks + (size_t)place,
                     .block = orb_survey_part(v, from, to, part)};

        if (orb_part_is_empty(&m.block))
            continue;
        for (int a = 0; a < ORB_MPI_AXES; a++)
            m.block.start[a] -= r->box[side].start[a];
        status = append(&r->list[side], &m);
    }
    return status;
}

static int compare(const void *left, const void *right)
{
    const message *a = left, *b = right;

    if (a->sequence != b->sequence)
        return (a->sequence > b->sequence) - (a->sequence < b->sequence);
    return (a->rank > b->rank) - (a->rank < b->rank);
}

/* A message of a rank to itself is only among those that it sends. */
static orb_status list_messages(orb_redistribution *r, const orb_survey *v)
{
    orb_status status = ORB_OK;

    for (int other = 0; other < v->ranks && !status; other++) {
        status = append_all(r, v, SEND, other);
        if (!status && other != r->self)
            status = append_all(r, v, RECEIVE, other);
    }
    for (int side = 0; side < SIDES; side++)
        if (r->list[side].count)
            qsort(r->list[side].message, r->list[side].count, sizeof(message), compare);
    return status;
}

static size_t bytes_of(const orb_redistribution *r, const orb_part *block)
{
    return block->size[0] * block->size[1] * block->size[2] * block->size[3] * r->batch * r->element;
}

static orb_status allocate(orb_redistribution *r)
{
    size_t largest = 1;

    for (int side = 0; side < SIDES; side++)
        for (size_t i = 0; i < r->list[side].count; i++)
            largest = larger(largest, bytes_of(r, &r->list[side].message[i].block));
    r->slots = (int)smaller(larger(MEMORY / SIDES / largest, LEAST_UNDER_WAY), MOST_UNDER_WAY);
    for (int side = 0; side < SIDES; side++)
        for (int i = 0; i < r->slots; i++) {
            r->memory[side][i] = calloc(largest, 1); /* a rank without an array sends it */
            if (!r->memory[side][i])
                return ORB_NO_MEMORY;
        }
    return ORB_OK;
}

orb_status orb_redistribution_create(orb_redistribution **made, orb_post *post, const orb_survey *v, size_t batch,
                                     size_t element)
{
    orb_redistribution *r = calloc(1, sizeof *r);
    orb_status status;

    *made = r;
    if (!r)
        return ORB_NO_MEMORY;
    r->post = post;
    r->batch = batch;
    r->element = element;
    if (MPI_Comm_rank(post->comm, &r->self) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    for (int side = 0; side < SIDES; side++)
        r->box[side] = v->box[side][r->self];
    status = list_messages(r, v);
    return status ? status : allocate(r);
}

void orb_redistribution_destroy(orb_redistribution *r)
{
    for (int side = 0; r && side < SIDES; side++) {
        for (int i = 0; i < r->slots; i++)
            free(r->memory[side][i]);
        free(r->list[side].message);
    }
    free(r);
}

/* Packs a block of the box before, or unpacks one of the box after. */
static void copy(const orb_redistribution *r, const orb_part *block, int side, char *box, char *packed)
{
    const size_t *n = r->box[side].size, *s = block->start;
    size_t loops[3] = {block->size[0], block->size[1], block->size[2]}, run = block->size[3] * r->element;

    if (!box)
        return;
    /* Axes that the block has whole form one run with the axis before them. */
    for (int a = ORB_MPI_AXES - 1; a > 0 && block->size[a] == n[a]; a--) {
        run *= block->size[a - 1];
        loops[a - 1] = 1;
    }
    for (size_t b = 0; b < r->batch; b++)
        for (size_t i = 0; i < loops[0]; i++)
            for (size_t j = 0; j < loops[1]; j++)
                for (size_t k = 0; k < loops[2]; k++, packed += run) {
                    char *at = box + ((((b * n[0] + s[0] + i) * n[1] + s[1] + j) * n[2] + s[2] + k) * n[3] + s[3]) *
                                         r->element;

                    if (side == SEND)
                        memcpy(packed, at, run);
                    else
                        memcpy(at, packed, run);
                }
}

/* Packs the next messages in a slot until one is under way. A message of this rank to itself is unpacked at once. */
static void send_next(orb_redistribution *r, int slot, size_t *next, const void *x, void *y)
{
    const list *l = &r->list[SEND];
    MPI_Request *request = &r->request[slot];

    *request = MPI_REQUEST_NULL;
    while (*next < l->count && *request == MPI_REQUEST_NULL && !r->post->failed) {
        const message *m = &l->message[(*next)++];
        const size_t bytes = bytes_of(r, &m->block);
        const orb_message to = {.comm = r->post->comm, .scalar = r->post->scalar, .rank = m->rank, .tag = TAG};
        char *memory = r->memory[SEND][slot];

        copy(r, &m->block, SEND, (char *)(uintptr_t)x, memory);
        if (m->rank == r->self) {
            orb_part own = m->block;

            for (int a = 0; a < ORB_MPI_AXES; a++)
                own.start[a] = own.start[a] + r->box[SEND].start[a] - r->box[RECEIVE].start[a];
            copy(r, &own, RECEIVE, y, memory);
            continue;
        }
        orb_post_check(r->post, orb_message_send(&to, memory, bytes / r->post->scalar_size, request));
        r->post->messages++;
        r->post->bytes += bytes;
    }
}

static void receive_next(orb_redistribution *r, int slot, size_t *next)
{
    const list *l = &r->list[RECEIVE];
    MPI_Request *request = &r->request[r->slots + slot];

    *request = MPI_REQUEST_NULL;
    if (*next < l->count) {
        const message *m = &l->message[*next];
        const orb_message from = {.comm = r->post->comm, .scalar = r->post->scalar, .rank = m->rank, .tag = TAG};

        r->at[slot] = (*next)++;
        orb_post_check(r->post, orb_message_receive(&from, r->memory[RECEIVE][slot],
                                                    bytes_of(r, &m->block) / r->post->scalar_size, request));
    }
}

/* Waits until a message is complete. Returns its place among the requests, or MPI_UNDEFINED if none is under way. */
static int wait_any(orb_redistribution *r)
{
    const double start = MPI_Wtime();
    int i = MPI_UNDEFINED;
    const int code = MPI_Waitany(SIDES * r->slots, r->request, &i, MPI_STATUS_IGNORE);

    orb_post_check(r->post, code);
    r->post->wait += MPI_Wtime() - start;
    return code == MPI_SUCCESS ? i : MPI_UNDEFINED;
}

void orb_redistribution_run(orb_redistribution *r, const void *x, void *y)
{
    size_t next[SIDES] = {0};
    int done;

    for (int i = 0; i < r->slots; i++)
        receive_next(r, i, &next[RECEIVE]);
    for (int i = 0; i < r->slots; i++)
        send_next(r, i, &next[SEND], x, y);
    while ((done = wait_any(r)) != MPI_UNDEFINED) {
        const int slot = done - r->slots;

        if (slot < 0) {
            send_next(r, done, &next[SEND], x, y);
            continue;
        }
        copy(r, &r->list[RECEIVE].message[r->at[slot]].block, RECEIVE, y, r->memory[RECEIVE][slot]);
        receive_next(r, slot, &next[RECEIVE]);
    }
}
