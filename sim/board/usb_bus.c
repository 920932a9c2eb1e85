/* The bus: which packet goes when, and what the boards did, at the end.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "usb.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t bus_lock = PTHREAD_MUTEX_INITIALIZER;
static usb_bus *the_bus;

uint64_t usb_frame_end(const device *dev, uint64_t now)
{
    return (now / dev->frame + 1) * dev->frame;
}

static void open_devices(usb_bus *bus)
{
    char *models = strdup(bus->settings.models ? bus->settings.models : "");
    char *rest = NULL;

    for (char *path = models ? strtok_r(models, ":", &rest) : NULL; path && bus->count < DEVICES_MOST;
         path = strtok_r(NULL, ":", &rest)) {
        struct libusb_device *on = &bus->devices[bus->count];

        if (!device_open(&on->dev, path, bus->count + 1, &bus->settings))
            exit(2); /* a test with a wrong setting must not pass */
        on->number = ++bus->count;
        on->driver_attached[0] = on->driver_attached[1] = true;
    }
    free(models);
}

usb_bus *usb_bus_enter(void)
{
    pthread_mutex_lock(&bus_lock);
    if (!the_bus) {
        the_bus = calloc(1, sizeof *the_bus);
        if (!the_bus)
            abort();
        the_bus->settings = board_settings_read();
        open_devices(the_bus);
    }
    return the_bus;
}

void usb_bus_leave(void)
{
    pthread_mutex_unlock(&bus_lock);
}

struct libusb_transfer *usb_transfer_public(usb_transfer *transfer)
{
    return (struct libusb_transfer *)(transfer + 1);
}

void usb_transfer_done(usb_transfer *transfer, enum libusb_transfer_status status, uint64_t at)
{
    usb_transfer_public(transfer)->status = status;
    transfer->done = true;
    transfer->done_at = at;
}

/* The next packet of a transfer, if the chip is ready for it. */
static bool send_packet(usb_transfer *transfer, channel *ch, uint64_t now)
{
    struct libusb_transfer *t = usb_transfer_public(transfer);
    const size_t left = (size_t)(t->length - t->actual_length), size = channel_packet_size(ch);
    const size_t count = left < size ? left : size;
    const bool sent = channel_accept(ch, t->buffer + t->actual_length, count, now);

    if (sent) {
        t->actual_length += (int)count;
        transfer->dev->payload += count;
        if (ch == device_wired(transfer->dev))
            rate_meter_add(&transfer->dev->rates[0], count, now);
        if (t->actual_length == t->length)
            usb_transfer_done(transfer, LIBUSB_TRANSFER_COMPLETED, usb_frame_end(transfer->dev, now));
    }
    return sent;
}

static bool receive_packet(usb_transfer *transfer, channel *ch, uint64_t now)
{
    struct libusb_transfer *t = usb_transfer_public(transfer);
    const size_t left = (size_t)(t->length - t->actual_length);
    uint8_t packet[PACKET_ROOM];
    const size_t count = channel_packet(ch, packet, now);
    enum libusb_transfer_status status = LIBUSB_TRANSFER_COMPLETED;

    if (count > left) {
        status = LIBUSB_TRANSFER_OVERFLOW; /* a length that is no multiple of the packet size */
    } else if (count > 0) {
        memcpy(t->buffer + t->actual_length, packet, count);
        t->actual_length += (int)count;
        transfer->dev->payload += count - PACKET_STATUS;
        if (ch == device_wired(transfer->dev))
            rate_meter_add(&transfer->dev->rates[1], count - PACKET_STATUS, now);
    }
    if (count > left || (count > 0 && (count < channel_packet_size(ch) || count == left)))
        usb_transfer_done(transfer, status, usb_frame_end(transfer->dev, now));
    return count > 0;
}

/* Of each endpoint the oldest transfer is served; endpoint 2n+1 (in) and 2n+2 (out) belong to channel n. */
static usb_transfer *head_of(usb_bus *bus, const device *dev, unsigned endpoint)
{
    usb_transfer *found = NULL;

    for (usb_transfer *t = bus->transfers; t && !found; t = t->next)
        if (t->dev == dev && !t->done && (usb_transfer_public(t)->endpoint & 0x0Fu) == endpoint)
            found = t;
    return found;
}

static void serve_device(usb_bus *bus, device *dev)
{
    const unsigned endpoints = 2u * (unsigned)dev->channels;
    bool moved = false;

    for (unsigned n = 0; n < endpoints && !moved; n++) {
        const unsigned endpoint = 1 + (bus->turn + n) % endpoints;
        usb_transfer *t = head_of(bus, dev, endpoint);
        channel *ch = &dev->channel[(endpoint - 1) / 2];

        if (t)
            moved = endpoint % 2 ? receive_packet(t, ch, bus->now) : send_packet(t, ch, bus->now);
        if (moved)
            bus->turn = endpoint;
    }
    device_settle(dev);
}

static void end_transfers(usb_bus *bus)
{
    for (usb_transfer *t = bus->transfers; t; t = t->next)
        if (!t->done && device_unplugged(t->dev))
            usb_transfer_done(t, LIBUSB_TRANSFER_NO_DEVICE, bus->now);
        else if (!t->done && bus->now >= t->deadline)
            usb_transfer_done(t, LIBUSB_TRANSFER_TIMED_OUT, bus->now);
}

void usb_bus_run(usb_bus *bus, uint64_t until)
{
    while (bus->now < until) {
        uint64_t next = until;

        if (bus->transfers)
            for (int n = 0; n < bus->count; n++) {
                const uint64_t slot = bus->devices[n].dev.slot, at = (bus->now / slot + 1) * slot;
                next = at < next ? at : next;
            }
        bus->now = next;
        for (int n = 0; n < bus->count; n++) {
            device *dev = &bus->devices[n].dev;

            device_run(dev, next);
            if (bus->transfers && next % dev->slot == 0)
                serve_device(bus, dev);
        }
        end_transfers(bus);
    }
}

uint64_t usb_clock_read(void)
{
    const uint64_t nanoseconds = usb_bus_enter()->now / PS_PER_NS;

    usb_bus_leave();
    return nanoseconds;
}

void usb_clock_sleep(uint64_t nanoseconds)
{
    usb_bus *bus = usb_bus_enter();

    usb_bus_run(bus, bus->now + nanoseconds * PS_PER_NS);
    usb_bus_leave();
}

static void report_device(FILE *file, device *dev)
{
    const channel *ch = &dev->channel[dev->board->channel];

    fprintf(file,
            "{\"board\": \"%s\", \"serial\": \"%s\", \"microseconds\": %" PRIu64 ", \"cycles\": %" PRIu64
            ", \"clock_hz\": %" PRIu32 ", \"payload\": %" PRIu64 ", \"to_board\": %" PRIu64 ", \"from_board\": %" PRIu64
            ", \"overruns\": %" PRIu64 ", \"framing\": %" PRIu64 ", \"timing\": %" PRIu64 ", \"contention\": %" PRIu64,
            dev->board->name, dev->serial, dev->now / PS_PER_US, dev->cycles, dev->board->clock_hz, dev->payload,
            ch->bytes[0], ch->bytes[1], ch->errors.overruns, ch->errors.framing, ch->errors.timing,
            ch->errors.contention);
    static const char *const names[FAULT_KINDS] = {"lose", "flip", "twice", "delay", "short", "stall"};
    fprintf(file, ", \"frames_to_board\": %" PRIu64 ", \"frames_from_board\": %" PRIu64, ch->frames[0], ch->frames[1]);
    fprintf(file, ", \"rate_to_board\": %.0f, \"rate_from_board\": %.0f", rate_meter_most(&dev->rates[0]),
            rate_meter_most(&dev->rates[1]));
    for (int kind = 0; kind < FAULT_KINDS; kind++)
        fprintf(file, ", \"%s\": %" PRIu64, names[kind], ch->faults[0].count[kind] + ch->faults[1].count[kind]);
    fprintf(file, "}");
}

/* At the end of the process, whatever ended it in order. */
__attribute__((destructor)) static void report_and_close(void)
{
    usb_bus *bus = the_bus;
    FILE *file = bus && bus->settings.report ? fopen(bus->settings.report, "w") : NULL;

    if (file) {
        fprintf(file, "[");
        for (int n = 0; n < bus->count; n++) {
            fprintf(file, n ? ",\n " : "");
            report_device(file, &bus->devices[n].dev);
        }
        fprintf(file, "]\n");
        fclose(file);
    }
    for (int n = 0; bus && n < bus->count; n++)
        device_close(&bus->devices[n].dev);
    free(bus);
    the_bus = NULL;
}
