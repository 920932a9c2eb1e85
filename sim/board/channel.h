/* One channel of an FTDI chip: its two buffers between USB and pins, and the port that moves bytes over the pins.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BOARD_CHANNEL_H
#define ORB_BOARD_CHANNEL_H

#include "chip_kind.h"
#include "fault.h"
#include "uart_rate.h"

/* All times are in picoseconds of simulated time. */
#define PS_PER_NS UINT64_C(1000)
#define PS_PER_US UINT64_C(1000000)
#define PS_PER_MS UINT64_C(1000000000)
#define NEVER UINT64_MAX

#define QUEUE_ROOM 4096 /* bytes of a buffer, of the chip with the largest */
#define PACKET_ROOM 512 /* largest bulk packet */
#define PACKET_STATUS 2 /* status bytes that begin each packet to the host */

typedef struct byte_queue {
    uint8_t bytes[QUEUE_ROOM];
    size_t first, count, room;
} byte_queue;

typedef struct channel channel;

/* What moves bytes between the queues and the pins. Each function may change `out` and must leave in `next` the time
 * of the next call of event. */
typedef struct port_ops {
    void (*start)(channel *ch, uint64_t now); /* the port is switched on: its pins at rest */
    void (*event)(channel *ch, uint64_t now); /* the time `next` has come, or the queues have changed */
    void (*pins)(channel *ch, uint64_t now);  /* the board has changed `in` or `driven` */
} port_ops;

extern const port_ops port_uart, port_fifo_async, port_fifo_sync, port_mpsse;

typedef struct uart_state {
    unsigned tx_bit, rx_bit; /* half bits since the start bit began; 0: the line is idle */
    uint64_t tx_start, rx_start;
    uint8_t tx_byte, rx_byte;
    bool rx_level;
} uart_state;

typedef struct fifo_state {
    bool rd, wr;                      /* asserted before */
    uint64_t rd_at, wr_at, data_at;   /* when RD# and WR# fell, when the board last changed its data */
    uint64_t rxf_at, txe_at, show_at; /* when RXF# and TXE# may fall, when the byte asked for is on the bus */
    uint64_t rxf_off_at, txe_off_at;  /* when they rise */
    uint8_t data;
} fifo_state;

typedef struct sync_state {
    uint64_t edge_at;   /* when the clock rose last */
    bool shown;         /* the other outputs have changed since then */
    bool oe_before;     /* OE# was asserted at the last edge */
    bool oe;            /* it is now, */
    uint64_t oe_at;     /* since then */
    uint32_t in_before; /* levels that the board drove before */
    uint8_t data;       /* the byte that the chip drives */
} sync_state;

typedef struct mpsse_state {
    uint8_t command[3];
    unsigned have;       /* bytes of the command */
    unsigned bytes_left; /* of the shift that runs */
    unsigned bits, bit;  /* of a byte, and the one that goes now */
    unsigned copies;     /* how often this byte is still clocked */
    bool leading;        /* the next edge is the first of its bit */
    uint8_t byte_out, byte_in;
    bool clocking;               /* a byte is on its way */
    uint8_t low_value, low_mask; /* of xDBUS */
    unsigned divisor;
    bool fast, loopback; /* not divided by 5; DO goes to DI inside the chip */
} mpsse_state;

/* What cannot happen on a board that keeps to the data sheet. */
typedef struct channel_errors {
    uint64_t overruns, framing, timing, contention;
} channel_errors;

struct channel {
    const chip_kind *kind;
    const port_ops *port;
    union {
        uart_state uart;
        fifo_state fifo;
        sync_state sync;
        mpsse_state mpsse;
    } state;
    uint64_t next;       /* time of the port's next event */
    uint32_t out;        /* levels that the chip drives, high where it drives none */
    uint32_t out_mask;   /* pins that it drives */
    uint32_t in, driven; /* levels that the board drives, and which */

    byte_queue to_board, from_board;
    uint8_t front;           /* the byte that goes to the board next ... */
    unsigned front_copies;   /* ... so many times ... */
    uint64_t front_at;       /* ... and not before */
    uint64_t hold_until;     /* bytes from the board are late until then */
    uint64_t packet_at;      /* when the last packet went to the host */
    uint64_t stall_until[2]; /* no packets from [0], to [1] the host until then */
    bool flush, short_next;  /* send the next packet at once, what it has */

    baud rate;
    bool break_on, event_on;
    uint8_t event_char, latency_ms, mode, line_errors;
    bool fifo_eeprom;

    fault_stream faults[2]; /* to the board, from the board */
    channel_errors errors;
    uint64_t bytes[2];  /* over the pins, to the board, from the board */
    uint64_t frames[2]; /* of them, those that end a frame of the link: 0 */
};

void channel_start(channel *ch, const chip_kind *kind, bool fifo, const fault_chances *chances, uint64_t seed);

/* The USB's side. accept: a packet from the host, false where there is no room (NAK). packet: the next packet to the
 * host with its status bytes; returns its length, or 0 for none (NAK). */
bool channel_accept(channel *ch, const uint8_t *bytes, size_t count, uint64_t now);
size_t channel_packet(channel *ch, uint8_t *packet, uint64_t now);
/* The two status bytes: modem lines; errors of the line since they were last read. */
void channel_status(channel *ch, uint8_t status[PACKET_STATUS]);
size_t channel_packet_size(const channel *ch);
void channel_clear_to_board(channel *ch, uint64_t now);
void channel_clear_from_board(channel *ch);
/* SET_BITMODE; false for a mode that the chip has not. */
bool channel_set_mode(channel *ch, uint8_t mode, uint8_t mask, uint64_t now);

/* The port's side. front: the next byte for the board, if there is one by now; else `front_at` may tell when. */
bool channel_front(channel *ch, uint64_t now, uint8_t *byte);
void channel_take(channel *ch);
bool channel_has_room(const channel *ch);
void channel_put(channel *ch, uint8_t byte, uint64_t now);
/* The same without faults: commands to the chip's own engine and its answers do not go over the pins. */
bool channel_command(channel *ch, uint8_t *byte);
void channel_answer(channel *ch, uint8_t byte);

#endif
