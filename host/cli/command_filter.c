/* `orbital filter`: forward, times the gains of a filter, and back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "filter.h"
#include "message.h"
#include "output_type.h"
#include "pieces.h"
#include "results.h"
#include "series.h"
#include "task.h"
#include "volume_transform.h"

#include <errno.h>
#include <stdio.h>

enum { KEY_LOWPASS = 0x200, KEY_HIGHPASS, KEY_BANDPASS, KEY_ORDER, KEY_GAUSSIAN, KEY_LAPLACIAN, KEY_POISSON, KEY_UNIT };

/* All that the command creates; released in one place. */
typedef struct filtering {
    task task; /* the first, so that argp's input is its options; no filter knows what a user's matrix does */
    filter filter;
    bool order_given;
    size_t sigmas; /* values of --gaussian */
    volume_reader in;
    transform_spec whole; /* without blocks: a volume goes through memory as a whole */
    pieces pieces;
    volume_target target;
    volume_writer writer;
    size_t infinite; /* values of the output */
} filtering;

static const struct argp_option table[] = {
    {NULL, 0, NULL, 0, "Filter (give one; frequencies in cycles per voxel, up to 0.5 along an axis):", 0},
    {"lowpass", KEY_LOWPASS, "F", 0, "keep frequencies up to F", 0},
    {"highpass", KEY_HIGHPASS, "F", 0, "keep frequencies above F", 0},
    {"bandpass", KEY_BANDPASS, "LOW,HIGH", 0, "keep frequencies above LOW and up to HIGH", 0},
    {"order", KEY_ORDER, "N", 0, "order of the Butterworth edge of these filters (default: 0, a sharp edge)", 0},
    {"gaussian", KEY_GAUSSIAN, "SIGMA", 0,
     "smooth with a Gaussian; SIGMA in voxels, one for all axes, or one for each, separated by commas", 0},
    {"laplacian", KEY_LAPLACIAN, NULL, 0, "apply the 7-point Laplacian", 0},
    {"poisson", KEY_POISSON, NULL, 0, "solve Poisson's equation for the mean-free input", 0},
    {"unit", KEY_UNIT, "UNIT", 0,
     "unit of frequencies and lengths: voxel (default), or physical, the unit of the header's voxel sizes", 0},
    {0},
};

/* \return false if there is a filter already, which is reported */
static bool choose(filter *f, filter_kind kind)
{
    if (f->kind != FILTER_NONE)
        return fail("filter", "run the command once for each", "two filters are given");
    f->kind = kind;
    return true;
}

static bool parse_cutoff(filter *f, filter_kind kind, const char *option, const char *text)
{
    double *cutoff = kind == FILTER_LOWPASS ? &f->high : &f->low;
    return choose(f, kind) && option_numbers(option, text, 1, 1, cutoff) &&
           (*cutoff > 0 ||
            fail(option, "give a larger number, e.g. 0.1", "a cut-off of 0 keeps everything or nothing"));
}

static bool parse_band(filter *f, const char *text)
{
    double band[2] = {0, 0};
    if (!choose(f, FILTER_BANDPASS) || !option_numbers("--bandpass", text, 2, 2, band))
        return false;
    f->low = band[0];
    f->high = band[1];
    return f->low < f->high ||
           fail("--bandpass", "give the lower frequency first, e.g. 0.05,0.2", "'%s' is not a band", text);
}

static bool parse_sigma(filtering *f, const char *text)
{
    double *sigma = f->filter.sigma;
    f->sigmas = option_numbers("--gaussian", text, 1, 3, sigma);
    for (size_t axis = f->sigmas; f->sigmas && axis < 3; axis++)
        sigma[axis] = sigma[f->sigmas - 1];
    return f->sigmas > 0;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    static const char *const units[2] = {"voxel", "physical"};
    filtering *f = state->input;
    bool good = true;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &f->task.o;
        break;
    case KEY_LOWPASS:
        good = parse_cutoff(&f->filter, FILTER_LOWPASS, "--lowpass", text);
        break;
    case KEY_HIGHPASS:
        good = parse_cutoff(&f->filter, FILTER_HIGHPASS, "--highpass", text);
        break;
    case KEY_BANDPASS:
        good = parse_band(&f->filter, text);
        break;
    case KEY_ORDER:
        f->order_given = true;
        good = option_numbers("--order", text, 1, 1, &f->filter.order) > 0;
        break;
    case KEY_GAUSSIAN:
        good = choose(&f->filter, FILTER_GAUSSIAN) && parse_sigma(f, text);
        break;
    case KEY_LAPLACIAN:
        good = choose(&f->filter, FILTER_LAPLACIAN);
        break;
    case KEY_POISSON:
        good = choose(&f->filter, FILTER_POISSON);
        break;
    case KEY_UNIT:
        good = option_choice("--unit", text, units, &f->filter.physical);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

static const struct argp_child children[] = {{.argp = &options_memory_argp, .group = 2}, {0}};

static const struct argp argp = {
    .options = table,
    .parser = parse,
    .children = children,
    .args_doc = "INPUT -o OUTPUT",
    .doc =
        "Filters a volume: transforms it, multiplies each coefficient by a gain, and transforms back.\v"
        "The default transform, a DCT of type 2 of the whole volume, mirrors the volume at its edges (mode reflect of "
        "scipy.ndimage). An axis of kind identity is not filtered.\n\n"
        "Examples:\n"
        "  orbital filter brain.nii.gz -o smooth.nii.gz --gaussian 2\n"
        "  orbital filter brain.nii.gz -o smooth.nii.gz --gaussian 4,4,2 --unit physical\n"
        "  orbital filter brain.nii.gz -o low.nii.gz --lowpass 0.1 --order 4\n"
        "  orbital filter a.npy -o edges.npy --bandpass 0.05,0.2 --kind dft\n"
        "  orbital filter charge.mrc -o potential.mrc --poisson --unit physical --engine sim:float32\n"};

/* Of some types an orthonormal matrix weights points at the edge, which would not come back as they were between the
 * others: docs/transforms.md. The other norms do not. */
static void choose_norm(transform_spec *spec)
{
    for (int axis = 0; axis < 3 && !spec->norm_given; axis++)
        if ((spec->kind[axis] == ORB_DCT && spec->type[axis] % 2 == 1) ||
            (spec->kind[axis] == ORB_DST && spec->type[axis] == 3))
            spec->norm = ORB_BACKWARD;
}

/* Everything ahead of the work, so that what cannot be is found before. */
static bool prepare(filtering *f)
{
    task *t = &f->task;
    options *o = &t->o;
    const volume *in = &f->in.head;
    pieces_need need = {.in = &f->in,
                        .target = &f->target,
                        .spec = &f->whole,
                        .complex = in->complex,
                        .copies = 2, /* the coefficients besides */
                        .whole = true,
                        .memory = o->memory};
    if (!volume_open(&f->in, o->input, raw_options_layout(&o->raw)) || !spec_settle(&o->spec, in->shape, in->missing) ||
        !spec_settle(&f->whole, in->shape, in->missing) || !spec_values_fit("--gaussian", f->sigmas, f->whole.missing))
        return false;
    choose_norm(&o->spec);
    t->set = outputs_create(o->force, o->input);
    return filter_settle(&f->filter, &o->spec, in, o->input) && output_type_allows(o->type, in->complex, o->output) &&
           t->set && volume_begin(&f->target, t->set, o->output, volume_format_for(o->output, o->format, in), false) &&
           volume_target_holds(&f->target, in) && pieces_plan(&f->pieces, &need) && task_add_report(t) &&
           task_open_engine(t);
}

static bool filter_one(void *user, size_t index, const volume *in, volume *out)
{
    filtering *f = user;
    task *t = &f->task;
    const transform_spec *spec = &t->o.spec;
    volume coefficients;
    bool good;

    (void)index;
    good = task_transform(t, spec, ORB_FORWARD, in, &coefficients) && filter_apply(&f->filter, spec, &coefficients) &&
           task_check_coefficients(t, &coefficients) && task_transform(t, spec, ORB_INVERSE, &coefficients, out);
    volume_release(&coefficients);
    return good;
}

/* A gain is real and the same for a frequency and its negative: what was real stays so. */
static bool filter_piece(filtering *f, size_t index, const store_options *storing)
{
    transform_spec part;
    volume in = {.data = NULL}, out = {.data = NULL};
    bool good = volume_read(&f->in, pieces_spec(&f->pieces, index, &part), &in) &&
                volume_require_finite(&in, f->task.o.input) && series_run(&in, &out, filter_one, f);
    volume whole = f->in.head;

    whole.complex = out.complex;
    if (good)
        f->infinite += volume_not_finite(&out);
    good = good && (index > 0 || volume_write_begin(&f->writer, &whole, &f->target, storing)) &&
           volume_write(&f->writer, &out);
    volume_release(&in);
    volume_release(&out);
    return good;
}

static int run(filtering *f)
{
    task *t = &f->task;
    const options *o = &t->o;
    store_options storing = {.like = &f->in.head};
    bool good = prepare(f);

    if (good) {
        storing.type = output_type_of_results(&f->in.head, f->in.head.type, o->type, &f->target);
        task_begin_bar(t, "filter", 1 / (2 * (double)f->in.head.volumes));
        for (size_t i = 0; good && i < f->pieces.count; i++)
            good = filter_piece(f, i, &storing);
        progress_end(&t->bar);
    }
    if (!volume_write_end(&f->writer, good) ||
        !task_commit(t, task_json(t, json_pack("{s:o}", "filter", filter_json(&f->filter)))))
        return EXIT_FAILED;
    if (report_options_text(&o->report)) {
        report_print("forward", t->device, &t->forward);
        filter_print(&f->filter);
        report_print("inverse", t->device, &t->inverse);
    }
    return task_warn(t, f->infinite, f->writer.clipped, storing.type);
}

/* Checks the command line as a whole; the options check their own values. */
static bool is_complete(const filtering *f)
{
    const filter_kind kind = f->filter.kind;
    if (kind == FILTER_NONE)
        return fail("filter", "give e.g. --gaussian 2 or --lowpass 0.1", "no filter is given");
    if (f->order_given && kind != FILTER_LOWPASS && kind != FILTER_HIGHPASS && kind != FILTER_BANDPASS)
        return fail("--order", "leave it out", "only low-, high- and band-pass filters have an order");
    return options_need_output(&f->task.o, "");
}

int command_filter(int argc, char **argv)
{
    filtering f = {.infinite = 0};
    int code = options_parse(&f.task.o, &argp, argc, argv);
    if (code == EXIT_DONE)
        code = is_complete(&f) ? run(&f) : EXIT_USAGE;
    volume_close(&f.in);
    task_release(&f.task);
    return code;
}
