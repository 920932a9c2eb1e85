/* The MPSSE as an SPI master: FTDI application note AN108, without JTAG's TMS and the waits for pins.
 * SPDX-License-Identifier: Apache-2.0 */
#include "channel.h"

enum { SK = 1 << 0, DO = 1 << 1, DI = 1 << 2 };

/* bits of a shift command */
enum {
    WRITE_FALLING = 0x01,
    BITS = 0x02,
    READ_FALLING = 0x04,
    LSB_FIRST = 0x08,
    WRITE = 0x10,
    READ = 0x20,
    OTHER = 0xC0
};

enum {
    SET_LOW = 0x80,
    GET_LOW = 0x81,
    SET_HIGH = 0x82,
    GET_HIGH = 0x83,
    LOOP_ON = 0x84,
    LOOP_OFF = 0x85,
    SET_DIVISOR = 0x86,
    SEND_NOW = 0x87,
    DIVIDE_OFF = 0x8A,
    DIVIDE_ON = 0x8B,
    THREE_PHASE_OFF = 0x8D,
    ADAPTIVE_OFF = 0x97,
    BAD = 0xFA
};

static bool is_shift(uint8_t op)
{
    return !(op & OTHER) && op & (WRITE | READ);
}

/* Bytes of a command without the data that it shifts. */
static unsigned command_length(uint8_t op)
{
    unsigned length = 1;

    if (is_shift(op))
        length = op & BITS ? 2 : 3;
    else if (op == SET_LOW || op == SET_HIGH || op == SET_DIVISOR)
        length = 3;
    return length;
}

static uint64_t half_period(const mpsse_state *m)
{
    return (m->divisor + UINT64_C(1)) * 50000 / 3 * (m->fast ? 1 : 5);
}

static void set_pin(mpsse_state *m, uint8_t pin, bool level)
{
    m->low_value = (uint8_t)(level ? m->low_value | pin : m->low_value & ~pin);
}

static void show_pins(channel *ch)
{
    const mpsse_state *m = &ch->state.mpsse;

    ch->out_mask = m->low_mask;
    ch->out = UINT32_MAX & ~(uint32_t)(m->low_mask & (uint8_t)~m->low_value);
}

static void run_command(channel *ch)
{
    mpsse_state *m = &ch->state.mpsse;
    const uint8_t op = m->command[0];

    switch (op) {
    case SET_LOW:
        m->low_value = m->command[1];
        m->low_mask = m->command[2];
        show_pins(ch);
        break;
    case GET_LOW:
    case GET_HIGH:
        channel_answer(ch, (uint8_t)((ch->in & ch->out) >> (op == GET_HIGH ? 8 : 0)));
        break;
    case LOOP_ON:
    case LOOP_OFF:
        m->loopback = op == LOOP_ON;
        break;
    case SET_DIVISOR:
        m->divisor = m->command[1] | (unsigned)m->command[2] << 8;
        break;
    case SEND_NOW:
        ch->flush = true;
        break;
    case DIVIDE_OFF:
    case DIVIDE_ON:
        m->fast = op == DIVIDE_OFF;
        break;
    case SET_HIGH: /* no board has anything there */
    case THREE_PHASE_OFF:
    case ADAPTIVE_OFF:
        break;
    default:
        channel_answer(ch, BAD);
        channel_answer(ch, op);
        ch->flush = true;
    }
    m->have = 0;
}

static void begin_shift(mpsse_state *m)
{
    m->bytes_left = m->command[0] & BITS ? 1 : (m->command[1] | (unsigned)m->command[2] << 8) + 1;
    m->bits = m->command[0] & BITS ? (m->command[1] & 7u) + 1 : 8;
}

static void put_bit(mpsse_state *m)
{
    const uint8_t op = m->command[0];

    if (op & WRITE)
        set_pin(m, DO, m->byte_out >> (op & LSB_FIRST ? m->bit : 7 - m->bit) & 1);
}

static void get_bit(channel *ch)
{
    mpsse_state *m = &ch->state.mpsse;
    const bool level = m->loopback ? m->low_value & DO : ch->in & DI;

    if (m->command[0] & LSB_FIRST)
        m->byte_in = (uint8_t)(m->byte_in >> 1 | (level ? 0x80 : 0));
    else
        m->byte_in = (uint8_t)(m->byte_in << 1 | level);
}

/* The first bit goes out ahead of its clock, unless it changes with the clock's first edge. */
static void begin_clocks(mpsse_state *m)
{
    const bool rises = !(m->low_value & SK), falling = m->command[0] & WRITE_FALLING;

    m->bit = 0;
    m->byte_in = 0;
    m->leading = true;
    if (rises == falling)
        put_bit(m);
}

/* Takes the next byte of a shift; false where the host has not sent it, or has not made room for what it reads. Of a
 * lost byte the clock pulses do not reach the board, of a doubled one they do twice. */
static bool begin_byte(channel *ch, uint64_t now)
{
    mpsse_state *m = &ch->state.mpsse;
    const uint8_t op = m->command[0];
    const bool begun = (!(op & READ) || channel_has_room(ch)) && (!(op & WRITE) || channel_command(ch, &m->byte_out));
    unsigned delay_us = 0;

    if (begun) {
        m->clocking = true;
        m->copies = op & WRITE ? fault_byte(&ch->faults[0], &m->byte_out, &delay_us) : 1;
        ch->bytes[0] += m->copies;
        begin_clocks(m);
        ch->next = now + delay_us * PS_PER_US + half_period(m);
    }
    return begun;
}

/* The host gets a byte for each that it asks for, whatever happens to the clock. */
static void end_byte(channel *ch)
{
    mpsse_state *m = &ch->state.mpsse;
    unsigned delay_us = 0;

    if (m->command[0] & READ) {
        const bool lost = m->copies == 0 || fault_byte(&ch->faults[1], &m->byte_in, &delay_us) == 0;

        channel_answer(ch, lost ? 0xFF : m->byte_in);
        ch->bytes[1]++;
    }
    m->clocking = false;
    if (--m->bytes_left == 0)
        m->have = 0;
}

/* One edge of SK. */
static void clock_edge(channel *ch)
{
    mpsse_state *m = &ch->state.mpsse;
    const bool rises = !(m->low_value & SK);
    const bool writes = rises != !!(m->command[0] & WRITE_FALLING), reads = rises != !!(m->command[0] & READ_FALLING);

    if (reads)
        get_bit(ch);
    set_pin(m, SK, rises);
    m->bit += !m->leading;
    m->leading = !m->leading;
    if (m->bit < m->bits) {
        if (writes)
            put_bit(m);
    } else if (--m->copies > 0) {
        begin_clocks(m);
    } else {
        m->copies = 1;
        end_byte(ch);
    }
}

/* The next byte of a command; false where the host has sent none. */
static bool gather(channel *ch)
{
    mpsse_state *m = &ch->state.mpsse;
    const bool there = channel_command(ch, &m->command[m->have]);

    if (there && ++m->have == command_length(m->command[0])) {
        if (is_shift(m->command[0]))
            begin_shift(m);
        else
            run_command(ch);
    }
    return there;
}

static void mpsse_event(channel *ch, uint64_t now)
{
    mpsse_state *m = &ch->state.mpsse;
    bool busy = true;

    if (m->clocking && now < ch->next)
        return; /* bytes or room came meanwhile */
    ch->next = NEVER;
    while (busy) {
        if (m->clocking && m->copies == 0) {
            end_byte(ch);
        } else if (m->clocking) {
            clock_edge(ch);
            if (m->clocking) {
                ch->next = now + half_period(m);
                busy = false;
            }
        } else if (m->bytes_left > 0) {
            busy = begin_byte(ch, now) && m->copies == 0;
            if (!busy && !m->clocking)
                ch->next = NEVER;
        } else {
            busy = gather(ch);
        }
    }
    show_pins(ch);
}

static void mpsse_pins(channel *ch, uint64_t now)
{
    (void)ch; /* DI is read with the clock */
    (void)now;
}

static void mpsse_start(channel *ch, uint64_t now)
{
    show_pins(ch);
    mpsse_event(ch, now);
}

const port_ops port_mpsse = {mpsse_start, mpsse_event, mpsse_pins};
