/* The host's side of the byte link (docs/link.md): the transport to a core, made of requests and what becomes of them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The device answers in the order of the requests. So an answer tells that the requests before it which have none are
 * lost, and only the last ones have to wait for their time to run out. */
#ifndef ORB_LINK_H
#define ORB_LINK_H

#include "byte_pipe.h"
#include "link_frame.h"
#include "transport.h"

/* Addresses of the link's own registers. */
enum { ORB_LINK_ID = 0xF00, ORB_LINK_RATE = 0xF14, ORB_LINK_POSITION = 0xF08, ORB_LINK_IP = 0xF18 };
enum {
    ORB_LINK_PORT_UART,
    ORB_LINK_PORT_ASYNC_FIFO,
    ORB_LINK_PORT_SYNC_FIFO,
    ORB_LINK_PORT_SPI,
    ORB_LINK_PORT_ETHERNET
};

/* Requests that may be in transit: far fewer than sequence numbers. */
enum { ORB_LINK_PENDING_MAX = 32 };

/* A request in transit. */
typedef struct orb_link_request {
    orb_link_message message; /* without its payload */
    size_t body;              /* bytes in the device's ring */
    size_t answer;            /* bytes of the answer at most */
    uint64_t due;             /* when its answer should be there if nothing holds it up, */
    uint64_t deadline;        /* and when it counts as lost */
    unsigned turn;            /* the caller's: streams number the times that they went back */
} orb_link_request;

/* What came of waiting. */
typedef struct orb_link_event {
    bool answer;              /* is there an answer, `message`? */
    bool known;               /* it answers `request`; else one that counted as lost, or was answered before */
    bool late;                /* datagrams only: it answers, for the first time, one that counted as lost */
    orb_link_message message; /* its payload is valid until the next wait */
    orb_link_request request;
    unsigned lost[4]; /* of each operation: the largest `turn` of the requests that are lost, plus 1; 0: none is */
} orb_link_event;

typedef struct orb_link {
    orb_transport base;
    orb_pipe *pipe;
    /* The properties of the device; before they are read, those that every device has. */
    size_t overhead;      /* bytes of a body besides its payload */
    size_t ring;          /* bytes of outstanding requests */
    size_t replay;        /* beats that it keeps of the stream out */
    unsigned port;        /* ORB_LINK_PORT_... */
    unsigned stall;       /* cycles without a beat until it gives up */
    double clock_hz;      /* of the device; 0 unknown */
    unsigned baud;        /* of a UART */
    bool connected;       /* has it answered as it should? */
    uint8_t sequence;     /* of the last request */
    uint8_t last_write;   /* of the last write, which the next must not have */
    uint16_t position[2]; /* of the streams in and out */
    uint64_t heard;       /* time of the last answer, or since when there is something to hear; time in which nobody
                           * listened does not count, and is added */
    uint64_t listened;    /* when the last read ended */
    uint64_t attended;    /* time in reads: none passes while this process computes, or is stopped */
    bool deaf;            /* requests got lost, and no answer came since */
    uint64_t silence;     /* nanoseconds without an answer after which the device has failed */
    uint64_t patience;    /* nanoseconds that a request may take beyond its bytes; grows while they are lost */
    uint64_t late;        /* datagrams only: nanoseconds that answers take beyond that, as the last ones did */
    orb_link_request pending[ORB_LINK_PENDING_MAX]; /* a ring buffer */
    unsigned first, count;
    size_t in_ring, to_come;              /* bytes of them and of their answers */
    uint8_t out[20 * ORB_LINK_FRAME_MAX]; /* more than the ring of most devices */
    size_t out_used;
    uint8_t in[ORB_PIPE_ROOM];
    size_t in_used, in_next;
    orb_link_receiver receiver;
    uint64_t lost;                               /* requests, since it was opened */
    orb_link_request sent[ORB_LINK_PENDING_MAX]; /* datagrams: each in the place of its number */
    uint32_t newest;                             /* number of the last one */
} orb_link;

/* Nanoseconds; see `silence`. */
#define ORB_LINK_SILENCE UINT64_C(1000000000)

/* Connects over a pipe, which it takes over, on failure too; of a UART at `baud`, 0: as fast as both ends can.
 * As orb_link_read; ORB_NO_MEMORY, ORB_WRONG_DEVICE, ORB_INVALID (the rate cannot be made) */
orb_status orb_link_open(orb_transport **transport, orb_pipe *pipe, unsigned baud);

/* Bytes of payload in a body at most, which becomes less when a network turns out to be narrow. */
static inline size_t orb_link_payload(const orb_link *link)
{
    return link->pipe->datagram ? link->pipe->datagram - link->overhead : ORB_LINK_FRAME_PAYLOAD;
}

/* The link that a transport of orb_link_open is. */
static inline orb_link *orb_link_of(orb_transport *transport)
{
    return (orb_link *)transport;
}

/* The operations of the transport on registers and streams. As orb_link_wait; ORB_DEVICE_FAILED also where the device
 * refused, or the core stopped, ORB_WRONG_DEVICE where a beat is too long */
orb_status orb_link_read(orb_transport *transport, uint32_t address, uint32_t *values, size_t count);
orb_status orb_link_write(orb_transport *transport, uint32_t address, const uint32_t *values, size_t count);
orb_status orb_link_stream(orb_transport *transport, const orb_transfer *transfer);

/* Forgets all requests, and all bytes that came. */
void orb_link_forget(orb_link *link);

/* Is there room for a request with so many bytes of payload? */
bool orb_link_has_room(const orb_link *link, size_t payload);

/* A sequence number that is new to the device. */
uint8_t orb_link_next_sequence(orb_link *link);

/* Sends a request; there must be room. answer: bytes of its answer's payload at most. */
void orb_link_post(orb_link *link, const orb_link_message *message, size_t answer, unsigned turn);

/* Notes that the device has answered. A good frame alone does not say so: it may be about nothing that was asked. */
void orb_link_heard(orb_link *link);

/* Waits until an answer comes, requests are lost, or the time is `until`. ORB_OK, ORB_SILENT (no answer for a
 * second, nor ever before), ORB_DEVICE_FAILED (none for a second), ORB_UNPLUGGED (datagrams: the device does not know
 * this host any more), ORB_BUSY (datagrams only: the device serves another host) */
orb_status orb_link_wait(orb_link *link, uint64_t until, orb_link_event *event);

static inline uint64_t orb_link_now(const orb_link *link)
{
    return link->pipe->ops->now(link->pipe);
}

#endif
