/* A transposition that moves several axes at once.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The block for a rank is the intersection of this rank's box before the stage with the other rank's box after it. It
 * is divided into messages, and only a few messages are packed at a time, so that packed memory stays small. In step i
 * of a part, a rank sends to the rank i places further, and receives from the rank i places before it. All ranks take
 * the same steps, and leave out messages without points. */
#include "remap.h"

#include "block_message.h"
#include "checked.h"
#include "field.h"
#include "partition.h"

#include <stdlib.h>
#include <string.h>

/* The largest message in bytes, unless one index of the divided axis needs more. */
#ifndef ORB_REMAP_BYTES
#define ORB_REMAP_BYTES 131072
#endif

/* The largest number of steps under way: as many as fit into MEMORY bytes, and at least two. */
enum { LEAST_UNDER_WAY = 2, MOST_UNDER_WAY = 16, MEMORY = 1 << 22, TAG = 1 };

enum { SEND = 0, RECEIVE, SIDES };

/* One step: a message to a rank, and a message from another. A block is relative to this rank's box. */
typedef struct step {
    int rank[SIDES];
    orb_part block[SIDES]; /* no points: there is no message */
} step;

/* A step under way. */
typedef struct flight {
    char *memory[SIDES];
    MPI_Request request[SIDES];
} flight;

struct orb_remap {
    orb_post *post;
    size_t batch, element; /* bytes of an element */
    orb_part box[SIDES];   /* this rank's box before the stage, and after it */
    int self;
    size_t steps;
    step *step;
    int flights;
    flight flight[MOST_UNDER_WAY];
};

/* What creating it needs to know of all ranks. */
typedef struct plan_of_steps {
    const orb_stage *stage;
    int ranks, axis, parts; /* parts of the axis per message */
    orb_part *box[SIDES];   /* of each rank */
} plan_of_steps;

static bool is_empty(const orb_part *p)
{
    return !p->size[0] || !p->size[1] || !p->size[2] || !p->size[3];
}

static size_t points_of(const orb_part *p)
{
    return p->size[0] * p->size[1] * p->size[2] * p->size[3];
}

/* Reduces a block to its intersection with a range of one axis. */
static void clip(orb_part *block, int axis, size_t start, size_t size)
{
    const size_t end = smaller(block->start[axis] + block->size[axis], start + size);

    block->start[axis] = larger(block->start[axis], start);
    block->size[axis] = end > block->start[axis] ? end - block->start[axis] : 0;
}

/* The points that one rank sends to another in a part. Parts divide the axis after the first one that moves, in the box
 * where this first one is whole: the box before a return to the canonical layout, or after the way from it. */
static orb_part block_of(const plan_of_steps *p, int from, int to, int part)
{
    const bool returns = p->stage->scattered < p->stage->gathered;
    const orb_part *source = &p->box[SEND][from], *target = &p->box[RECEIVE][to], *divided = returns ? source : target;
    orb_part block = *source;
    size_t start;
    const size_t size = orb_partition(divided->size[p->axis], p->parts, part, &start);

    for (int a = 0; a < ORB_MPI_AXES; a++)
        clip(&block, a, target->start[a], target->size[a]);
    clip(&block, p->axis, divided->start[p->axis] + start, size);
    return block;
}

/* Relative to a box. */
static orb_part within(const orb_part *block, const orb_part *box)
{
    orb_part relative = *block;

    for (int a = 0; a < ORB_MPI_AXES; a++)
        relative.start[a] -= is_empty(block) ? relative.start[a] : box->start[a];
    return relative;
}

/* Finds the boxes of all ranks. */
static orb_status find_boxes(const orb_mpi_plan *plan, plan_of_steps *p, const orb_state *to)
{
    for (int side = 0; side < SIDES; side++) {
        p->box[side] = malloc((size_t)p->ranks * sizeof *p->box[side]);
        if (!p->box[side])
            return ORB_NO_MEMORY;
    }
    for (int rank = 0; rank < p->ranks; rank++) {
        int at[ORB_MPI_AXES] = {0};

        if (MPI_Cart_coords(plan->wire.post.comm, rank, ORB_CLUSTER_TORUS, at) != MPI_SUCCESS)
            return ORB_DEVICE_FAILED;
        p->box[SEND][rank] = orb_state_part(&p->stage->before, &plan->desc, at);
        p->box[RECEIVE][rank] = orb_state_part(to, &plan->desc, at);
    }
    return ORB_OK;
}

/* Sets the number of parts, which is the same on all ranks: the first rank has the largest boxes. */
static void set_parts(const orb_remap *r, plan_of_steps *p)
{
    const orb_part *box = p->box[p->stage->scattered < p->stage->gathered ? SEND : RECEIVE];
    const size_t length = larger(box->size[p->axis], 1);
    size_t largest = 0;

    p->parts = 1;
    for (int to = 0; to < p->ranks; to++) {
        const orb_part block = block_of(p, 0, to, 0);

        largest = larger(largest, points_of(&block));
    }
    p->parts = (int)smaller(orb_parts(largest * r->batch * r->element, ORB_REMAP_BYTES), smaller(length, INT32_MAX));
    p->parts = p->parts ? p->parts : 1;
}

/* Lists the steps in which this rank sends or receives. *largest: bytes of its largest message. */
static orb_status list_steps(orb_remap *r, const plan_of_steps *p, size_t *largest)
{
    size_t room = 0;

    for (int part = 0; part < p->parts; part++)
        for (int i = 0; i < p->ranks; i++) {
            const int to = (r->self + i) % p->ranks, from = (r->self - i + p->ranks) % p->ranks;
            const orb_part send = block_of(p, r->self, to, part), receive = block_of(p, from, r->self, part);
            step *longer;

            if (is_empty(&send) && is_empty(&receive))
                continue;
            if (r->steps == room) {
                room = 2 * room + 16;
                longer = realloc(r->step, room * sizeof *longer);
                if (!longer)
                    return ORB_NO_MEMORY;
                r->step = longer;
            }
            r->step[r->steps++] =
                (step){.rank = {to, from}, .block = {within(&send, &r->box[SEND]), within(&receive, &r->box[RECEIVE])}};
            *largest = larger(*largest, larger(points_of(&send), points_of(&receive)) * r->batch * r->element);
        }
    return ORB_OK;
}

static orb_status allocate(orb_remap *r, size_t largest)
{
    const size_t fit = MEMORY / larger(2 * largest, 1);

    r->flights = (int)smaller(smaller(larger(fit, LEAST_UNDER_WAY), MOST_UNDER_WAY), larger(r->steps, 1));
    for (int i = 0; i < r->flights; i++)
        for (int side = 0; side < SIDES; side++) {
            r->flight[i].request[side] = MPI_REQUEST_NULL;
            r->flight[i].memory[side] = malloc(larger(largest, 1));
            if (!r->flight[i].memory[side])
                return ORB_NO_MEMORY;
        }
    return ORB_OK;
}

orb_status orb_remap_create(orb_remap **made, orb_mpi_plan *plan, const orb_stage *stage, const orb_state *to)
{
    plan_of_steps p = {.stage = stage,
                       .axis = (stage->scattered < stage->gathered ? stage->scattered : stage->gathered) + 1};
    orb_remap *r = calloc(1, sizeof *r);
    orb_status status = r ? ORB_OK : ORB_NO_MEMORY;
    size_t largest = 0;

    *made = r;
    if (!r)
        return status;
    r->post = &plan->wire.post;
    r->batch = plan->desc.batch;
    r->element = orb_element_size(stage->before.element);
    r->box[SEND] = orb_state_part(&stage->before, &plan->desc, plan->at);
    r->box[RECEIVE] = orb_state_part(to, &plan->desc, plan->at);
    if (MPI_Comm_size(r->post->comm, &p.ranks) != MPI_SUCCESS || MPI_Comm_rank(r->post->comm, &r->self) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    status = find_boxes(plan, &p, to);
    if (!status) {
        set_parts(r, &p);
        status = list_steps(r, &p, &largest);
    }
    free(p.box[SEND]);
    free(p.box[RECEIVE]);
    return status ? status : allocate(r, largest);
}

void orb_remap_destroy(orb_remap *r)
{
    for (int i = 0; r && i < r->flights; i++)
        for (int side = 0; side < SIDES; side++)
            free(r->flight[i].memory[side]);
    if (r)
        free(r->step);
    free(r);
}

/* Packs a block of the box before the stage, or unpacks one of the box after it. */
static void copy(const orb_remap *r, const orb_part *block, int side, char *box, char *packed)
{
    const size_t *n = r->box[side].size, *s = block->start;
    size_t loops[3] = {block->size[0], block->size[1], block->size[2]}, run = block->size[3] * r->element;

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

static size_t bytes_of(const orb_remap *r, const orb_part *block)
{
    return points_of(block) * r->batch * r->element;
}

/* A block for this rank itself goes through the memory of the step, too. */
static void begin(orb_remap *r, const step *s, flight *f, const void *x)
{
    const size_t scalar = r->post->scalar_size, sent = bytes_of(r, &s->block[SEND]);
    const size_t received = bytes_of(r, &s->block[RECEIVE]);
    orb_message m = {.comm = r->post->comm, .scalar = r->post->scalar, .tag = TAG};

    if (s->rank[SEND] == r->self) {
        copy(r, &s->block[SEND], SEND, (char *)(uintptr_t)x, f->memory[RECEIVE]);
        return;
    }
    if (received) {
        m.rank = s->rank[RECEIVE];
        orb_post_check(r->post, orb_message_receive(&m, f->memory[RECEIVE], received / scalar, &f->request[RECEIVE]));
    }
    if (sent) {
        copy(r, &s->block[SEND], SEND, (char *)(uintptr_t)x, f->memory[SEND]);
        m.rank = s->rank[SEND];
        orb_post_check(r->post, orb_message_send(&m, f->memory[SEND], sent / scalar, &f->request[SEND]));
        r->post->messages++;
        r->post->bytes += sent;
    }
}

static void end(orb_remap *r, const step *s, flight *f, void *y)
{
    const double start = MPI_Wtime();

    for (int side = 0; side < SIDES; side++)
        orb_post_check(r->post, MPI_Wait(&f->request[side], MPI_STATUS_IGNORE));
    r->post->wait += MPI_Wtime() - start;
    if (!is_empty(&s->block[RECEIVE]))
        copy(r, &s->block[RECEIVE], RECEIVE, y, f->memory[RECEIVE]);
}

void orb_remap_run(orb_remap *r, const void *x, void *y)
{
    const size_t under_way = (size_t)r->flights;

    for (size_t i = 0; i < r->steps + under_way; i++) {
        flight *f = &r->flight[i % under_way];

        if (i >= under_way && i - under_way < r->steps)
            end(r, &r->step[i - under_way], f, y);
        if (i < r->steps)
            begin(r, &r->step[i], f, x);
    }
}
