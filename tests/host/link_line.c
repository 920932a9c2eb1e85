/* One direction of a line that spoils frames.
 * SPDX-License-Identifier: Apache-2.0 */
#include "link_line.h"

#include <link_frame.h>

#include <string.h>

static bool happens(link_line *line, unsigned chance)
{
    const bool strikes = random_below(10000) < chance;

    line->spoiled += strikes;
    return strikes;
}

static void push(link_line *line, const uint8_t *bytes, size_t count, uint64_t from)
{
    for (size_t i = 0; i < count; i++) {
        const size_t at = (line->first + line->count) % LINE_BYTES;

        assert_true(line->count < LINE_BYTES);
        line->byte[at] = bytes[i];
        line->from[at] = from;
        line->count++;
    }
}

void link_line_send(link_line *line, const link_faults *faults, uint64_t now, const uint8_t *frame, size_t length)
{
    uint8_t bytes[ORB_LINK_FRAME_MAX];

    memcpy(bytes, frame, length);
    line->frames++;
    if (happens(line, faults->delayed))
        now += random_below(30000000);
    if (happens(line, faults->flipped))
        bytes[random_below(length)] ^= (uint8_t)(1u << random_below(8));
    if (happens(line, faults->truncated))
        length = random_below(length);
    if (happens(line, faults->doubled))
        push(line, bytes, length, now);
    if (happens(line, faults->lost))
        length = 0;
    push(line, bytes, length, now);
}

bool link_line_take(link_line *line, uint64_t now, uint64_t byte_time, uint8_t *byte)
{
    const uint64_t from = line->from[line->first], start = line->free > from ? line->free : from;
    const bool here = line->count > 0 && start + byte_time <= now;

    if (here) {
        *byte = line->byte[line->first];
        line->first = (line->first + 1) % LINE_BYTES;
        line->count--;
        line->free = start + byte_time;
    }
    return here;
}
