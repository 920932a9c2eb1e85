/* The device's side of the byte link as docs/link.md has it, at the end of a line that spoils frames or of a network
 * that spoils datagrams, in virtual time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Its core is a FIFO: what goes in comes out, after pauses. */
#ifndef LINK_DEVICE_H
#define LINK_DEVICE_H

#include "link_lie.h"
#include "link_line.h"
#include "link_network.h"

#include <byte_pipe.h>
#include <link_frame.h>

enum { DEVICE_RING = 16384, DEVICE_REPLAY = 2048, DEVICE_FIFO = 700, DEVICE_BEAT_MAX = 8 };
enum { DEVICE_REGISTERS = 0x1000 / 4, DEVICE_REQUESTS = DEVICE_RING / ORB_LINK_OVERHEAD };

/* A request in the ring, or an answer that waits for its turn. */
typedef struct link_item {
    orb_link_message message;
    uint8_t payload[ORB_LINK_PAYLOAD_MAX];
} link_item;

typedef struct link_device {
    orb_pipe base; /* the host's end */
    uint64_t now;  /* nanoseconds */
    link_faults faults;
    bool silent, unplugged;
    unsigned silent_after; /* requests, of which it hears no more; 0: never */
    link_lie lie;
    link_garbage garbage;     /* instead of answers */
    unsigned baud, host_baud; /* of a UART */
    unsigned baud_most;       /* faster bytes arrive spoiled */
    unsigned next_baud;       /* when the answer has left; 0: none */
    link_line to_device, to_host;
    uint8_t cut[ORB_LINK_FRAME_MAX]; /* a frame that the host has begun to send */
    size_t cut_length;
    orb_link_receiver receiver;
    network_faults network; /* of datagrams */
    link_network net_to_device, net_to_host;
    uint32_t newest;       /* number of the last datagram on which it acted */
    uint32_t number;       /* of the last datagram of the host */
    orb_status unanswered; /* the status that a host gets when no answer comes */
    bool served_by_others; /* it has given the host's place to another one, */
    bool reset;            /* or to nobody */
    unsigned heard;        /* requests */
    link_item request[DEVICE_REQUESTS], answer[DEVICE_REQUESTS];
    size_t requests, ring_used, answers;
    uint64_t stalled_in, stalled_out; /* nanoseconds without a beat */
    bool has_last;
    orb_link_message last; /* the answer to the last write */
    uint32_t registers[DEVICE_REGISTERS];
    uint64_t writes; /* to CONTROL */
    uint16_t position[2];
    size_t beat; /* bytes */
    uint8_t replay[DEVICE_REPLAY][DEVICE_BEAT_MAX];
    uint8_t fifo[DEVICE_FIFO][DEVICE_BEAT_MAX];
    size_t fifo_first, fifo_count;
    uint64_t pause_in, pause_out; /* until when the core takes or gives nothing */
    bool holds;                   /* it gives no beat, but is busy */
    uint64_t due;                 /* beats after which its program is done... */
    uint64_t stops_after;         /* ...or stops before its time */
    uint64_t beats_in, beats_out;
} link_device;

/* A core with this clock after a UART (base rate of the host's chip) or a FIFO (0). */
link_device *link_device_new(unsigned base_baud, uint32_t clock_hz);

/* The same after a network. */
link_device *link_device_new_remote(uint32_t clock_hz);

/* The device takes a request, or drops it if it has no room. */
void link_device_hear(link_device *device, const orb_link_message *message);

/* The same with all datagrams that have come. */
void link_device_hear_datagrams(link_device *device);

/* Time passes for the device: a step, in which it takes what has come and sends answers. */
void link_device_step(link_device *device);

/* The end of the device, not of its pipe's users. */
void link_device_free(link_device *device);

#endif
