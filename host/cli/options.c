/* Options that the transforming commands share.
 * SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "engine.h"
#include "message.h"

#include <errno.h>
#include <string.h>

enum { KEY_ENGINE = 0x100, KEY_SHIFT, KEY_DTYPE, KEY_SHAPE, KEY_IN_DTYPE, KEY_ENDIAN, KEY_JSON, KEY_PROGRESS };

static const struct argp_option table[] = {
    {.doc = "What to compute (one value, or one for each axis with commas between):", .group = 1},
    {.name = "kind",
     .key = 'k',
     .arg = "KIND",
     .group = 1,
     .doc = "dct (default), dst, dht, dwht, identity, or matrix:FILE.npy"},
    {.name = "type",
     .key = 't',
     .arg = "1..4",
     .group = 1,
     .doc = "type of a DCT or DST (default 2); of a DWHT 1 natural, 2 sequency order (default 1)"},
    {.name = "norm",
     .key = 'n',
     .arg = "NORM",
     .group = 1,
     .doc = "ortho (default), backward or forward, as scipy.fft means them"},
    {.name = "block",
     .key = 'b',
     .arg = "POINTS",
     .group = 1,
     .doc = "transform each block of this size on its own; 0 (default): the axis whole"},
    {.doc = "Where to compute it:", .group = 2},
    {.name = "engine",
     .key = KEY_ENGINE,
     .arg = "NAME",
     .group = 2,
     .doc = "the array, e.g. " ENGINE_DEFAULT " (default); hls:p=2,b=4 is its model in C"},
    {.name = "shift",
     .key = KEY_SHIFT,
     .arg = "WAY",
     .group = 2,
     .doc = "bound (default): nothing can be clipped; measured: a first pass finds the tightest scale"},
    {.doc = "Files:", .group = 3},
    {.name = "output", .key = 'o', .arg = "FILE", .group = 3, .doc = "the result; its ending says the format"},
    {.name = "dtype",
     .key = KEY_DTYPE,
     .arg = "TYPE",
     .group = 3,
     .doc = "element type of the output (default float32); integers are rounded and clipped"},
    {.name = "shape",
     .key = KEY_SHAPE,
     .arg = "I,J,K",
     .group = 3,
     .doc = "the input is raw, in C order, of this shape"},
    {.name = "in-dtype", .key = KEY_IN_DTYPE, .arg = "TYPE", .group = 3, .doc = "element type of a raw input"},
    {.name = "endian",
     .key = KEY_ENDIAN,
     .arg = "ORDER",
     .group = 3,
     .doc = "little (default) or big: byte order of a raw input"},
    {.name = "force", .key = 'f', .group = 3, .doc = "replace existing outputs"},
    {.doc = "Reports:", .group = 4},
    {.name = "json", .key = KEY_JSON, .arg = "FILE", .group = 4, .doc = "write cycles, efficiency and times as JSON"},
    {.name = "progress", .key = KEY_PROGRESS, .group = 4, .doc = "show progress even where there is no terminal"},
    {.name = "quiet", .key = 'q', .group = 4, .doc = "print nothing but errors"},
    {0},
};

static bool parse_type_name(const char *option, const char *text, const dtype **type)
{
    *type = dtype_named(text);
    return *type ? true : fail(option, dtype_names(), "there is no element type '%s'", text);
}

static bool parse_choice(const char *option, const char *text, const char *const choice[2], bool *second)
{
    *second = !strcmp(text, choice[1]);
    if (*second || !strcmp(text, choice[0]))
        return true;
    return fail(option, NULL, "'%s' is neither %s nor %s", text, choice[0], choice[1]);
}

static bool parse_shape(options *o, const char *text)
{
    size_t *shape = o->layout.shape;
    o->raw = true;
    if (spec_parse_sizes(text, false, shape) && shape[0] && shape[1] && shape[2])
        return true;
    return fail("--shape", "three numbers with commas between, e.g. 64,64,64", "'%s' is no shape", text);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    static const char *const shifts[2] = {"bound", "measured"}, *const orders[2] = {"little", "big"};
    options *o = state->input;
    bool good = true, second = false;
    switch (key) {
    case 'k':
        good = spec_parse_kind(&o->spec, text);
        break;
    case 't':
        good = spec_parse_type(&o->spec, text);
        break;
    case 'n':
        good = spec_parse_norm(&o->spec, text);
        break;
    case 'b':
        good = spec_parse_block(&o->spec, text);
        break;
    case KEY_ENGINE:
        o->engine = text;
        break;
    case KEY_SHIFT:
        good = parse_choice("--shift", text, shifts, &second);
        o->shift = second ? ORB_SHIFT_MEASURED : ORB_SHIFT_BOUND;
        break;
    case 'o':
        o->output = text;
        break;
    case KEY_DTYPE:
        good = parse_type_name("--dtype", text, &o->type);
        break;
    case KEY_SHAPE:
        good = parse_shape(o, text);
        break;
    case KEY_IN_DTYPE:
        o->raw = true;
        good = parse_type_name("--in-dtype", text, &o->layout.type);
        break;
    case KEY_ENDIAN:
        o->raw = true;
        good = parse_choice("--endian", text, orders, &o->layout.big_endian);
        break;
    case 'f':
        o->force = true;
        break;
    case KEY_JSON:
        o->json = text;
        break;
    case KEY_PROGRESS:
        o->progress = PROGRESS_ALWAYS;
        break;
    case 'q':
        o->quiet = true;
        break;
    case ARGP_KEY_ARG:
        if (o->input)
            good = fail(text, "give one input", "is a second input");
        o->input = text;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

const struct argp options_argp = {.options = table, .parser = parse};

int options_parse(options *o, const struct argp *argp, int argc, char **argv)
{
    *o = (options){.engine = ENGINE_DEFAULT, .type = dtype_named("float32")};
    if (argp_parse(argp, argc, argv, 0, NULL, o))
        return EXIT_USAGE;
    if (o->quiet)
        o->progress = PROGRESS_NEVER;
    if (!o->input)
        fail(NULL, "orbital --help shows examples", "no input was given");
    else if (o->raw && (!o->layout.type || !o->layout.shape[0]))
        fail(o->input, "give both", "a raw input needs --shape and --in-dtype");
    else
        return EXIT_DONE;
    return EXIT_USAGE;
}

void options_release(options *o)
{
    spec_release(&o->spec);
}
