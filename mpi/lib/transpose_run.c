/* The transpose algorithm: its stages, one after the other.
 * SPDX-License-Identifier: Apache-2.0 */
#include "transpose.h"

#include "convert.h"

/* What is between stages, in the other buffer. */
static void *other(const orb_transpose *s, const void *x)
{
    return s->buffer[x == s->buffer[0]];
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

/* Elements of a box that is dense, one behind the other. */
static void convert(const orb_mpi_plan *plan, const orb_part *box, orb_element from, const void *x, orb_element to,
                    void *y)
{
    const size_t points = plan->desc.batch * box->size[0] * box->size[1] * box->size[2] * box->size[3];
    const orb_boxes source = {from, {1, 1, points}}, target = {to, {1, 1, points}};

    orb_convert(1, target.shape, &source, x, &target, y);
}

/* Leaves the result in *x: in a buffer, or in out if this is the last stage. */
static orb_status run_local(orb_mpi_plan *plan, orb_transpose *s, int i, const void **x, void *out)
{
    const orb_act *a = &s->act[i];
    const double begin = MPI_Wtime();
    void *y = i == s->acts - 1 && !orb_transpose_by_phases(plan) ? out : other(s, *x);
    orb_status status = ORB_OK;

    if (orb_transpose_by_phases(plan) && !i) {
        convert(plan, &a->box, plan->desc.element_in, *x, plan->element, s->buffer[0]);
        *x = s->buffer[0];
        y = s->buffer[1];
    }
    if (a->before.table)
        run_phase(plan, &a->before, &a->box, a->axis[0], other(s, y));
    if (!orb_local_is_copy(a->local)) {
        status = orb_local_run(a->local, *x, y);
        run_phase(plan, &a->behind, &a->box, a->axis[1], y);
        *x = y;
    }
    plan->tally.compute += MPI_Wtime() - begin;
    return status;
}

static void run_turn(orb_mpi_plan *plan, orb_transpose *s, int i, const void **x, void *out)
{
    const orb_act *a = &s->act[i];
    void *y = i == s->acts - 1 && out && plan->element == plan->desc.element_out ? out : other(s, *x);

    if (orb_transpose_by_alltoall(plan)) {
        orb_turn_alltoall(&a->turn, a->all, &plan->wire.post, *x, y, s->work);
        plan->tally.steps++;
    } else {
        plan->tally.steps += orb_turn_shift(&a->turn, plan->desc.shift, a->pre, a->post, &plan->wire, *x, y, s->work);
    }
    *x = y;
}

static orb_status run_pieces(orb_mpi_plan *plan, orb_transpose *s, int i, bool computes, const void **x, void *out)
{
    const int j = orb_transpose_beside(s, i), last = j > i ? j : i;
    const bool to_out = last == s->acts - 1 && out && (j > i || plan->element == plan->desc.element_out);
    void *y = to_out ? out : other(s, *x);
    const orb_status status = orb_pieces_run(s->act[i].pieces, plan, computes, *x, y);

    *x = y;
    return status;
}

orb_status orb_transpose_run(orb_mpi_plan *plan, const void *in, void *out)
{
    orb_transpose *s = plan->setup;
    const bool idle = (!in && !orb_transpose_is_empty(&plan->in)) || (!out && !orb_transpose_is_empty(&plan->out));
    const void *x = in && !idle ? in : s->buffer[0];
    orb_status status = ORB_OK;

    for (int i = 0; i < s->acts; i++) {
        const bool computes = !idle && !status;
        const orb_act *a = &s->act[i];
        orb_status ran = ORB_OK;

        if (a->joined)
            continue;
        if (a->pieces)
            ran = run_pieces(plan, s, i, computes, &x, computes ? out : NULL);
        else if (a->stage.transposes)
            run_turn(plan, s, i, &x, computes ? out : NULL);
        else if (computes && !orb_transpose_is_empty(&a->box))
            ran = run_local(plan, s, i, &x, out);
        else if (x == in)
            x = s->buffer[0]; /* of the elements computed with */
        status = status ? status : ran;
    }
    if (!idle && !status && x != out && !orb_transpose_is_empty(&plan->out))
        convert(plan, &plan->out, plan->element, x, plan->desc.element_out, out);
    return status;
}
