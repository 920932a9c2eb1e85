/* The pipe of a synchronous FIFO. It has several transfers under way in each direction, as a chip that has to wait for
 * the next one would stop: its buffers hold no more than two packets.
 * SPDX-License-Identifier: Apache-2.0 */
#include "error.h"
#include "ftdi_pipe.h"

#include <libusb.h>

#include <string.h>

#define MICROSECOND UINT64_C(1000)

/* Those of a direction hold what a high-speed bus moves in half a millisecond. */
enum { READS = 8, WRITES = 8, TRANSFER_BYTES = 4096 };

/* Each packet begins with two bytes of status. A USB that is not of high speed has shorter packets, and could not carry
 * what the FIFO does. */
enum { PACKET_BYTES = 512, STATUS_BYTES = 2 };

/* Nanoseconds that the ends of cancelled transfers are waited for, and of one wait. */
static const uint64_t ends_most = 1000000 * MICROSECOND, ends_step = 10000 * MICROSECOND;

typedef struct transfer {
    struct libusb_transfer *usb;
    bool busy; /* on its way */
    int *failed;
    uint8_t bytes[TRANSFER_BYTES];
} transfer;

typedef struct sync_pipe {
    orb_ftdi_io io;
    transfer in[READS], out[WRITES];
    unsigned in_first; /* the read that ends next */
    size_t in_at;      /* bytes of it that were taken, status included */
    int failed;        /* what libusb returned, or what its error would be; 0: nothing failed */
} sync_pipe;

static void LIBUSB_CALL note_end(struct libusb_transfer *usb)
{
    transfer *t = usb->user_data;

    if (usb->status == LIBUSB_TRANSFER_NO_DEVICE)
        *t->failed = LIBUSB_ERROR_NO_DEVICE;
    else if (usb->status != LIBUSB_TRANSFER_COMPLETED && usb->status != LIBUSB_TRANSFER_CANCELLED)
        *t->failed = LIBUSB_ERROR_IO;
    t->busy = false;
}

static void submit(sync_pipe *p, transfer *t, int length)
{
    int result;

    t->usb->length = length;
    result = libusb_submit_transfer(t->usb);
    t->busy = !result;
    if (result) {
        t->usb->actual_length = 0; /* what it brought before is not to be taken again */
        p->failed = result;
    }
}

/* What failed, once: the next call tries again. */
static orb_status status_of(sync_pipe *p)
{
    const int failed = p->failed;

    p->failed = 0;
    return failed ? orb_ftdi_failure(&p->io, failed) : ORB_OK;
}

static orb_status sync_write(orb_pipe *pipe, const uint8_t *bytes, size_t count, size_t *taken)
{
    sync_pipe *p = (sync_pipe *)pipe;

    *taken = 0;
    for (unsigned i = 0; i < WRITES && *taken < count && !p->failed; i++) {
        transfer *t = &p->out[i];
        const size_t left = count - *taken, part = left < TRANSFER_BYTES ? left : TRANSFER_BYTES;

        if (!t->busy) {
            memcpy(t->bytes, bytes + *taken, part);
            submit(p, t, (int)part);
            *taken += part;
        }
    }
    return status_of(p);
}

/* Takes bytes of the reads that have ended, in their order, and begins these anew. */
static size_t take(sync_pipe *p, uint8_t *bytes, size_t room)
{
    size_t count = 0;

    while (count < room && !p->in[p->in_first].busy && !p->failed) {
        transfer *t = &p->in[p->in_first];
        const size_t length = (size_t)t->usb->actual_length, place = p->in_at % PACKET_BYTES;

        if (p->in_at >= length) {
            submit(p, t, TRANSFER_BYTES);
            p->in_first = (p->in_first + 1) % READS;
            p->in_at = 0;
        } else if (place < STATUS_BYTES) {
            p->in_at += STATUS_BYTES - place;
        } else {
            const size_t packet = PACKET_BYTES - place, left = length - p->in_at;
            const size_t there = packet < left ? packet : left, part = there < room - count ? there : room - count;

            memcpy(bytes + count, t->bytes + p->in_at, part);
            p->in_at += part;
            count += part;
        }
    }
    return count;
}

/* Lets transfers end for so long, or until one has. */
static void handle_events(sync_pipe *p, uint64_t nanoseconds)
{
    const uint64_t microseconds = nanoseconds / MICROSECOND;
    struct timeval time = {.tv_sec = (time_t)(microseconds / 1000000),
                           .tv_usec = (suseconds_t)(microseconds % 1000000)};
    const int result = libusb_handle_events_timeout_completed(p->io.ftdi->usb_ctx, &time, NULL);

    if (result)
        p->failed = result;
}

static orb_status sync_read(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count)
{
    sync_pipe *p = (sync_pipe *)pipe;
    uint64_t now = orb_ftdi_now(pipe);
    bool once = false;

    *count = take(p, bytes, room);
    while (!*count && !p->failed && (!once || now < until)) {
        handle_events(p, now < until ? until - now : 0);
        *count = take(p, bytes, room);
        now = orb_ftdi_now(pipe);
        once = true;
    }
    return *count ? ORB_OK : status_of(p);
}

static bool any_busy(const sync_pipe *p)
{
    bool busy = false;

    for (unsigned i = 0; i < READS; i++)
        busy = busy || p->in[i].busy;
    for (unsigned i = 0; i < WRITES; i++)
        busy = busy || p->out[i].busy;
    return busy;
}

static void cancel(transfer *t)
{
    if (t->busy)
        libusb_cancel_transfer(t->usb); /* which may have ended already; its end is still to be handled */
}

static void sync_close(orb_pipe *pipe)
{
    sync_pipe *p = (sync_pipe *)pipe;
    const uint64_t until = orb_ftdi_now(pipe) + ends_most;

    for (unsigned i = 0; i < READS; i++)
        cancel(&p->in[i]);
    for (unsigned i = 0; i < WRITES; i++)
        cancel(&p->out[i]);
    while (any_busy(p) && orb_ftdi_now(pipe) < until)
        handle_events(p, ends_step);
    if (any_busy(p))
        return; /* libusb still has them: rather a leak than memory that it writes to */
    for (unsigned i = 0; i < READS; i++)
        libusb_free_transfer(p->in[i].usb);
    for (unsigned i = 0; i < WRITES; i++)
        libusb_free_transfer(p->out[i].usb);
    orb_ftdi_close(pipe);
}

static const orb_pipe_ops sync_ops = {.now = orb_ftdi_now, .write = sync_write, .read = sync_read, .close = sync_close};

static bool prepare(sync_pipe *p, transfer *t, int endpoint)
{
    t->failed = &p->failed;
    t->usb = libusb_alloc_transfer(0);
    if (t->usb)
        libusb_fill_bulk_transfer(t->usb, p->io.ftdi->usb_dev, (unsigned char)endpoint, t->bytes, TRANSFER_BYTES,
                                  note_end, t, 0);
    return t->usb;
}

static orb_status prepare_all(sync_pipe *p)
{
    bool good = true;

    /* libftdi names the endpoints as the chip sees them. */
    for (unsigned i = 0; i < READS && good; i++)
        good = prepare(p, &p->in[i], p->io.ftdi->out_ep);
    for (unsigned i = 0; i < WRITES && good; i++)
        good = prepare(p, &p->out[i], p->io.ftdi->in_ep);
    for (unsigned i = 0; i < READS && good && !p->failed; i++)
        submit(p, &p->in[i], TRANSFER_BYTES);
    return good ? status_of(p) : ORB_NO_MEMORY;
}

orb_status orb_ftdi_sync_open(orb_pipe **pipe, struct ftdi_context *ftdi)
{
    orb_ftdi_io *io;
    orb_status status = orb_ftdi_new(&io, sizeof(sync_pipe), &sync_ops, ftdi);

    if (!status && ftdi->max_packet_size != PACKET_BYTES)
        status = orb_refuse(ORB_DEVICE_FAILED, "the chip is not connected at the high speed of USB 2, which mode=sync "
                                               "needs: use another port, hub or cable");
    if (!status && ftdi_set_bitmode(ftdi, 0xff, BITMODE_SYNCFF)) {
        status = orb_ftdi_failure(io, LIBUSB_ERROR_IO);
        if (status == ORB_DEVICE_FAILED)
            status = orb_refuse(ORB_SILENT, "the chip has no synchronous FIFO here: give the mode that the board uses, "
                                            "or set the chip's EEPROM, as in `ftdi_eeprom --flash-eeprom "
                                            "boards/ft232h.conf`");
    }
    /* The device makes the chip send its buffer when no frame follows (SIWU#). To send it after each frame would cost
     * a third of the packets. */
    if (!status && ftdi_set_event_char(ftdi, 0, 0))
        status = orb_ftdi_failure(io, LIBUSB_ERROR_IO);
    if (!status)
        status = prepare_all((sync_pipe *)io);
    if (status && io) {
        sync_close(&io->base);
        io = NULL;
    }
    *pipe = (orb_pipe *)io;
    return status;
}
