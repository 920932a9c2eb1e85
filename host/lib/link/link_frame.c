/* The frames of the byte link.
 * SPDX-License-Identifier: Apache-2.0 */
#include "link_frame.h"

#include <string.h>
#include <zlib.h>

void orb_link_put(uint8_t *bytes, uint32_t value, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        bytes[i] = (uint8_t)(value >> 8 * i);
}

uint32_t orb_link_get(const uint8_t *bytes, unsigned count)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < count; i++)
        value |= (uint32_t)bytes[i] << 8 * i;
    return value;
}

/* Each run of up to 254 bytes other than 0 after its length plus one; a 0 follows each run shorter than that. */
static size_t stuff(const uint8_t *from, size_t count, uint8_t *to)
{
    size_t code = 0, used = 1;

    for (size_t i = 0; i < count; i++) {
        if (from[i])
            to[used++] = from[i];
        if (!from[i] || (used - code == 255 && i + 1 < count)) {
            to[code] = (uint8_t)(used - code);
            code = used++;
        }
    }
    to[code] = (uint8_t)(used - code);
    return used;
}

/* Undoes it in place; 0 if a run reaches over the end. */
static size_t unstuff(uint8_t *bytes, size_t count)
{
    size_t used = 0, next = 0;

    while (next < count) {
        const size_t run = bytes[next++] - 1u;

        if (run > count - next)
            return 0;
        memmove(bytes + used, bytes + next, run);
        used += run;
        next += run;
        if (run < 254 && next < count)
            bytes[used++] = 0;
    }
    return used;
}

size_t orb_link_encode(const orb_link_message *message, uint8_t frame[ORB_LINK_FRAME_MAX])
{
    uint8_t body[ORB_LINK_BODY_MAX];
    const size_t sum = ORB_LINK_HEAD + message->length;
    size_t length;

    body[0] = message->sequence;
    body[1] = (uint8_t)(message->operation | message->status << 4);
    orb_link_put(body + 2, message->count, 2);
    orb_link_put(body + 4, message->address, 2);
    if (message->length)
        memcpy(body + ORB_LINK_HEAD, message->payload, message->length);
    orb_link_put(body + sum, (uint32_t)crc32(0, body, (uInt)sum), 4);
    length = stuff(body, sum + 4, frame);
    frame[length] = 0;
    return length + 1;
}

static bool parse(uint8_t *frame, size_t length, orb_link_message *message)
{
    const size_t body = unstuff(frame, length);

    if (body < ORB_LINK_OVERHEAD || crc32(0, frame, (uInt)(body - 4)) != orb_link_get(frame + body - 4, 4))
        return false;
    *message = (orb_link_message){
        .sequence = frame[0],
        .operation = frame[1] & 0xf,
        .status = frame[1] >> 4,
        .count = (uint16_t)orb_link_get(frame + 2, 2),
        .address = (uint16_t)orb_link_get(frame + 4, 2),
        .payload = frame + ORB_LINK_HEAD,
        .length = body - ORB_LINK_OVERHEAD,
    };
    return true;
}

bool orb_link_receive(orb_link_receiver *receiver, uint8_t byte, orb_link_message *message)
{
    const size_t length = receiver->length;
    bool good = false;

    if (byte) {
        if (length < sizeof receiver->frame)
            receiver->frame[length] = byte;
        receiver->length = length < sizeof receiver->frame ? length + 1 : length;
    } else {
        good = length > 0 && length < sizeof receiver->frame && parse(receiver->frame, length, message);
        receiver->dropped += length > 0 && !good;
        receiver->length = 0;
    }
    return good;
}
