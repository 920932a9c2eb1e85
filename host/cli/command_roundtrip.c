/* `orbital roundtrip`: forward and back, and how much was lost.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "engine_choice.h"
#include "loss.h"
#include "message.h"
#include "options.h"
#include "output_type.h"
#include "picture.h"
#include "reference.h"
#include "results.h"
#include "volume_transform.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEY_COEFFICIENTS = 0x200, KEY_PICTURE, KEY_CHECK };

/* All that the command creates; released in one place. */
typedef struct roundtrip {
    options o;
    volume in, coefficients, restored;
    user_matrices matrices;
    orb_device *device;
    orb_report forward, inverse;
    comparison check;
    loss loss;
    outputs *set;
    volume_target restored_target, coefficients_target;
    outfile *json, *picture;
    output_type restored_type;
    size_t clipped;
} roundtrip;

static error_t parse(int key, char *text, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = o;
        break;
    case KEY_COEFFICIENTS:
        o->coefficients = text;
        break;
    case KEY_PICTURE:
        o->picture = text;
        break;
    case KEY_CHECK:
        o->check = true;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_option table[] = {
    {"coefficients", KEY_COEFFICIENTS, "FILE", 0, "also store the coefficients", 3},
    {"picture", KEY_PICTURE, "FILE.png", 0, "draw the middle slice: input, logarithm of the spectrum, restored", 3},
    {"check", KEY_CHECK, NULL, 0, "compare the coefficients with a transform in double precision", 4},
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
    report_print("forward", r->device, &r->forward);
    report_print("inverse", r->device, &r->inverse);
    loss_print("round trip", &r->loss);
    if (r->o.check)
        printf("check      coefficients differ from double precision by %.6g at most, rms %.6g, mean %.3g\n"
               "           the largest coefficient is %.6g\n",
               r->check.largest, r->check.rms, r->check.mean, r->check.coefficient);
}

static json_t *results_json(const roundtrip *r)
{
    orb_report total = report_sum(&r->forward, &r->inverse);
    json_t *content = report_json(&total);
    json_t *more = json_pack("{s:o, s:o, s:o, s:o, s:o, s:o}", "psnr", report_number(r->loss.psnr), "max_error",
                             report_number(r->loss.largest), "rms_error", report_number(r->loss.rms), "exact",
                             r->loss.countable ? json_boolean(r->loss.exact) : json_null(), "forward",
                             report_json(&r->forward), "inverse", report_json(&r->inverse));
    if (content && more)
        json_object_update(content, more);
    if (content && r->o.check)
        json_object_set_new(content, "check",
                            json_pack("{s:o, s:o, s:o, s:o}", "max_difference", report_number(r->check.largest),
                                      "rms_difference", report_number(r->check.rms), "mean_difference",
                                      report_number(r->check.mean), "max_coefficient",
                                      report_number(r->check.coefficient)));
    if (!more) {
        json_decref(content);
        content = NULL;
    }
    json_decref(more);
    return content;
}

/* The middle slice of axis 2; of the coefficients the plane of the lowest frequency in the same block. */
static bool draw(const roundtrip *r)
{
    const size_t middle = r->in.shape[2] / 2, block = spec_block(&r->o.spec, 2);
    const size_t lowest = r->o.spec.kind[2] == ORB_IDENTITY ? middle : middle / block * block;
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
    const options *o = &r->o;
    const char *ending = o->picture ? strrchr(o->picture, '.') : NULL;
    if (o->picture && (!ending || strcmp(ending, ".png")))
        return fail(o->picture, "choose a name that ends in .png", "is not a name for a picture");
    r->set = outputs_create(o->force, o->input);
    return r->set &&
           (!o->output || volume_begin(&r->restored_target, r->set, o->output,
                                       volume_format_for(o->output, o->format, &r->in), false)) &&
           (!o->coefficients || volume_begin(&r->coefficients_target, r->set, o->coefficients,
                                             volume_format_for(o->coefficients, NULL, &r->in), true)) &&
           (!o->picture || (r->picture = outputs_add(r->set, o->picture))) &&
           (!o->report.json || (r->json = outputs_add(r->set, o->report.json)));
}

static bool compute(roundtrip *r)
{
    options *o = &r->o;
    transform_job job = {.device = r->device,
                         .spec = &o->spec,
                         .matrices = &r->matrices,
                         .direction = ORB_FORWARD,
                         .shift = o->shift,
                         .progress = o->progress,
                         .subject = o->input};
    restored_points points = {
        .spec = &o->spec, .device = r->device, .report = &r->inverse, .target = o->output ? &r->restored_target : NULL};
    size_t infinite;
    if (!transform_run(&job, &r->in, &r->coefficients, &r->forward))
        return false;
    infinite = volume_not_finite(&r->coefficients);
    if (infinite)
        return fail(o->input, "scale the input or the matrix down", "%zu of its coefficients %s", infinite,
                    r->forward.saturations && engine_is_float(r->device)
                        ? "left the range of the array's numbers"
                        : "are larger than double precision can represent");
    o->spec.scale = r->forward.last_place;
    job.direction = ORB_INVERSE;
    if (!transform_run(&job, &r->coefficients, &r->restored, &r->inverse))
        return false;
    r->loss = loss_measure(&r->in, &r->restored);
    output_type_add(&points, &r->coefficients, &r->restored);
    r->restored_type = output_type_of_points(&points, o->type);
    return !o->check || reference_compare(&o->spec, &r->matrices, &r->in, &r->coefficients, &r->check);
}

static bool store(roundtrip *r)
{
    const options *o = &r->o;
    store_options storing = {.type = r->restored_type.type, .like = &r->in};
    bool good = !o->output || volume_store(&r->restored, &r->restored_target, &storing, &r->clipped);
    if (good && o->coefficients) {
        json_t *record = spec_record(&o->spec, &r->forward);
        storing =
            (store_options){.type = output_type_of_results(&r->coefficients, r->in.type, NULL, &r->coefficients_target),
                            .like = &r->in,
                            .record = record};
        good = record ? volume_store(&r->coefficients, &r->coefficients_target, &storing, &r->clipped)
                      : fail_memory(o->coefficients);
        json_decref(record);
    }
    return good && (!o->picture || draw(r)) && (!o->report.json || report_write(r->json, results_json(r))) &&
           outputs_commit(r->set);
}

static int run(roundtrip *r)
{
    options *o = &r->o;
    uint64_t saturations;
    size_t infinite;
    bool lost;
    if (!volume_load(&r->in, o->input, raw_options_layout(&o->raw)) || !volume_require_finite(&r->in, o->input))
        return EXIT_FAILED;
    transform_note_input(&o->spec, &r->in);
    if (!spec_settle(&o->spec, r->in.shape, r->in.missing) || !user_matrices_load(&r->matrices, &o->spec) ||
        !begin_outputs(r) || !(r->device = engine_open(o->engine, o->threads)) || !compute(r) || !store(r))
        return EXIT_FAILED;
    if (report_options_text(&o->report))
        print_results(r);
    saturations = r->forward.saturations + r->inverse.saturations;
    infinite = volume_not_finite(&r->restored);
    lost = o->output && r->restored_type.lost;
    report_loss(o->output ? o->output : o->input, r->device, saturations, infinite, r->clipped, r->restored_type.type);
    if (o->output)
        output_type_warn(&r->restored_type, o->output);
    return saturations || infinite || r->clipped || lost ? EXIT_LOSS : EXIT_DONE;
}

int command_roundtrip(int argc, char **argv)
{
    roundtrip r = {0};
    int code = options_parse(&r.o, &argp, argc, argv);
    if (code == EXIT_DONE)
        code = run(&r);
    orb_close(r.device);
    user_matrices_release(&r.matrices);
    volume_release(&r.restored);
    volume_release(&r.coefficients);
    volume_release(&r.in);
    outputs_discard(r.set);
    options_release(&r.o);
    return code;
}
