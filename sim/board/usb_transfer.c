/* libusb's functions for transfers: control, bulk, asynchronous ones and their events.
 * SPDX-License-Identifier: Apache-2.0 */
#include "usb.h"

#include <stdlib.h>
#include <string.h>

#define EVENTS_LEAST_PS (10 * PS_PER_US) /* what a look for events takes at least */
#define SUBMIT_PS (5 * PS_PER_US)        /* what the system takes of the program's time for a transfer */

static usb_transfer *private_part(struct libusb_transfer *transfer)
{
    return (usb_transfer *)(void *)transfer - 1;
}

int libusb_control_transfer(libusb_device_handle *handle, uint8_t type, uint8_t request, uint16_t value, uint16_t index,
                            unsigned char *data, uint16_t length, unsigned int timeout)
{
    usb_bus *bus = usb_bus_enter();
    device *dev = &handle->on->dev;
    int status = LIBUSB_ERROR_PIPE;

    (void)timeout; /* the chip answers each within a frame */
    usb_bus_run(bus, usb_frame_end(dev, bus->now));
    if (device_unplugged(dev))
        status = LIBUSB_ERROR_NO_DEVICE;
    else if ((type & 0x60) == LIBUSB_REQUEST_TYPE_VENDOR)
        status = device_control(dev, request, value, index, data, length);
    if (status == -1)
        status = LIBUSB_ERROR_PIPE;
    usb_bus_leave();
    return status;
}

struct libusb_transfer *libusb_alloc_transfer(int iso_packets)
{
    usb_transfer *transfer = iso_packets == 0 ? calloc(1, sizeof *transfer + sizeof(struct libusb_transfer)) : NULL;

    return transfer ? usb_transfer_public(transfer) : NULL;
}

void libusb_free_transfer(struct libusb_transfer *transfer)
{
    if (transfer) {
        if (transfer->flags & LIBUSB_TRANSFER_FREE_BUFFER)
            free(transfer->buffer);
        free(private_part(transfer));
    }
}

int libusb_submit_transfer(struct libusb_transfer *transfer)
{
    usb_bus *bus = usb_bus_enter();
    usb_transfer *own = private_part(transfer), **last = &bus->transfers;
    const libusb_device_handle *handle = transfer->dev_handle;
    const int interface = ((transfer->endpoint & 0x0F) - 1) / 2;
    int status = LIBUSB_SUCCESS;

    usb_bus_run(bus, bus->now + SUBMIT_PS);
    while (*last && *last != own)
        last = &(*last)->next;
    if (device_unplugged(&handle->on->dev))
        status = LIBUSB_ERROR_NO_DEVICE;
    else if (*last)
        status = LIBUSB_ERROR_BUSY;
    else if (interface >= handle->on->dev.channels || handle->lock[interface] < 0)
        status = LIBUSB_ERROR_NOT_FOUND; /* the interface was not claimed */
    if (!status) {
        transfer->actual_length = 0;
        *own = (usb_transfer){.dev = &handle->on->dev, .deadline = NEVER};
        if (transfer->timeout > 0)
            own->deadline = bus->now + transfer->timeout * PS_PER_MS;
        *last = own;
    }
    usb_bus_leave();
    return status;
}

int libusb_cancel_transfer(struct libusb_transfer *transfer)
{
    usb_bus *bus = usb_bus_enter();
    usb_transfer *own = bus->transfers;
    int status = LIBUSB_ERROR_NOT_FOUND;

    while (own && own != private_part(transfer))
        own = own->next;
    if (own && !own->done) {
        usb_transfer_done(own, LIBUSB_TRANSFER_CANCELLED, usb_frame_end(own->dev, bus->now));
        status = LIBUSB_SUCCESS;
    }
    usb_bus_leave();
    return status;
}

/* Takes the transfer that the host learns of first, if there is one by now. */
static usb_transfer *take_done(usb_bus *bus)
{
    usb_transfer **first = NULL, *taken = NULL;

    for (usb_transfer **at = &bus->transfers; *at; at = &(*at)->next)
        if ((*at)->done && (*at)->done_at <= bus->now && (!first || (*at)->done_at < (*first)->done_at))
            first = at;
    if (first) {
        taken = *first;
        *first = taken->next;
        taken->next = NULL;
    }
    return taken;
}

/* The next time at which the host may learn of a transfer. */
static uint64_t next_news(const usb_bus *bus, uint64_t deadline)
{
    uint64_t next = deadline;

    for (const usb_transfer *t = bus->transfers; t; t = t->next) {
        const uint64_t at = t->done ? t->done_at : usb_frame_end(t->dev, bus->now);
        next = at < next ? at : next;
    }
    return next;
}

int libusb_handle_events_timeout_completed(libusb_context *context, struct timeval *time, int *completed)
{
    usb_bus *bus = usb_bus_enter();
    const uint64_t wanted = ((uint64_t)time->tv_sec * 1000000 + (uint64_t)time->tv_usec) * PS_PER_US;
    const uint64_t deadline = bus->now + (wanted > EVENTS_LEAST_PS ? wanted : EVENTS_LEAST_PS);
    bool delivered = false;
    usb_transfer *done = NULL;

    (void)context;
    while (!delivered && !(completed && *completed) && bus->now < deadline) {
        usb_bus_run(bus, next_news(bus, deadline));
        while ((done = take_done(bus))) {
            struct libusb_transfer *transfer = usb_transfer_public(done);
            const bool release = transfer->flags & LIBUSB_TRANSFER_FREE_TRANSFER;

            usb_bus_leave(); /* the callback may submit */
            if (transfer->callback)
                transfer->callback(transfer);
            if (release)
                libusb_free_transfer(transfer);
            usb_bus_enter();
            delivered = true;
        }
    }
    usb_bus_leave();
    return LIBUSB_SUCCESS;
}

int libusb_handle_events_timeout(libusb_context *context, struct timeval *time)
{
    return libusb_handle_events_timeout_completed(context, time, NULL);
}

int libusb_handle_events_completed(libusb_context *context, int *completed)
{
    struct timeval minute = {60, 0};

    return libusb_handle_events_timeout_completed(context, &minute, completed);
}

int libusb_handle_events(libusb_context *context)
{
    return libusb_handle_events_completed(context, NULL);
}

static void LIBUSB_CALL note_done(struct libusb_transfer *transfer)
{
    *(int *)transfer->user_data = 1;
}

static int error_of(enum libusb_transfer_status status)
{
    static const int errors[] = {
        [LIBUSB_TRANSFER_COMPLETED] = LIBUSB_SUCCESS,       [LIBUSB_TRANSFER_ERROR] = LIBUSB_ERROR_IO,
        [LIBUSB_TRANSFER_TIMED_OUT] = LIBUSB_ERROR_TIMEOUT, [LIBUSB_TRANSFER_CANCELLED] = LIBUSB_ERROR_IO,
        [LIBUSB_TRANSFER_STALL] = LIBUSB_ERROR_PIPE,        [LIBUSB_TRANSFER_NO_DEVICE] = LIBUSB_ERROR_NO_DEVICE,
        [LIBUSB_TRANSFER_OVERFLOW] = LIBUSB_ERROR_OVERFLOW,
    };

    return errors[status];
}

int libusb_bulk_transfer(libusb_device_handle *handle, unsigned char endpoint, unsigned char *data, int length,
                         int *moved, unsigned int timeout)
{
    int done = 0, status = LIBUSB_ERROR_NO_MEM;
    struct libusb_transfer *transfer = libusb_alloc_transfer(0);

    if (transfer) {
        libusb_fill_bulk_transfer(transfer, handle, endpoint, data, length, note_done, &done, timeout);
        status = libusb_submit_transfer(transfer);
    }
    if (!status) {
        while (!done)
            libusb_handle_events_completed(NULL, &done);
        status = error_of(transfer->status);
        if (moved)
            *moved = transfer->actual_length;
    }
    libusb_free_transfer(transfer);
    return status;
}
