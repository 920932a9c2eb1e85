/* Options that tell the layout of a raw input.
 * SPDX-License-Identifier: Apache-2.0 */
#include "raw_options.h"

#include "message.h"
#include "option_value.h"
#include "spec.h"

#include <errno.h>

enum { KEY_SHAPE = 0x300, KEY_IN_DTYPE, KEY_ENDIAN, KEY_IN_FORMAT, KEY_VOLUME };

static const struct argp_option table[] = {
    {"shape", KEY_SHAPE, "I[,J[,K[,T]]]", 0,
     "the input is raw, in C order, of this shape (one to four axes); --dtype is then its type", 3},
    {"in-dtype", KEY_IN_DTYPE, "TYPE", 0, "of a raw input, so that --dtype is the output's", 3},
    {"endian", KEY_ENDIAN, "ORDER", 0, "little (default) or big: byte order of a raw input", 3},
    {"in-format", KEY_IN_FORMAT, "ENDING", 0, "of the input, as nii.gz or npy, whatever its name", 3},
    {"volume", KEY_VOLUME, "T", 0, "of a series of volumes only this one, counted from 0", 3},
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

static error_t parse(int key, char *text, struct argp_state *state)
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
        return o->layout.one || fail("--volume", "count them from 0", "'%s' is no number", text) ? 0 : EINVAL;
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

const struct argp raw_options_argp = {.options = table, .parser = parse};

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
