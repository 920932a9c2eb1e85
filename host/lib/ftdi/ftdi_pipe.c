/* The bytes of a UART or FIFO through an FTDI chip.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ftdi_pipe.h"

#include "ftdi_chip.h"
#include "ftdi_io.h"

#include <libusb.h>

#include <stdlib.h>

#define MILLISECOND UINT64_C(1000000)

enum { BREAK_MS = 5 }; /* the device takes 2 for a break */

typedef struct ftdi_pipe {
    orb_pipe base;
    orb_ftdi_io io;
} ftdi_pipe;

static uint64_t pipe_now(orb_pipe *pipe)
{
    (void)pipe;
    return orb_ftdi_now();
}

static orb_status pipe_write(orb_pipe *pipe, const uint8_t *bytes, size_t count, size_t *taken)
{
    return orb_ftdi_send(&((ftdi_pipe *)pipe)->io, bytes, count, taken);
}

static orb_status pipe_read(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count)
{
    orb_status status;

    do
        status = orb_ftdi_receive(&((ftdi_pipe *)pipe)->io, bytes, room, count);
    while (!status && !*count && orb_ftdi_now() < until);
    return status;
}

static orb_status pipe_set_rate(orb_pipe *pipe, unsigned baud)
{
    ftdi_pipe *p = (ftdi_pipe *)pipe;

    pipe->bytes_per_second = baud / 10.0;
    return ftdi_set_baudrate(p->io.ftdi, (int)baud) ? orb_ftdi_failure(&p->io, LIBUSB_ERROR_IO) : ORB_OK;
}

/* Reads and drops what comes for so long. */
static orb_status let_pass(orb_pipe *pipe, uint64_t nanoseconds)
{
    const uint64_t until = orb_ftdi_now() + nanoseconds;
    orb_status status = ORB_OK;

    while (!status && orb_ftdi_now() < until) {
        uint8_t bytes[ORB_PIPE_ROOM];
        size_t count;

        status = pipe_read(pipe, bytes, sizeof bytes, until, &count);
    }
    return status;
}

static bool hold_break(ftdi_pipe *p, enum ftdi_break_type level)
{
    return !ftdi_set_line_property2(p->io.ftdi, BITS_8, STOP_BIT_1, NONE, level);
}

static orb_status pipe_break(orb_pipe *pipe)
{
    ftdi_pipe *p = (ftdi_pipe *)pipe;
    orb_status status = ORB_OK;

    orb_ftdi_stop(&p->io);
    if (!hold_break(p, BREAK_ON))
        status = orb_ftdi_failure(&p->io, LIBUSB_ERROR_IO);
    if (!status)
        status = let_pass(pipe, BREAK_MS * MILLISECOND);
    if (!status && (!hold_break(p, BREAK_OFF) || ftdi_tcioflush(p->io.ftdi)))
        status = orb_ftdi_failure(&p->io, LIBUSB_ERROR_IO);
    return status;
}

static void pipe_close(orb_pipe *pipe)
{
    ftdi_pipe *p = (ftdi_pipe *)pipe;

    orb_ftdi_stop(&p->io);
    orb_chip_close(p->io.ftdi);
    free(p);
}

static const orb_pipe_ops pipe_ops = {pipe_now, pipe_write, pipe_read, pipe_set_rate, pipe_break, pipe_close};

static orb_status set_up(ftdi_pipe *p, orb_ftdi_mode mode)
{
    orb_status status = orb_ftdi_set_up(&p->io);

    if (!status && mode == ORB_FTDI_SYNC && ftdi_set_bitmode(p->io.ftdi, 0xff, BITMODE_SYNCFF)) {
        status = orb_ftdi_failure(&p->io, LIBUSB_ERROR_IO);
        if (status == ORB_DEVICE_FAILED)
            status = ORB_SILENT;
    }
    if (!status && p->base.base_baud && !hold_break(p, BREAK_OFF))
        status = orb_ftdi_failure(&p->io, LIBUSB_ERROR_IO);
    return status;
}

orb_status orb_ftdi_pipe_open(orb_pipe **pipe, struct ftdi_context *ftdi, orb_ftdi_mode mode)
{
    const bool uart = mode == ORB_FTDI_AUTO || mode == ORB_FTDI_UART;
    ftdi_pipe *p = calloc(1, sizeof *p);
    orb_status status = p ? ORB_OK : ORB_NO_MEMORY;

    if (!p) {
        orb_chip_close(ftdi);
    } else {
        p->io.ftdi = ftdi;
        p->base.ops = &pipe_ops;
        p->base.bytes_per_second = ORB_BAUD_START / 10.0;
        p->base.base_baud = !uart ? 0 : orb_ftdi_is_high_speed(&p->io) ? 12000000 : 3000000;
        status = set_up(p, mode);
        if (status) {
            pipe_close(&p->base);
            p = NULL;
        }
    }
    *pipe = (orb_pipe *)p;
    return status;
}
