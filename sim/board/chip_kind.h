/* How the FTDI chips that are simulated differ.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BOARD_CHIP_KIND_H
#define ORB_BOARD_CHIP_KIND_H

#include "board_model.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct chip_kind {
    uint16_t product;       /* idProduct without an EEPROM */
    uint16_t release;       /* bcdDevice, by which libftdi1 tells the chips apart */
    int channels;           /* each has a pair of endpoints */
    bool high_speed;        /* 480 Mb/s and packets of 512 bytes; else 12 Mb/s and packets of 64 */
    unsigned frame_packets; /* of bulk data that fit into a frame or microframe: USB 2.0, tables 5-9 and 5-10 */
    bool fifo;              /* has the 245 FIFO in both modes, and the MPSSE */
    size_t queue;           /* bytes of a channel's buffer, in each direction */
    uint64_t
        sync_delay;     /* ps from CLKOUT to the other outputs of the synchronous FIFO, and from OE# to data, at most */
    uint8_t strings_at; /* of the EEPROM: where the strings begin, */
    uint8_t type_at;    /* where its own type stands, 0 nowhere, */
    uint8_t skip_from;  /* and the area that its checksum leaves out; from 0: none */
    uint8_t skip_to;
    const char *maker, *name; /* the strings of a chip whose EEPROM is erased */
} chip_kind;

const chip_kind *chip_kind_of(enum board_chip chip);

#endif
