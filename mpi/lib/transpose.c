/* The transpose algorithm: local transforms, with transpositions within rings of ranks in between.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Source: Lippert, Schilling, Toschi, Trentmann, Tripiccione, FFT for the APE parallel computer. */
#include "transpose.h"

#include "convert.h"
#include "transpose_grid.h"

#include <string.h>

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

/* Converts the elements of a dense box. */
static void convert(const orb_mpi_plan *plan, const orb_part *box, orb_element from, const void *x, orb_element to,
                    void *y)
{
    const size_t points = plan->desc.batch * box->size[0] * box->size[1] * box->size[2] * box->size[3];
    const orb_boxes source = {from, {1, 1, points}}, target = {to, {1, 1, points}};

    orb_convert(1, target.shape, &source, x, &target, y);
}

/* Multiplies by phase factors, transforms, and multiplies by phase factors again. x and y may be the same. */
static orb_status run_with_phases(const orb_mpi_plan *plan, const orb_transpose_step *a, const void *x, void *y)
{
    orb_status status;

    if (x != y)
        convert(plan, &a->box, a->stage.before.element, x, plan->element, y);
    run_phase(plan, &a->before, &a->box, a->axis[0], y);
    status = orb_local_run(a->local, y, y);
    run_phase(plan, &a->after, &a->box, a->axis[1], y);
    return status;
}

static orb_status run_local(orb_mpi_plan *plan, const orb_transpose_step *a, const void *x, void *y)
{
    const double begin = MPI_Wtime();
    const orb_status status =
        orb_transpose_by_phases(plan) ? run_with_phases(plan, a, x, y) : orb_local_run(a->local, x, y);

    plan->tally.compute += MPI_Wtime() - begin;
    return status;
}

static void run_transposition(orb_mpi_plan *plan, const orb_transpose *s, const orb_transpose_step *a, const void *x,
                              void *y)
{
    if (a->remap) {
        orb_redistribution_run(a->remap, x, y);
        plan->tally.steps++;
    } else if (orb_transpose_by_alltoall(plan)) {
        plan->tally.steps += orb_exchange_alltoall(a->all, x, y, NULL);
    } else {
        plan->tally.steps +=
            orb_exchange_shift(&a->exchange, a->paths, a->skew_before, a->skew_after, &plan->wire, x, y, s->work);
    }
}

/* Runs transposition i together with the pieces of an adjacent transform. If the transform precedes the transposition,
 * it reads `input` and produces x. Otherwise it reads the result of the transposition. */
static orb_status run_overlapped(orb_mpi_plan *plan, int i, const void *input, const void *x,
                                 void *const buffers[ORB_BUFFERS])
{
    const orb_transpose *s = plan->setup;
    const orb_transpose_step *a = &s->step[i];
    const orb_buffer *result = s->buffers.result;
    orb_pieces *p = a->pieces;

    if (a->exchange.gathers_first)
        orb_pieces_begin(p, input, buffers[result[i - 1]]);
    else
        orb_pieces_begin(p, buffers[result[i]], buffers[result[i + 1]]);
    plan->tally.steps += orb_exchange_alltoall(a->all, x, buffers[result[i]], p);
    plan->tally.compute += p->seconds;
    return p->status;
}

enum { NONE = -1 };

/* A transposition that does not overlap with a transform, and the stage of this transform; or NONE. */
typedef struct separation {
    int transposition, local;
} separation;

/* In place, the first stage reads the array to which the next one may write. So they do not overlap, unless the first
 * stage itself puts its result there. */
static separation separation_of(const orb_transpose *s, bool in_place)
{
    const orb_buffers *b = &s->buffers;
    int i = b->first;

    if (!in_place || i == s->steps || (b->placement[i] == ORB_IN_PLACE && b->result[i] == ORB_BUFFER_OUT))
        return (separation){NONE, NONE};
    i += !s->step[i].stage.transposes;
    return (separation){i, s->step[i].exchange.gathers_first ? i - 1 : i + 1};
}

/* The array that the first stage reads. */
static const void *source_of(const orb_transpose *s, const void *in, bool in_place)
{
    const orb_buffers *b = &s->buffers;

    return in_place && b->copies ? memcpy(b->memory[ORB_BUFFER_WORK], in, b->bytes[ORB_BUFFER_IN]) : in;
}

/* A rank without an array is idle: it computes nothing, but takes part in all transpositions. */
static orb_status run(orb_mpi_plan *plan, const void *in, void *out)
{
    const orb_transpose *s = plan->setup;
    const bool idle = (!in && !orb_part_is_empty(&plan->in)) || (!out && !orb_part_is_empty(&plan->out));
    void *const *memory = s->buffers.memory;
    void *const buffers[ORB_BUFFERS] = {NULL, idle || !out ? memory[ORB_BUFFER_OUT] : out, memory[ORB_BUFFER_WORK],
                                        memory[ORB_BUFFER_SPARE]};
    const bool in_place = !idle && in && in == out;
    const separation apart = separation_of(s, in_place);
    const void *x = idle || !in ? memory[ORB_BUFFER_IN] : source_of(s, in, in_place), *input = x;
    orb_status status = ORB_OK;

    for (int i = 0; i < s->steps; i++) {
        const orb_transpose_step *a = &s->step[i];
        void *y = buffers[s->buffers.result[i]];

        if (s->buffers.placement[i] == ORB_NO_OP)
            continue;
        if (a->pieces && !idle && !status && i != apart.transposition)
            status = run_overlapped(plan, i, input, x, buffers);
        else if (a->stage.transposes)
            run_transposition(plan, s, a, x, y);
        else if ((!a->is_overlapped || i == apart.local) && !idle && !status && !orb_part_is_empty(&a->box))
            status = run_local(plan, a, x, y);
        input = x;
        x = y;
    }
    if (!idle && !status && x != out && !orb_part_is_empty(&plan->out))
        convert(plan, &plan->out, s->step[s->steps].stage.before.element, x, plan->desc.element_out, out);
    return status;
}

#define ALGORITHM(called)                                                                                              \
    {                                                                                                                  \
        .name = (called), .axes = ORB_MPI_AXES, .halves = true, .devices = true, .choose = orb_transpose_grid,         \
        .prepare = orb_transpose_prepare, .run = run, .discard = orb_transpose_discard                                 \
    }

const orb_algorithm orb_algorithm_transpose = ALGORITHM("transpose");
const orb_algorithm orb_algorithm_alltoall = ALGORITHM("alltoall");
const orb_algorithm orb_algorithm_remap = ALGORITHM("remap");
