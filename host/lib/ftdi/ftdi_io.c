/* Bytes to and from an FTDI chip.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ftdi_io.h"

#include "report.h"

#include <libusb.h>

#include <string.h>

enum {
    CHUNK_BYTES = 4096,   /* of a read: more would come later, fewer would cost more turns */
    LATENCY_MS = 2,       /* the chip sends what it has at a frame's end; this is for frames without one */
    READ_TIMEOUT_MS = 100 /* a chip that works answers after LATENCY_MS, with nothing if it has nothing */
};

uint64_t orb_ftdi_now(void)
{
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

orb_status orb_ftdi_set_up(orb_ftdi_io *io)
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

orb_status orb_ftdi_send(orb_ftdi_io *io, const uint8_t *bytes, size_t count, size_t *taken)
{
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
