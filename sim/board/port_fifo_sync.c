/* The 245 FIFO in synchronous mode: the chip gives a clock of 60 MHz, a byte a cycle either way.
 * SPDX-License-Identifier: Apache-2.0 */
#include "channel.h"

enum {
    DATA = 0xFF,
    RXF = 1 << 8,
    TXE = 1 << 9,
    RD = 1 << 10,
    WR = 1 << 11,
    SIWU = 1 << 12,
    CLKOUT = 1 << 13,
    OE = 1 << 14
};

#define PERIOD (UINT64_C(50000) / 3)  /* ps, 60 MHz */
#define OUTPUT_DELAY (UINT64_C(7150)) /* of all outputs behind the rising edge, at most */

/* The bus as OE# has it at once. */
static void show_data(channel *ch, uint64_t now)
{
    uint8_t byte = 0;
    const bool ours = !(ch->in & OE);

    ch->out_mask = RXF | TXE | CLKOUT | (ours ? DATA : 0);
    ch->out |= DATA;
    if (ours && channel_front(ch, now, &byte))
        ch->out &= ~(uint32_t)(uint8_t)~byte;
}

/* What both sides saw before this edge decides. */
static void take_edge(channel *ch, uint64_t now)
{
    sync_state *s = &ch->state.sync;
    const bool rd = !(ch->in & RD), wr = !(ch->in & WR), oe = !(ch->in & OE);

    ch->errors.timing += rd && !s->oe_before; /* OE# has to lead RD# by a cycle */
    ch->errors.timing += wr && (ch->driven & DATA) != DATA;
    if (rd && !(ch->out & RXF))
        channel_take(ch);
    if (wr && !(ch->out & TXE))
        channel_put(ch, ch->in & DATA, now);
    if (!(ch->in & SIWU))
        ch->flush = true;
    s->oe_before = oe;
}

static void sync_event(channel *ch, uint64_t now)
{
    sync_state *s = &ch->state.sync;
    uint8_t byte = 0;

    if (now < ch->next)
        return; /* bytes and room show behind the next edge */
    if (s->phase == 0) {
        take_edge(ch, now);
        ch->out |= CLKOUT;
        s->edge_at = now;
        ch->next = now + OUTPUT_DELAY;
    } else if (s->phase == 1) {
        ch->out |= RXF | TXE;
        if (channel_front(ch, now, &byte))
            ch->out &= ~(uint32_t)RXF;
        if (channel_has_room(ch))
            ch->out &= ~(uint32_t)TXE;
        show_data(ch, now);
        ch->next = s->edge_at + PERIOD / 2;
    } else {
        ch->out &= ~(uint32_t)CLKOUT;
        ch->next = s->edge_at + PERIOD;
    }
    s->phase = (s->phase + 1) % 3;
}

static void sync_start(channel *ch, uint64_t now)
{
    ch->out = UINT32_MAX & ~(uint32_t)CLKOUT;
    ch->next = now;
    show_data(ch, now);
}

const port_ops port_fifo_sync = {sync_start, sync_event, show_data};
