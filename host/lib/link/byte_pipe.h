/* What carries the bytes of a link, a USB chip or a simulated line of the tests, or its datagrams, a network.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BYTE_PIPE_H
#define ORB_BYTE_PIPE_H

#include "link_frame.h"

#include <orbital/orbital.h>

enum {
    ORB_BAUD_START = 1000000, /* the rate of a UART after a break */
    ORB_PIPE_ROOM = 2048      /* bytes that a read must have room for */
};

typedef struct orb_pipe orb_pipe;

/* Functions that return a status return ORB_OK, ORB_UNPLUGGED or ORB_DEVICE_FAILED. Bytes may get lost or changed on
 * the way unnoticed, but stay in order. Datagrams may also be doubled or come in another order; then each read is of
 * one, whole or not at all, and the room suffices for any. */
typedef struct orb_pipe_ops {
    /* Nanoseconds of a clock that never goes back. */
    uint64_t (*now)(orb_pipe *pipe);
    /* Bytes only, else NULL is allowed: takes them to be sent, all, some or none, and returns at once; they go while
     * `read` runs. */
    orb_status (*write)(orb_pipe *pipe, const uint8_t *bytes, size_t count, size_t *taken);
    /* Returns as soon as there are bytes, or with none at the time `until`; room: ORB_PIPE_ROOM or more. */
    orb_status (*read)(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count);
    /* UART and SPI only, else NULL is allowed: from here on, both ways. */
    orb_status (*set_rate)(orb_pipe *pipe, unsigned baud);
    /* UART only, else NULL is allowed: holds the line low so long that the device starts anew; drops what was in
     * transit. */
    orb_status (*send_break)(orb_pipe *pipe);
    void (*close)(orb_pipe *pipe);
    /* Datagrams only: gives a message its number, larger than those before, and sends it. */
    void (*send)(orb_pipe *pipe, orb_link_message *message);
    /* Datagrams only: what it means that no answer has come for long, and the line for it. ORB_DEVICE_FAILED,
     * ORB_SILENT, ORB_UNPLUGGED */
    orb_status (*silent)(orb_pipe *pipe, bool connected);
} orb_pipe_ops;

/* An implementation's own structure begins with it. */
struct orb_pipe {
    const orb_pipe_ops *ops;
    double bytes_per_second; /* each way, about */
    uint64_t patience;       /* nanoseconds that an answer may take beyond its bytes; 0: as a USB needs */
    size_t datagram;         /* bytes of the longest that the way takes now, see docs/ethernet.md; 0: frames in bytes */
    unsigned base_baud;      /* the fastest rate of a UART, see baud.h; 0: no UART, there is no rate to choose */
};

#endif
