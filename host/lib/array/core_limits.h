/* The properties of a core, and their limits: those of rtl/control/orb_limits.v. tests/rtl/orb_limits compares them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CORE_LIMITS_H
#define ORB_CORE_LIMITS_H

#include "fixed.h"

#include <orbital/orbital.h>

#include <stdbool.h>

/* Descriptors of the program memory that a core may have. */
enum { ORB_PROGRAM_MAX = 32 };

/* The properties of a core. */
typedef struct orb_core_info {
    orb_cell cell;
    unsigned p, bmax, bfull, nbuf, cbanks, lanes, io_words;
    unsigned depth;      /* descriptors of a program */
    unsigned sum_cycles; /* of a sum on its link, which no slot is shorter than */
    bool divides;        /* can the torus be divided into smaller ones? */
    orb_format format;
    double clock_hz;
} orb_core_info;

/* The name and the value of the first property that no core can have, or NULL. Sizes of memory and shifts follow from
 * these properties, so they are checked before anything else is done with a core. */
const char *orb_limits_broken(const orb_core_info *info, unsigned *value);

#endif
