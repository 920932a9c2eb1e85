/* `orbital view`: a picture of a volume, its spectrum, and what a round trip loses.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "engine_choice.h"
#include "loss.h"
#include "message.h"
#include "options.h"
#include "picture.h"
#include "results.h"
#include "volume_transform.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { KEY_SLICE = 0x200, KEY_ROWS, KEY_COLOURS };

enum { ROW_INPUT, ROW_SPECTRUM, ROW_RESTORED, ROW_DIFFERENCE, ROWS };

#define DECADES 1e-5 /* of the spectrum that are shown */

static const char *const row_names[ROWS] = {"input", "spectrum", "restored", "difference"};

/* All that the command creates; released in one place. */
typedef struct viewing {
    options o; /* the first, so that argp's input is both */
    size_t slice[3];
    bool slice_given, rows_given, heat;
    bool requested[ROWS];
    volume shown[ROWS];
    user_matrices matrices;
    orb_device *device;
    orb_report forward, inverse;
    loss loss;
    double voxel[3];
    const char *unit;
    const char *plane[3]; /* by normal axis, "" where nobody knows */
    outputs *set;
    outfile *picture, *json;
} viewing;

static const struct argp_option table[] = {
    {NULL, 0, NULL, 0, "The picture:", 0},
    {"slice", KEY_SLICE, "I,J,K", 0, "intersection of the three planes (default: the middle)", 0},
    {"rows", KEY_ROWS, "ROWS", 0,
     "rows to draw, separated by commas: input, spectrum, restored, difference (default: all)", 0},
    {"colours", KEY_COLOURS, "MAP", 0, "colours of the volumes: grey (default), or heat, as for the spectrum", 0},
    {0},
};

static bool parse_rows(viewing *w, const char *text)
{
    w->rows_given = true;
    for (const char *at = text; at;) {
        const size_t length = strcspn(at, ",");
        int row = 0;
        while (row < ROWS && (strlen(row_names[row]) != length || strncmp(at, row_names[row], length)))
            row++;
        if (row == ROWS)
            return fail("--rows", "choose from input, spectrum, restored and difference", "there is no row '%.*s'",
                        (int)length, at);
        w->requested[row] = true;
        at = at[length] ? at + length + 1 : NULL;
    }
    return true;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    static const char *const maps[2] = {"grey", "heat"};
    viewing *w = state->input;
    bool good = true;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &w->o;
        break;
    case KEY_SLICE:
        w->slice_given = true;
        if (!spec_parse_sizes(text, false, w->slice))
            good =
                fail("--slice", "give three indices separated by commas, e.g. 90,108,90", "'%s' is not a point", text);
        break;
    case KEY_ROWS:
        good = parse_rows(w, text);
        break;
    case KEY_COLOURS:
        good = option_choice("--colours", text, maps, &w->heat);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

static const struct argp_child children[] = {{.argp = &options_argp, .group = 2}, {0}};

static const struct argp argp = {
    .options = table,
    .parser = parse,
    .children = children,
    .args_doc = "INPUT -o PICTURE.png",
    .doc = "Draws three planes of a volume, of the logarithm of its spectrum, of the volume after a round trip, and of "
           "the difference.\v"
           "If the header specifies the voxel size, planes have the right proportions and a scale bar. Planes of NIfTI "
           "files have anatomical names.\n\n"
           "Examples:\n"
           "  orbital view brain.nii.gz -o brain.png\n"
           "  orbital view brain.nii.gz -o brain.png --slice 90,120,60 --rows input\n"
           "  orbital view a.npy -o a.png --block 8 --rows restored,difference --engine sim:p=2,b=4\n"};

static bool is_complete(const viewing *w)
{
    const char *path = w->o.output, *ending = path ? strrchr(path, '.') : NULL;
    if (!path)
        return fail(w->o.input, "give -o FILE.png", "no output was given");
    return (ending && !strcmp(ending, ".png")) ||
           fail(path, "choose a name that ends in .png", "is not a name for a picture");
}

/* Whether anything but the input is to be seen. */
static bool transforms(const viewing *w)
{
    return w->requested[ROW_SPECTRUM] || w->requested[ROW_RESTORED] || w->requested[ROW_DIFFERENCE];
}

/* Where the planes are, and what they are called. */
static bool place(viewing *w)
{
    const volume *in = &w->shown[ROW_INPUT];
    const bool known = volume_spacing(in, w->voxel, &w->unit);
    for (int axis = 0; axis < 3; axis++) {
        if (!known)
            w->voxel[axis] = 1;
        if (!w->slice_given)
            w->slice[axis] = in->shape[axis] / 2;
        if (w->slice[axis] >= in->shape[axis])
            return fail("--slice", "indices start at 0", "%zu is outside the %zu points along axis %d", w->slice[axis],
                        in->shape[axis], axis);
    }
    if (!known || !w->unit)
        w->unit = known ? "units" : "voxels";
    volume_planes(in, w->plane);
    return true;
}

static bool compute(viewing *w)
{
    volume *in = &w->shown[ROW_INPUT], *restored = &w->shown[ROW_RESTORED], *difference = &w->shown[ROW_DIFFERENCE];
    transform_job job = {.device = w->device,
                         .spec = &w->o.spec,
                         .matrices = &w->matrices,
                         .direction = ORB_FORWARD,
                         .shift = w->o.shift,
                         .progress = w->o.progress,
                         .subject = w->o.input};
    if (!transform_run(&job, in, &w->shown[ROW_SPECTRUM], &w->forward))
        return false;
    if (volume_not_finite(&w->shown[ROW_SPECTRUM]))
        return fail(w->o.input, "scale the input or the matrix down", "some of its coefficients are not finite");
    job.direction = ORB_INVERSE;
    if (!transform_run(&job, &w->shown[ROW_SPECTRUM], restored, &w->inverse) ||
        !volume_create(difference, in->shape, in->first_fastest, in->complex))
        return false;
    w->loss = loss_measure(in, restored);
    for (size_t i = 0; i < volume_numbers(in); i++)
        difference->data[i] = restored->data[restored->complex && !in->complex ? 2 * i : i] - in->data[i];
    return true;
}

/* The plane of the coefficients that has the lowest frequency, in the block of the slice. */
static size_t lowest_of(const viewing *w, int axis)
{
    const size_t block = spec_block(&w->o.spec, axis);
    return w->o.spec.kind[axis] == ORB_IDENTITY ? w->slice[axis] : w->slice[axis] / block * block;
}

static picture_panel panel_of(const viewing *w, int row, int normal)
{
    picture_panel p = {.v = &w->shown[row],
                       .normal = normal,
                       .index = w->slice[normal],
                       .colours = w->heat ? COLOUR_HEAT : COLOUR_GREY,
                       .unit = w->unit};
    const char *what = row == ROW_SPECTRUM ? "log spectrum" : row_names[row];
    const bool first = normal == 2; /* of its row */
    memcpy(p.voxel, w->voxel, sizeof p.voxel);
    /* what is restored has the colours of the input */
    volume_range(row == ROW_RESTORED ? &w->shown[ROW_INPUT] : p.v, &p.low, &p.high);
    if (row == ROW_SPECTRUM) {
        p.index = lowest_of(w, normal);
        p.colours = COLOUR_HEAT;
        p.logarithmic = true;
        p.high = fmax(fabs(p.low), fabs(p.high));
        p.low = DECADES * p.high;
        p.unit = NULL;
    } else if (row == ROW_DIFFERENCE) {
        p.colours = COLOUR_DIVERGING;
        p.high = fmax(fabs(p.low), fabs(p.high));
        p.low = -p.high;
    }
    snprintf(p.label, sizeof p.label, "%s%s%s%c %zu", first ? what : "", first ? ", " : "", w->plane[normal],
             "xyz"[normal], p.index);
    return p;
}

static bool draw(const viewing *w)
{
    picture_panel panels[3 * ROWS];
    size_t rows = 0;
    for (int row = 0; row < ROWS; row++)
        if (w->requested[row]) {
            for (int normal = 0; normal < 3; normal++)
                panels[3 * rows + (size_t)(2 - normal)] = panel_of(w, row, normal);
            rows++;
        }
    return picture_write(w->picture, panels, rows, 3, true);
}

static json_t *results_json(const viewing *w)
{
    const orb_report total = report_sum(&w->forward, &w->inverse);
    json_t *content = transforms(w) ? report_json(&total) : json_object();
    json_t *more = json_pack("{s:[III], s:o, s:o, s:o}", "slice", (json_int_t)w->slice[0], (json_int_t)w->slice[1],
                             (json_int_t)w->slice[2], "psnr", report_number(w->loss.psnr), "max_error",
                             report_number(w->loss.largest), "rms_error", report_number(w->loss.rms));
    if (!content || !more || json_object_update(content, more)) {
        json_decref(content);
        content = NULL;
    }
    json_decref(more);
    return content;
}

static bool run(viewing *w)
{
    options *o = &w->o;
    volume *in = &w->shown[ROW_INPUT];
    for (int row = 0; row < ROWS && !w->rows_given; row++)
        w->requested[row] = true;
    if (!volume_load(in, o->input, raw_options_layout(&o->raw)) || !volume_require_finite(in, o->input) || !place(w))
        return false;
    w->set = outputs_create(o->force, o->input);
    if (!spec_settle(&o->spec, in->shape, in->missing) || !w->set || !(w->picture = outputs_add(w->set, o->output)) ||
        (o->report.json && !(w->json = outputs_add(w->set, o->report.json))))
        return false;
    if (transforms(w) && (!user_matrices_load(&w->matrices, &o->spec) ||
                          !(w->device = engine_open(o->engine, o->threads)) || !compute(w)))
        return false;
    if (!draw(w) || (w->json && !report_write(w->json, results_json(w))) || !outputs_commit(w->set))
        return false;
    if (transforms(w) && report_options_text(&o->report)) {
        report_print("forward", w->device, &w->forward);
        report_print("inverse", w->device, &w->inverse);
        loss_print("round trip", &w->loss);
    }
    return true;
}

int command_view(int argc, char **argv)
{
    viewing w = {.loss = {.psnr = INFINITY}};
    int code = options_parse(&w.o, &argp, argc, argv);
    if (code == EXIT_DONE)
        code = !is_complete(&w) ? EXIT_USAGE : run(&w) ? EXIT_DONE : EXIT_FAILED;
    orb_close(w.device);
    user_matrices_release(&w.matrices);
    for (int row = 0; row < ROWS; row++)
        volume_release(&w.shown[row]);
    outputs_discard(w.set);
    options_release(&w.o);
    return code;
}
