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

/* The body of a message, with the number of its datagram or without. */
static size_t write_body(const orb_link_message *message, bool numbered, uint8_t *body)
{
    const size_t head = ORB_LINK_HEAD + (numbered ? ORB_LINK_NUMBER : 0), sum = head + message->length;

    body[0] = message->sequence;
    body[1] = (uint8_t)(message->operation | message->status << 4);
    orb_link_put(body + 2, message->count, 2);
    orb_link_put(body + 4, message->address, 2);
    if (numbered)
        orb_link_put(body + ORB_LINK_HEAD, message->number, ORB_LINK_NUMBER);
    if (message->length)
        memcpy(body + head, message->payload, message->length);
    orb_link_put(body + sum, (uint32_t)crc32(0, body, (uInt)sum), 4);
    return sum + 4;
}

static bool read_body(const uint8_t *body, size_t length, bool numbered, orb_link_message *message)
{
    const size_t head = ORB_LINK_HEAD + (numbered ? ORB_LINK_NUMBER : 0);

    if (length < head + 4 || crc32(0, body, (uInt)(length - 4)) != orb_link_get(body + length - 4, 4))
        return false;
    *message = (orb_link_message){
        .sequence = body[0],
        .operation = body[1] & 0xf,
        .status = body[1] >> 4,
        .count = (uint16_t)orb_link_get(body + 2, 2),
        .address = (uint16_t)orb_link_get(body + 4, 2),
        .payload = body + head,
        .length = length - head - 4,
        .number = numbered ? orb_link_get(body + ORB_LINK_HEAD, ORB_LINK_NUMBER) : 0,
    };
    return true;
}

size_t orb_link_encode(const orb_link_message *message, uint8_t frame[ORB_LINK_FRAME_MAX])
{
    uint8_t body[ORB_LINK_BODY_MAX];
    const size_t count = write_body(message, false, body), length = stuff(body, count, frame);

    frame[length] = 0;
    return length + 1;
}

size_t orb_link_encode_datagram(const orb_link_message *message, uint8_t body[ORB_LINK_BODY_MAX])
{
    return write_body(message, true, body);
}

bool orb_link_parse_datagram(const uint8_t *body, size_t length, orb_link_message *message)
{
    return read_body(body, length, true, message);
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
        good = length > 0 && length < sizeof receiver->frame &&
               read_body(receiver->frame, unstuff(receiver->frame, length), false, message);
        receiver->dropped += length > 0 && !good;
        receiver->length = 0;
    }
    return good;
}
