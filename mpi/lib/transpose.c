/* The transpose algorithm: local transforms, and transpositions within rings of ranks between them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: Lippert, Schilling, Toschi, Trentmann, Tripiccione, FFT for the APE parallel computer. */
#include "cluster.h"

#include "checked.h"
#include "convert.h"
#include "exchange.h"
#include "field.h"
#include "local.h"
#include "phase.h"
#include "rooms.h"
#include "stages.h"
#include "transpose_grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RINGS = ORB_MPI_AXES - 1, WORK = 3 };

/* A stage with all that it needs. */
typedef struct act {
    orb_stage stage;
    orb_part box; /* before it */
    orb_local *local;
    orb_phase before, behind; /* factors of the numbers that come into a transform, and of those that come out; */
    int axis[2];              /* along which axes */
    orb_exchange exchange;
    orb_alltoall *all;
    orb_skew pre, post;
} act;

typedef struct setup {
    int acts;
    act act[ORB_STAGES + 1]; /* the last one is what is behind all of them */
    int *ranks[RINGS];       /* of the rings */
    orb_rooms rooms;
    void *work[WORK]; /* of shifts */
} setup;

static bool is_empty(const orb_part *part)
{
    return !part->size[0] || !part->size[1] || !part->size[2] || !part->size[3];
}

static bool by_alltoall(const orb_mpi_plan *plan)
{
    return plan->desc.algorithm == ORB_MPI_ALLTOALL;
}

static bool by_phases(const orb_mpi_plan *plan)
{
    return plan->desc.algorithm == ORB_MPI_TRANSPOSE && plan->desc.skewing == ORB_MPI_SKEW_PHASE;
}

/* Whatever else this rank lacks: MPI_Cart_sub is collective. */
static orb_status open_rings(orb_mpi_plan *plan)
{
    orb_status status = ORB_OK;

    for (int r = 0; by_alltoall(plan) && r < RINGS; r++) {
        const int stays[ORB_CLUSTER_TORUS] = {r == 0, r == 1, r == 2};

        if (plan->desc.grid[r] > 1 && MPI_Cart_sub(plan->wire.post.comm, stays, &plan->ring[r]) != MPI_SUCCESS)
            status = ORB_DEVICE_FAILED;
    }
    return status;
}

/* Who is in the rings of this rank. */
static orb_status name_ranks(const orb_mpi_plan *plan, setup *s)
{
    for (int r = 0; r < RINGS; r++) {
        int at[ORB_CLUSTER_TORUS] = {plan->at[0], plan->at[1], plan->at[2]};

        s->ranks[r] = malloc((size_t)plan->desc.grid[r] * sizeof *s->ranks[r]);
        if (!s->ranks[r])
            return ORB_NO_MEMORY;
        for (at[r] = 0; at[r] < plan->desc.grid[r]; at[r]++)
            if (MPI_Cart_rank(plan->wire.post.comm, at, &s->ranks[r][at[r]]) != MPI_SUCCESS)
                return ORB_DEVICE_FAILED;
    }
    return ORB_OK;
}

/* The transposition beside a stage, before it (-1) or after it (1), if it needs what the stage transforms: NULL if
 * not. */
static const orb_stage *neighbour(const setup *s, int i, int side)
{
    const int j = i + side;
    const orb_stage *t = j >= 0 && j < s->acts ? &s->act[j].stage : NULL;

    return t && t->transposes && s->act[i].stage.transforms[side < 0 ? t->gathered : t->scattered] ? t : NULL;
}

/* Skewing by translation invariance. Of a transposition before it, the lines along the axis that was gathered are still
 * shifted by K; for one after it, the results of the one that is scattered have to be shifted by L:
 * sum over x of f(x) w^(x(k+L)) = w^(K(k+L)) times sum over x of f(x+K) w^(xL) w^(xk). */
static orb_status prepare_phases(const orb_mpi_plan *plan, setup *s, int i)
{
    const orb_stage *before = neighbour(s, i, -1), *behind = neighbour(s, i, 1);
    const orb_mpi_desc *d = &plan->desc;
    act *a = &s->act[i];
    size_t shifted = 0;

    if (behind) {
        const size_t ranks = (size_t)d->grid[behind->ring], at = (size_t)plan->at[behind->ring];

        a->axis[0] = behind->scattered;
        if (!orb_phase_init(&a->before, d->direction, ranks, at, 0))
            return ORB_NO_MEMORY;
        if (before && before->gathered == behind->scattered)
            shifted = at * (d->n[behind->scattered] / ranks);
    }
    if (before) {
        a->axis[1] = before->gathered;
        if (!orb_phase_init(&a->behind, d->direction, (size_t)d->grid[before->ring], (size_t)plan->at[before->ring],
                            shifted))
            return ORB_NO_MEMORY;
    }
    return ORB_OK;
}

static orb_status prepare_local(const orb_mpi_plan *plan, setup *s, int i)
{
    const bool phases = by_phases(plan);
    act *a = &s->act[i];
    orb_local_work work = {.batch = plan->desc.batch,
                           .element_in = phases ? plan->element : a->stage.before.element,
                           .between = plan->element,
                           .element_out = s->act[i + 1].stage.before.element};
    orb_status status;

    memcpy(work.size, plan->desc.direction == ORB_FORWARD ? a->box.size : s->act[i + 1].box.size, sizeof work.size);
    memcpy(work.transforms, a->stage.transforms, sizeof work.transforms);
    status = orb_local_create(&a->local, &plan->desc, &work);
    return !status && phases ? prepare_phases(plan, s, i) : status;
}

static orb_skew skew_of(const orb_mpi_plan *plan, bool done)
{
    if (by_phases(plan) && done)
        return ORB_SKEW_DONE;
    return plan->desc.skewing == ORB_MPI_SKEW_INDEXED ? ORB_SKEW_INDEXED : ORB_SKEW_LOG;
}

static orb_status prepare_turn(orb_mpi_plan *plan, setup *s, int i)
{
    act *a = &s->act[i];

    a->exchange = orb_exchange_of(plan, &a->stage);
    a->exchange.comm = plan->ring[a->stage.ring];
    a->exchange.rank = s->ranks[a->stage.ring];
    a->pre = skew_of(plan, i > 0 && neighbour(s, i - 1, 1));
    a->post = skew_of(plan, i < s->acts - 1 && neighbour(s, i + 1, -1));
    return by_alltoall(plan) ? orb_alltoall_create(&a->all, &a->exchange, &plan->wire.post) : ORB_OK;
}

/* Bytes of the box before a stage. */
static bool box_bytes(const orb_mpi_plan *plan, const setup *s, int i, size_t *bytes)
{
    const act *a = &s->act[i];

    return orb_volume(a->box.size, orb_element_size(a->stage.before.element), bytes) &&
           orb_mul(*bytes, a->box.size[3], bytes) && orb_mul(*bytes, plan->desc.batch, bytes) && *bytes <= PTRDIFF_MAX;
}

/* What a stage does with its box. */
static orb_move move_of(const setup *s, int i)
{
    const act *a = &s->act[i];
    const orb_element in = a->stage.before.element, out = s->act[i + 1].stage.before.element;

    if (a->stage.transposes)
        return ORB_MOVES;
    if (orb_local_is_copy(a->local) && in == out)
        return ORB_STAYS;
    if (orb_element_size(in) == orb_element_size(out) && !memcmp(&a->box, &s->act[i + 1].box, sizeof a->box))
        return ORB_IN_PLACE;
    return ORB_MOVES;
}

static bool ends_with_conversion(const orb_mpi_plan *plan, const setup *s)
{
    return s->act[s->acts].stage.before.element != plan->desc.element_out;
}

/* Room for the boxes between the stages, and for the blocks of shifts: their rows, three times. */
static orb_status prepare_memory(const orb_mpi_plan *plan, setup *s)
{
    orb_leg legs[ORB_STAGES];
    size_t bytes, work = 0, in, out;

    for (int i = 0; i < s->acts; i++) {
        const orb_exchange *t = &s->act[i].exchange;

        legs[i].move = move_of(s, i);
        if (!box_bytes(plan, s, i + 1, &legs[i].bytes))
            return ORB_NO_MEMORY;
        if (!s->act[i].stage.transposes || by_alltoall(plan))
            continue;
        if (!orb_mul(orb_exchange_largest(t), (size_t)t->ranks, &bytes))
            return ORB_NO_MEMORY;
        work = larger(work, bytes);
    }
    if (!box_bytes(plan, s, 0, &in) || !box_bytes(plan, s, s->acts, &out) ||
        !orb_mul(out / orb_element_size(s->act[s->acts].stage.before.element), orb_element_size(plan->desc.element_out),
                 &out))
        return ORB_NO_MEMORY;
    orb_rooms_find(&s->rooms, legs, s->acts, in, out, !ends_with_conversion(plan, s));
    for (int w = 0; w < WORK; w++)
        if (!by_alltoall(plan) && !(s->work[w] = malloc(larger(work, 1))))
            return ORB_NO_MEMORY;
    return orb_rooms_open(&s->rooms) ? ORB_OK : ORB_NO_MEMORY;
}

static void explain(orb_mpi_plan *plan, const setup *s)
{
    const int *grid = plan->desc.grid;
    int turns = 0, used;

    for (int i = 0; i < s->acts; i++)
        turns += s->act[i].stage.transposes;
    used = snprintf(plan->tally.why, sizeof plan->tally.why, "%s: rings of %d x %d x %d ranks, %d transpositions",
                    plan->algorithm->name, grid[0], grid[1], grid[2], turns);
    if (!by_alltoall(plan) && used > 0 && (size_t)used < sizeof plan->tally.why)
        snprintf(plan->tally.why + used, sizeof plan->tally.why - (size_t)used, ", strides of radix %d, %d, %d",
                 orb_exchange_radix(plan->desc.shift, 0), orb_exchange_radix(plan->desc.shift, 1),
                 orb_exchange_radix(plan->desc.shift, 2));
}

static void discard(void *setup_of_plan)
{
    setup *s = setup_of_plan;

    if (!s)
        return;
    for (int i = 0; i < ORB_STAGES; i++) {
        orb_local_destroy(s->act[i].local);
        orb_alltoall_destroy(s->act[i].all);
        orb_phase_free(&s->act[i].before);
        orb_phase_free(&s->act[i].behind);
    }
    for (int r = 0; r < RINGS; r++)
        free(s->ranks[r]);
    orb_rooms_close(&s->rooms);
    for (int w = 0; w < WORK; w++)
        free(s->work[w]);
    free(s);
}

/* The stages, and the boxes of this rank. */
static void plan_stages(orb_mpi_plan *plan, setup *s)
{
    orb_stage stages[ORB_STAGES + 1];

    s->acts = orb_stages(&plan->desc, stages);
    for (int i = 0; i <= s->acts; i++) {
        s->act[i].stage = stages[i];
        s->act[i].box = orb_state_part(&stages[i].before, &plan->desc, plan->at);
        if (i > 0 && by_phases(plan))
            s->act[i].stage.before.element = plan->element;
    }
    if (!is_empty(&s->act[0].box))
        plan->in = s->act[0].box;
    if (!is_empty(&s->act[s->acts].box))
        plan->out = s->act[s->acts].box;
}

static orb_status prepare(orb_mpi_plan *plan)
{
    orb_status status = open_rings(plan);
    setup *s = calloc(1, sizeof *s);

    plan->setup = s;
    if (!s)
        return ORB_NO_MEMORY;
    plan_stages(plan, s);
    if (!status)
        status = name_ranks(plan, s);
    for (int i = 0; i < s->acts && !status; i++)
        status = s->act[i].stage.transposes ? prepare_turn(plan, s, i) : prepare_local(plan, s, i);
    if (!status)
        status = prepare_memory(plan, s);
    if (!status)
        explain(plan, s);
    return status;
}

static void run_phase(const orb_mpi_plan *plan, const orb_phase *phase, const orb_part *box, int axis, void *x)
{
    size_t outer = plan->desc.batch, inner = 1;

    for (int a = 0; a < ORB_MPI_AXES; a++)
        if (a < axis)
            outer *= box->size[a];
        else if (a > axis)
            inner *= box->size[a];
    if (phase->table)
        orb_phase_run(phase, plan->element, outer, box->size[axis], inner, x);
}

/* Elements of a box that is dense, one after the other. */
static void convert(const orb_mpi_plan *plan, const orb_part *box, orb_element from, const void *x, orb_element to,
                    void *y)
{
    const size_t points = plan->desc.batch * box->size[0] * box->size[1] * box->size[2] * box->size[3];
    const orb_boxes source = {from, {1, 1, points}}, target = {to, {1, 1, points}};

    orb_convert(1, target.shape, &source, x, &target, y);
}

/* Factors, a transform, and factors again, from x to y, which may be the same. */
static orb_status run_with_phases(const orb_mpi_plan *plan, const act *a, const void *x, void *y)
{
    orb_status status;

    if (x != y)
        convert(plan, &a->box, a->stage.before.element, x, plan->element, y);
    run_phase(plan, &a->before, &a->box, a->axis[0], y);
    status = orb_local_run(a->local, y, y);
    run_phase(plan, &a->behind, &a->box, a->axis[1], y);
    return status;
}

static orb_status run_local(orb_mpi_plan *plan, const act *a, const void *x, void *y)
{
    const double begin = MPI_Wtime();
    const orb_status status = by_phases(plan) ? run_with_phases(plan, a, x, y) : orb_local_run(a->local, x, y);

    plan->tally.compute += MPI_Wtime() - begin;
    return status;
}

static void run_turn(orb_mpi_plan *plan, const setup *s, const act *a, const void *x, void *y)
{
    if (by_alltoall(plan))
        plan->tally.steps += orb_exchange_alltoall(a->all, x, y);
    else
        plan->tally.steps +=
            orb_exchange_shift(&a->exchange, plan->desc.shift, a->pre, a->post, &plan->wire, x, y, s->work);
}

/* A rank that lacks an array takes part in the transpositions all the same. */
static orb_status run(orb_mpi_plan *plan, const void *in, void *out)
{
    const setup *s = plan->setup;
    const bool idle = (!in && !is_empty(&plan->in)) || (!out && !is_empty(&plan->out));
    void *const *memory = s->rooms.memory;
    void *const rooms[ORB_ROOMS] = {NULL, idle || !out ? memory[ORB_ROOM_OUT] : out, memory[ORB_ROOM_OWN],
                                    memory[ORB_ROOM_SPARE]};
    const void *x = idle || !in ? memory[ORB_ROOM_IN] : in;
    orb_status status = ORB_OK;

    for (int i = 0; i < s->acts; i++) {
        const act *a = &s->act[i];
        const orb_room room = s->rooms.after[i];

        if (s->rooms.move[i] == ORB_STAYS)
            continue;
        if (a->stage.transposes)
            run_turn(plan, s, a, x, rooms[room]);
        else if (!idle && !status && !is_empty(&a->box))
            status = run_local(plan, a, x, rooms[room]);
        x = rooms[room];
    }
    if (!idle && !status && x != out && !is_empty(&plan->out))
        convert(plan, &plan->out, s->act[s->acts].stage.before.element, x, plan->desc.element_out, out);
    return status;
}

const orb_algorithm orb_algorithm_transpose = {"transpose",        ORB_MPI_AXES, false, true,
                                               orb_transpose_grid, prepare,      run,   discard};
const orb_algorithm orb_algorithm_alltoall = {"alltoall",         ORB_MPI_AXES, false, true,
                                              orb_transpose_grid, prepare,      run,   discard};
