/* The bytes of a link over SPI, whose master is the MPSSE of an FTDI chip (FTDI AN_108): full duplex, in groups of nine
 * bytes as docs/link.md has them. The host has to clock whether there is something to be read or not.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ftdi_pipe.h"

#include <libusb.h>

#include <string.h>

/* Groups of a turn: enough to ask whether there is something, and the most. */
enum { GROUP = 9, DATA = GROUP - 1, GROUPS_FEW = 8, GROUPS_MOST = 224, BYTES_MOST = GROUP * GROUPS_MOST };

/* Pins of the port's low byte, and commands. */
enum { SK = 1 << 0, DO = 1 << 1, CS = 1 << 3, OUTPUTS = SK | DO | CS };
enum { EXCHANGE = MPSSE_DO_WRITE | MPSSE_DO_READ | MPSSE_WRITE_NEG }; /* out at falling, in at rising edges */
enum { COMMANDS_ROOM = BYTES_MOST + 16 };

/* Bits a second: what any device takes, before its clock is known. */
enum { RATE_START = 1000000 };

#define TURN_LIMIT UINT64_C(200000000) /* nanoseconds that a turn may take */

typedef struct spi_pipe {
    orb_ftdi_io io;
    uint8_t out[BYTES_MOST]; /* to be sent with the next turn */
    size_t out_count;
    bool much; /* the last turn ended before the device did */
} spi_pipe;

/* Frames up to the end of the last one, or else bytes that fill all groups: so no 0 gets into a frame. */
static orb_status spi_write(orb_pipe *pipe, const uint8_t *bytes, size_t count, size_t *taken)
{
    spi_pipe *p = (spi_pipe *)pipe;

    *taken = p->out_count ? 0 : count < BYTES_MOST ? count : BYTES_MOST;
    memcpy(p->out + p->out_count, bytes, *taken);
    p->out_count += *taken;
    return ORB_OK;
}

/* Sends commands, of which there is room for all; they go while answers are waited for. */
static orb_status command(spi_pipe *p, const uint8_t *bytes, size_t count)
{
    orb_pipe *pipe = &p->io.base;
    const uint64_t start = orb_ftdi_now(pipe);
    orb_status status = ORB_OK;
    size_t sent = 0;

    while (!status && !sent) {
        status = orb_ftdi_send(pipe, bytes, count, &sent);
        if (!status && !sent) { /* the transfer before has not been seen to end yet */
            uint8_t nothing;
            size_t got;

            status = orb_ftdi_receive(&p->io, &nothing, 1, &got);
            if (!status && orb_ftdi_now(pipe) - start > TURN_LIMIT)
                status = ORB_DEVICE_FAILED;
        }
    }
    return status;
}

/* Clocks so many bytes, with those that are to be sent; in: what came. */
static orb_status turn(spi_pipe *p, uint8_t *in, size_t count)
{
    const uint64_t start = orb_ftdi_now(&p->io.base);
    uint8_t commands[COMMANDS_ROOM];
    size_t used = 0, have = 0;
    orb_status status;

    memcpy(commands, (const uint8_t[]){SET_BITS_LOW, 0, OUTPUTS, EXCHANGE}, 4);
    commands[4] = (uint8_t)(count - 1);
    commands[5] = (uint8_t)((count - 1) >> 8);
    used = 6;
    memcpy(commands + used, p->out, p->out_count);
    memset(commands + used + p->out_count, 0, count - p->out_count);
    used += count;
    memcpy(commands + used, (const uint8_t[]){SET_BITS_LOW, CS, OUTPUTS, SEND_IMMEDIATE}, 4);
    used += 4;
    status = command(p, commands, used);
    p->out_count = 0;
    while (!status && have < count) {
        size_t got;

        status = orb_ftdi_receive(&p->io, in + have, count - have, &got);
        have += got;
        if (!status && orb_ftdi_now(&p->io.base) - start > TURN_LIMIT)
            status = ORB_DEVICE_FAILED;
    }
    return status;
}

/* Takes the bytes that count out of the groups. */
static size_t sort_out(const uint8_t *in, size_t groups, uint8_t *bytes)
{
    size_t count = 0;

    for (size_t g = 0; g < groups; g++)
        for (unsigned i = 0; i < DATA; i++)
            if (in[g * GROUP + DATA] >> i & 1)
                bytes[count++] = in[g * GROUP + i];
    return count;
}

static orb_status spi_read(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count)
{
    spi_pipe *p = (spi_pipe *)pipe;
    uint8_t in[BYTES_MOST];
    orb_status status = ORB_OK;

    (void)room; /* DATA * GROUPS_MOST are less than ORB_PIPE_ROOM */
    *count = 0;
    do {
        const size_t needed = (p->out_count + GROUP - 1) / GROUP, requested = p->much ? GROUPS_MOST : GROUPS_FEW;
        const size_t groups = needed > requested ? needed : requested;

        status = turn(p, in, GROUP * groups);
        if (!status) {
            *count = sort_out(in, groups, bytes);
            p->much = in[GROUP * groups - 1] != 0;
        }
    } while (!status && !*count && orb_ftdi_now(pipe) < until);
    return status;
}

/* The MPSSE divides 30 MHz, of older chips 6, by any number; here bits a second are meant. */
static orb_status spi_set_rate(orb_pipe *pipe, unsigned rate)
{
    spi_pipe *p = (spi_pipe *)pipe;
    const bool fast = orb_ftdi_is_high_speed(&p->io);
    const unsigned base = fast ? 30000000 : 6000000, divisor = (base + rate - 1) / rate - 1;
    const uint8_t commands[] = {LOOPBACK_END, TCK_DIVISOR, (uint8_t)divisor, (uint8_t)(divisor >> 8),
                                SET_BITS_LOW, CS,          OUTPUTS,          DIS_DIV_5};

    /* Half of it is the least: groups of nine for eight, and the turns of the USB. */
    pipe->bytes_per_second = (double)base / (divisor + 1) / 8 / 2;
    return command(p, commands, sizeof commands - !fast);
}

static void spi_close(orb_pipe *pipe)
{
    orb_ftdi_io *io = (orb_ftdi_io *)pipe;

    orb_ftdi_stop(io);
    ftdi_set_bitmode(io->ftdi, 0, BITMODE_RESET); /* lets go of the pins */
    orb_ftdi_close(pipe);
}

static const orb_pipe_ops spi_ops = {
    .now = orb_ftdi_now, .write = spi_write, .read = spi_read, .set_rate = spi_set_rate, .close = spi_close};

orb_status orb_ftdi_spi_open(orb_pipe **pipe, struct ftdi_context *ftdi)
{
    orb_ftdi_io *io;
    orb_status status = orb_ftdi_new(&io, sizeof(spi_pipe), &spi_ops, ftdi);

    if (!status && ftdi_set_bitmode(ftdi, OUTPUTS, BITMODE_MPSSE))
        status = orb_ftdi_failure(io, LIBUSB_ERROR_IO);
    if (!status)
        status = spi_set_rate(&io->base, RATE_START);
    if (status && io) {
        spi_close(&io->base);
        io = NULL;
    }
    *pipe = (orb_pipe *)io;
    return status;
}
