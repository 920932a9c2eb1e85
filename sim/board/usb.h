/* The simulated USB: devices, transfers on their way, and the time, which passes only while the host waits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * This stands in for libusb-1.0 under the real libftdi1. libusb's interface asks for state of the process: one bus. */
#ifndef ORB_BOARD_USB_H
#define ORB_BOARD_USB_H

#include "chip.h"

#include <libusb.h>

#define DEVICES_MOST 8

/* A transfer's part that libusb keeps for itself; the public part lies behind it. */
typedef struct usb_transfer {
    struct usb_transfer *next; /* in the order in which they were submitted */
    device *dev;
    uint64_t deadline, done_at;
    bool done;
} usb_transfer;

struct libusb_device {
    device dev;
    int number;
    int references;
    bool driver_attached[CHANNELS_MOST];
};

struct libusb_device_handle {
    struct libusb_device *on;
    bool auto_detach;
    int lock[CHANNELS_MOST]; /* file descriptor of a claimed interface, or -1 */
};

typedef struct usb_bus {
    board_settings settings;
    struct libusb_device devices[DEVICES_MOST];
    int count;
    uint64_t now;  /* ps */
    unsigned turn; /* so that all endpoints have theirs */
    usb_transfer *transfers;
} usb_bus;

/* The bus of this process, made at the first call, locked against its other threads until usb_bus_leave. */
usb_bus *usb_bus_enter(void);
void usb_bus_leave(void);

/* Lets time pass, packets included. */
void usb_bus_run(usb_bus *bus, uint64_t until);
/* The time at which the host learns of what has just happened: the end of this frame or microframe. */
uint64_t usb_frame_end(const device *dev, uint64_t now);

/* Reading the clock takes no time: threads that only look at it do not change what happens when. Nanoseconds. */
uint64_t usb_clock_read(void);
void usb_clock_sleep(uint64_t nanoseconds);

struct libusb_transfer *usb_transfer_public(usb_transfer *transfer);
void usb_transfer_done(usb_transfer *transfer, enum libusb_transfer_status status, uint64_t at);

#endif
