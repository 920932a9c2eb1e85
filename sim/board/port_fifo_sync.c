/* The 245 FIFO in synchronous mode: the chip gives a clock of 60 MHz, a byte a cycle either way.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The times are those of the data sheet (DS_FT232H 2.1, table 4.1, and DS_FT2232H). Of each range the chip takes its
 * slow end. The byte that OE# asks for is inverted until it is valid. */
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

#define PERIOD (UINT64_C(50000) / 3) /* ps, 60 MHz */
#define HIGH UINT64_C(9000)          /* for which CLKOUT is high: 7.5 to 9.17 ns */
#define SETUP UINT64_C(7500)         /* of all inputs before the rising edge, at least; they need no hold time */

/* The bus as OE# has it at once. */
static void drive_bus(channel *ch)
{
    const sync_state *s = &ch->state.sync;

    ch->out_mask = RXF | TXE | CLKOUT | (s->oe ? DATA : 0);
    ch->out |= DATA;
    if (s->oe)
        ch->out &= ~(uint32_t)(uint8_t)~s->data;
}

static void sync_pins(channel *ch, uint64_t now)
{
    sync_state *s = &ch->state.sync;
    const uint32_t watched = RD | WR | OE | SIWU | (ch->driven & DATA);
    const bool oe = !(ch->in & OE);

    ch->errors.timing += ((ch->in ^ s->in_before) & watched) != 0 && now - s->edge_at > PERIOD - SETUP;
    s->in_before = ch->in;
    if (oe && !s->oe) {
        s->oe_at = now;
        s->data = (uint8_t)~s->data;
    }
    s->oe = oe;
    drive_bus(ch);
}

/* What both sides saw before this edge decides. */
static void take_edge(channel *ch, uint64_t now)
{
    sync_state *s = &ch->state.sync;
    const bool rd = !(ch->in & RD), wr = !(ch->in & WR);

    ch->errors.timing += rd && !s->oe_before; /* OE# has to lead RD# by a cycle */
    ch->errors.timing += wr && (ch->driven & DATA) != DATA;
    if (rd && !(ch->out & RXF))
        channel_take(ch);
    if (wr && !(ch->out & TXE))
        channel_put(ch, ch->in & DATA, now);
    if (!(ch->in & SIWU))
        ch->flush = true;
    s->oe_before = s->oe;
}

/* The flags, and the byte if OE# fell long enough ago. */
static void show_outputs(channel *ch, uint64_t now)
{
    sync_state *s = &ch->state.sync;
    uint8_t byte = 0;

    ch->out |= RXF | TXE;
    if (channel_front(ch, now, &byte))
        ch->out &= ~(uint32_t)RXF;
    if (channel_has_room(ch))
        ch->out &= ~(uint32_t)TXE;
    s->data = now - s->oe_at < ch->kind->sync_delay ? (uint8_t)~byte : byte;
    drive_bus(ch);
}

static void sync_event(channel *ch, uint64_t now)
{
    sync_state *s = &ch->state.sync;

    if (now < ch->next)
        return; /* bytes and room show behind the next edge */
    if (now >= s->edge_at + PERIOD) {
        take_edge(ch, now);
        ch->out |= CLKOUT;
        s->edge_at = now;
        s->shown = false;
    }
    if (now >= s->edge_at + HIGH)
        ch->out &= ~(uint32_t)CLKOUT;
    if (!s->shown && now >= s->edge_at + ch->kind->sync_delay) {
        show_outputs(ch, now);
        s->shown = true;
    }
    ch->next = s->edge_at + PERIOD;
    if (!s->shown)
        ch->next = s->edge_at + ch->kind->sync_delay;
    if (ch->out & CLKOUT && s->edge_at + HIGH < ch->next)
        ch->next = s->edge_at + HIGH;
}

static void sync_start(channel *ch, uint64_t now)
{
    sync_state *s = &ch->state.sync;

    s->edge_at = now;
    s->shown = true;
    s->in_before = ch->in;
    s->oe = !(ch->in & OE);
    ch->out = UINT32_MAX & ~(uint32_t)CLKOUT;
    ch->next = now + PERIOD;
    drive_bus(ch);
}

const port_ops port_fifo_sync = {sync_start, sync_event, sync_pins};
