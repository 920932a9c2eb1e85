/* The items of the name of a board with an FTDI chip, as in "ftdi:serial=...,mode=uart".
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_FTDI_NAME_H
#define ORB_FTDI_NAME_H

#include <orbital/orbital.h>

#include <stdbool.h>

/* How the chip's channel talks to the FPGA. */
typedef enum orb_ftdi_mode {
    ORB_FTDI_AUTO, /* UART or asynchronous FIFO, as set in its EEPROM: they are the same to a host */
    ORB_FTDI_UART,
    ORB_FTDI_FIFO, /* asynchronous */
    ORB_FTDI_SYNC, /* synchronous FIFO */
    ORB_FTDI_SPI   /* MPSSE */
} orb_ftdi_mode;

/* Zero where nothing is asked. */
typedef struct orb_ftdi_request {
    char serial[64], description[64];
    unsigned bus, address; /* on the USB */
    orb_ftdi_mode mode;
    unsigned baud;
    unsigned channel;  /* 1 to 4 for A to D */
    bool leave_driver; /* do not take the chip from the system's serial driver */
} orb_ftdi_request;

/* Reads "KEY=VALUE,..." (NULL: nothing asked). ORB_OK or ORB_INVALID */
orb_status orb_ftdi_request_parse(orb_ftdi_request *request, const char *text);

/* Writes the text that asks for this; false if there is no room for it. */
bool orb_ftdi_request_write(const orb_ftdi_request *request, char *text, size_t size);

#endif
