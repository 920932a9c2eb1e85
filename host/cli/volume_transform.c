/* One transform of a volume on a device.
 * SPDX-License-Identifier: Apache-2.0 */
#include "volume_transform.h"

#include "engine_choice.h"
#include "interrupt.h"
#include "message.h"
#include "output_type.h"

#include <stdio.h>
#include <string.h>

bool transform_settle(options *o, orb_direction direction, const volume *in)
{
    if (direction == ORB_INVERSE && in->record && !spec_apply_record(&o->spec, in->record, o->input))
        return false;
    if (direction == ORB_INVERSE && !in->record && !o->spec.kind_given)
        return fail(o->input, "give --kind", "holds no record of a forward transform");
    if (direction == ORB_FORWARD)
        transform_note_input(&o->spec, in);
    if (!spec_settle(&o->spec, in->shape, in->missing))
        return false;
    return direction == ORB_INVERSE || output_type_allows(o->type, in->complex || spec_is_complex(&o->spec), o->output);
}

void transform_note_input(transform_spec *spec, const volume *in)
{
    spec->input = in->complex ? INPUT_COMPLEX : INPUT_REAL;
    spec->element = in->scaled ? dtype_named("float32") : in->type; /* scaled integers are no integers */
}

int transform_memory_axis(const volume *v, int axis)
{
    return v->first_fastest ? 2 - axis : axis;
}

static orb_plan_desc describe(const transform_job *job, const volume *in, progress *bar)
{
    const transform_spec *spec = job->spec;
    orb_plan_desc desc = {.norm = spec->norm,
                          .element_in = in->complex ? ORB_C128 : ORB_F64,
                          .element_out = in->complex || spec_is_complex(spec) ? ORB_C128 : ORB_F64,
                          .direction = job->direction,
                          .shift = job->shift,
                          .progress = progress_step,
                          .progress_user = bar};
    for (int axis = 0; axis < 3; axis++) {
        int m = transform_memory_axis(in, axis);
        desc.n[m] = spec->shape[axis];
        desc.block[m] = spec->block[axis];
        desc.kind[m] = spec->kind[axis];
        desc.type[m] = spec->type[axis];
        desc.matrix[m] = job->matrices->matrix[axis];
        desc.inverse[m] = job->matrices->inverse[axis];
    }
    return desc;
}

static bool complain_too_long(const transform_job *job)
{
    orb_device_info info;
    if (orb_device_query(job->device, &info))
        return engine_fail(job->subject, ORB_TOO_LONG);
    return fail(job->subject, "give a smaller --block, or a float array, e.g. --engine sim:float32",
                "a line is too long for the sums of %s, which hold %zu products, or %zu complex ones", info.engine,
                info.longest, info.longest / 2);
}

/* Which matrix it is shows where it is the only one. */
static bool complain_not_orthonormal(const transform_job *job, const volume *in, const orb_plan_desc *desc)
{
    for (int axis = 0; axis < 3; axis++) {
        const int m = transform_memory_axis(in, axis);
        orb_plan_desc alone = *desc;
        orb_plan *plan = NULL;
        orb_status status;
        for (int other = 0; other < 3; other++)
            if (other != m)
                alone.kind[other] = ORB_IDENTITY;
        status = orb_plan_create(&plan, job->device, &alone);
        orb_plan_destroy(plan);
        if (status == ORB_NOT_ORTHONORMAL)
            return engine_fail(job->spec->matrix_file[axis], status);
    }
    return engine_fail(job->subject, ORB_NOT_ORTHONORMAL);
}

bool transform_fits(const transform_job *job, const size_t in[3], size_t out[3])
{
    const size_t *shape = job->spec->shape, *expected;
    size_t padded[3];

    spec_padded(job->spec, padded);
    expected = job->direction == ORB_FORWARD ? shape : padded;
    memcpy(out, job->direction == ORB_FORWARD ? padded : shape, sizeof padded);
    return !memcmp(expected, in, sizeof padded) ||
           fail(job->subject, "use the file as orbital forward wrote it, with its own record and --block",
                "its shape is %zu x %zu x %zu, not %zu x %zu x %zu", in[0], in[1], in[2], expected[0], expected[1],
                expected[2]);
}

/* The library reports axes as they lie in memory. */
static void reorder_axes(orb_report *report, const volume *v)
{
    const orb_report memory = *report;
    for (int axis = 0; axis < 3; axis++)
        report->cuts[axis] = memory.cuts[transform_memory_axis(v, axis)];
}

const char *transform_name(orb_direction direction)
{
    return direction == ORB_FORWARD ? "forward" : "inverse";
}

/* Lets the progress bar estimate the time, if it may be long. */
static void announce(const transform_job *job, progress *bar)
{
    orb_device_info info;

    if (bar->announced || bar->silent || orb_device_query(job->device, &info) || info.node == ORB_CELL_NONE)
        return;
    bar->announced = true;
    snprintf(bar->where, sizeof bar->where, "on %s%s", info.engine,
             *info.link ? ", over its link" : ", which is simulated; --engine cpu takes seconds");
}

bool transform_run(const transform_job *job, const volume *in, volume *out, orb_report *report)
{
    const transform_spec *spec = job->spec;
    progress own = {.label = NULL}, *bar = job->bar ? job->bar : &own;
    const orb_plan_desc desc = describe(job, in, bar);
    orb_plan *plan = NULL;
    size_t shape_out[3];
    bool good = false;
    orb_status status;

    *out = (volume){0};
    interrupt_at_once(true); /* long lines take long, and nothing can be left */
    status = orb_plan_create(&plan, job->device, &desc);
    interrupt_at_once(false);
    if (status == ORB_TOO_LONG)
        complain_too_long(job);
    else if (status == ORB_NOT_ORTHONORMAL)
        complain_not_orthonormal(job, in, &desc);
    else if (status)
        engine_fail(job->subject, status);
    else if (transform_fits(job, in->shape, shape_out) &&
             volume_create(out, shape_out, in->first_fastest, desc.element_out == ORB_C128)) {
        if (!job->bar)
            progress_begin(bar, transform_name(job->direction), job->progress);
        announce(job, bar);
        status = orb_execute(plan, in->data, out->data, report);
        if (!job->bar)
            progress_end(bar);
        good = status == ORB_OK || status == ORB_SATURATED;
        out->missing = spec->missing;
        reorder_axes(report, in);
        /* What was cancelled was cancelled by a signal, which needs no words. */
        if (!good && status != ORB_CANCELLED)
            engine_fail(job->subject, status);
    }
    orb_plan_destroy(plan);
    if (!good)
        volume_release(out);
    return good;
}
