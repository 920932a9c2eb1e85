/* What the fake libftdi and libusb find: chips with simulated devices behind them, in virtual time. Calls can fail.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Only programs that are linked with fake_ftdi.c see them, and none of the chips that are attached to this computer. */
#ifndef FAKE_FTDI_H
#define FAKE_FTDI_H

#include "link_device.h"

#include <ftdi.h>

/* A chip on the USB. */
typedef struct fake_chip {
    uint16_t release; /* bcdDevice; 0: its descriptor cannot be read */
    enum ftdi_chip_type type;
    const char *description, *serial; /* NULL: its EEPROM has none */
    uint8_t bus, address;
    int libusb_open; /* what this returns, */
    int open_dev;    /* and what ftdi_usb_open_dev */
    link_device *device;
    /* What became of it. */
    enum ftdi_interface interface;
    enum ftdi_module_detach_mode detach;
    unsigned mode;       /* of ftdi_set_bitmode */
    unsigned divisor;    /* of the MPSSE */
    uint64_t break_from; /* 0: the line is not held */
    unsigned breaks;     /* that were long enough for a device */
} fake_chip;

typedef struct fake_usb {
    fake_chip *chips;
    size_t count;
    bool absent;      /* there is no USB */
    bool unlisted;    /* its devices cannot be listed */
    const char *call; /* fails, */
    unsigned skip;    /* after so many that succeed, */
    unsigned times;   /* so many times, */
    int result;       /* with this, */
    bool gone;        /* and then the chip does not answer either */
    bool sticks;      /* what is sent never goes */
    bool full_speed;  /* it is one of 12 Mb/s */
    int end;          /* the status with which reads of libusb end once; 0: well */
    uint64_t now;     /* nanoseconds, what orb_seconds returns */
    unsigned failed;  /* calls that did */
    int contexts;     /* that live, */
    int handles;      /* of libusb too, */
    int transfers;    /* and transfers */
} fake_usb;

extern fake_usb fake;

/* The USB with these chips only, where all goes well. */
void fake_usb_with(fake_chip *chips, size_t count);

/* Is this one of the calls that fail? */
bool fake_fails(const char *call);

/* What a chip's device sends until so much time is over, which it is at once when there is something. */
size_t fake_wait_for(fake_chip *chip, uint8_t *bytes, size_t room, uint64_t nanoseconds);

/* Bytes for a chip's device. */
void fake_give(fake_chip *chip, const uint8_t *bytes, size_t count);

#endif
