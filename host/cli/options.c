/* Options that the transforming commands share.
 * SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "engine_choice.h"
#include "message.h"
#include "names.h"
#include "spec.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_ENGINE = 0x100, KEY_SHIFT, KEY_DTYPE, KEY_FORMAT, KEY_PROGRESS, KEY_THREADS, KEY_MEMORY };

/* Name, key, argument, flags, description, group. */
static const struct argp_option files_table[] = {
    {NULL, 0, NULL, 0, "Files:", 3},
    {"output", 'o', "FILE", 0, "output file; its ending chooses the format; - is standard output", 3},
    {"format", KEY_FORMAT, "ENDING", 0, "format of the output, e.g. nii.gz or npy; default: by its name", 3},
    {"dtype", KEY_DTYPE, "TYPE", 0,
     "element type of the output. Default of forward and filter: float64 for float64 and integers of 32 bits or more, "
     "else float32, or the complex type of that size; of inverse and roundtrip: the type before the forward transform. "
     "With --shape alone: "
     "the input's type",
     3},
    {"force", 'f', NULL, 0, "replace existing outputs", 3},
    {"progress", KEY_PROGRESS, NULL, 0, "show progress even if standard error is not a terminal", 4},
    {0},
};

static const struct argp_child files_children[] = {
    {.argp = &spec_options_argp}, {.argp = &raw_options_argp}, {.argp = &report_options_argp}, {0}};

static error_t parse_files(int key, char *text, struct argp_state *state)
{
    options *o = state->input;
    bool good = true;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &o->spec;
        state->child_inputs[1] = &o->raw;
        state->child_inputs[2] = &o->report;
        break;
    case 'o':
        good = option_once("--output", text, &o->output);
        break;
    case KEY_FORMAT:
        o->format = text;
        break;
    case KEY_DTYPE:
        good = option_type("--dtype", text, &o->type);
        break;
    case 'f':
        o->force = true;
        break;
    case KEY_PROGRESS:
        o->progress = PROGRESS_ALWAYS;
        break;
    case ARGP_KEY_ARG:
        if (o->input)
            good = fail(text, "give only one", "is a second input");
        o->input = text;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

const struct argp options_files_argp = {.options = files_table, .parser = parse_files, .children = files_children};

static const struct argp_option engine_table[] = {
    {NULL, 0, NULL, 0, "Where to compute it:", 2},
    {"engine", KEY_ENGINE, "NAME", 0,
     "cpu: this processor; cpu:float32: in single precision; sim:p=4,b=8, sim:float32: a simulated array, which takes "
     "minutes for a brain; hls:p=8,b=1: its model in C; ftdi: or udp: a board. `orbital devices' lists all engines. "
     "Default: "
     "the environment variable ORBITAL_ENGINE, else cpu",
     2},
    {"threads", KEY_THREADS, "N", 0, "threads of the engine cpu, same as cpu:threads=N", 2},
    {"shift", KEY_SHIFT, "SCALING", 0,
     "fixed point: auto (default) estimates the scale, and computes again what was clipped; measured is a little more "
     "accurate and computes twice; bound computes once and is less accurate",
     2},
    {0},
};

static bool read_shift(const char *text, orb_shift *shift)
{
    static const char *const names[] = {
        [ORB_SHIFT_AUTO] = "auto", [ORB_SHIFT_MEASURED] = "measured", [ORB_SHIFT_BOUND] = "bound"};

    for (unsigned s = 0; s < sizeof names / sizeof *names; s++)
        if (!strcmp(text, names[s])) {
            *shift = (orb_shift)s;
            return true;
        }
    return fail("--shift", NULL, "'%s' is not auto, measured or bound", text);
}

static error_t parse_engine(int key, char *text, struct argp_state *state)
{
    options *o = state->input;
    bool good = true;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = o;
        break;
    case KEY_ENGINE:
        o->engine = text;
        break;
    case KEY_SHIFT:
        good = read_shift(text, &o->shift);
        break;
    case KEY_THREADS:
        o->threads = text;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

static const struct argp_child engine_children[] = {{.argp = &options_files_argp}, {0}};

const struct argp options_argp = {.options = engine_table, .parser = parse_engine, .children = engine_children};

static const struct argp_option memory_table[] = {
    {"memory", KEY_MEMORY, "MIB", 0,
     "memory budget in MiB (default: a quarter of this machine's memory). A series that is larger is processed volume "
     "by volume, a volume in layers of blocks if --block is given",
     2},
    {0},
};

static error_t parse_memory(int key, char *text, struct argp_state *state)
{
    options *o = state->input;
    if (key == ARGP_KEY_INIT) {
        state->child_inputs[0] = o;
        return 0;
    }
    if (key != KEY_MEMORY)
        return ARGP_ERR_UNKNOWN;
    if (spec_parse_list(text, 1, &o->memory) == 1 && o->memory && o->memory <= SIZE_MAX >> 20)
        return 0;
    fail("--memory", "give MiB, e.g. 512", "'%s' is not a size", text);
    return EINVAL;
}

static const struct argp_child memory_children[] = {{.argp = &options_argp}, {0}};

const struct argp options_memory_argp = {.options = memory_table, .parser = parse_memory, .children = memory_children};

int options_parse(options *o, const struct argp *argp, int argc, char **argv)
{
    *o = (options){0};
    return argp_parse(argp, argc, argv, 0, NULL, o) ? EXIT_USAGE : options_complete(o);
}

int options_complete(options *o)
{
    if (o->raw.given && !o->raw.layout.type) { /* the only type given is that of the raw input */
        o->raw.layout.type = o->type;
        o->type = NULL;
    }
    if (o->report.quiet)
        o->progress = PROGRESS_NEVER;
    if (!o->input)
        fail(NULL, "--help shows examples", "no input was given");
    else if (raw_options_complete(&o->raw, o->input))
        return EXIT_DONE;
    return EXIT_USAGE;
}

bool options_need_output(const options *o, const char *ending)
{
    return o->output ? option_ending(o->output, ending)
                     : fail(o->input, NULL, "no output was given: give -o FILE%s", ending);
}

void options_release(options *o)
{
    spec_release(&o->spec);
}

/* ---- options for the layout of a raw input ---- */

enum { KEY_SHAPE = 0x300, KEY_IN_DTYPE, KEY_ENDIAN, KEY_IN_FORMAT, KEY_VOLUME };

static const struct argp_option raw_table[] = {
    {"shape", KEY_SHAPE, "I[,J[,K[,T]]]", 0,
     "the input is raw, in C order, with this shape of one to four axes; without --in-dtype, --dtype is its element "
     "type",
     3},
    {"in-dtype", KEY_IN_DTYPE, "TYPE", 0, "element type of a raw input; --dtype is then the output's", 3},
    {"endian", KEY_ENDIAN, "ORDER", 0, "byte order of a raw input: little (default) or big", 3},
    {"in-format", KEY_IN_FORMAT, "ENDING", 0, "format of the input, e.g. nii.gz or npy; default: by its name", 3},
    {"volume", KEY_VOLUME, "T", 0, "use only this volume of a series; the first is 0", 3},
    {0},
};

static bool parse_shape(const char *text, raw_layout *layout)
{
    size_t *shape = layout->shape;
    const size_t count = spec_parse_list(text, 4, shape);
    for (size_t axis = count; axis < 4; axis++)
        shape[axis] = 1;
    layout->missing = count < 3 ? 3 - (unsigned)count : 0;
    if (count && shape[0] && shape[1] && shape[2] && shape[3])
        return true;
    return fail("--shape", "give one to three numbers separated by commas, e.g. 64,64,64, or four for a series",
                "'%s' is not a shape", text);
}

static error_t parse_raw(int key, char *text, struct argp_state *state)
{
    static const char *const orders[2] = {"little", "big"};
    raw_options *o = state->input;
    bool good;
    switch (key) {
    case KEY_IN_FORMAT:
        o->layout.format = text;
        return 0;
    case KEY_VOLUME:
        o->layout.one = spec_parse_list(text, 1, &o->layout.volume) == 1;
        return o->layout.one || fail("--volume", "give an index; the first volume is 0", "'%s' is not a number", text)
                   ? 0
                   : EINVAL;
    case KEY_SHAPE:
        good = parse_shape(text, &o->layout);
        break;
    case KEY_IN_DTYPE:
        good = option_type("--in-dtype", text, &o->layout.type);
        break;
    case KEY_ENDIAN:
        good = option_choice("--endian", text, orders, &o->layout.big_endian);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    o->given = true;
    return good ? 0 : EINVAL;
}

const struct argp raw_options_argp = {.options = raw_table, .parser = parse_raw};

bool raw_options_complete(const raw_options *o, const char *path)
{
    if (o->given && !o->layout.shape[0])
        return fail(path, "give --shape I,J,K", "the shape of a raw input is not known");
    if (o->given && !o->layout.type)
        return fail(path, "give --dtype, or --in-dtype", "the element type of a raw input is not known");
    return true;
}

const raw_layout *raw_options_layout(const raw_options *o)
{
    return o->given || o->layout.format || o->layout.one ? &o->layout : NULL;
}

/* ---- options that all commands have for what they report ---- */

enum { KEY_JSON = 0x400 };

static const struct argp_option report_table[] = {
    {NULL, 0, NULL, 0, "Reports:", 4},
    {"json", KEY_JSON, "FILE", 0, "write the report as JSON; -: to standard output, in place of the text", 4},
    {"quiet", 'q', NULL, 0, "print nothing but warnings and errors", 4},
    {0},
};

static error_t parse_report(int key, char *text, struct argp_state *state)
{
    report_options *o = state->input;
    switch (key) {
    case KEY_JSON:
        return option_once("--json", text, &o->json) ? 0 : EINVAL;
    case 'q':
        o->quiet = true;
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp report_options_argp = {.options = report_table, .parser = parse_report};

bool report_options_text(const report_options *o)
{
    return !o->quiet && !(o->json && name_is_standard(o->json));
}

/* ---- options that choose the transform, for all commands that transform ---- */

/* Name, key, argument, flags, description, group. */
static const struct argp_option spec_table[] = {
    {NULL, 0, NULL, 0, "What to compute (one value for all axes, or one for each, separated by commas):", 1},
    {"kind", 'k', "KIND", 0, "dct (default), dst, dht, dwht, dft, identity, or matrix:FILE.npy", 1},
    {"type", 't', "1..4", 0, "type of a DCT or DST (default: 2); order of a DWHT: 1 natural (default), 2 sequency", 1},
    {"norm", 'n', "NORM", 0, "ortho (default), backward or forward, as in scipy.fft", 1},
    {"block", 'b', "POINTS", 0, "transform blocks of this size separately (default: 0, the whole axis; of compress: 8)",
     1},
    {0},
};

static error_t parse_spec(int key, char *text, struct argp_state *state)
{
    transform_spec *spec = state->input;
    bool good;
    switch (key) {
    case 'k':
        good = spec_parse_kind(spec, text);
        break;
    case 't':
        good = spec_parse_type(spec, text);
        break;
    case 'n':
        good = spec_parse_norm(spec, text);
        break;
    case 'b':
        good = spec_parse_block(spec, text);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

const struct argp spec_options_argp = {.options = spec_table, .parser = parse_spec};

/* ---- values of options ---- */

bool option_once(const char *option, const char *text, const char **value)
{
    if (*value)
        return fail(option, "give it once", "is given twice, as '%s' and '%s'", *value, text);
    *value = text;
    return true;
}

bool option_type(const char *option, const char *text, const dtype **type)
{
    *type = dtype_named(text);
    return *type ? true : fail(option, dtype_names(), "there is no element type '%s'", text);
}

bool option_choice(const char *option, const char *text, const char *const choice[2], bool *second)
{
    *second = !strcmp(text, choice[1]);
    if (*second || !strcmp(text, choice[0]))
        return true;
    return fail(option, NULL, "'%s' is neither %s nor %s", text, choice[0], choice[1]);
}

bool option_ending(const char *path, const char *ending)
{
    return !*ending || name_ends_in(path, ending) ||
           fail(path, "choose another name", "is not a name that ends in %s", ending);
}

size_t option_numbers(const char *option, const char *text, size_t least, size_t most, double *values)
{
    const char *at = text;
    size_t found = 0;
    bool good = true;
    for (bool more = true; good && more; found++) {
        char *end;
        const double value = strtod(at, &end);
        good = end > at && isfinite(value) && value >= 0 && found < most && (*end == ',' || !*end);
        if (good)
            values[found] = value;
        more = *end == ',';
        at = end + 1;
    }
    if (good && found >= least)
        return found;
    if (most == 1)
        fail(option, "give a number of 0 or more", "'%s' is not a number of 0 or more", text);
    else
        fail(option, "give numbers of 0 or more, separated by commas", "'%s' is not %s%zu numbers", text,
             least < most ? "1 to " : "", most);
    return 0;
}
