/* `orbital view`: a picture of a volume, its spectrum, and what a round trip loses.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "interrupt.h"
#include "loss.h"
#include "message.h"
#include "picture.h"
#include "task.h"
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
    task task; /* the first, so that argp's input is its options */
    size_t slice[3];
    bool slice_given, heat;
    bool requested[ROWS]; /* none: all */
    volume shown[ROWS];
    loss loss;
    double voxel[3];
    const char *unit;
    const char *plane[3]; /* by normal axis, "" where nobody knows */
    outfile *picture;
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
        state->child_inputs[0] = &w->task.o;
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
    task *t = &w->task;
    const transform_spec *spec = &t->o.spec;
    volume *in = &w->shown[ROW_INPUT], *spectrum = &w->shown[ROW_SPECTRUM];
    volume *restored = &w->shown[ROW_RESTORED], *difference = &w->shown[ROW_DIFFERENCE];
    if (!task_transform(t, spec, ORB_FORWARD, in, spectrum) || !task_check_coefficients(t, spectrum) ||
        !task_transform(t, spec, ORB_INVERSE, spectrum, restored) ||
        !volume_create(difference, in->shape, in->first_fastest, in->complex))
        return false;
    w->loss = loss_measure(in, restored);
    for (size_t i = 0; i < volume_numbers(in); i++)
        difference->data[i] = restored->data[restored->complex && !in->complex ? 2 * i : i] - in->data[i];
    return true;
}

/* \param low  \param high  the range of the colours */
static picture_panel panel_of(const viewing *w, int row, int normal, double low, double high)
{
    picture_panel p = {.v = &w->shown[row],
                       .normal = normal,
                       .index = w->slice[normal],
                       .colours = w->heat ? COLOUR_HEAT : COLOUR_GREY,
                       .low = low,
                       .high = high,
                       .unit = w->unit};
    const char *what = row == ROW_SPECTRUM ? "log spectrum" : row_names[row];
    const bool first = normal == 2; /* of its row */
    memcpy(p.voxel, w->voxel, sizeof p.voxel);
    if (row == ROW_SPECTRUM) {
        p.index = transform_lowest(&w->task.o.spec, normal, p.index);
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
            double low, high;
            if (interrupt_pending())
                return false;
            /* what is restored has the colours of the input */
            volume_range(&w->shown[row == ROW_RESTORED ? ROW_INPUT : row], &low, &high);
            for (int normal = 0; normal < 3; normal++)
                panels[3 * rows + (size_t)(2 - normal)] = panel_of(w, row, normal, low, high);
            rows++;
        }
    return picture_write(w->picture, panels, rows, 3, true);
}

static json_t *results_json(const viewing *w)
{
    json_t *more = loss_json(&w->loss);
    json_object_set_new(more, "slice",
                        json_pack("[III]", (json_int_t)w->slice[0], (json_int_t)w->slice[1], (json_int_t)w->slice[2]));
    return transforms(w) ? task_json(&w->task, more) : more;
}

static bool run(viewing *w)
{
    task *t = &w->task;
    options *o = &t->o;
    volume *in = &w->shown[ROW_INPUT];
    const bool all = !w->requested[ROW_INPUT] && !transforms(w);
    for (int row = 0; row < ROWS; row++)
        w->requested[row] = w->requested[row] || all;
    if (!volume_load(in, o->input, raw_options_layout(&o->raw)) || !volume_require_finite(in, o->input) || !place(w))
        return false;
    t->set = outputs_create(o->force, o->input);
    if (!spec_settle(&o->spec, in->shape, in->missing) || !t->set || !(w->picture = outputs_add(t->set, o->output)) ||
        !task_add_report(t))
        return false;
    if (transforms(w) && (!user_matrices_load(&t->matrices, &o->spec) || !task_open_engine(t) || !compute(w)))
        return false;
    if (!draw(w) || !task_commit(t, results_json(w)))
        return false;
    if (transforms(w) && report_options_text(&o->report)) {
        task_print(t);
        loss_print("round trip", &w->loss);
    }
    return true;
}

int command_view(int argc, char **argv)
{
    viewing w = {.loss = {.psnr = INFINITY}};
    int code = options_parse(&w.task.o, &argp, argc, argv);
    if (code == EXIT_DONE)
        code = !options_need_output(&w.task.o, ".png") ? EXIT_USAGE : run(&w) ? EXIT_DONE : EXIT_FAILED;
    for (int row = 0; row < ROWS; row++)
        volume_release(&w.shown[row]);
    task_release(&w.task);
    return code;
}
