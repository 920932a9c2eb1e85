/* The frames of the byte link: COBS, CRC-32 and the fields of a body, as docs/link.md and docs/ethernet.md have them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_LINK_FRAME_H
#define ORB_LINK_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum orb_link_operation { ORB_LINK_READ, ORB_LINK_WRITE, ORB_LINK_IN, ORB_LINK_OUT } orb_link_operation;

typedef enum orb_link_status {
    ORB_LINK_DONE,
    ORB_LINK_REFUSED,
    ORB_LINK_ELSEWHERE,
    ORB_LINK_MALFORMED,
    ORB_LINK_BUSY /* in a datagram: the device does not serve this host */
} orb_link_status;

enum {
    ORB_LINK_HEAD = 6,
    ORB_LINK_OVERHEAD = ORB_LINK_HEAD + 4, /* bytes of a body besides its payload */
    ORB_LINK_NUMBER = 4,                   /* and those of the number of a datagram */
    ORB_LINK_FRAME_PAYLOAD = 1024,         /* that this host sends or asks for in a frame, */
    ORB_LINK_PAYLOAD_MAX = 1458,           /* and in a datagram, of 1472 bytes at most */
    ORB_LINK_BODY_MAX = ORB_LINK_PAYLOAD_MAX + ORB_LINK_OVERHEAD + ORB_LINK_NUMBER,
    ORB_LINK_SERVED = 10, /* byte of the payload of ORB_LINK_BUSY whose lowest bit says that a host is served */
    /* A byte more for each 254 that are begun, and the 0. */
    ORB_LINK_FRAME_MAX = ORB_LINK_BODY_MAX + (ORB_LINK_BODY_MAX + 253) / 254 + 1
};

/* A request or an answer. */
typedef struct orb_link_message {
    uint8_t sequence;
    uint8_t operation, status; /* a request's status is 0 */
    uint16_t count, address;
    const uint8_t *payload; /* NULL is allowed where there is none */
    size_t length;          /* of the payload */
    uint32_t number;        /* of its datagram */
} orb_link_message;

/* Bytes in transit to a frame. */
typedef struct orb_link_receiver {
    uint8_t frame[ORB_LINK_FRAME_MAX];
    size_t length;    /* of what came after the last 0; more than there is room for if it is too long */
    uint64_t dropped; /* frames whose coding, length or CRC-32 was wrong */
} orb_link_receiver;

/* Writes the frame of a message of at most ORB_LINK_PAYLOAD_MAX bytes, its 0 included; returns its length. */
size_t orb_link_encode(const orb_link_message *message, uint8_t frame[ORB_LINK_FRAME_MAX]);

/* Writes the body of a message as a datagram; returns its length. */
size_t orb_link_encode_datagram(const orb_link_message *message, uint8_t body[ORB_LINK_BODY_MAX]);

/* Reads a datagram. False if its length or its CRC-32 is wrong; the payload lies in the body. */
bool orb_link_parse_datagram(const uint8_t *body, size_t length, orb_link_message *message);

/* Takes a byte. True if it ends a good frame: then the message, whose payload lies in the receiver, is valid until the
 * next byte. */
bool orb_link_receive(orb_link_receiver *receiver, uint8_t byte, orb_link_message *message);

/* Numbers with their low byte first. */
void orb_link_put(uint8_t *bytes, uint32_t value, unsigned count);
uint32_t orb_link_get(const uint8_t *bytes, unsigned count);

#endif
