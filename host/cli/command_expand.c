/* `orbital expand`: undoes `orbital compress`.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "compressed.h"
#include "container.h"
#include "engine_choice.h"
#include "format_nifti.h"
#include "message.h"
#include "quantise.h"
#include "results.h"
#include "task.h"

#include <stdlib.h>

/* All that the command creates; released in one place. */
typedef struct expanding {
    task task; /* the first, so that argp's input is its options */
    compressed c;
    unsigned char *bytes; /* of the file, with the sections in it */
    section plain[SECTIONS];
    json_t *text;
    volume rounded, whole, out;
    bands bands;
    volume_target target;
} expanding;

static const struct argp_child children[] = {{.argp = &options_argp}, {0}};

static const struct argp argp = {
    .children = children,
    .args_doc = "FILE.orb -o OUTPUT",
    .doc =
        "Restores a volume from a file that `orbital compress' wrote.\v"
        "The file holds everything that is needed. The element type and a NIfTI header are restored. Default engine: "
        "the kind of engine that compressed the file.\n\n"
        "Examples:\n"
        "  orbital expand brain.orb -o brain.nii.gz\n"
        "  orbital expand brain.orb -o brain.npy\n"};

static bool is_complete(const expanding *x)
{
    const transform_spec *spec = &x->task.o.spec;
    if (spec->kind_given || spec->type_given || spec->norm_given || spec->block_given || x->task.o.type ||
        x->task.o.raw.given)
        return fail(x->task.o.input, "leave out --kind, --type, --norm, --block, --dtype and layouts",
                    "the file specifies its transform and its layout");
    return options_need_output(&x->task.o, "");
}

/* The coefficients of the file. */
static bool decode(expanding *x)
{
    const section *map = &x->plain[SECTION_MAP], *values = &x->plain[SECTION_VALUES];
    const integers n = {map->bytes, values->bytes, map->size, values->size};
    const transform_spec *spec = &x->c.spec;
    /* the map has a bit for each: so memory is asked for only where a file can be that large */
    const size_t most = map->size <= SIZE_MAX / 8 ? 8 * map->size : SIZE_MAX;
    if (spec->shape[0] > most || spec->shape[1] > most / spec->shape[0] ||
        spec->shape[2] > most / spec->shape[0] / spec->shape[1])
        return container_damaged(x->task.o.input);
    return volume_create(&x->rounded, spec->shape, x->c.first_fastest, false) &&
           bands_create(&x->bands, spec, &x->rounded) &&
           (dequantise(&x->bands, &n, x->c.step, &x->rounded) || container_damaged(x->task.o.input));
}

/* Whether a NIfTI header, if there is one, is that of the volume, to which it will be given back. */
static bool check_header(const expanding *x)
{
    const section *header = &x->plain[SECTION_HEADER];
    const compressed *c = &x->c;
    return !header->size ||
           nifti_header_describes(header->bytes, header->size, c->shape, c->type, c->slope, c->intercept,
                                  c->big_endian) ||
           container_damaged(x->task.o.input);
}

/* As the file was, if it was NIfTI and is again; else with values that scaling has made in float32. */
static bool store(expanding *x)
{
    const section *header = &x->plain[SECTION_HEADER];
    const bool scaled = x->c.slope != 1 || x->c.intercept != 0;
    const store_options storing = {.type = scaled ? dtype_named("float32") : x->c.type};
    size_t clipped = 0;
    if (header->size && x->c.first_fastest && x->target.format == &volume_format_nifti)
        return outfile_write(x->target.data, header->bytes, header->size) &&
               compressed_write_elements(&x->c, &x->out, x->target.data);
    return volume_store(&x->out, &x->target, &storing, &clipped);
}

static bool run(expanding *x)
{
    task *t = &x->task;
    const options *o = &t->o;
    const transform_spec *spec = &x->c.spec;
    if (!volume_is_only(o->input, raw_options_layout(&o->raw)))
        return false;
    x->text = container_read(o->input, &x->bytes, x->plain);
    t->set = outputs_create(o->force, o->input);
    if (!x->text || !compressed_parse(&x->c, x->text, o->input) || !check_header(x) || !decode(x) || !t->set ||
        !volume_begin(&x->target, t->set, o->output, o->format, false) || !task_add_report(t))
        return false;
    t->device = engine_open_recorded(o->engine, spec->engine, o->threads, o->input);
    if (!t->device || !task_transform(t, spec, ORB_INVERSE, &x->rounded, &x->whole) ||
        !compressed_crop(&x->c, &x->whole, &x->out) || (volume_not_finite(&x->out) && !container_damaged(o->input)) ||
        !store(x) || !task_commit(t, report_json(&t->inverse)))
        return false;
    if (report_options_text(&o->report))
        report_print("inverse", t->device, &t->inverse);
    return true;
}

int command_expand(int argc, char **argv)
{
    expanding x = {.text = NULL};
    int code = options_parse(&x.task.o, &argp, argc, argv);
    if (code == EXIT_DONE)
        code = !is_complete(&x) ? EXIT_USAGE : run(&x) ? task_warn(&x.task, 0, 0, x.c.type) : EXIT_FAILED;
    json_decref(x.text);
    free(x.bytes);
    bands_release(&x.bands);
    volume_release(&x.out);
    volume_release(&x.whole);
    volume_release(&x.rounded);
    spec_release(&x.c.spec);
    task_release(&x.task);
    return code;
}
