/* The transport to a board behind an FTDI chip.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_TRANSPORT_FTDI_H
#define ORB_TRANSPORT_FTDI_H

#include "transport.h"

/* What a name led to. */
typedef struct orb_board {
    char name[sizeof((orb_device_info *)0)->engine - sizeof "ftdi:"]; /* opens the same board again */
    char link[sizeof((orb_device_info *)0)->link];
} orb_board;

/* Connects to the board that is asked for in the words of ftdi_name.h. ORB_OK, and the failures of orb_open for
 * "ftdi:..." */
orb_status orb_board_connect(orb_transport **transport, const char *name, orb_board *board);

#endif
