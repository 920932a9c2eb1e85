/* The UART: 8 data bits, no parity, one stop bit, made and sampled in the middle of each bit of the rate set.
 * SPDX-License-Identifier: Apache-2.0 */
#include "channel.h"

enum { PIN_TXD = 1 << 0, PIN_RXD = 1 << 1 }; /* as the chip names them */

#define FRAME_BITS 10 /* start, 8 data, stop */
#define LINE_FRAMING 0x08
#define LINE_BREAK 0x10

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static void send(channel *ch, uint64_t now)
{
    uart_state *u = &ch->state.uart;

    if (u->tx_bit > 0 && now >= u->tx_start + baud_half_bits(ch->rate, 2 * u->tx_bit)) {
        u->tx_bit = u->tx_bit == FRAME_BITS ? 0 : u->tx_bit + 1;
    }
    if (u->tx_bit == 0 && !ch->break_on && channel_front(ch, now, &u->tx_byte)) {
        channel_take(ch);
        u->tx_start = now;
        u->tx_bit = 1;
    }
    /* tx_bit counts the bits begun: 1 is the start bit, 10 the stop bit */
    const bool level =
        u->tx_bit == 0 || u->tx_bit == FRAME_BITS || (u->tx_bit > 1 && u->tx_byte >> (u->tx_bit - 2) & 1);
    ch->out = level && !ch->break_on ? UINT32_MAX : ~(uint32_t)PIN_TXD;
}

static void finish_byte(channel *ch, uint64_t now, bool stop)
{
    uart_state *u = &ch->state.uart;

    if (!stop) {
        ch->errors.framing++;
        ch->line_errors |= u->rx_byte ? LINE_FRAMING : LINE_FRAMING | LINE_BREAK;
    }
    channel_put(ch, u->rx_byte, now);
    u->rx_bit = 0;
}

/* rx_bit counts the samples to come and past: 1 in the middle of the start bit, 10 in that of the stop bit */
static void receive(channel *ch, uint64_t now)
{
    uart_state *u = &ch->state.uart;
    const bool level = ch->in & PIN_RXD;

    if (u->rx_bit == 0) {
        if (u->rx_level && !level) {
            u->rx_start = now;
            u->rx_bit = 1;
        }
    } else if (now >= u->rx_start + baud_half_bits(ch->rate, 2 * u->rx_bit - 1)) {
        if (u->rx_bit == 1 && level) {
            u->rx_bit = 0; /* no start bit, but a spike */
        } else if (u->rx_bit == FRAME_BITS) {
            finish_byte(ch, now, level);
        } else {
            u->rx_byte = (uint8_t)(u->rx_byte >> 1 | (level ? 0x80 : 0));
            u->rx_bit++;
        }
    }
    u->rx_level = level;
}

static void uart_event(channel *ch, uint64_t now)
{
    const uart_state *u = &ch->state.uart;

    receive(ch, now);
    send(ch, now);
    ch->next = NEVER;
    if (u->tx_bit > 0)
        ch->next = u->tx_start + baud_half_bits(ch->rate, 2 * u->tx_bit);
    else if (ch->front_copies > 0 && ch->front_at > now)
        ch->next = ch->front_at;
    if (u->rx_bit > 0)
        ch->next = earlier(ch->next, u->rx_start + baud_half_bits(ch->rate, 2 * u->rx_bit - 1));
}

static void uart_start(channel *ch, uint64_t now)
{
    ch->out_mask = PIN_TXD;
    ch->state.uart.rx_level = ch->in & PIN_RXD;
    uart_event(ch, now);
}

const port_ops port_uart = {uart_start, uart_event, uart_event};
