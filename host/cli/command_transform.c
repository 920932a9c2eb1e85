/* `orbital forward` and `orbital inverse`: one transform from file to file.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "engine_choice.h"
#include "message.h"
#include "options.h"
#include "output_type.h"
#include "pieces.h"
#include "results.h"
#include "series.h"
#include "volume_transform.h"

#include <float.h>

static const struct argp forward_argp = {
    .parser = options_parse_pieces,
    .children = options_pieces,
    .args_doc = "INPUT -o OUTPUT",
    .doc = "Transforms a volume.\v"
           "The endings of INPUT and OUTPUT, or --in-format and --format, choose the formats: NIfTI, NRRD, MRC, TIFF, "
           "HDF5 (FILE.h5:/DATASET), NPY or raw. A record of the transform is stored with the output, so that "
           "`orbital inverse' needs no options. In a series, a file with a fourth axis, each volume is transformed "
           "separately.\n\n"
           "Examples:\n"
           "  orbital forward brain.nii.gz -o c.nii.gz\n"
           "  orbital forward brain.nii.gz -o c.nii.gz --block 32\n"
           "  orbital forward a.npy -o c.npy --kind dft,dft,dct --norm backward --engine sim:float32\n"
           "  orbital forward a.raw --shape 64,64,64 --dtype int16 -o c.npy --block 16\n"};

static const struct argp inverse_argp = {
    .parser = options_parse_pieces,
    .children = options_pieces,
    .args_doc = "INPUT -o OUTPUT",
    .doc =
        "Undoes a transform.\v"
        "Kind, type, norm, block, engine and shape default to those in the record that `orbital forward' stored with "
        "INPUT. A file without a record needs --kind. A volume that was real before a Fourier transform is real "
        "again if its imaginary parts are no larger than rounding errors.\n\n"
        "Examples:\n"
        "  orbital inverse c.nii.gz -o restored.nii.gz\n"
        "  orbital inverse c.npy -o restored.npy --dtype uint8\n"
        "  orbital inverse from_scipy.npy -o restored.npy --kind dct --norm backward\n"};

static orb_device *open_device(const options *o)
{
    return engine_open_recorded(o->engine, o->spec.engine, o->threads, o->input);
}

/* All that the command creates; released in one place. */
typedef struct transforming {
    options *o;
    orb_direction direction;
    volume_reader in;
    pieces pieces;
    transform_spec part; /* the specification of a piece */
    transform_job job;   /* of a piece */
    volume whole;        /* what the output will be; no data */
    user_matrices matrices;
    outputs *set;
    volume_target target;
    volume_writer writer;
    outfile *json;
    json_t *record;
    progress bar;
    double layers; /* of a piece of the input, for each of its volumes */
    orb_report report;
    restored_points restored;
    output_type chosen;
    size_t infinite; /* values of the output */
} transforming;

/* Everything ahead of the work, so that what cannot be is found before. */
static bool prepare(transforming *t)
{
    options *o = t->o;
    const volume *in = &t->in.head;
    pieces_need need = {.in = &t->in,
                        .target = &t->target,
                        .spec = &o->spec,
                        .direction = t->direction,
                        .copies = 1,
                        .memory = o->memory};
    if (!volume_open(&t->in, o->input, raw_options_layout(&o->raw)) || !transform_settle(o, t->direction, in) ||
        !user_matrices_load(&t->matrices, &o->spec))
        return false;
    t->set = outputs_create(o->force, o->input);
    need.complex = in->complex || spec_is_complex(&o->spec);
    t->job = (transform_job){.spec = &o->spec,
                             .matrices = &t->matrices,
                             .direction = t->direction,
                             .shift = o->shift,
                             .bar = &t->bar,
                             .subject = o->input};
    t->whole = (volume){.missing = o->spec.missing, .volumes = in->volumes, .first_fastest = in->first_fastest};
    return t->set && transform_fits(&t->job, in->shape, t->whole.shape) &&
           volume_begin(&t->target, t->set, o->output, volume_format_for(o->output, o->format, in),
                        t->direction == ORB_FORWARD) &&
           volume_target_holds(&t->target, in) && pieces_plan(&t->pieces, &need) &&
           (!o->report.json || (t->json = outputs_add(t->set, o->report.json))) &&
           (t->job.device = open_device(o)) != NULL;
}

/* Chooses the element type after the first piece, and begins the output. */
static bool begin_output(transforming *t, const volume *out)
{
    const dtype *requested = t->o->type;
    store_options storing = {.like = &t->in.head};
    if (t->direction == ORB_INVERSE) {
        storing.type = t->pieces.count > 1 ? output_type_expected(&t->restored, requested)
                                           : output_type_of_points(&t->restored, requested).type;
    } else {
        storing.type = output_type_of_results(out, t->in.head.type, requested, &t->target);
        storing.record = t->record = spec_record(&t->o->spec, &t->report);
        /* Nothing is longer, so there will be room for what is known in the end. */
        if (!t->record || !spec_record_scale(t->record, -DBL_MAX))
            return fail_memory(t->o->output);
    }
    t->whole.complex = out->complex;
    return volume_write_begin(&t->writer, &t->whole, &t->target, &storing);
}

static bool transform_one(void *user, size_t index, const volume *in, volume *out)
{
    transforming *t = user;
    const double share = t->layers / (double)t->pieces.layers;
    orb_report report = {0};
    (void)index;
    t->bar.from = t->bar.to;
    t->bar.to += share;
    if (!transform_run(&t->job, in, out, &report))
        return false;
    report_add(&t->report, &report);
    if (t->direction == ORB_INVERSE)
        output_type_add(&t->restored, in, out);
    return true;
}

static bool transform_piece(transforming *t, size_t index)
{
    const size_t layers = pieces_spec(&t->pieces, index, &t->part);
    volume in = {.data = NULL}, out = {.data = NULL};
    bool good = volume_read(&t->in, layers, &in) && volume_require_finite(&in, t->o->input);

    t->layers = (double)layers / (double)in.volumes;
    good = good && series_run(&in, &out, transform_one, t);
    volume_release(&in);
    if (good)
        t->infinite += volume_not_finite(&out);
    good = good && (index > 0 || begin_output(t, &out)) && volume_write(&t->writer, &out);
    volume_release(&out);
    return good;
}

/* Runs the parsed command. Returns true when the outputs are in place. */
static bool run(transforming *t)
{
    options *o = t->o;
    bool good = prepare(t);

    t->restored = (restored_points){.spec = &o->spec,
                                    .device = t->job.device,
                                    .report = &t->report,
                                    .coefficients = t->in.head.type,
                                    .target = &t->target};
    t->job.spec = &t->part;
    if (good) {
        progress_begin(&t->bar, transform_name(t->direction), o->progress);
        t->bar.to = 0;
        for (size_t i = 0; good && i < t->pieces.count; i++)
            good = transform_piece(t, i);
        progress_end(&t->bar);
    }
    if (good && t->record)
        good = spec_record_scale(t->record, t->report.last_place) || fail_memory(o->output);
    good = volume_write_end(&t->writer, good) && (!t->json || report_write(t->json, report_json(&t->report))) &&
           outputs_commit(t->set);
    if (!good)
        return false;
    if (t->direction == ORB_INVERSE) /* of pieces the type was settled before all was known */
        t->chosen = output_type_of_points(&t->restored, t->pieces.count > 1 ? t->writer.options.type : o->type);
    if (report_options_text(&o->report))
        report_print(transform_name(t->direction), t->job.device, &t->report);
    report_loss(o->output, t->job.device, t->report.saturations, t->infinite, t->writer.clipped,
                t->writer.options.type);
    output_type_warn(&t->chosen, o->output);
    return true;
}

static int command(int argc, char **argv, const struct argp *argp, orb_direction direction)
{
    options o;
    transforming t = {.o = &o, .direction = direction};
    int code = options_parse(&o, argp, argc, argv);
    if (code == EXIT_DONE && !o.output) {
        fail(o.input, "give -o FILE", "no output was given");
        code = EXIT_USAGE;
    } else if (code == EXIT_DONE) {
        const bool good = run(&t);
        const bool lost = t.report.saturations || t.infinite || t.writer.clipped || t.chosen.lost;
        code = !good ? EXIT_FAILED : lost ? EXIT_LOSS : EXIT_DONE;
    }
    json_decref(t.record);
    orb_close(t.job.device);
    user_matrices_release(&t.matrices);
    volume_close(&t.in);
    outputs_discard(t.set);
    options_release(&o);
    return code;
}

int command_forward(int argc, char **argv)
{
    return command(argc, argv, &forward_argp, ORB_FORWARD);
}

int command_inverse(int argc, char **argv)
{
    return command(argc, argv, &inverse_argp, ORB_INVERSE);
}
