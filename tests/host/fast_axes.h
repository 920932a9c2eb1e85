/* Axes that have fast transforms in the engine "cpu".
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FAST_AXES_H
#define FAST_AXES_H

#include "support.h"

typedef struct fast_axis {
    orb_kind kind;
    int type;
    size_t n;
} fast_axis;

/* Has such an axis a fast transform? By the words of docs/cpu.md. */
bool ought_to_be_fast(fast_axis a);

/* One that has, of `least` to `most` points. */
fast_axis random_axis(size_t least, size_t most);

/* The axes that a report says were transformed fast. */
unsigned fast_axes(const orb_report *report);

#endif
