/* What all commands that transform have.
 * SPDX-License-Identifier: Apache-2.0 */
#include "task.h"

#include "engine_choice.h"
#include "message.h"
#include "results.h"
#include "volume_transform.h"

#include <stdio.h>

bool task_open_engine(task *t)
{
    t->device = engine_open(t->o.engine, t->o.threads);
    return t->device;
}

bool task_add_report(task *t)
{
    return !t->o.report.json || (t->json = outputs_add(t->set, t->o.report.json));
}

bool task_check_coefficients(const task *t, const volume *coefficients)
{
    const size_t infinite = volume_not_finite(coefficients);
    if (!infinite)
        return true;
    if (t->forward.saturations && engine_is_float(t->device))
        return fail(t->o.input, "scale the input or the matrix down",
                    "%zu of its coefficients left the range of the array's numbers", infinite);
    return fail(t->o.input, engine_range_cure(t->device), "%zu of its coefficients are larger than %s can represent",
                infinite, engine_precision(t->device));
}

void task_print(const task *t)
{
    report_print("forward", t->device, &t->forward);
    report_print("inverse", t->device, &t->inverse);
}

json_t *task_json(const task *t, json_t *more)
{
    const orb_report total = report_sum(&t->forward, &t->inverse);
    json_t *content = report_json(&total);
    json_t *parts = json_pack("{s:o, s:o}", "forward", report_json(&t->forward), "inverse", report_json(&t->inverse));
    const bool good = !json_object_update_new(content, parts) && !json_object_update(content, more);
    json_decref(more);
    if (good)
        return content;
    json_decref(content);
    return NULL;
}

bool task_commit(task *t, json_t *report)
{
    if (!t->json)
        json_decref(report);
    return (!t->json || report_write(t->json, report)) && outputs_commit(t->set);
}

int task_warn(const task *t, size_t infinite, size_t clipped, const dtype *type)
{
    const uint64_t saturations = t->forward.saturations + t->inverse.saturations;
    report_loss(t->o.output ? t->o.output : t->o.input, t->device, saturations, infinite, clipped, type);
    return saturations || infinite || clipped ? EXIT_LOSS : EXIT_DONE;
}

void task_release(task *t)
{
    orb_close(t->device);
    user_matrices_release(&t->matrices);
    outputs_discard(t->set);
    options_release(&t->o);
}

/* ---- one transform ---- */

static orb_plan_desc describe(task *t, const transform_spec *spec, orb_direction direction, const volume *in)
{
    orb_plan_desc desc = {.norm = spec->norm,
                          .element_in = in->complex ? ORB_C128 : ORB_F64,
                          .element_out = in->complex || spec_is_complex(spec) ? ORB_C128 : ORB_F64,
                          .direction = direction,
                          .shift = t->o.shift,
                          .progress = progress_step,
                          .progress_user = &t->bar};
    for (int axis = 0; axis < 3; axis++) {
        const int m = transform_memory_axis(in, axis);
        desc.n[m] = spec->shape[axis];
        desc.block[m] = spec->block[axis];
        desc.kind[m] = spec->kind[axis];
        desc.type[m] = spec->type[axis];
        desc.matrix[m] = t->matrices.matrix[axis];
        desc.inverse[m] = t->matrices.inverse[axis];
    }
    return desc;
}

static bool complain_too_long(const task *t)
{
    orb_device_info info;
    if (orb_device_query(t->device, &info))
        return engine_fail(t->o.input, ORB_TOO_LONG);
    return fail(t->o.input, "give a smaller --block, or a float array, e.g. --engine sim:float32",
                "a line is too long for the sums of %s, which hold %zu products, or %zu complex ones", info.engine,
                info.longest, info.longest / 2);
}

/* Which matrix it is shows where it is the only one. */
static bool complain_not_orthonormal(const task *t, const transform_spec *spec, const volume *in,
                                     const orb_plan_desc *desc)
{
    for (int axis = 0; axis < 3; axis++) {
        const int m = transform_memory_axis(in, axis);
        orb_plan_desc alone = *desc;
        orb_plan *plan = NULL;
        orb_status status;
        for (int other = 0; other < 3; other++)
            if (other != m)
                alone.kind[other] = ORB_IDENTITY;
        status = orb_plan_create(&plan, t->device, &alone);
        orb_plan_destroy(plan);
        if (status == ORB_NOT_ORTHONORMAL)
            return engine_fail(spec->matrix_file[axis], status);
    }
    return engine_fail(t->o.input, ORB_NOT_ORTHONORMAL);
}

/* Lets the progress bar estimate the time, if it may be long. */
static void announce(task *t)
{
    progress *bar = &t->bar;
    orb_device_info info;

    if (bar->announced || bar->silent || orb_device_query(t->device, &info) || info.node == ORB_CELL_NONE)
        return;
    bar->announced = true;
    snprintf(bar->where, sizeof bar->where, "on %s%s", info.engine,
             *info.link ? ", over its link" : ", which is simulated; --engine cpu takes seconds");
}

void task_begin_bar(task *t, const char *label, double share)
{
    progress_begin(&t->bar, label, t->o.progress);
    t->bar.to = 0;
    t->share = share;
}

/* Executes a plan. The library reports axes as they lie in memory. */
static bool execute(task *t, orb_plan *plan, orb_direction direction, const volume *in, volume *out)
{
    orb_report memory = {0}, report;
    orb_status status;

    if (!t->share)
        progress_begin(&t->bar, transform_name(direction), t->o.progress);
    announce(t);
    status = orb_execute(plan, in->data, out->data, &memory);
    if (!t->share)
        progress_end(&t->bar);
    report = memory;
    for (int axis = 0; axis < 3; axis++)
        report.cuts[axis] = memory.cuts[transform_memory_axis(in, axis)];
    report_add(direction == ORB_FORWARD ? &t->forward : &t->inverse, &report);
    /* What was cancelled was cancelled by a signal, which needs no words. */
    return status == ORB_OK || status == ORB_SATURATED ||
           (status != ORB_CANCELLED && fail(t->o.input, NULL, "%s", orb_last_error()));
}

bool task_transform(task *t, const transform_spec *spec, orb_direction direction, const volume *in, volume *out)
{
    const orb_plan_desc desc = describe(t, spec, direction, in);
    orb_plan *plan = NULL;
    size_t shape[3];
    bool good = false;
    orb_status status;

    *out = (volume){0};
    t->bar.from = t->bar.to;
    t->bar.to += t->share;
    status = engine_plan(&plan, t->device, &desc);
    if (status == ORB_TOO_LONG)
        complain_too_long(t);
    else if (status == ORB_NOT_ORTHONORMAL)
        complain_not_orthonormal(t, spec, in, &desc);
    else if (status)
        engine_fail(t->o.input, status);
    else
        good = transform_fits(spec, direction, t->o.input, in->shape, shape) &&
               volume_create(out, shape, in->first_fastest, desc.element_out == ORB_C128) &&
               execute(t, plan, direction, in, out);
    orb_plan_destroy(plan);
    out->missing = spec->missing;
    if (!good)
        volume_release(out);
    return good;
}
