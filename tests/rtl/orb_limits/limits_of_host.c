/* What the host says of a core's parameters, for test_orb_limits.py.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core_limits.h"

const char *limits_of_host(const unsigned v[13]);

/* v: P BMAX BFULL EXP W CW AW PS NBUF CBANKS DEPTH LANES IO_WORDS. Returns the name that is refused, or NULL. */
const char *limits_of_host(const unsigned v[13])
{
    const orb_core_info info = {
        .cell = v[1] == 1 ? ORB_CELL_FINE : ORB_CELL_BLOCK,
        .p = v[0],
        .bmax = v[1],
        .bfull = v[2],
        .format = {.exponent = v[3], .w = v[4], .cw = v[5], .aw = v[6], .ps = v[7]},
        .nbuf = v[8],
        .cbanks = v[9],
        .depth = v[10],
        .lanes = v[11],
        .io_words = v[12],
    };
    unsigned value;

    return orb_limits_broken(&info, &value);
}
