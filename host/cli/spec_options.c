/* Options that say what to compute, of all commands that transform.
 * SPDX-License-Identifier: Apache-2.0 */
#include "spec_options.h"

#include "spec.h"

#include <errno.h>

/* Name, key, argument, flags, description, group. */
static const struct argp_option table[] = {
    {NULL, 0, NULL, 0, "What to compute (one value, or one for each axis with commas between):", 1},
    {"kind", 'k', "KIND", 0, "dct (default), dst, dht, dwht, dft, identity, or matrix:FILE.npy", 1},
    {"type", 't', "1..4", 0, "of a DCT or DST (default 2); of a DWHT 1 (default) natural, 2 sequency order", 1},
    {"norm", 'n', "NORM", 0, "ortho (default), backward or forward, as scipy.fft means them", 1},
    {"block", 'b', "POINTS", 0, "transform each block of this size on its own; 0 (default): the axis whole", 1},
    {0},
};

static error_t parse(int key, char *text, struct argp_state *state)
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

const struct argp spec_options_argp = {.options = table, .parser = parse};
