/* Boards with simulated devices behind their fake chips.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FAKE_BOARDS_H
#define FAKE_BOARDS_H

#include "fake_ftdi.h"

enum { FAKE_CLOCK_HZ = 100000000, FAKE_PORTS = 10 };

/* A port of a board, and the chip in front of it. */
typedef struct fake_port {
    const char *mode; /* in the name that asks for it */
    unsigned kind;    /* ORB_LINK_PORT_... */
    uint16_t release;
    enum ftdi_chip_type type;
    const char *link; /* what an open device says of it */
} fake_port;

extern const fake_port fake_ports[FAKE_PORTS];

/* A chip without a device. serial: NULL is none */
fake_chip fake_ft2232h(const char *serial);

/* A device at a port of this kind, with the registers of a core. */
link_device *fake_board(unsigned kind);

/* The chip of a port, whose serial number is A, with a device. */
fake_chip fake_chip_of(const fake_port *port);

/* Its name for orb_open. */
void fake_name_of(const fake_port *port, char name[64]);

/* Opens the pipe of a port; the chip must be there. */
orb_status fake_open_pipe(const fake_port *port, orb_pipe **pipe);

/* Fails the test if anything of the fake library is left behind. */
void fake_all_given_back(void);

#endif
