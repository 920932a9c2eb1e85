/* The transpose algorithm: creates the data of a plan.
 * SPDX-License-Identifier: Apache-2.0 */
#include "transpose.h"

#include "checked.h"
#include "field.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RINGS = ORB_TRANSPOSE_RINGS, WORK = ORB_TRANSPOSE_WORK };

/* Creates the communicators of the rings. MPI_Cart_sub is collective, so every rank calls it for every ring, even after
 * an error. */
static orb_status open_rings(orb_mpi_plan *plan)
{
    orb_status status = ORB_OK;

    for (int r = 0; orb_transpose_by_alltoall(plan) && r < RINGS; r++) {
        const int stays[ORB_CLUSTER_TORUS] = {r == 0, r == 1, r == 2};

        if (plan->desc.grid[r] > 1 && MPI_Cart_sub(plan->wire.post.comm, stays, &plan->ring[r]) != MPI_SUCCESS)
            status = ORB_DEVICE_FAILED;
    }
    return status;
}

/* Lists the ranks of each ring that this rank belongs to. */
static orb_status name_ranks(const orb_mpi_plan *plan, orb_transpose *s)
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

/* The transposition before (side -1) or after (side 1) a local stage, or NULL. NULL also if the stage does not
 * transform the axis that this transposition gathered, or is about to scatter. */
static const orb_stage *neighbour(const orb_transpose *s, int i, int side)
{
    const int j = i + side;
    const orb_stage *t = j >= 0 && j < s->steps ? &s->step[j].stage : NULL;

    return t && t->transposes && s->step[i].stage.transforms[side < 0 ? t->gathered : t->scattered] ? t : NULL;
}

/* Skewing by translation invariance. If a transposition precedes the transform, the lines along the gathered axis are
 * still shifted by K. If one follows, the results along the scattered axis have to be shifted by L. The factors follow
 * from
 *     sum over x of f(x) w^(x(k+L)) = w^(K(k+L)) times sum over x of f(x+K) w^(xL) w^(xk). */
static orb_status prepare_phases(const orb_mpi_plan *plan, orb_transpose *s, int i)
{
    const orb_stage *before = neighbour(s, i, -1), *after = neighbour(s, i, 1);
    const orb_mpi_desc *d = &plan->desc;
    orb_transpose_step *a = &s->step[i];
    size_t shifted = 0;

    if (after) {
        const size_t ranks = (size_t)d->grid[after->ring], at = (size_t)plan->at[after->ring];

        a->axis[0] = after->scattered;
        if (!orb_phase_init(&a->before, d->direction, ranks, at, 0))
            return ORB_NO_MEMORY;
        if (before && before->gathered == after->scattered)
            shifted = at * (d->n[after->scattered] / ranks);
    }
    if (before) {
        a->axis[1] = before->gathered;
        if (!orb_phase_init(&a->after, d->direction, (size_t)d->grid[before->ring], (size_t)plan->at[before->ring],
                            shifted))
            return ORB_NO_MEMORY;
    }
    return ORB_OK;
}

static double points_of(const size_t size[ORB_MPI_AXES])
{
    return (double)size[0] * (double)size[1] * (double)size[2] * (double)size[3];
}

/* The description of a local stage. */
static orb_local_work work_of(orb_mpi_plan *plan, const orb_transpose *s, int i)
{
    const bool phases = orb_transpose_by_phases(plan);
    const orb_transpose_step *a = &s->step[i];
    orb_local_work work = {.batch = plan->desc.batch,
                           .element_in = phases ? plan->element : a->stage.before.element,
                           .between = plan->element,
                           .element_out = s->step[i + 1].stage.before.element,
                           .share = points_of(a->box.size) / points_of(a->stage.before.n),
                           .cost = &plan->tally.device,
                           .part = 1.0,
                           .gauge = &plan->gauge};

    memcpy(work.size, plan->desc.direction == ORB_FORWARD ? a->box.size : s->step[i + 1].box.size, sizeof work.size);
    memcpy(work.transforms, a->stage.transforms, sizeof work.transforms);
    return work;
}

static orb_status prepare_local(orb_mpi_plan *plan, orb_transpose *s, int i)
{
    const orb_local_work work = work_of(plan, s, i);
    orb_transpose_step *a = &s->step[i];
    const orb_status status = orb_local_create(&a->local, &plan->desc, &work);

    return !status && orb_transpose_by_phases(plan) ? prepare_phases(plan, s, i) : status;
}

static orb_skew skew_of(const orb_mpi_plan *plan, bool done)
{
    if (orb_transpose_by_phases(plan) && done)
        return ORB_SKEW_DONE;
    return plan->desc.skewing == ORB_MPI_SKEW_INDEXED ? ORB_SKEW_INDEXED : ORB_SKEW_LOG;
}

static orb_status prepare_transposition(orb_mpi_plan *plan, orb_transpose *s, int i)
{
    orb_transpose_step *a = &s->step[i];

    if (a->stage.remaps)
        return orb_remap_create(&a->remap, plan, &a->stage, &s->step[i + 1].stage.before);
    a->exchange = orb_exchange_of(plan, &a->stage);
    a->exchange.comm = plan->ring[a->stage.ring];
    a->exchange.rank = s->ranks[a->stage.ring];
    a->skew_before = skew_of(plan, i > 0 && neighbour(s, i - 1, 1));
    a->skew_after = skew_of(plan, i < s->steps - 1 && neighbour(s, i + 1, -1));
    if (orb_transpose_by_alltoall(plan))
        return orb_alltoall_create(&a->all, &a->exchange, &plan->wire.post);
    a->paths = orb_paths_create(plan->desc.shift, a->exchange.ranks);
    return a->paths ? ORB_OK : ORB_NO_MEMORY;
}

/* The size of the box before stage i. Returns false if it is larger than any memory. */
static bool box_bytes(const orb_mpi_plan *plan, const orb_transpose *s, int i, size_t *bytes)
{
    const orb_transpose_step *a = &s->step[i];

    return orb_volume(a->box.size, orb_element_size(a->stage.before.element), bytes) &&
           orb_mul(*bytes, a->box.size[3], bytes) && orb_mul(*bytes, plan->desc.batch, bytes) && *bytes <= PTRDIFF_MAX;
}

/* Does every box have a size that memory can have? */
static bool are_possible(const orb_mpi_plan *plan, const orb_transpose *s)
{
    bool possible = true;
    size_t bytes;

    for (int i = 0; i <= s->steps; i++)
        possible = possible && box_bytes(plan, s, i, &bytes);
    return possible;
}

static orb_placement placement_of(const orb_transpose *s, int i)
{
    const orb_transpose_step *a = &s->step[i];
    const orb_element in = a->stage.before.element, out = s->step[i + 1].stage.before.element;

    if (a->stage.transposes)
        return ORB_OUT_OF_PLACE;
    if (orb_local_is_copy(a->local) && in == out)
        return ORB_NO_OP;
    if (orb_local_in_place(a->local) && orb_element_size(in) == orb_element_size(out) &&
        !memcmp(&a->box, &s->step[i + 1].box, sizeof a->box))
        return ORB_IN_PLACE;
    return ORB_OUT_OF_PLACE;
}

static bool ends_with_conversion(const orb_mpi_plan *plan, const orb_transpose *s)
{
    return s->step[s->steps].stage.before.element != plan->desc.element_out;
}

/* Allocates buffers for the boxes between the stages. Shifts need three more, each for one row per rank of the ring. */
static orb_status prepare_memory(const orb_mpi_plan *plan, orb_transpose *s)
{
    orb_buffer_use uses[ORB_STAGES];
    size_t bytes, work = 0, in, out;

    for (int i = 0; i < s->steps; i++) {
        const orb_exchange *t = &s->step[i].exchange;

        uses[i].placement = placement_of(s, i);
        if (!box_bytes(plan, s, i + 1, &uses[i].bytes))
            return ORB_NO_MEMORY;
        if (!s->step[i].stage.transposes || orb_transpose_by_alltoall(plan))
            continue;
        if (!orb_mul(orb_exchange_largest(t), (size_t)t->ranks, &bytes))
            return ORB_NO_MEMORY;
        work = larger(work, bytes);
    }
    if (!box_bytes(plan, s, 0, &in) || !box_bytes(plan, s, s->steps, &out) ||
        !orb_mul(out / orb_element_size(s->step[s->steps].stage.before.element),
                 orb_element_size(plan->desc.element_out), &out))
        return ORB_NO_MEMORY;
    orb_buffers_assign(&s->buffers, uses, s->steps, in, out, !ends_with_conversion(plan, s));
    for (int w = 0; w < WORK; w++)
        if (!orb_transpose_by_alltoall(plan) && !(s->work[w] = malloc(larger(work, 1))))
            return ORB_NO_MEMORY;
    return orb_buffers_allocate(&s->buffers) ? ORB_OK : ORB_NO_MEMORY;
}

/* Selects the local stage that can overlap with transposition i: the one before it if the transposition gathers the
 * first of its two axes, else the one after it. This stage does not transform the axes up to the first one, so it can
 * run in pieces. There is no overlap if one of the two would write to a buffer that the other one still reads, or if
 * the transposition is a single call. */
static orb_status prepare_pieces(orb_mpi_plan *plan, orb_transpose *s, int i)
{
    orb_transpose_step *a = &s->step[i];
    const int j = a->exchange.gathers_first ? i - 1 : i + 1, first = j < i ? j : i;
    const orb_buffer *result = s->buffers.result, source = first ? result[first - 1] : ORB_BUFFER_IN;
    orb_local_work work;

    if (!a->all || !orb_alltoall_has_chunks(a->all) || j == s->steps || s->step[j].stage.transposes ||
        s->buffers.placement[j] == ORB_NO_OP ||
        (s->buffers.placement[j] == ORB_OUT_OF_PLACE && source == result[first + 1]) ||
        orb_part_is_empty(&s->step[j].box))
        return ORB_OK;
    s->step[j].is_overlapped = true;
    work = work_of(plan, s, j);
    return orb_pieces_create(&a->pieces, &plan->desc, &work,
                             a->exchange.gathers_first ? a->stage.gathered : a->stage.scattered);
}

static void explain(orb_mpi_plan *plan, const orb_transpose *s)
{
    const int *grid = plan->desc.grid;
    int transpositions = 0, used;

    for (int i = 0; i < s->steps; i++)
        transpositions += s->step[i].stage.transposes;
    used = snprintf(plan->tally.why, sizeof plan->tally.why, "%s: rings of %d x %d x %d ranks, %d transpositions",
                    plan->algorithm->name, grid[0], grid[1], grid[2], transpositions);
    if (!orb_transpose_by_alltoall(plan) && used > 0 && (size_t)used < sizeof plan->tally.why)
        snprintf(plan->tally.why + used, sizeof plan->tally.why - (size_t)used, ", strides of radix %d, %d, %d",
                 orb_paths_radix(plan->desc.shift, 0), orb_paths_radix(plan->desc.shift, 1),
                 orb_paths_radix(plan->desc.shift, 2));
}

void orb_transpose_discard(void *setup)
{
    orb_transpose *s = setup;

    if (!s)
        return;
    for (int i = 0; i < ORB_STAGES; i++) {
        orb_local_destroy(s->step[i].local);
        orb_alltoall_destroy(s->step[i].all);
        free(s->step[i].paths);
        orb_redistribution_destroy(s->step[i].remap);
        orb_pieces_destroy(s->step[i].pieces);
        orb_phase_free(&s->step[i].before);
        orb_phase_free(&s->step[i].after);
    }
    for (int r = 0; r < RINGS; r++)
        free(s->ranks[r]);
    orb_buffers_free(&s->buffers);
    for (int w = 0; w < WORK; w++)
        free(s->work[w]);
    free(s);
}

/* Fills in the stages and this rank's boxes. */
static void plan_stages(orb_mpi_plan *plan, orb_transpose *s)
{
    orb_stage stages[ORB_STAGES + 1];

    s->steps = orb_stages(&plan->desc, stages);
    for (int i = 0; i <= s->steps; i++) {
        s->step[i].stage = stages[i];
        s->step[i].box = orb_state_part(&stages[i].before, &plan->desc, plan->at);
        if (i > 0 && orb_transpose_by_phases(plan))
            s->step[i].stage.before.element = plan->element;
    }
    if (!orb_part_is_empty(&s->step[0].box))
        plan->in = s->step[0].box;
    if (!orb_part_is_empty(&s->step[s->steps].box))
        plan->out = s->step[s->steps].box;
}

orb_status orb_transpose_prepare(orb_mpi_plan *plan)
{
    orb_status status = open_rings(plan);
    orb_transpose *s = calloc(1, sizeof *s);

    plan->setup = s;
    if (!s)
        return ORB_NO_MEMORY;
    plan_stages(plan, s);
    if (!status && !are_possible(plan, s))
        status = ORB_NO_MEMORY;
    if (!status)
        status = name_ranks(plan, s);
    for (int i = 0; i < s->steps && !status; i++)
        status = s->step[i].stage.transposes ? prepare_transposition(plan, s, i) : prepare_local(plan, s, i);
    if (!status)
        status = prepare_memory(plan, s);
    for (int i = 0; i < s->steps && !status; i++) {
        if (s->step[i].stage.transposes)
            status = prepare_pieces(plan, s, i);
        else if (s->buffers.placement[i] != ORB_NO_OP && !orb_part_is_empty(&s->step[i].box))
            plan->gauge.total += 1.0;
    }
    if (!status)
        explain(plan, s);
    return status;
}
