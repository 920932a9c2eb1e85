/* The bytes of a link through an FTDI chip: what all pipes share, and the pipe of a UART or
 * asynchronous FIFO.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ftdi_pipe.h"

#include "ftdi_chip.h"
#include "report.h"

#include <libusb.h>

#include <stdlib.h>
#include <string.h>

#define MILLISECOND UINT64_C(1000000)

enum {
    CHUNK_BYTES = 4096,   /* of a read: more would come later, fewer would cost more turns */
    LATENCY_MS = 2,       /* the chip sends what it has at a frame's end; this is for frames without one */
    READ_TIMEOUT_MS = 100 /* a chip that works answers after LATENCY_MS, with nothing if it has nothing */
};

uint64_t orb_ftdi_now(orb_pipe *pipe)
{
    (void)pipe;
    return (uint64_t)(1e9 * orb_seconds());
}

/* A chip that does not answer even a request of its own is gone. */
orb_status orb_ftdi_failure(orb_ftdi_io *io, int result)
{
    unsigned short modem;

    if (result == LIBUSB_ERROR_TIMEOUT || result == LIBUSB_ERROR_INTERRUPTED)
        return ORB_OK;
    return result == LIBUSB_ERROR_NO_DEVICE || ftdi_poll_modem_status(io->ftdi, &modem) ? ORB_UNPLUGGED
                                                                                        : ORB_DEVICE_FAILED;
}

static orb_status set_up(orb_ftdi_io *io)
{
    struct ftdi_context *ftdi = io->ftdi;
    bool good;

    ftdi->usb_read_timeout = READ_TIMEOUT_MS;
    good = !ftdi_set_bitmode(ftdi, 0, BITMODE_RESET) &&      /* UART or asynchronous FIFO, as set in its EEPROM */
           !ftdi_setflowctrl(ftdi, SIO_DISABLE_FLOW_CTRL) && /* the boards have no lines for it */
           !ftdi_set_latency_timer(ftdi, LATENCY_MS) &&
           !ftdi_set_event_char(ftdi, 0, 1) && /* sends at the 0 that ends a frame */
           !ftdi_read_data_set_chunksize(ftdi, CHUNK_BYTES) &&
           !ftdi_write_data_set_chunksize(ftdi, ORB_FTDI_SEND_BYTES) &&
           !ftdi_tcioflush(ftdi); /* bytes for, and of, the program before */
    return good ? ORB_OK : orb_ftdi_failure(io, LIBUSB_ERROR_IO);
}

orb_status orb_ftdi_new(orb_ftdi_io **io, size_t size, const orb_pipe_ops *ops, struct ftdi_context *ftdi)
{
    orb_status status = ORB_NO_MEMORY;

    *io = calloc(1, size);
    if (*io) {
        (*io)->base.ops = ops;
        (*io)->base.bytes_per_second = ORB_BAUD_START / 10.0;
        (*io)->ftdi = ftdi;
        status = set_up(*io);
    } else {
        orb_chip_close(ftdi);
    }
    return status;
}

void orb_ftdi_close(orb_pipe *pipe)
{
    orb_ftdi_io *io = (orb_ftdi_io *)pipe;

    if (io) {
        orb_ftdi_stop(io);
        orb_chip_close(io->ftdi);
    }
    free(io);
}

orb_status orb_ftdi_send(orb_pipe *pipe, const uint8_t *bytes, size_t count, size_t *taken)
{
    orb_ftdi_io *io = (orb_ftdi_io *)pipe;
    orb_status status = ORB_OK;

    *taken = 0;
    if (io->sending && io->sending->completed) {
        const int sent = ftdi_transfer_data_done(io->sending);

        io->sending = NULL;
        if (sent < 0)
            status = orb_ftdi_failure(io, sent);
    }
    if (!status && !io->sending) {
        *taken = count < sizeof io->send ? count : sizeof io->send;
        memcpy(io->send, bytes, *taken);
        io->sending = ftdi_write_data_submit(io->ftdi, io->send, (int)*taken);
        if (!io->sending)
            status = orb_ftdi_failure(io, LIBUSB_ERROR_IO);
    }
    return status;
}

/* Asked for more than it has, libftdi would wait for the next packet; so it is asked for one byte, and then for those
 * that lie in its buffer. */
orb_status orb_ftdi_receive(orb_ftdi_io *io, uint8_t *bytes, size_t room, size_t *count)
{
    struct ftdi_context *ftdi = io->ftdi;
    int got = ftdi_read_data(ftdi, bytes, 1);

    if (got == 1 && room > 1 && ftdi->readbuffer_remaining > 0) {
        const size_t here = ftdi->readbuffer_remaining, more = here < room - 1 ? here : room - 1;
        const int rest = ftdi_read_data(ftdi, bytes + 1, (int)more);

        got = rest < 0 ? rest : got + rest;
    }
    *count = got > 0 ? (size_t)got : 0;
    return got < 0 ? orb_ftdi_failure(io, got) : ORB_OK;
}

void orb_ftdi_stop(orb_ftdi_io *io)
{
    if (io->sending)
        ftdi_transfer_data_cancel(io->sending, &(struct timeval){.tv_usec = 1000});
    io->sending = NULL;
}

bool orb_ftdi_is_high_speed(const orb_ftdi_io *io)
{
    const enum ftdi_chip_type type = io->ftdi->type;

    return type == TYPE_2232H || type == TYPE_4232H || type == TYPE_232H;
}

/* ---- the pipe of a UART or asynchronous FIFO ---- */

enum { BREAK_MS = 5 }; /* the device takes 2 for a break */

static orb_status pipe_read(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count)
{
    orb_status status;

    do
        status = orb_ftdi_receive((orb_ftdi_io *)pipe, bytes, room, count);
    while (!status && !*count && orb_ftdi_now(pipe) < until);
    return status;
}

static orb_status pipe_set_rate(orb_pipe *pipe, unsigned baud)
{
    orb_ftdi_io *io = (orb_ftdi_io *)pipe;

    pipe->bytes_per_second = baud / 10.0;
    return ftdi_set_baudrate(io->ftdi, (int)baud) ? orb_ftdi_failure(io, LIBUSB_ERROR_IO) : ORB_OK;
}

/* Reads and drops what comes for so long. */
static orb_status let_pass(orb_pipe *pipe, uint64_t nanoseconds)
{
    const uint64_t until = orb_ftdi_now(pipe) + nanoseconds;
    orb_status status = ORB_OK;

    while (!status && orb_ftdi_now(pipe) < until) {
        uint8_t bytes[ORB_PIPE_ROOM];
        size_t count;

        status = pipe_read(pipe, bytes, sizeof bytes, until, &count);
    }
    return status;
}

static bool hold_break(orb_ftdi_io *io, enum ftdi_break_type level)
{
    return !ftdi_set_line_property2(io->ftdi, BITS_8, STOP_BIT_1, NONE, level);
}

static orb_status pipe_break(orb_pipe *pipe)
{
    orb_ftdi_io *io = (orb_ftdi_io *)pipe;
    orb_status status = ORB_OK;

    orb_ftdi_stop(io);
    if (!hold_break(io, BREAK_ON))
        status = orb_ftdi_failure(io, LIBUSB_ERROR_IO);
    if (!status)
        status = let_pass(pipe, BREAK_MS * MILLISECOND);
    if (!status && (!hold_break(io, BREAK_OFF) || ftdi_tcioflush(io->ftdi)))
        status = orb_ftdi_failure(io, LIBUSB_ERROR_IO);
    return status;
}

static const orb_pipe_ops pipe_ops = {.now = orb_ftdi_now,
                                      .write = orb_ftdi_send,
                                      .read = pipe_read,
                                      .set_rate = pipe_set_rate,
                                      .send_break = pipe_break,
                                      .close = orb_ftdi_close};

orb_status orb_ftdi_pipe_open(orb_pipe **pipe, struct ftdi_context *ftdi, orb_ftdi_mode mode)
{
    const bool uart = mode == ORB_FTDI_AUTO || mode == ORB_FTDI_UART;
    orb_ftdi_io *io;
    orb_status status;

    if (mode == ORB_FTDI_SYNC)
        return orb_ftdi_sync_open(pipe, ftdi);
    status = orb_ftdi_new(&io, sizeof *io, &pipe_ops, ftdi);
    if (!status)
        io->base.base_baud = !uart ? 0 : orb_ftdi_is_high_speed(io) ? 12000000 : 3000000;
    if (!status && uart && !hold_break(io, BREAK_OFF))
        status = orb_ftdi_failure(io, LIBUSB_ERROR_IO);
    if (status) {
        orb_ftdi_close((orb_pipe *)io);
        io = NULL;
    }
    *pipe = (orb_pipe *)io;
    return status;
}
