/* The 245 FIFO in asynchronous mode, with the times of the FT2232H data sheet and a count of those not kept.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Of each range the chip takes its slow end, and the byte that RD# asks for is inverted until it is valid, so that a
 * board which samples early reads rubbish. */
#include "channel.h"

enum {
    DATA = 0xFF,
    RXF = 1 << 8,
    TXE = 1 << 9,
    RD = 1 << 10,
    WR = 1 << 11,
    SIWU = 1 << 12
}; /* all but DATA active low */

#define OUTPUT_DELAY (14 * PS_PER_NS) /* RXF#, TXE# and data after RD# or WR# */
#define INACTIVE (49 * PS_PER_NS)     /* RXF# and TXE# between two bytes */
#define PULSE (30 * PS_PER_NS)        /* RD# and WR#, at least */
#define SETUP (5 * PS_PER_NS)         /* data before WR# falls, and after it rises, at least */

static uint64_t earliest_after(uint64_t now, const uint64_t *times, size_t count)
{
    uint64_t next = NEVER;

    for (size_t n = 0; n < count; n++)
        if (times[n] > now && times[n] < next)
            next = times[n];
    return next;
}

/* The levels at this time, and when they may change next. */
static void fifo_event(channel *ch, uint64_t now)
{
    const fifo_state *f = &ch->state.fifo;
    uint8_t byte = 0;
    const bool ready = channel_front(ch, now, &byte);
    const bool rxf = now < f->rxf_off_at || (now >= f->rxf_at && ready);
    const bool txe = now < f->txe_off_at || (!f->wr && now >= f->txe_at && channel_has_room(ch));
    const uint64_t times[] = {f->rxf_off_at, f->rxf_at,  f->txe_off_at,
                              f->txe_at,     f->show_at, ch->front_copies > 0 ? ch->front_at : 0};

    ch->out = UINT32_MAX & ~(uint32_t)((rxf ? RXF : 0) | (txe ? TXE : 0));
    if (f->rd)
        ch->out = (ch->out & ~(uint32_t)DATA) | (now >= f->show_at ? byte : (uint8_t)~byte);
    ch->out_mask = RXF | TXE | (f->rd ? DATA : 0);
    ch->next = earliest_after(now, times, sizeof times / sizeof *times);
}

static void watch_read(channel *ch, uint64_t now)
{
    fifo_state *f = &ch->state.fifo;
    const bool rd = !(ch->in & RD);
    uint8_t byte = 0;

    if (rd && !f->rd) {
        ch->errors.timing += (ch->out & RXF) != 0;
        f->rd_at = now;
        f->show_at = now + OUTPUT_DELAY;
    } else if (!rd && f->rd) {
        ch->errors.timing += now - f->rd_at < PULSE;
        if (channel_front(ch, now, &byte))
            channel_take(ch);
        f->rxf_off_at = now + OUTPUT_DELAY;
        f->rxf_at = f->rxf_off_at + INACTIVE;
    }
    f->rd = rd;
}

static void watch_write(channel *ch, uint64_t now)
{
    fifo_state *f = &ch->state.fifo;
    const bool wr = !(ch->in & WR);
    const uint8_t data = ch->in & DATA;
    const bool changed = data != f->data;

    if (changed)
        f->data_at = now;
    if (f->wr || (f->wr_at > 0 && now < f->txe_at - INACTIVE + SETUP))
        ch->errors.timing += changed; /* the data must stay until a while after WR# */
    if (wr && !f->wr) {
        if (ch->out & TXE || now - f->data_at < SETUP || (ch->driven & DATA) != DATA)
            ch->errors.timing++;
        if (!(ch->out & TXE))
            channel_put(ch, data, now);
        f->wr_at = now;
        f->txe_off_at = now + OUTPUT_DELAY;
    } else if (!wr && f->wr) {
        ch->errors.timing += now - f->wr_at < PULSE;
        f->txe_at = now + INACTIVE;
    }
    f->wr = wr;
    f->data = data;
}

static void fifo_pins(channel *ch, uint64_t now)
{
    watch_read(ch, now);
    watch_write(ch, now);
    if (!(ch->in & SIWU))
        ch->flush = true;
    fifo_event(ch, now);
}

static void fifo_start(channel *ch, uint64_t now)
{
    fifo_state *f = &ch->state.fifo;

    f->rd = !(ch->in & RD);
    f->wr = !(ch->in & WR);
    f->data = ch->in & DATA;
    fifo_event(ch, now);
}

const port_ops port_fifo_async = {fifo_start, fifo_event, fifo_pins};
