/* `orbital roundtrip`: forward and back, and how much was lost.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "engine_choice.h"
#include "loss.h"
#include "message.h"
#include "output_type.h"
#include "picture.h"
#include "reference.h"
#include "results.h"
#include "task.h"
#include "volume_transform.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEY_COEFFICIENTS = 0x200, KEY_PICTURE, KEY_CHECK };

/* All that the command creates; released in one place. */
typedef struct roundtrip {
    task task; /* the first, so that argp's input is its options */
    volume in, coefficients, restored;
    comparison check;
    loss loss;
    volume_target restored_target, coefficients_target;
    outfile *picture;
    output_type restored_type;
    size_t clipped;
} roundtrip;

static error_t parse(int key, char *text, struct argp_state *state)
{
    options *o = state->input;
    bool good = true;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = o;
        break;
    case KEY_COEFFICIENTS:
        good = option_once("--coefficients", text, &o->coefficients);
        break;
    case KEY_PICTURE:
        good = option_once("--picture", text, &o->picture);
        break;
    case KEY_CHECK:
        o->check = true;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

static const struct argp_option table[] = {
    {"coefficients", KEY_COEFFICIENTS, "FILE", 0, "also store the coefficients", 3},
    {"picture", KEY_PICTURE, "FILE.png", 0, "draw the middle slice: input, logarithm of the spectrum, restored", 3},
    {"check", KEY_CHECK, NULL, 0, "check the coefficients against a transform in double precision", 4},
    {0},
};

static const struct argp_child children[] = {{.argp = &options_argp}, {0}};

static const struct argp argp = {
    .options = table,
    .parser = parse,
    .children = children,
    .args_doc = "INPUT",
    .doc = "Transforms a volume forward and back, and reports cost and loss.\v"
           "Examples:\n"
           "  orbital roundtrip brain.nii.gz --block 32 --check\n"
           "  orbital roundtrip a.npy --block 8 --picture slices.png",
};

static void print_results(const roundtrip *r)
{
    task_print(&r->task);
    loss_print("round trip", &r->loss);
    if (r->task.o.check)
        printf("check      coefficients differ from double precision by %.6g at most, rms %.6g, mean %.3g\n"
               "           the largest coefficient is %.6g\n",
               r->check.difference.largest, r->check.difference.rms, r->check.mean, r->check.coefficient);
}

/* Checks that the coefficients are those of double precision but for rounding. */
static bool check(roundtrip *r)
{
    const comparison *c = &r->check;
    if (!reference_compare(&r->task, &r->in, &r->coefficients, &r->check))
        return false;
    return rounding_holds(&c->difference, &c->allowed) ||
           fail(r->task.o.input, "check the engine, and without --check the saturations",
                "coefficients of %s differ from double precision by up to %.6g, rms %.6g; rounding explains %.6g, rms "
                "%.6g",
                r->task.forward.engine, c->difference.largest, c->difference.rms, c->allowed.largest, c->allowed.rms);
}

static json_t *results_json(const roundtrip *r)
{
    json_t *more = loss_json(&r->loss);
    json_object_set_new(more, "exact", r->loss.countable ? json_boolean(r->loss.exact) : json_null());
    if (r->task.o.check)
        json_object_set_new(
            more, "check",
            json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "max_difference", report_number(r->check.difference.largest),
                      "rms_difference", report_number(r->check.difference.rms), "mean_difference",
                      report_number(r->check.mean), "max_coefficient", report_number(r->check.coefficient),
                      "max_allowed", report_number(r->check.allowed.largest), "rms_allowed",
                      report_number(r->check.allowed.rms)));
    return task_json(&r->task, more);
}

/* The middle slice of axis 2; of the coefficients the plane of the lowest frequency in the same block. */
static bool draw(const roundtrip *r)
{
    const size_t middle = r->in.shape[2] / 2, lowest = transform_lowest(&r->task.o.spec, 2, middle);
    picture_panel panels[3] = {{.v = &r->in, .label = "input"},
                               {.v = &r->coefficients, .colours = COLOUR_HEAT, .logarithmic = true},
                               {.v = &r->restored}};
    double low, high, smallest, largest;
    volume_range(&r->in, &low, &high);
    volume_range(&r->coefficients, &smallest, &largest);
    for (int i = 0; i < 3; i++) {
        panels[i].normal = 2;
        panels[i].index = i == 1 ? lowest : middle;
        panels[i].low = low;
        panels[i].high = high;
    }
    panels[1].high = fmax(fabs(smallest), fabs(largest));
    panels[1].low = 1e-5 * panels[1].high;
    strcpy(panels[1].label, "log spectrum");
    snprintf(panels[2].label, sizeof panels[2].label, isnan(r->loss.psnr) ? "restored" : "restored, %.1f dB",
             r->loss.psnr);
    return picture_write(r->picture, panels, 1, 3, false);
}

/* Takes the names of all outputs, so that a bad one is found before the work. */
static bool begin_outputs(roundtrip *r)
{
    task *t = &r->task;
    const options *o = &t->o;
    if (o->picture && !option_ending(o->picture, ".png"))
        return false;
    t->set = outputs_create(o->force, o->input);
    return t->set &&
           (!o->output || volume_begin(&r->restored_target, t->set, o->output,
                                       volume_format_for(o->output, o->format, &r->in), false)) &&
           (!o->coefficients || volume_begin(&r->coefficients_target, t->set, o->coefficients,
                                             volume_format_for(o->coefficients, NULL, &r->in), true)) &&
           (!o->picture || (r->picture = outputs_add(t->set, o->picture))) && task_add_report(t);
}

static bool compute(roundtrip *r)
{
    task *t = &r->task;
    transform_spec *spec = &t->o.spec;
    restored_points points = {
        .spec = spec, .device = t->device, .report = &t->inverse, .target = t->o.output ? &r->restored_target : NULL};
    if (!task_transform(t, spec, ORB_FORWARD, &r->in, &r->coefficients) ||
        !task_check_coefficients(t, &r->coefficients))
        return false;
    spec->scale = t->forward.last_place;
    if (!task_transform(t, spec, ORB_INVERSE, &r->coefficients, &r->restored))
        return false;
    r->loss = loss_measure(&r->in, &r->restored);
    output_type_add(&points, &r->coefficients, &r->restored);
    r->restored_type = output_type_of_points(&points, t->o.type);
    return !t->o.check || check(r);
}

static bool store(roundtrip *r)
{
    task *t = &r->task;
    const options *o = &t->o;
    store_options storing = {.type = r->restored_type.type, .like = &r->in};
    bool good = !o->output || volume_store(&r->restored, &r->restored_target, &storing, &r->clipped);
    if (good && o->coefficients) {
        json_t *record = spec_record(&o->spec, &t->forward);
        storing.type = output_type_of_results(&r->coefficients, r->in.type, NULL, &r->coefficients_target);
        storing.record = record;
        good = record ? volume_store(&r->coefficients, &r->coefficients_target, &storing, &r->clipped)
                      : fail_memory(o->coefficients);
        json_decref(record);
    }
    return good && (!o->picture || draw(r)) && task_commit(t, results_json(r));
}

static int run(roundtrip *r)
{
    task *t = &r->task;
    options *o = &t->o;
    int code;
    if (!volume_load(&r->in, o->input, raw_options_layout(&o->raw)) || !volume_require_finite(&r->in, o->input))
        return EXIT_FAILED;
    transform_note_input(&o->spec, &r->in);
    if (!spec_settle(&o->spec, r->in.shape, r->in.missing) || !user_matrices_load(&t->matrices, &o->spec) ||
        !begin_outputs(r) || !task_open_engine(t) || !compute(r) || !store(r))
        return EXIT_FAILED;
    if (report_options_text(&o->report))
        print_results(r);
    code = task_warn(t, volume_not_finite(&r->restored), r->clipped, r->restored_type.type);
    if (o->output && output_type_warn(&r->restored_type, o->output))
        code = EXIT_LOSS;
    return code;
}

int command_roundtrip(int argc, char **argv)
{
    roundtrip r = {.clipped = 0};
    int code = options_parse(&r.task.o, &argp, argc, argv);
    if (code == EXIT_DONE)
        code = run(&r);
    volume_release(&r.restored);
    volume_release(&r.coefficients);
    volume_release(&r.in);
    task_release(&r.task);
    return code;
}
