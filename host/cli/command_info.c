/* `orbital info`: describes a file, or an array.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "compressed.h"
#include "container.h"
#include "engine_choice.h"
#include "message.h"
#include "names.h"
#include "options.h"
#include "results.h"
#include "volume.h"

#include <argp.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define PIECE ((size_t)1 << 23) /* points that are read at once, if a layer has no more */

enum { KEY_ENGINE = 0x100, KEY_DTYPE, KEY_THREADS };

typedef struct info_options {
    const char *file, *engine, *threads;
    raw_options raw;
    report_options report;
} info_options;

static error_t parse(int key, char *text, struct argp_state *state)
{
    info_options *o = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->raw;
        state->child_inputs[1] = &o->report;
        break;
    case KEY_DTYPE:
        o->raw.given = true;
        return option_type("--dtype", text, &o->raw.layout.type) ? 0 : EINVAL;
    case KEY_ENGINE:
        o->engine = text;
        break;
    case KEY_THREADS:
        o->threads = text;
        break;
    case ARGP_KEY_ARG:
        if (o->file)
            argp_error(state, "%s: is a second file: give only one", text);
        o->file = text;
        break;
    case ARGP_KEY_END:
        if (!o->file && !o->engine)
            argp_error(state, "give a file or --engine NAME");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_option table[] = {
    {"engine", KEY_ENGINE, "NAME", 0, "describe this engine", 0},
    {"threads", KEY_THREADS, "N", 0, "threads of the engine cpu, same as cpu:threads=N", 0},
    {"dtype", KEY_DTYPE, "TYPE", 0, "element type of a raw file, same as --in-dtype", 3},
    {0},
};

static const struct argp_child children[] = {{.argp = &raw_options_argp}, {.argp = &report_options_argp}, {0}};

static const struct argp argp = {
    .options = table,
    .parser = parse,
    .children = children,
    .args_doc = "[FILE]",
    .doc = "Describes a file (format, shape, range, space, recorded transform) or an engine.\v"
           "Examples:\n"
           "  orbital info coefficients.nii.gz\n"
           "  orbital info brain.orb\n"
           "  orbital info a.raw --shape 64,64,64 --dtype int16\n"
           "  orbital info coefficients.nii.gz --json -\n"
           "  orbital info --engine sim:p=4,b=8\n"};

static bool print_record(const json_t *record)
{
    char *text = json_dumps(record, JSON_REAL_PRECISION(15));
    if (!text)
        return fail_memory(NULL);
    printf("transform  %s\n", text);
    free(text);
    return true;
}

/* What the header does not specify: the range of the values. */
typedef struct values {
    double low, high;
    size_t bad, count; /* not finite; of all */
} values;

/* The number of layers to read next; a piece does not extend over several volumes. */
static size_t next_piece(const volume_reader *in, size_t done)
{
    const size_t layers = volume_layers(&in->head), fit = PIECE / in->points;
    const size_t left = in->head.first_fastest ? in->head.shape[2] - done % in->head.shape[2] : layers - done;
    return in->at_once || fit >= layers ? layers : fit >= left ? left : fit ? fit : 1;
}

/* Reads all values, piece by piece. */
static bool survey(volume_reader *in, values *found)
{
    bool good = true;
    *found = (values){.low = INFINITY, .high = -INFINITY};
    for (size_t done = 0, step; good && done < volume_layers(&in->head); done += step) {
        volume piece;
        double low, high;
        step = next_piece(in, done);
        good = volume_read(in, step, &piece);
        if (good) {
            found->bad += volume_range(&piece, &low, &high);
            found->count += volume_count(&piece);
            found->low = fmin(found->low, low);
            found->high = fmax(found->high, high);
        }
        volume_release(&piece);
    }
    return good;
}

static bool print_volume(const char *path, const volume *v, const values *found)
{
    char shape[96];
    printf("file       %s\n", path);
    printf("format     %s, %s%s\n", v->format, v->type->name, v->scaled ? ", scaled" : "");
    printf("shape      %s, %s axis fastest\n",
           volume_shape_text(&(volume){.shape = {v->shape[0], v->shape[1], v->shape[2]}, .missing = v->missing}, shape,
                             sizeof shape),
           v->first_fastest ? "first" : "last");
    if (v->volumes > 1)
        printf("series     %zu volumes, along the fourth axis\n", v->volumes);
    if (found->bad < found->count)
        printf("%s %.9g to %.9g\n", v->complex ? "magnitude " : "range     ", found->low, found->high);
    if (found->bad)
        printf("           %zu values are not finite\n", found->bad);
    volume_print_header(v);
    if (v->record)
        return print_record(v->record);
    printf("transform  none recorded\n");
    return true;
}

/* NULL when memory ran out, or the name is not UTF-8. */
static json_t *volume_json(const char *path, const volume *v, const values *found)
{
    double voxel[3];
    const char *unit;
    const bool sized = volume_spacing(v, voxel, &unit);
    return json_pack("{s:s, s:s, s:s, s:b, s:o, s:I, s:b, s:o, s:o, s:I, s:o, s:o, s:o}", "file", path, "format",
                     v->format, "dtype", v->type->name, "scaled", v->scaled, "shape", volume_shape_json(v), "volumes",
                     (json_int_t)v->volumes, "first_fastest", v->first_fastest, "smallest", report_number(found->low),
                     "largest", report_number(found->high), "not_finite", (json_int_t)found->bad, "voxel",
                     sized ? json_pack("[fff]", voxel[0], voxel[1], voxel[2]) : json_null(), "unit",
                     sized && unit ? json_string(unit) : json_null(), "transform",
                     v->record ? json_deep_copy(v->record) : json_null());
}

/* Puts what is of a kind into the report for people, or into that in JSON, or both. */
static bool describe_volume(const info_options *o, json_t *content)
{
    volume_reader in;
    values found;
    bool good = volume_open(&in, o->file, raw_options_layout(&o->raw)) && survey(&in, &found);
    if (good && report_options_text(&o->report))
        good = print_volume(o->file, &in.head, &found);
    if (good && o->report.json)
        json_object_set_new(content, "volume", volume_json(o->file, &in.head, &found));
    volume_close(&in);
    return good;
}

static bool describe_compressed(const info_options *o, json_t *content)
{
    section plain[SECTIONS] = {{0}};
    unsigned char *bytes = NULL;
    compressed c = {.step = 0};
    json_t *text = NULL;
    bool good = volume_is_only(o->file, raw_options_layout(&o->raw)) &&
                (text = container_read(o->file, &bytes, plain)) && compressed_parse(&c, text, o->file);
    if (good && report_options_text(&o->report)) {
        printf("file       %s\n", o->file);
        printf("format     compressed, %s%s\n", c.type->name,
               plain[SECTION_HEADER].size ? ", with a NIfTI header" : "");
        printf("shape      %zu x %zu x %zu, %s axis fastest\n", c.shape[0], c.shape[1], c.shape[2],
               c.first_fastest ? "first" : "last");
        printf("step       %.9g between neighbouring coefficients\n", c.step);
        good = print_record(text);
    }
    if (good && o->report.json)
        json_object_set(content, "compressed", text);
    free(bytes);
    json_decref(text);
    return good;
}

static bool describe_file(const info_options *o, json_t *content)
{
    return name_ends_in(o->file, ".orb") ? describe_compressed(o, content) : describe_volume(o, content);
}

static bool describe_device(const info_options *o, const orb_device *device, json_t *content)
{
    if (o->report.json)
        json_object_set_new(content, "device", engine_json(device));
    return !report_options_text(&o->report) || engine_print(device);
}

int command_info(int argc, char **argv)
{
    info_options o = {0};
    outputs *set;
    outfile *file = NULL;
    orb_device *device = NULL;
    json_t *content = json_object();
    bool good;
    if (argp_parse(&argp, argc, argv, 0, NULL, &o) || (o.file && !raw_options_complete(&o.raw, o.file))) {
        json_decref(content);
        return EXIT_USAGE;
    }
    set = outputs_create_new(o.file);
    good = set && (!o.report.json || (file = outputs_add(set, o.report.json))) &&
           (!o.engine || (device = engine_open(o.engine, o.threads))) && (!o.file || describe_file(&o, content)) &&
           (!device || describe_device(&o, device, content)) && (!file || report_write(file, json_incref(content))) &&
           outputs_commit(set);
    orb_close(device);
    json_decref(content);
    outputs_discard(set);
    return good ? EXIT_DONE : EXIT_FAILED;
}
