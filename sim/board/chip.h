/* One USB device on a board: the chip with its channels, and the Verilated top that hangs on one of them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BOARD_DEVICE_H
#define ORB_BOARD_DEVICE_H

#include "channel.h"
#include "rate_meter.h"
#include "settings.h"

#define CHANNELS_MOST 2
#define EEPROM_BYTES 256 /* a 93C56 */
#define STRING_ROOM 64
#define PATH_ROOM 4096

typedef struct device {
    void *library;
    const board_model_api *board;
    const chip_kind *kind;
    board_model *top;
    int channels;
    channel channel[CHANNELS_MOST];
    char maker[STRING_ROOM], product[STRING_ROOM], serial[STRING_ROOM]; /* as the EEPROM has them */
    uint8_t eeprom[EEPROM_BYTES];
    char eeprom_file[PATH_ROOM]; /* in which the EEPROM outlives the program; "": it does not */

    uint64_t now;         /* ps, of everything in the device */
    uint64_t period;      /* ps, of the board's clock */
    uint64_t cycles;      /* of it, so far */
    uint64_t frame;       /* ps, of a frame or microframe */
    uint64_t slot;        /* ps, of a bulk packet in it */
    rate_meter rates[2];  /* of the wired channel, to the board, from the board */
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

/* The channel that the board is wired to. */
channel *device_wired(device *dev);

bool device_unplugged(const device *dev);

/* A vendor request; returns the bytes answered, or -1 where the chip does not know it. */
int device_control(device *dev, uint8_t request, uint16_t value, uint16_t index, uint8_t *answer, uint16_t room);

/* The EEPROM as it is when the device is plugged in, and what it tells the chip: as FT_PROG would have written it for
 * the board; with a file, what this holds, or erased if there is none. end: writes the file. */
void eeprom_start(device *dev, int number, const char *file);
void eeprom_end(const device *dev);
/* Does it make that channel a 245 FIFO, not a UART? */
bool eeprom_is_fifo(const device *dev, int channel);
uint16_t eeprom_product_id(const device *dev);

#endif
