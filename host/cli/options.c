/* Options that the transforming commands share.
 * SPDX-License-Identifier: Apache-2.0 */
#include "options.h"

#include "engine.h"
#include "message.h"
#include "option_value.h"
#include "spec_options.h"

#include <errno.h>
#include <stdint.h>

enum { KEY_ENGINE = 0x100, KEY_SHIFT, KEY_DTYPE, KEY_FORMAT, KEY_PROGRESS, KEY_THREADS, KEY_MEMORY };

/* Name, key, argument, flags, description, group. */
static const struct argp_option engine_table[] = {
    {NULL, 0, NULL, 0, "Where to compute it:", 2},
    {"engine", KEY_ENGINE, "NAME", 0,
     "cpu (default, or that of ORBITAL_ENGINE): this processor; cpu:float32: in single precision; sim:p=4,b=8, "
     "sim:float32: a simulated array, which takes minutes for a brain; hls:p=8,b=1: its model in C; ftdi: a board; "
     "`orbital devices' lists all",
     2},
    {"threads", KEY_THREADS, "N", 0, "of the engine cpu, as cpu:threads=N", 2},
    {"shift", KEY_SHIFT, "WAY", 0, "bound (default): nothing can be clipped; measured: the tightest, in two passes", 2},
    {0},
};

static error_t parse_engine(int key, char *text, struct argp_state *state)
{
    static const char *const shifts[2] = {"bound", "measured"};
    options *o = state->input;
    bool good = true, second = false;
    switch (key) {
    case KEY_ENGINE:
        o->engine = text;
        break;
    case KEY_SHIFT:
        good = option_choice("--shift", text, shifts, &second);
        o->shift = second ? ORB_SHIFT_MEASURED : ORB_SHIFT_BOUND;
        break;
    case KEY_THREADS:
        o->threads = text;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

static const struct argp_option files_table[] = {
    {NULL, 0, NULL, 0, "Files:", 3},
    {"output", 'o', "FILE", 0, "the result; its ending says the format; - is standard output", 3},
    {"format", KEY_FORMAT, "ENDING", 0, "of the result, as nii.gz or npy, whatever its name", 3},
    {"dtype", KEY_DTYPE, "TYPE", 0,
     "of the output's elements (default float32, complex64 where they are complex); or see --shape", 3},
    {"force", 'f', NULL, 0, "replace existing outputs", 3},
    {"progress", KEY_PROGRESS, NULL, 0, "show progress even where there is no terminal", 4},
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
        o->output = text;
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
            good = fail(text, "give one input", "is a second input");
        o->input = text;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

static const struct argp_option memory_table[] = {
    {"memory", KEY_MEMORY, "MIB", 0,
     "what volumes may take of it: larger ones go through it in pieces, of a series volume by volume, else in layers "
     "of "
     "blocks if each is transformed on its own (default: a quarter of this machine's)",
     2},
    {0},
};

static error_t parse_memory(int key, char *text, struct argp_state *state)
{
    options *o = state->input;
    if (key != KEY_MEMORY)
        return ARGP_ERR_UNKNOWN;
    if (spec_parse_list(text, 1, &o->memory) == 1 && o->memory && o->memory <= SIZE_MAX >> 20)
        return 0;
    fail("--memory", "give MiB, e.g. 512", "'%s' is no size", text);
    return EINVAL;
}

const struct argp options_memory_argp = {.options = memory_table, .parser = parse_memory};

error_t options_parse_alone(int key, char *text, struct argp_state *state)
{
    (void)text;
    if (key != ARGP_KEY_INIT)
        return ARGP_ERR_UNKNOWN;
    state->child_inputs[0] = state->input;
    return 0;
}

error_t options_parse_pieces(int key, char *text, struct argp_state *state)
{
    if (key == ARGP_KEY_INIT)
        state->child_inputs[1] = state->input;
    return options_parse_alone(key, text, state);
}

const struct argp_child options_alone[2] = {{.argp = &options_argp}, {0}};
const struct argp_child options_pieces[3] = {{.argp = &options_argp}, {.argp = &options_memory_argp}, {0}};

const struct argp options_files_argp = {.options = files_table, .parser = parse_files, .children = files_children};

static const struct argp_child children[] = {{.argp = &options_files_argp}, {0}};

static error_t parse(int key, char *text, struct argp_state *state)
{
    if (key == ARGP_KEY_INIT)
        state->child_inputs[0] = state->input;
    return parse_engine(key, text, state);
}

const struct argp options_argp = {.options = engine_table, .parser = parse, .children = children};

int options_parse(options *o, const struct argp *argp, int argc, char **argv)
{
    *o = (options){0};
    if (argp_parse(argp, argc, argv, 0, NULL, o))
        return EXIT_USAGE;
    if (o->raw.given && !o->raw.layout.type) { /* one type for a raw input: its own, as nothing else could say it */
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

void options_release(options *o)
{
    spec_release(&o->spec);
}
