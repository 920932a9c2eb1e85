/* What a device that lies does to its answers, and what it sends instead of answers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "link_lie.h"

#include <string.h>

enum { GARBAGE_BYTES_AT_ONCE = 512 };

static bool is_due(link_lie *lie, const orb_link_message *message)
{
    bool due = lie->on && message->operation == lie->operation && (!lie->only || message->count == lie->only_count) &&
               (int)message->length >= -lie->length;

    if (due && lie->skip > 0) {
        lie->skip--;
        due = false;
    }
    return due && (!lie->times || lie->told < lie->times);
}

static void change_length(orb_link_message *message, uint8_t *payload, int by)
{
    const size_t before = message->length;

    message->length = before + (size_t)by;
    assert_true(message->length <= ORB_LINK_PAYLOAD_MAX);
    for (size_t i = before; i < message->length; i++)
        payload[i] = (uint8_t)random_bits();
}

void link_lie_tell(link_lie *lie, orb_link_message *message, uint8_t *payload)
{
    if (is_due(lie, message)) {
        change_length(message, payload, lie->length);
        if (lie->zero)
            memset(payload, 0, message->length);
        message->sequence = (uint8_t)(message->sequence + lie->sequence);
        message->operation = (uint8_t)(message->operation + lie->as) & 0xf;
        message->status = lie->status ? (uint8_t)lie->status : message->status;
        message->count = (uint16_t)(message->count + lie->count);
        message->address = (uint16_t)(message->address + lie->address);
        lie->told++;
    }
}

size_t link_garbage_bytes(link_garbage kind, uint8_t bytes[ORB_LINK_FRAME_MAX])
{
    static const uint8_t payload[4];
    const orb_link_operation operation = (orb_link_operation)random_below(4);
    const orb_link_message answer = {
        .sequence = (uint8_t)random_bits(),
        .operation = (uint8_t)operation,
        .status = operation == ORB_LINK_IN ? ORB_LINK_MALFORMED : ORB_LINK_DONE, /* or it would say where it is */
        .count = (uint16_t)(2 + random_below(60000)), /* no request has so many and so few bytes */
        .address = (uint16_t)random_bits(),
        .payload = payload,
        .length = 1,
    };

    if (kind == GARBAGE_ANSWERS)
        return orb_link_encode(&answer, bytes);
    for (size_t i = 0; i < GARBAGE_BYTES_AT_ONCE; i++)
        bytes[i] = (uint8_t)(kind == GARBAGE_ZEROS      ? 0
                             : kind == GARBAGE_NO_ZEROS ? 1 + random_below(255)
                                                        : random_below(256));
    return GARBAGE_BYTES_AT_ONCE;
}
