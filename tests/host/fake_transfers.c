/* The asynchronous transfers of a fake libusb, whose chips have simulated devices behind them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What is written goes when events are handled, and what the device sends fills the oldest read, in packets that begin
 * with two bytes of status. */
#include "fake_ftdi.h"

#include <libusb.h>

#include <stdlib.h>
#include <string.h>

enum { PACKET = 512, STATUS = 2, TRANSFERS_MOST = 32 };

#define MILLISECOND UINT64_C(1000000)

/* Those that were submitted, the oldest first. */
static struct libusb_transfer *waiting[TRANSFERS_MOST];
static size_t count;

struct libusb_transfer *libusb_alloc_transfer(int iso_packets)
{
    struct libusb_transfer *transfer = NULL;

    assert_int_equal(iso_packets, 0);
    if (!fake_fails("libusb_alloc_transfer")) {
        transfer = malloc(sizeof *transfer);
        assert_non_null(transfer);
        memset(transfer, 0, sizeof *transfer);
        fake.transfers++;
    }
    return transfer;
}

void libusb_free_transfer(struct libusb_transfer *transfer)
{
    for (size_t i = 0; i < count; i++)
        assert_ptr_not_equal(waiting[i], transfer); /* its end has not been handled */
    fake.transfers -= transfer != NULL;
    free(transfer);
}

int libusb_submit_transfer(struct libusb_transfer *transfer)
{
    int result = 0;

    if (fake_fails(transfer->endpoint & LIBUSB_ENDPOINT_IN ? "submit read" : "submit write")) {
        result = fake.result;
    } else {
        assert_true(count < TRANSFERS_MOST && transfer->timeout == 0);
        waiting[count++] = transfer;
        transfer->actual_length = 0;
    }
    return result;
}

static void end_transfer(size_t place, enum libusb_transfer_status status)
{
    struct libusb_transfer *transfer = waiting[place];

    memmove(waiting + place, waiting + place + 1, (--count - place) * sizeof *waiting);
    transfer->status = status;
    transfer->callback(transfer);
}

int libusb_cancel_transfer(struct libusb_transfer *transfer)
{
    int result = LIBUSB_ERROR_NOT_FOUND;

    for (size_t i = 0; i < count; i++)
        if (waiting[i] == transfer) {
            transfer->actual_length = -1; /* ends when events are handled */
            result = 0;
        }
    return result;
}

static bool is_cancelled(const struct libusb_transfer *transfer)
{
    return transfer->actual_length < 0;
}

static bool end_cancelled(void)
{
    bool any = false;

    for (size_t i = count; i-- > 0;)
        if (is_cancelled(waiting[i])) {
            waiting[i]->actual_length = 0;
            end_transfer(i, LIBUSB_TRANSFER_CANCELLED);
            any = true;
        }
    return any;
}

static fake_chip *chip_of(const struct libusb_transfer *transfer)
{
    return (fake_chip *)(void *)transfer->dev_handle;
}

static void send_all(void)
{
    for (size_t i = 0; i < count && !fake.sticks;)
        if (waiting[i]->endpoint & LIBUSB_ENDPOINT_IN) {
            i++;
        } else {
            fake_give(chip_of(waiting[i]), waiting[i]->buffer, (size_t)waiting[i]->length);
            waiting[i]->actual_length = waiting[i]->length;
            end_transfer(i, LIBUSB_TRANSFER_COMPLETED);
        }
}

/* Fills the oldest read. Each other packet is a short one, of one byte if it is the first of its transfer. */
static void receive(uint64_t nanoseconds)
{
    uint8_t bytes[3 * (PACKET - STATUS)];
    static unsigned turn;
    struct libusb_transfer *t = NULL;
    size_t at = 0;

    for (size_t i = 0; i < count && !t; i++)
        if (waiting[i]->endpoint & LIBUSB_ENDPOINT_IN) {
            t = waiting[i];
            at = i;
        }
    if (!t)
        return;
    const size_t room = ++turn % 2 ? 1 : sizeof bytes, got = fake_wait_for(chip_of(t), bytes, room, nanoseconds);
    for (size_t done = 0; done < got || t->actual_length == 0;) {
        const size_t part = got - done < PACKET - STATUS ? got - done : PACKET - STATUS;

        assert_true(t->actual_length + PACKET <= t->length);
        memset(t->buffer + t->actual_length, 0xEE, STATUS);
        memcpy(t->buffer + t->actual_length + STATUS, bytes + done, part);
        t->actual_length += (int)(STATUS + part);
        done += part;
    }
    end_transfer(at, fake.end ? (enum libusb_transfer_status)fake.end : LIBUSB_TRANSFER_COMPLETED);
    fake.failed += fake.end != 0;
    fake.end = 0;
}

int libusb_handle_events_timeout_completed(libusb_context *context, struct timeval *time, int *completed)
{
    const uint64_t wanted = (uint64_t)time->tv_sec * 1000 * MILLISECOND + (uint64_t)time->tv_usec * 1000;

    (void)context;
    assert_null(completed);
    if (fake_fails("libusb_handle_events"))
        return fake.result;
    if (!end_cancelled()) {
        send_all();
        receive(wanted < MILLISECOND ? wanted : MILLISECOND);
    }
    return 0;
}
