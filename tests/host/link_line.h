/* One direction of a line that spoils frames, in virtual time.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef LINK_LINE_H
#define LINK_LINE_H

#include "support.h"

enum { LINE_BYTES = 1 << 16 };

/* Chances of a frame, in 1/10000: to be left out, to have a bit flipped, to come twice, to come up to 30 ms late, to
 * end early, which spoils the next one too. */
typedef struct link_faults {
    unsigned lost, flipped, doubled, delayed, truncated;
} link_faults;

typedef struct link_line {
    uint8_t byte[LINE_BYTES];
    uint64_t from[LINE_BYTES]; /* nanoseconds: when it may go */
    size_t first, count;
    uint64_t free; /* when the byte before has gone */
    uint64_t frames, spoiled;
} link_line;

/* Sends a frame with what may befall it. */
void link_line_send(link_line *line, const link_faults *faults, uint64_t now, const uint8_t *frame, size_t length);

/* The next byte, if it has come by now. */
bool link_line_take(link_line *line, uint64_t now, uint64_t byte_time, uint8_t *byte);

#endif
