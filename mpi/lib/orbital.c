/* The orbital algorithm: P x P x P ranks on a torus, where data and coefficients roll in three stages.
 * SPDX-License-Identifier: Apache-2.0
 *
 * With T = (Q+R+S) mod P, rank (Q,R,S) has these blocks before and after the stages:
 *
 *   forward   X(Q,R,S) -> X'(Q,R,T)  = sum over S of X(Q,R,S)   C3(S,T)    c rolls along Q, y along S
 *                      -> X''(S,R,T) = sum over Q of X'(Q,R,T)  C1(Q,S)    x rolls along S, y along Q
 *                      -> Z(S,Q,T)   = sum over R of X''(S,R,T) C2(R,Q)    x rolls along Q, y along R
 *   inverse   Z(S,Q,T) -> X''(S,R,T) = sum over Q of Z(S,Q,T)   C2(R,Q)^T  x rolls along R, y along Q
 *                      -> X'(Q,R,T)  = sum over S of X''(S,R,T) C1(Q,S)^T  x rolls along Q, y along S
 *                      -> X(Q,R,S)   = sum over T of X'(Q,R,T)  C3(S,T)^T  x rolls along S, c along Q
 *
 * To roll is to receive the block of the +1 neighbour: in step t, a rank has the blocks with T+t in the place of T. The
 * last roll of a stage would return all blocks to their origin. It is omitted: a stage that begins at T+d ends at
 * T+d-1, and the next stage begins there. The first forward stage can begin anywhere, because its sums are zero and its
 * coefficients are computed in place. It begins at T+3 and ends at T+2, so that the last stage ends at T. The inverse
 * begins at T. Its last stage accumulates the sums where the points belong, in any order of the blocks. */
#include "cluster.h"

#include "blas_memory.h"
#include "checked.h"
#include "convert.h"
#include "field.h"
#include "product.h"
#include "swap.h"

#include <stdio.h>
#include <stdlib.h>

enum { STAGES = 3, BUFFERS = 5, NONE = -1 };

/* A stage: the axis of the volume that it transforms, and the axes of the grid along which the points x, the
 * coefficients c and the sums y roll. NONE: they do not roll. */
typedef struct stage {
    int axis, x, c, y;
} stage;

static const stage forward_stages[STAGES] = {{2, NONE, 0, 2}, {0, 2, NONE, 0}, {1, 0, NONE, 1}};
static const stage inverse_stages[STAGES] = {{1, 1, NONE, 0}, {0, 0, NONE, 2}, {2, 2, 0, NONE}};

typedef struct setup {
    int p;                      /* ranks along each side of the grid */
    size_t block[ORB_MPI_AXES]; /* size of each block; the last ones are padded with zeros */
    size_t numbers;             /* numbers in a batch of blocks */
    size_t scalars;             /* scalars in a message with a batch of blocks */
    orb_product product[STAGES];
    void *coefficients[STAGES]; /* the block of coefficients with which each stage begins */
    void *rolled[2];            /* buffers for the blocks of coefficients from other ranks, used alternately */
    size_t rolled_scalars;
    void *buffer[BUFFERS];
    /* In the exchange between skewed and canonical layout: the rank that gets this rank's block, and the rank that has
     * the block for this one. */
    int partner[2];
} setup;

static orb_status choose(const orb_mpi_desc *desc, int ranks, int grid[ORB_MPI_AXES])
{
    long side = 0;
    size_t longest = 1;

    for (int a = 0; a < STAGES; a++) {
        if (grid[a] && side && grid[a] != side)
            return ORB_INVALID;
        side = grid[a] ? grid[a] : side;
        longest = desc->n[a] > longest ? desc->n[a] : longest;
    }
    if (!side)
        for (side = 1; (side + 1) * (side + 1) * (side + 1) <= ranks && (size_t)side < longest;)
            side++;
    if (side > ranks || side * side > ranks || side * side * side > ranks)
        return ORB_INVALID;
    for (int a = 0; a < STAGES; a++)
        grid[a] = (int)side;
    return ORB_OK;
}

/* The points of the volume in a block. */
static orb_part part_of(const orb_mpi_plan *plan, const setup *s, const int at[ORB_MPI_AXES])
{
    orb_part part = {{0}, {0}};
    bool empty = false;

    for (int a = 0; a < ORB_MPI_AXES; a++) {
        const size_t n = plan->desc.n[a], start = (size_t)at[a] * s->block[a];

        part.start[a] = start < n ? start : n;
        part.size[a] = n - part.start[a] < s->block[a] ? n - part.start[a] : s->block[a];
        empty = empty || !part.size[a];
    }
    return empty ? (orb_part){{0}, {0}} : part;
}

/* The skewed block of this rank, and the partners of the exchange with the canonical layout. */
static orb_status place(orb_mpi_plan *plan, setup *s)
{
    const bool forward = plan->desc.direction == ORB_FORWARD, skewed = plan->desc.layout == ORB_MPI_SKEWED;
    const int p = s->p, q = plan->at[0], r = plan->at[1], third = plan->at[2], t = (q + r + third) % p;
    const int block[ORB_MPI_AXES] = {third, q, t}; /* the rank's skewed block, and the rank that has it canonically */
    const int owner[3] = {r, (third + 2 * p - r - q) % p, q}; /* the rank that has the block (q, r, third) */
    const orb_part canonical = part_of(plan, s, plan->at), other = part_of(plan, s, skewed ? block : plan->at);

    plan->in = forward ? canonical : other;
    plan->out = forward ? other : canonical;
    if (MPI_Cart_rank(plan->wire.post.comm, block, &s->partner[0]) != MPI_SUCCESS ||
        MPI_Cart_rank(plan->wire.post.comm, owner, &s->partner[1]) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    return ORB_OK;
}

/* Computes the block of coefficients with which this rank begins a stage. Rows are points. */
static orb_status make_coefficients(orb_mpi_plan *plan, setup *s, int index)
{
    const bool forward = plan->desc.direction == ORB_FORWARD;
    const int axis = (forward ? forward_stages : inverse_stages)[index].axis;
    const int p = s->p, q = plan->at[0], r = plan->at[1], third = plan->at[2], t = q + r + third;
    /* Blocks of points and of results, from the table above. The first forward stage begins with T+3 in place of T, the
     * last inverse stage with T-2. */
    const int from[2][STAGES] = {{third, q, r}, {q, third, (t + 2 * (p - 1)) % p}};
    const int to[2][STAGES] = {{(t + 3) % p, third, q}, {r, q, third}};
    const size_t block = s->block[axis], n = plan->desc.n[axis];
    const orb_element element = s->product[index].coefficients;
    orb_tile tile = {.first = {(size_t)from[!forward][index] * block, (size_t)to[!forward][index] * block},
                     .shape = {block, block}};
    size_t bytes;

    for (int side = 0; side < 2; side++) {
        tile.first[side] = tile.first[side] < n ? tile.first[side] : n;
        tile.count[side] = n - tile.first[side] < block ? n - tile.first[side] : block;
    }
    if (!orb_mul(block, block, &bytes) || !orb_mul(bytes, orb_element_size(element), &bytes))
        return ORB_NO_MEMORY;
    s->coefficients[index] = malloc(bytes);
    if (!s->coefficients[index])
        return ORB_NO_MEMORY;
    orb_entries_block(&plan->entries[axis], &tile, element, s->coefficients[index]);
    if (axis == 2) { /* which rolls them */
        s->rolled[0] = malloc(bytes);
        s->rolled[1] = malloc(bytes);
        s->rolled_scalars = bytes / plan->wire.post.scalar_size;
    }
    return axis == 2 && !(s->rolled[0] && s->rolled[1]) ? ORB_NO_MEMORY : ORB_OK;
}

static void explain(orb_mpi_plan *plan, const setup *s)
{
    const size_t *n = plan->desc.n, *b = s->block;
    const double filled = (double)b[0] * (double)b[1] * (double)b[2] * s->p * s->p * s->p;
    const double points = (double)n[0] * (double)n[1] * (double)n[2];

    snprintf(plan->tally.why, sizeof plan->tally.why,
             "orbital: a torus of %d x %d x %d ranks, blocks of %zu x %zu x %zu, of which zeros fill %.1f %%", s->p,
             s->p, s->p, b[0], b[1], b[2], 100.0 * (1.0 - points / filled));
}

static void discard(void *setup_of_plan)
{
    setup *s = setup_of_plan;

    if (!s)
        return;
    for (int i = 0; i < STAGES; i++)
        free(s->coefficients[i]);
    for (int i = 0; i < BUFFERS; i++)
        free(s->buffer[i]);
    free(s->rolled[0]);
    free(s->rolled[1]);
    free(s);
}

static orb_status prepare(orb_mpi_plan *plan)
{
    const stage *stages = plan->desc.direction == ORB_FORWARD ? forward_stages : inverse_stages;
    setup *s = calloc(1, sizeof *s);
    orb_status status = s ? ORB_OK : ORB_NO_MEMORY;
    size_t bytes = 0;

    plan->setup = s;
    if (status)
        return status;
    s->p = plan->desc.grid[0];
    plan->gauge.total = STAGES * s->p;
    for (int a = 0; a < ORB_MPI_AXES; a++)
        s->block[a] = orb_parts(plan->desc.n[a], (size_t)plan->desc.grid[a]);
    if (!orb_cluster_bytes(plan, s->block, &bytes) || orb_blas_reserve((int)plan->desc.threads))
        return ORB_NO_MEMORY;
    s->numbers = bytes / orb_element_size(plan->element);
    s->scalars = orb_cluster_scalars(plan, s->block);
    for (int i = 0; i < BUFFERS; i++)
        if (!(s->buffer[i] = malloc(bytes)))
            return ORB_NO_MEMORY;
    for (int i = 0; i < STAGES && !status; i++) {
        const int a = stages[i].axis;

        s->product[i] = orb_product_of(plan->element, plan->desc.kind[a], a, plan->desc.batch, s->block, s->block[a]);
        status = orb_product_fits(&s->product[i]) ? make_coefficients(plan, s, i) : ORB_INVALID;
    }
    if (!status)
        status = place(plan, s);
    explain(plan, s);
    return status;
}

/* Starts to receive a block from the +1 neighbour along an axis of the grid, and to send this rank's block to the -1
 * neighbour. */
static void roll(orb_wire *wire, int axis, orb_slot in, const void *mine, void *next, size_t scalars)
{
    orb_wire_receive(wire, in, wire->next[axis], next, scalars);
    orb_wire_send(wire, (orb_slot)(in + 1), wire->previous[axis], mine, scalars);
}

/* Executes a stage, from buffer 0 to buffer 0. Operands that are only read roll while they are multiplied. A sum is in
 * transit during the next product, which is computed into another buffer and then added to the sum. Buffers 0 and 1 are
 * for x and the next x, 2 and 3 for the current sum and the one that is being sent, and 4 for the sum that arrives. */
static void run_stage(orb_mpi_plan *plan, setup *s, int index, const stage *stage)
{
    orb_wire *wire = &plan->wire;
    orb_post *post = &wire->post;
    void **b = s->buffer;
    const void *c = s->coefficients[index];
    const bool sums_stay = stage->y == NONE;

    for (int step = 0; step < s->p; step++) {
        const bool rolls = step < s->p - 1;
        const orb_slot out = step % 2 ? ORB_SLOT_Y_OUT_TOO : ORB_SLOT_Y_OUT;
        double begin;

        if (rolls && stage->x != NONE)
            roll(wire, stage->x, ORB_SLOT_X_IN, b[0], b[1], s->scalars);
        if (rolls && stage->c != NONE)
            roll(wire, stage->c, ORB_SLOT_C_IN, c, s->rolled[step % 2], s->rolled_scalars);
        orb_post_wait(post, out); /* sent two steps ago from the buffer of this product */
        begin = MPI_Wtime();
        orb_product_run(&s->product[index], b[0], c, b[2], sums_stay && step > 0, post);
        plan->tally.compute += MPI_Wtime() - begin;
        if (!sums_stay && step > 0) {
            orb_post_wait(post, ORB_SLOT_Y_IN);
            begin = MPI_Wtime();
            orb_product_add(plan->element, s->numbers, b[4], b[2]);
            plan->tally.compute += MPI_Wtime() - begin;
        }
        if (!sums_stay && rolls) {
            orb_wire_receive(wire, ORB_SLOT_Y_IN, wire->next[stage->y], b[4], s->scalars);
            orb_wire_send(wire, out, wire->previous[stage->y], b[2], s->scalars);
            orb_swap(&b[2], &b[3]);
        }
        orb_post_wait(post, ORB_SLOT_X_IN);
        orb_post_wait(post, ORB_SLOT_X_OUT);
        orb_post_wait(post, ORB_SLOT_C_IN);
        orb_post_wait(post, ORB_SLOT_C_OUT);
        if (rolls && stage->x != NONE)
            orb_swap(&b[0], &b[1]);
        if (rolls && stage->c != NONE)
            c = s->rolled[step % 2];
        plan->tally.steps++;
        orb_gauge_add(&plan->gauge, 1.0);
    }
    orb_post_wait_all(post);
    orb_swap(&b[0], &b[2]);
}

/* Sends buffer 0 to one rank, and receives that of another. */
static void exchange(orb_mpi_plan *plan, setup *s, int to, int from)
{
    int self = to;

    MPI_Comm_rank(plan->wire.post.comm, &self);
    if (to == self)
        return;
    orb_wire_receive(&plan->wire, ORB_SLOT_X_IN, from, s->buffer[1], s->scalars);
    orb_wire_send(&plan->wire, ORB_SLOT_X_OUT, to, s->buffer[0], s->scalars);
    orb_post_wait_all(&plan->wire.post);
    orb_swap(&s->buffer[0], &s->buffer[1]);
}

static orb_status run(orb_mpi_plan *plan, const void *in, void *out)
{
    setup *s = plan->setup;
    const bool forward = plan->desc.direction == ORB_FORWARD, canonical = plan->desc.layout == ORB_MPI_CANONICAL;
    const stage *stages = forward ? forward_stages : inverse_stages;
    const orb_boxes inner = {plan->element, {s->block[0], s->block[1], s->block[2]}};
    const orb_boxes from = {plan->desc.element_in, {plan->in.size[0], plan->in.size[1], plan->in.size[2]}};
    const orb_boxes to = {plan->desc.element_out, {plan->out.size[0], plan->out.size[1], plan->out.size[2]}};
    const size_t nothing[3] = {0, 0, 0};

    orb_convert(plan->desc.batch, in ? plan->in.size : nothing, &from, in, &inner, s->buffer[0]);
    if (!forward && canonical)
        exchange(plan, s, s->partner[1], s->partner[0]);
    for (int i = 0; i < STAGES; i++)
        run_stage(plan, s, i, &stages[i]);
    if (forward && canonical)
        exchange(plan, s, s->partner[0], s->partner[1]);
    if (out)
        orb_convert(plan->desc.batch, plan->out.size, &inner, s->buffer[0], &to, out);
    return ORB_OK;
}

const orb_algorithm orb_algorithm_orbital = {.name = "orbital",
                                             .axes = STAGES,
                                             .entries = true,
                                             .choose = choose,
                                             .prepare = prepare,
                                             .run = run,
                                             .discard = discard};
