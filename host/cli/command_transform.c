/* `orbital forward` and `orbital inverse`: one transform from file to file.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "engine_choice.h"
#include "message.h"
#include "output_type.h"
#include "pieces.h"
#include "results.h"
#include "series.h"
#include "task.h"
#include "volume_transform.h"

#include <math.h>

static const struct argp_child children[] = {{.argp = &options_memory_argp}, {0}};

static const struct argp forward_argp = {
    .children = children,
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
    .children = children,
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

/* All that the command creates; released in one place. */
typedef struct transforming {
    task task; /* the first, so that argp's input is its options */
    orb_direction direction;
    volume_reader in;
    pieces pieces;
    transform_spec part; /* the specification of a piece */
    volume whole;        /* what the output will be; no data */
    volume_target target;
    volume_writer writer;
    json_t *record;
    restored_points restored;
    output_type chosen;
    size_t infinite; /* values of the output */
} transforming;

static orb_report *report_of(transforming *f)
{
    return f->direction == ORB_FORWARD ? &f->task.forward : &f->task.inverse;
}

/* Everything ahead of the work, so that what cannot be is found before. */
static bool prepare(transforming *f)
{
    task *t = &f->task;
    options *o = &t->o;
    const volume *in = &f->in.head;
    pieces_need need = {.in = &f->in,
                        .target = &f->target,
                        .spec = &o->spec,
                        .direction = f->direction,
                        .copies = 1,
                        .memory = o->memory};
    if (!volume_open(&f->in, o->input, raw_options_layout(&o->raw)) || !transform_settle(o, f->direction, in) ||
        !user_matrices_load(&t->matrices, &o->spec))
        return false;
    t->set = outputs_create(o->force, o->input);
    need.complex = in->complex || spec_is_complex(&o->spec);
    f->whole = (volume){.missing = o->spec.missing,
                        .volumes = in->volumes,
                        .first_fastest = in->first_fastest,
                        .complex = need.complex};
    if (!t->set || !transform_fits(&o->spec, f->direction, o->input, in->shape, f->whole.shape) ||
        !volume_begin(&f->target, t->set, o->output, volume_format_for(o->output, o->format, in),
                      f->direction == ORB_FORWARD) ||
        !volume_target_holds(&f->target, in) || !pieces_plan(&f->pieces, &need) || !task_add_report(t))
        return false;
    t->device = engine_open_recorded(o->engine, o->spec.engine, o->threads, o->input);
    f->restored = (restored_points){
        .spec = &o->spec, .device = t->device, .report = report_of(f), .coefficients = in->type, .target = &f->target};
    return t->device;
}

/* Chooses the element type after the first piece, and begins the output. */
static bool begin_output(transforming *f, const volume *out)
{
    const dtype *requested = f->task.o.type;
    store_options storing = {.like = &f->in.head};
    orb_report report = *report_of(f);
    if (f->direction == ORB_INVERSE) {
        storing.type = f->pieces.count > 1 ? output_type_expected(&f->restored, requested)
                                           : output_type_of_points(&f->restored, requested).type;
    } else {
        storing.type = output_type_of_results(out, f->in.head.type, requested, &f->target);
        if (f->pieces.count > 1 && report.last_place > 0)
            report.last_place = NAN; /* later pieces may have a coarser one */
        storing.record = f->record = spec_record(&f->task.o.spec, &report);
        if (!f->record)
            return fail_memory(f->task.o.output);
    }
    return volume_write_begin(&f->writer, &f->whole, &f->target, &storing);
}

static bool transform_one(void *user, size_t index, const volume *in, volume *out)
{
    transforming *f = user;
    (void)index;
    if (!task_transform(&f->task, &f->part, f->direction, in, out))
        return false;
    if (f->direction == ORB_INVERSE)
        output_type_add(&f->restored, in, out);
    return true;
}

static bool transform_piece(transforming *f, size_t index)
{
    task *t = &f->task;
    const size_t layers = pieces_spec(&f->pieces, index, &f->part);
    volume in = {.data = NULL}, out = {.data = NULL};
    bool good = volume_read(&f->in, layers, &in) && volume_require_finite(&in, t->o.input);

    t->share = (double)layers / (double)in.volumes / (double)f->pieces.layers;
    good = good && series_run(&in, &out, transform_one, f);
    volume_release(&in);
    if (good)
        f->infinite += volume_not_finite(&out);
    good = good && (index > 0 || begin_output(f, &out)) && volume_write(&f->writer, &out);
    volume_release(&out);
    return good;
}

static int run(transforming *f)
{
    task *t = &f->task;
    const options *o = &t->o;
    const orb_report *report = report_of(f);
    bool good = prepare(f);
    int code;

    if (good) {
        task_begin_bar(t, transform_name(f->direction), 1);
        for (size_t i = 0; good && i < f->pieces.count; i++)
            good = transform_piece(f, i);
        progress_end(&t->bar);
    }
    if (!volume_write_end(&f->writer, good) || !task_commit(t, report_json(report)))
        return EXIT_FAILED;
    if (f->direction == ORB_INVERSE) /* of pieces the type was settled before all was known */
        f->chosen = output_type_of_points(&f->restored, f->pieces.count > 1 ? f->writer.options.type : o->type);
    if (report_options_text(&o->report))
        report_print(transform_name(f->direction), t->device, report);
    if (f->direction == ORB_INVERSE)
        volume_warn_if_changed(&f->in);
    code = task_warn(t, f->infinite, f->writer.clipped, f->writer.options.type);
    return output_type_warn(&f->chosen, o->output) ? EXIT_LOSS : code;
}

static int command(int argc, char **argv, const struct argp *argp, orb_direction direction)
{
    transforming f = {.direction = direction};
    int code = options_parse(&f.task.o, argp, argc, argv);
    if (code == EXIT_DONE)
        code = options_need_output(&f.task.o, "") ? run(&f) : EXIT_USAGE;
    json_decref(f.record);
    volume_close(&f.in);
    task_release(&f.task);
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
