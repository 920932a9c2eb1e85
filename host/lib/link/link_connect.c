/* The first words over the byte link: what answers, and how fast it can.
 * SPDX-License-Identifier: Apache-2.0 */
#include "baud.h"
#include "checked.h"
#include "error.h"
#include "link.h"

#include <orbital_regs.h>

#include <stdlib.h>

/* Read at 1,000,000 baud, and again at the rate that is chosen: so often, of which so many may get lost. */
enum { CHECKS = 8, LOST_MAX = 3 };

/* A rate that does not work is given up sooner than a device. */
static const uint64_t silence_of_rate = ORB_LINK_SILENCE / 5;

/* The clock of any device whose UART starts at its first rate, in hertz; 0 is unknown. */
enum { CLOCK_LEAST = 4 * ORB_BAUD_START };

/* A FIFO carries more than this. */
static const double fifo_bytes_per_second = 1e6;

static unsigned bits(uint32_t value, unsigned high, unsigned low)
{
    return value >> low & ((1u << (high - low + 1)) - 1);
}

/* Reads the registers of the link: ID, INFO, POSITION, LAST. */
static orb_status read_link(orb_link *link)
{
    uint32_t words[4] = {0};
    orb_status status = orb_link_read(&link->base, ORB_LINK_ID, words, 4);
    const uint32_t info = words[1], position = words[2];

    if (!status && (words[0] != 0x4F52424C || bits(info, 7, 0) != 1 || bits(info, 12, 8) < 6))
        status = ORB_WRONG_DEVICE;
    if (!status) {
        link->ring = (size_t)1 << smaller(bits(info, 12, 8), 16);
        link->replay = (size_t)1 << smaller(bits(info, 20, 16), 14);
        link->port = bits(info, 27, 24);
        link->stall = 1u << (bits(info, 31, 28) + 8);
        link->position[0] = (uint16_t)position;
        link->position[1] = (uint16_t)(position >> 16);
        link->last_write = (uint8_t)words[3];
    }
    return status;
}

/* Starts from where any state of the device leads: the first rate, no frame begun. */
static orb_status begin(orb_link *link)
{
    orb_status status = ORB_OK;

    orb_link_forget(link);
    if (link->pipe->base_baud) {
        status = link->pipe->ops->send_break(link->pipe);
        if (!status)
            status = link->pipe->ops->set_rate(link->pipe, ORB_BAUD_START);
        link->baud = ORB_BAUD_START;
    }
    if (!link->pipe->datagram)
        link->out[link->out_used++] = 0; /* ends what a process before this one may have begun */
    return status ? status : read_link(link);
}

/* Does enough come back? */
static orb_status check(orb_link *link)
{
    const uint64_t lost = link->lost;
    orb_status status = ORB_OK;

    for (unsigned i = 0; i < CHECKS && !status; i++)
        status = read_link(link);
    return !status && link->lost - lost > LOST_MAX ? ORB_DEVICE_FAILED : status;
}

static orb_status change_rate(orb_link *link, unsigned baud)
{
    const uint32_t word = orb_baud_word(baud, link->clock_hz);
    orb_status status = word ? orb_link_write(&link->base, ORB_LINK_RATE, &word, 1) : ORB_INVALID;

    if (!status)
        status = link->pipe->ops->set_rate(link->pipe, baud);
    if (!status) {
        link->baud = baud;
        status = check(link);
    }
    return status;
}

/* The fastest rate that works; the first one does. */
static orb_status choose_rate(orb_link *link)
{
    const unsigned base = link->pipe->base_baud;
    unsigned baud = orb_baud_below(base, link->clock_hz / 4);
    bool done = false;
    orb_status status = ORB_OK;

    while (!status && !done && baud > ORB_BAUD_START) {
        link->silence = silence_of_rate;
        status = change_rate(link, baud);
        link->silence = ORB_LINK_SILENCE;
        done = !status;
        if (status && status != ORB_UNPLUGGED) {
            status = begin(link);
            baud = orb_baud_below(base, baud / 2.0);
        }
    }
    return status;
}

static orb_status set_rate(orb_link *link, unsigned requested)
{
    const unsigned baud = orb_baud_nearest(link->pipe->base_baud, requested);
    const double off = (double)baud / requested;
    const orb_status status = off < 0.98 || off > 1.02 ? ORB_INVALID : change_rate(link, baud);

    return status == ORB_INVALID
               ? orb_refuse(status, "\"baud=%u\" does not name a rate of this board: leave it out", requested)
               : status;
}

/* The times that the host waits follow from the clock. */
static orb_status take_clock(orb_link *link, uint32_t hz)
{
    if (hz && hz < CLOCK_LEAST)
        return orb_refuse(ORB_WRONG_DEVICE,
                          "the device reports CLOCK=%u, and a link needs %u Hz: use the bitstream of this library",
                          (unsigned)hz, (unsigned)CLOCK_LEAST);
    link->clock_hz = hz;
    return ORB_OK;
}

/* Finds out what answers, and has it run at the fastest rate, of a UART at `baud` if that is not 0. */
static orb_status meet(orb_link *link, unsigned baud)
{
    uint32_t identity[offsetof(orbital_t, CLOCK) / 4 + 1] = {0};
    orb_status status = begin(link);

    if (!status)
        status = orb_link_read(&link->base, 0, identity, sizeof identity / sizeof *identity);
    if (!status && identity[offsetof(orbital_t, ID) / 4] != ORBITAL__ID__VALUE_reset)
        status = ORB_WRONG_DEVICE;
    if (!status)
        status = take_clock(link, identity[offsetof(orbital_t, CLOCK) / 4]);
    if (!status) {
        link->connected = true;
        if (link->port == ORB_LINK_PORT_SPI && link->pipe->ops->set_rate && link->clock_hz > 0)
            status = link->pipe->ops->set_rate(link->pipe, (unsigned)(link->clock_hz / 6));
        else if (link->port == ORB_LINK_PORT_UART && link->pipe->base_baud)
            status = baud ? set_rate(link, baud) : choose_rate(link);
        else if (!link->pipe->datagram)
            link->pipe->bytes_per_second = fifo_bytes_per_second;
    }
    return status;
}

/* Goes on after a transfer was given up: forgets its requests, and asks where the streams stand. */
static orb_status resume(orb_transport *transport)
{
    orb_link_forget(orb_link_of(transport));
    return read_link(orb_link_of(transport));
}

static void close_link(orb_transport *transport)
{
    orb_pipe *pipe = orb_link_of(transport)->pipe;

    pipe->ops->close(pipe);
    free(transport);
}

static const orb_transport_ops link_ops = {.read = orb_link_read,
                                           .write = orb_link_write,
                                           .transfer = orb_link_stream,
                                           .forget = resume,
                                           .close = close_link,
                                           .samples = true};

orb_status orb_link_open(orb_transport **transport, orb_pipe *pipe, unsigned baud)
{
    orb_link *link = calloc(1, sizeof *link);
    orb_status status = ORB_NO_MEMORY;

    if (link) {
        link->base.ops = &link_ops;
        link->pipe = pipe;
        link->overhead = ORB_LINK_OVERHEAD + (pipe->datagram ? ORB_LINK_NUMBER : 0);
        link->ring = 64; /* enough to ask what it is */
        link->replay = 1;
        link->silence = ORB_LINK_SILENCE;
        /* So that answers to a process before this one are not taken for our own. */
        link->sequence = (uint8_t)(orb_link_now(link) >> 16);
        status = meet(link, baud);
        if (status) {
            close_link(&link->base);
            link = NULL;
        }
    } else {
        pipe->ops->close(pipe);
    }
    *transport = (orb_transport *)link;
    return status;
}
