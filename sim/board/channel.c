/* A channel's buffers: packets on the USB's side, bytes on the port's, with the faults between.
 * SPDX-License-Identifier: Apache-2.0 */
#include "channel.h"

#include <string.h>

#define LATENCY_AT_START 16 /* ms */
#define STATUS_BASE_HIGH_SPEED 0x02
#define STATUS_BASE_FULL_SPEED 0x01
#define STATUS_CTS 0x10
#define PIN_CTS 3
#define LINE_EMPTY 0x60 /* transmitter holding register and transmitter */
#define LINE_OVERRUN 0x02

static void queue_put(byte_queue *queue, uint8_t byte)
{
    queue->bytes[(queue->first + queue->count++) % queue->room] = byte;
}

static uint8_t queue_take(byte_queue *queue)
{
    const uint8_t byte = queue->bytes[queue->first];

    queue->first = (queue->first + 1) % queue->room;
    queue->count--;
    return byte;
}

static void start_port(channel *ch, const port_ops *port, uint64_t now)
{
    memset(&ch->state, 0, sizeof ch->state);
    ch->port = port;
    ch->next = NEVER;
    ch->port->start(ch, now);
}

void channel_start(channel *ch, const chip_kind *kind, bool fifo, const fault_chances *chances, uint64_t seed)
{
    memset(ch, 0, sizeof *ch);
    ch->kind = kind;
    ch->fifo_eeprom = fifo;
    ch->in = UINT32_MAX;
    ch->to_board.room = ch->from_board.room = kind->queue;
    ch->latency_ms = LATENCY_AT_START;
    ch->rate = baud_decode(kind->high_speed, 0x4138, 0); /* 9600 baud */
    fault_start(&ch->faults[0], chances, 2 * seed);
    fault_start(&ch->faults[1], chances, 2 * seed + 1);
    start_port(ch, fifo ? &port_fifo_async : &port_uart, 0);
}

size_t channel_packet_size(const channel *ch)
{
    return ch->kind->high_speed ? 512 : 64;
}

bool channel_accept(channel *ch, const uint8_t *bytes, size_t count, uint64_t now)
{
    const bool taken = now >= ch->stall_until[0] && ch->to_board.room - ch->to_board.count >= count;

    if (taken) {
        for (size_t n = 0; n < count; n++)
            queue_put(&ch->to_board, bytes[n]);
        ch->stall_until[0] = now + fault_stall(&ch->faults[0]) * PS_PER_US;
        ch->port->event(ch, now);
    }
    return taken;
}

void channel_status(channel *ch, uint8_t status[PACKET_STATUS])
{
    const bool empty = ch->to_board.count == 0 && ch->front_copies == 0;

    status[0] = ch->kind->high_speed ? STATUS_BASE_HIGH_SPEED : STATUS_BASE_FULL_SPEED;
    if (!(ch->in >> PIN_CTS & 1))
        status[0] |= STATUS_CTS;
    status[1] = (uint8_t)(ch->line_errors | (empty ? LINE_EMPTY : 0));
    ch->line_errors = 0;
}

size_t channel_packet(channel *ch, uint8_t *packet, uint64_t now)
{
    const size_t payload = channel_packet_size(ch) - PACKET_STATUS;
    const bool late = now < ch->hold_until;
    const size_t count = late ? 0 : ch->from_board.count < payload ? ch->from_board.count : payload;
    const bool due = count == payload || (ch->flush && !late) || (ch->short_next && count > 0) ||
                     now - ch->packet_at >= ch->latency_ms * PS_PER_MS;

    if (!due || now < ch->stall_until[1])
        return 0;
    channel_status(ch, packet);
    for (size_t n = 0; n < count; n++)
        packet[PACKET_STATUS + n] = queue_take(&ch->from_board);
    ch->flush = ch->flush && ch->from_board.count > 0;
    ch->packet_at = now;
    ch->short_next = fault_short_read(&ch->faults[1]);
    ch->stall_until[1] = now + fault_stall(&ch->faults[1]) * PS_PER_US;
    ch->port->event(ch, now);
    return PACKET_STATUS + count;
}

void channel_clear_to_board(channel *ch, uint64_t now)
{
    ch->to_board.count = 0;
    ch->front_copies = 0;
    ch->port->event(ch, now);
}

void channel_clear_from_board(channel *ch)
{
    ch->from_board.count = 0;
    ch->flush = false;
}

bool channel_set_mode(channel *ch, uint8_t mode, uint8_t mask, uint64_t now)
{
    const port_ops *port = ch->fifo_eeprom ? &port_fifo_async : &port_uart;
    bool known = true;

    if (mode == 0x02 && ch->kind->fifo)
        port = &port_mpsse;
    else if (mode == 0x40 && ch->fifo_eeprom)
        port = &port_fifo_sync;
    else
        known = mode == 0;
    if (known) {
        ch->mode = mode;
        start_port(ch, port, now);
        if (mode == 0x02)
            ch->state.mpsse.low_mask = mask;
    }
    return known;
}

bool channel_front(channel *ch, uint64_t now, uint8_t *byte)
{
    while (ch->front_copies == 0 && ch->to_board.count > 0) {
        unsigned delay_us = 0;

        ch->front = queue_take(&ch->to_board);
        ch->front_copies = fault_byte(&ch->faults[0], &ch->front, &delay_us);
        ch->front_at = now + delay_us * PS_PER_US;
    }
    *byte = ch->front;
    return ch->front_copies > 0 && now >= ch->front_at;
}

void channel_take(channel *ch)
{
    ch->front_copies--;
    ch->bytes[0]++;
    ch->frames[0] += ch->front == 0;
}

bool channel_has_room(const channel *ch)
{
    return ch->from_board.room - ch->from_board.count >= 2; /* a byte may come twice */
}

void channel_put(channel *ch, uint8_t byte, uint64_t now)
{
    unsigned delay_us = 0;
    unsigned copies = fault_byte(&ch->faults[1], &byte, &delay_us);

    ch->bytes[1]++;
    ch->frames[1] += byte == 0;
    if (delay_us)
        ch->hold_until = now + delay_us * PS_PER_US;
    for (; copies > 0; copies--) {
        if (ch->from_board.count < ch->from_board.room) {
            queue_put(&ch->from_board, byte);
        } else {
            ch->errors.overruns++;
            ch->line_errors |= LINE_OVERRUN;
        }
        if (ch->event_on && byte == ch->event_char)
            ch->flush = true;
    }
}

bool channel_command(channel *ch, uint8_t *byte)
{
    const bool there = ch->to_board.count > 0;

    if (there)
        *byte = queue_take(&ch->to_board);
    return there;
}

void channel_answer(channel *ch, uint8_t byte)
{
    if (ch->from_board.count < ch->from_board.room)
        queue_put(&ch->from_board, byte);
    else
        ch->errors.overruns++;
}
