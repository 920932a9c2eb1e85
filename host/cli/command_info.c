/* `orbital info`: describes a file, or an array.
 * SPDX-License-Identifier: Apache-2.0 */
#include "command.h"
#include "engine.h"
#include "message.h"
#include "option_value.h"
#include "raw_options.h"
#include "volume.h"
#include "volume_format.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEY_ENGINE = 0x100, KEY_DTYPE };

typedef struct info_options {
    const char *file, *engine;
    raw_options raw;
} info_options;

static error_t parse(int key, char *text, struct argp_state *state)
{
    info_options *o = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->raw;
        break;
    case KEY_DTYPE:
        o->raw.given = true;
        return option_type("--dtype", text, &o->raw.layout.type) ? 0 : EINVAL;
    case KEY_ENGINE:
        o->engine = text;
        break;
    case ARGP_KEY_ARG:
        if (o->file)
            argp_error(state, "%s: is a second file: give one", text);
        o->file = text;
        break;
    case ARGP_KEY_END:
        if (!o->file && !o->engine)
            argp_error(state, "give a file, or --engine NAME");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_option table[] = {
    {"engine", KEY_ENGINE, "NAME", 0, "describe this array", 0},
    {"dtype", KEY_DTYPE, "TYPE", 0, "of a raw file, as --in-dtype", 3},
    {0},
};

static const struct argp_child children[] = {{.argp = &raw_options_argp}, {0}};

static const struct argp argp = {
    .options = table,
    .parser = parse,
    .children = children,
    .args_doc = "[FILE]",
    .doc = "Describes a file: format, shape, range, space, and the transform that was recorded with it; or an array.\v"
           "Examples:\n"
           "  orbital info coefficients.nii.gz\n"
           "  orbital info a.raw --shape 64,64,64 --dtype int16\n"
           "  orbital info --engine " ENGINE_DEFAULT "\n"};

static bool print_record(const json_t *record)
{
    char *text = json_dumps(record, JSON_REAL_PRECISION(15));
    if (!text)
        return fail_memory(NULL);
    printf("transform  %s\n", text);
    free(text);
    return true;
}

static bool describe(const char *path, const raw_layout *raw)
{
    volume v;
    double low, high;
    size_t bad;
    bool good = volume_load(&v, path, raw);
    if (good) {
        bad = volume_range(&v, &low, &high);
        printf("file       %s\n", path);
        printf("format     %s, %s%s\n", v.format, v.type->name, v.scaled ? ", scaled" : "");
        printf("shape      %zu x %zu x %zu, %s axis fastest\n", v.shape[0], v.shape[1], v.shape[2],
               v.first_fastest ? "first" : "last");
        if (bad < volume_count(&v))
            printf("%s %.9g to %.9g\n", v.complex ? "magnitude " : "range     ", low, high);
        if (bad)
            printf("           %zu values are not finite\n", bad);
        if (v.nifti)
            nifti_header_print(v.nifti);
        if (v.record)
            good = print_record(v.record);
        else
            printf("transform  none recorded\n");
    }
    volume_release(&v);
    return good;
}

int command_info(int argc, char **argv)
{
    info_options o = {0};
    orb_device *device = NULL;
    bool good;
    if (argp_parse(&argp, argc, argv, 0, NULL, &o))
        return EXIT_USAGE;
    if (o.file && !raw_options_complete(&o.raw, o.file))
        return EXIT_USAGE;
    good = !o.file || describe(o.file, raw_options_layout(&o.raw));
    if (good && o.engine) {
        device = engine_open(o.engine);
        good = device && engine_print(device);
        orb_close(device);
    }
    return good ? EXIT_DONE : EXIT_FAILED;
}
