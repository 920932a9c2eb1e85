/* One USB device on a board: the chip with its channels, and the Verilated top that hangs on one of them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BOARD_DEVICE_H
#define ORB_BOARD_DEVICE_H

#include "channel.h"
#include "settings.h"

#define CHANNELS_MOST 2
#define EEPROM_BYTES 256

typedef struct device {
    void *library;
    const board_model_api *board;
    board_model *top;
    int channels;
    channel channel[CHANNELS_MOST];
    char serial[16], product[28]; /* as long as the EEPROM has room for */
    uint8_t eeprom[EEPROM_BYTES];

    uint64_t now;         /* ps, of everything in the device */
    uint64_t period;      /* ps, of the board's clock */
    uint64_t cycles;      /* of it, so far */
    uint64_t payload;     /* bytes over USB, both ways, without status bytes */
    uint64_t silent_from; /* payload after which the top is not there any more */
    uint64_t unplug_at;   /* payload after which the device is not there any more */
} device;

/* Opens the board in a shared object, the number-th device; false with a message on stderr where that fails. */
bool device_open(device *dev, const char *path, int number, const board_settings *settings);
void device_close(device *dev);

/* Lets simulated time pass for chip and board. */
void device_run(device *dev, uint64_t until);
/* After the host has changed something in a channel: brings it to the pins. */
void device_settle(device *dev);

bool device_unplugged(const device *dev);
uint16_t device_product_id(const device *dev);
uint16_t device_release(const device *dev);

/* A vendor request; returns the bytes answered, or -1 where the chip does not know it. */
int device_control(device *dev, uint8_t request, uint16_t value, uint16_t index, uint8_t *answer, uint16_t room);

/* What FT_PROG would have written for this device. */
void eeprom_fill(device *dev);

#endif
