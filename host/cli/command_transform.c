/* `orbital forward` and `orbital inverse`: one transform from file to file.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "engine.h"
#include "message.h"
#include "options.h"
#include "output_type.h"
#include "report.h"
#include "transform.h"

static const struct argp forward_argp = {
    .parser = options_parse_alone,
    .children = options_alone,
    .args_doc = "INPUT -o OUTPUT",
    .doc = "Transforms a volume.\v"
           "The formats of INPUT and OUTPUT follow from their endings, or --in-format and --format: NIfTI, NRRD, MRC, "
           "TIFF, HDF5 (FILE.h5:/DATASET), NPY or raw. What was done is recorded with the output, so that "
           "`orbital inverse' needs no options.\n\n"
           "Examples:\n"
           "  orbital forward brain.nii.gz -o c.nii.gz\n"
           "  orbital forward brain.nii.gz -o c.nii.gz --block 32\n"
           "  orbital forward a.npy -o c.npy --kind dft,dft,dct --norm backward --engine sim:float32\n"
           "  orbital forward a.raw --shape 64,64,64 --dtype int16 -o c.npy --block 16\n"};

static const struct argp inverse_argp = {
    .parser = options_parse_alone,
    .children = options_alone,
    .args_doc = "INPUT -o OUTPUT",
    .doc = "Undoes a transform.\v"
           "Kind, type, norm, block, engine and true shape are those that `orbital forward' recorded with INPUT, "
           "unless given; "
           "where nothing is recorded, --kind must be. What was real before a Fourier transform is real again, if its "
           "imaginary parts vanish but for rounding errors.\n\n"
           "Examples:\n"
           "  orbital inverse c.nii.gz -o restored.nii.gz\n"
           "  orbital inverse c.npy -o restored.npy --dtype uint8\n"
           "  orbital inverse from_scipy.npy -o restored.npy --kind dct --norm backward\n"};

/* Completes the specification for a loaded input. */
static bool settle(options *o, orb_direction direction, const volume *in)
{
    if (direction == ORB_INVERSE && in->record && !spec_apply_record(&o->spec, in->record, o->input))
        return false;
    if (direction == ORB_INVERSE && !in->record && !o->spec.kind_given)
        return fail(o->input, "say --kind", "holds no record of a forward transform");
    if (direction == ORB_FORWARD)
        o->spec.input = in->complex ? INPUT_COMPLEX : INPUT_REAL;
    spec_settle(&o->spec, in->shape);
    return direction == ORB_INVERSE || output_type_allows(o->type, in->complex || spec_is_complex(&o->spec), o->output);
}

static orb_device *open_device(const options *o)
{
    return o->spec.engine && !o->engine ? engine_open_recorded(o->spec.engine, o->threads, o->input)
                                        : engine_open(o->engine, o->threads);
}

/* Everything behind the parsing: true when the outputs are in place. */
static bool run(options *o, orb_direction direction, size_t *lost)
{
    volume in = {0}, out = {0};
    volume_target target;
    user_matrices matrices = {0};
    orb_report report = {0};
    orb_device *device = NULL;
    outfile *json = NULL;
    json_t *record = NULL;
    size_t clipped = 0, infinite;
    bool good = false;
    outputs *set = outputs_create(o->force, o->input);
    transform_job job = {.spec = &o->spec,
                         .matrices = &matrices,
                         .direction = direction,
                         .shift = o->shift,
                         .progress = o->progress,
                         .subject = o->input};
    store_options storing = {.like = &in};
    output_type chosen = {0};

    if (!set || !volume_load(&in, o->input, raw_options_layout(&o->raw)) || !volume_require_finite(&in, o->input) ||
        !settle(o, direction, &in) || !user_matrices_load(&matrices, &o->spec) ||
        !volume_begin(&target, set, o->output, volume_format_for(o->output, o->format, &in),
                      direction == ORB_FORWARD) ||
        (o->report.json && !(json = outputs_add(set, o->report.json))) || !(device = open_device(o)))
        goto end;
    job.device = device;
    if (!transform_run(&job, &in, &out, &report))
        goto end;
    infinite = volume_not_finite(&out);
    if (direction == ORB_FORWARD) {
        chosen.type = output_type_of_coefficients(&out, o->type);
        storing.record = record = spec_record(&o->spec, &report);
    } else {
        chosen = output_type_of_points(&(restored_points){&in, &out, &o->spec, device, &report}, o->type);
    }
    if (direction == ORB_FORWARD && !record) {
        fail_memory(o->output);
        goto end;
    }
    storing.type = chosen.type;
    good = volume_store(&out, &target, &storing, &clipped) && (!json || report_write(json, report_json(&report))) &&
           outputs_commit(set);
    if (good && report_options_text(&o->report))
        report_print(direction == ORB_FORWARD ? "forward" : "inverse", device, &report);
    if (good) {
        report_loss(o->output, device, report.saturations, infinite, clipped, chosen.type);
        output_type_warn(&chosen, o->output);
    }
    *lost = report.saturations + infinite + clipped + chosen.lost;
end:
    json_decref(record);
    orb_close(device);
    user_matrices_release(&matrices);
    volume_release(&out);
    volume_release(&in);
    outputs_discard(set);
    return good;
}

static int command(int argc, char **argv, const struct argp *argp, orb_direction direction)
{
    options o;
    size_t lost = 0;
    int code = options_parse(&o, argp, argc, argv);
    if (code == EXIT_DONE && !o.output) {
        fail(o.input, "give -o FILE", "there is no name for the output");
        code = EXIT_USAGE;
    } else if (code == EXIT_DONE) {
        code = !run(&o, direction, &lost) ? EXIT_FAILED : lost ? EXIT_LOSS : EXIT_DONE;
    }
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
