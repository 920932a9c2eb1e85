/* FTDI chips on the USB: which there are, and opening one.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_FTDI_CHIP_H
#define ORB_FTDI_CHIP_H

#include "ftdi_name.h"

#include <ftdi.h>

/* A chip that is attached. */
typedef struct orb_chip {
    char kind[16];                    /* "FT2232H" */
    char description[64], serial[64]; /* from its EEPROM; "" if it is empty, or cannot be read */
    unsigned bus, address;
    bool readable; /* may this user open it? */
} orb_chip;

/* Writes the text that asks for this chip, by its serial number or else by its place, and for mode, baud and channel as
 * `asked` specifies. */
void orb_chip_name(const orb_chip *chip, const orb_ftdi_request *asked, char *text, size_t size);

/* Called for each chip that is attached, in the order of the USB. */
typedef orb_status (*orb_chip_visitor)(void *user, const orb_chip *chip);

/* ORB_OK, or what the visitor returned. */
orb_status orb_chip_visit(orb_chip_visitor visit, void *user);

/* Opens the one chip that is asked for, and resets it; *chip describes it. The caller ends it with
 * orb_chip_close. ORB_OK, ORB_NO_MEMORY, ORB_NO_DEVICE, ORB_AMBIGUOUS, ORB_BUSY, ORB_NO_PERMISSION, ORB_INVALID (a
 * channel or mode that this chip has not), ORB_UNPLUGGED, ORB_DEVICE_FAILED */
orb_status orb_chip_open(struct ftdi_context **ftdi, const orb_ftdi_request *request, orb_chip *chip);

/* NULL is allowed. */
void orb_chip_close(struct ftdi_context *ftdi);

#endif
