/* The limits of a core's parameters.
 * SPDX-License-Identifier: Apache-2.0 */
#include "core_limits.h"

#include "schedule.h"

/* A property, its range, and whatever else is required of it. */
typedef struct limit {
    const char *name;
    unsigned value, least, most;
    bool good;
} limit;

static bool power_of_two(unsigned value)
{
    return value && !(value & (value - 1));
}

/* Sums of as many products as a line has may not wrap. Both formats are within their ranges. */
static bool sums_fit(const orb_core_info *info)
{
    return info->format.exponent || orb_products_max(&info->format) >= (size_t)info->p * info->bmax;
}

const char *orb_limits_broken(const orb_core_info *info, unsigned *value)
{
    const orb_format *f = &info->format;
    const bool fine = info->cell == ORB_CELL_FINE, fixed = f->exponent == 0;
    const limit limits[] = {
        {"CELL", info->cell, ORB_CELL_BLOCK, ORB_CELL_FINE, true},
        {"P", info->p, 2, 64, true},
        {"BMAX", info->bmax, fine ? 1 : 2, fine ? 1 : 64, true},
        {"EXP", f->exponent, 0, fine ? 0 : 8, fixed || f->exponent == 5 || f->exponent == 8},
        {"W", f->w, fixed ? 8 : 16, fixed ? 25 : 32, fixed || f->w == 16 || (f->w == 32 && f->exponent == 8)},
        {"CW", f->cw, fixed ? 8 : f->w, fixed ? 18 : f->w, true},
        {"AW", f->aw, f->w, fixed ? 63 : 32, fixed || f->aw == f->w || f->aw == 32},
        {"BFULL", info->bfull, fine ? 1 : 2, fine ? 1 : f->aw, true},
        {"PS", f->ps, 0, fixed ? f->w - 1 : 0, true},
        {"NBUF", info->nbuf, 2, ORB_BUFFERS_MAX, true},
        {"CBANKS", info->cbanks, 1, ORB_BANKS_MAX, true},
        {"DEPTH", info->depth, 2, ORB_PROGRAM_MAX, power_of_two(info->depth)},
        {"LANES", info->lanes, 1, fine ? 1 : 4, power_of_two(info->lanes)},
        {"IO_WORDS", info->io_words, 1, 4, power_of_two(info->io_words) && info->p % info->io_words == 0},
    };

    for (unsigned i = 0; i < sizeof limits / sizeof *limits; i++)
        if (limits[i].value < limits[i].least || limits[i].value > limits[i].most || !limits[i].good) {
            *value = limits[i].value;
            return limits[i].name;
        }
    *value = f->ps;
    return sums_fit(info) ? NULL : "PS";
}
