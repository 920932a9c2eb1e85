/* A libftdi and a libusb whose chips have simulated devices behind them, in virtual time.
 * SPDX-License-Identifier: Apache-2.0
 *
 * They do what the library uses of the real ones, as these do it: a read brings what a packet does, a transfer goes
 * while reads wait. */
#include "fake_mpsse.h"

#include <libusb.h>

#include <stdlib.h>
#include <string.h>

#define MILLISECOND UINT64_C(1000000)

enum { BREAK_LEAST_MS = 2 };

/* A context; libftdi's own structure begins with it. */
typedef struct context {
    struct ftdi_context base;
    fake_chip *chip;
    struct ftdi_transfer_control *sending;
    fake_mpsse mpsse;
    uint8_t buffer[MPSSE_ROOM];
} context;

fake_usb fake;

void fake_usb_with(fake_chip *chips, size_t count)
{
    fake = (fake_usb){.chips = chips, .count = count, .now = fake.now};
}

bool fake_fails(const char *call)
{
    if (!fake.call || strcmp(call, fake.call) != 0 || fake.failed == fake.times)
        return false;
    if (fake.skip > 0) {
        fake.skip--;
        return false;
    }
    fake.failed++;
    return true;
}

static int result_of(const char *call)
{
    return fake_fails(call) ? fake.result : 0;
}

/* ---- time ---- */

double __wrap_orb_seconds(void);

/* It takes a microsecond to look at the clock. */
double __wrap_orb_seconds(void)
{
    fake.now += 1000;
    return 1e-9 * (double)fake.now;
}

/* What the device sends until so much time is over, which it is at once when there is something. */
size_t fake_wait_for(fake_chip *chip, uint8_t *bytes, size_t room, uint64_t nanoseconds)
{
    link_device *device = chip->device;
    const uint64_t start = device->now;
    size_t count;

    assert_ok(device->base.ops->read(&device->base, bytes, room, start + nanoseconds, &count));
    fake.now += device->now - start;
    return count;
}

void fake_give(fake_chip *chip, const uint8_t *bytes, size_t count)
{
    orb_pipe *pipe = &chip->device->base;

    for (size_t done = 0, taken; done < count; done += taken)
        assert_ok(pipe->ops->write(pipe, bytes + done, count - done, &taken));
}

/* ---- libusb ---- */

int libusb_get_device_descriptor(libusb_device *device, struct libusb_device_descriptor *descriptor)
{
    const fake_chip *chip = (fake_chip *)(void *)device;

    *descriptor = (struct libusb_device_descriptor){.bcdDevice = chip->release};
    return chip->release ? 0 : LIBUSB_ERROR_IO;
}

uint8_t libusb_get_bus_number(libusb_device *device)
{
    return ((fake_chip *)(void *)device)->bus;
}

uint8_t libusb_get_device_address(libusb_device *device)
{
    return ((fake_chip *)(void *)device)->address;
}

int libusb_open(libusb_device *device, libusb_device_handle **handle)
{
    const int result = ((fake_chip *)(void *)device)->libusb_open;

    fake.handles += !result;
    *handle = (libusb_device_handle *)(void *)device;
    return result;
}

void libusb_close(libusb_device_handle *handle)
{
    fake.handles -= handle != NULL;
}

/* ---- libftdi: the chips ---- */

struct ftdi_context *ftdi_new(void)
{
    context *c = NULL;

    if (!fake.absent) {
        c = malloc(sizeof *c);
        assert_non_null(c);
        memset(c, 0, sizeof *c);
        fake.contexts++;
    }
    return (struct ftdi_context *)c;
}

void ftdi_free(struct ftdi_context *ftdi)
{
    assert_null(((context *)ftdi)->sending);
    fake.contexts--;
    free(ftdi);
}

int ftdi_usb_find_all(struct ftdi_context *ftdi, struct ftdi_device_list **list, int vendor, int product)
{
    struct ftdi_device_list **end = list;

    assert_true(ftdi && !vendor && !product);
    *list = NULL;
    for (size_t i = 0; i < fake.count && !fake.unlisted; i++, end = &(*end)->next) {
        *end = malloc(sizeof **end);
        assert_non_null(*end);
        **end = (struct ftdi_device_list){.dev = (libusb_device *)(void *)&fake.chips[i]};
    }
    return fake.unlisted ? -1 : (int)fake.count;
}

void ftdi_list_free(struct ftdi_device_list **list)
{
    while (*list) {
        struct ftdi_device_list *next = (*list)->next;

        free(*list);
        *list = next;
    }
}

int ftdi_usb_get_strings(struct ftdi_context *ftdi, struct libusb_device *device, char *manufacturer, int room_m,
                         char *description, int room_d, char *serial, int room_s)
{
    const fake_chip *chip = (fake_chip *)(void *)device;
    const char *text = description ? chip->description : chip->serial;
    char *to = description ? description : serial;

    assert_true(ftdi && !manufacturer && !room_m && !description != !serial);
    memset(to, '?', 3); /* what is there after a failure is undefined */
    to[3] = '\0';
    if (!text)
        return -7;
    strncpy(to, text, (size_t)(description ? room_d : room_s) - 1);
    to[(description ? room_d : room_s) - 1] = '\0';
    return 0;
}

int ftdi_set_interface(struct ftdi_context *ftdi, enum ftdi_interface interface)
{
    ftdi->index = (int)interface;
    return result_of("ftdi_set_interface");
}

int ftdi_usb_open_dev(struct ftdi_context *ftdi, libusb_device *device)
{
    context *c = (context *)ftdi;
    fake_chip *chip = (fake_chip *)(void *)device;

    if (chip->open_dev)
        return chip->open_dev;
    c->chip = chip;
    ftdi->type = chip->type;
    ftdi->usb_dev = (libusb_device_handle *)(void *)chip;
    ftdi->out_ep = 0x81; /* libftdi names them as the chip does */
    ftdi->in_ep = 0x02;
    ftdi->max_packet_size = fake.full_speed ? 64 : 512;
    chip->interface = (enum ftdi_interface)ftdi->index;
    chip->detach = ftdi->module_detach_mode;
    return 0;
}

int ftdi_usb_close(struct ftdi_context *ftdi)
{
    ((context *)ftdi)->chip = NULL;
    return 0;
}

/* ---- libftdi: settings ---- */

int ftdi_set_bitmode(struct ftdi_context *ftdi, unsigned char mask, unsigned char mode)
{
    (void)mask;
    ((context *)ftdi)->chip->mode = mode;
    return result_of(mode == BITMODE_RESET ? "reset" : "ftdi_set_bitmode");
}

int ftdi_setflowctrl(struct ftdi_context *ftdi, int control)
{
    assert_true(ftdi && control == SIO_DISABLE_FLOW_CTRL);
    return result_of("ftdi_setflowctrl");
}

int ftdi_set_latency_timer(struct ftdi_context *ftdi, unsigned char latency)
{
    assert_true(ftdi && latency > 0);
    return result_of("ftdi_set_latency_timer");
}

int ftdi_set_event_char(struct ftdi_context *ftdi, unsigned char character, unsigned char enable)
{
    assert_true(ftdi && !character && enable <= 1);
    return result_of(enable ? "ftdi_set_event_char" : "no event character");
}

int ftdi_read_data_set_chunksize(struct ftdi_context *ftdi, unsigned int size)
{
    assert_true(ftdi && size);
    return result_of("ftdi_read_data_set_chunksize");
}

int ftdi_write_data_set_chunksize(struct ftdi_context *ftdi, unsigned int size)
{
    assert_true(ftdi && size);
    return result_of("ftdi_write_data_set_chunksize");
}

int ftdi_tcioflush(struct ftdi_context *ftdi)
{
    ftdi->readbuffer_remaining = 0;
    return result_of("ftdi_tcioflush");
}

int ftdi_poll_modem_status(struct ftdi_context *ftdi, unsigned short *status)
{
    assert_non_null(ftdi);
    *status = 0;
    return fake.gone ? -1 : 0;
}

int ftdi_set_baudrate(struct ftdi_context *ftdi, int rate)
{
    orb_pipe *pipe = &((context *)ftdi)->chip->device->base;

    assert_ok(pipe->ops->set_rate(pipe, (unsigned)rate));
    return result_of("ftdi_set_baudrate");
}

int ftdi_set_line_property2(struct ftdi_context *ftdi, enum ftdi_bits_type bits, enum ftdi_stopbits_type stop,
                            enum ftdi_parity_type parity, enum ftdi_break_type level)
{
    fake_chip *chip = ((context *)ftdi)->chip;
    orb_pipe *pipe = &chip->device->base;

    assert_true(bits == BITS_8 && stop == STOP_BIT_1 && parity == NONE);
    if (level == BREAK_OFF && chip->break_from && fake.now - chip->break_from >= BREAK_LEAST_MS * MILLISECOND) {
        assert_ok(pipe->ops->send_break(pipe));
        chip->breaks++;
    }
    chip->break_from = level == BREAK_ON ? fake.now : 0;
    return result_of(level == BREAK_ON ? "break on" : "break off");
}

/* ---- libftdi: bytes ---- */

struct ftdi_transfer_control *ftdi_write_data_submit(struct ftdi_context *ftdi, unsigned char *bytes, int count)
{
    context *c = (context *)ftdi;

    assert_null(c->sending);
    if (fake_fails("ftdi_write_data_submit"))
        return NULL;
    c->sending = malloc(sizeof *c->sending);
    assert_non_null(c->sending);
    *c->sending = (struct ftdi_transfer_control){.buf = bytes, .size = count, .ftdi = ftdi};
    fake.transfers++;
    return c->sending;
}

static void end_transfer(struct ftdi_transfer_control *transfer)
{
    ((context *)transfer->ftdi)->sending = NULL;
    fake.transfers--;
    free(transfer);
}

int ftdi_transfer_data_done(struct ftdi_transfer_control *transfer)
{
    const int count = transfer->size;

    assert_true(transfer->completed);
    end_transfer(transfer);
    return fake_fails("ftdi_transfer_data_done") ? fake.result : count;
}

void ftdi_transfer_data_cancel(struct ftdi_transfer_control *transfer, struct timeval *patience)
{
    assert_non_null(patience);
    end_transfer(transfer);
}

/* A read waits for a packet, and what is to be sent goes meanwhile. */
static void wait_for_packet(context *c)
{
    const bool mpsse = c->chip->mode == BITMODE_MPSSE;

    if (c->sending && !c->sending->completed && !fake.sticks) {
        if (mpsse)
            fake_mpsse_do(&c->mpsse, c->chip, c->sending->buf, (size_t)c->sending->size);
        else
            fake_give(c->chip, c->sending->buf, (size_t)c->sending->size);
        c->sending->completed = 1;
    }
    c->base.readbuffer_offset = 0;
    if (mpsse) {
        memcpy(c->buffer, c->mpsse.bytes, c->mpsse.count);
        c->base.readbuffer_remaining = (unsigned)c->mpsse.count;
        c->mpsse.count = 0;
        fake.now += MILLISECOND;
    } else {
        c->base.readbuffer_remaining = (unsigned)fake_wait_for(c->chip, c->buffer, sizeof c->buffer, MILLISECOND);
    }
}

int ftdi_read_data(struct ftdi_context *ftdi, unsigned char *bytes, int count)
{
    context *c = (context *)ftdi;

    if (fake_fails("ftdi_read_data"))
        return fake.result;
    if (!ftdi->readbuffer_remaining)
        wait_for_packet(c);
    if ((unsigned)count > ftdi->readbuffer_remaining)
        count = (int)ftdi->readbuffer_remaining;
    memcpy(bytes, c->buffer + ftdi->readbuffer_offset, (size_t)count);
    ftdi->readbuffer_offset += (unsigned)count;
    ftdi->readbuffer_remaining -= (unsigned)count;
    return count;
}
