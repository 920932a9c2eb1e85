/* Boards on the networks of this computer.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_UDP_FIND_H
#define ORB_UDP_FIND_H

#include "udp_talk.h"

/* More are not listed. */
enum { ORB_UDP_BOARDS_MAX = 64 };

/* What was asked. */
typedef struct orb_udp_search {
    bool given;     /* the addresses in ORB_UDP_FIND of the environment, "ADDRESS[:PORT],..."; else each network */
    unsigned wrong; /* number of the first item in it that is no address, from 1; 0: there is none */
    unsigned asked; /* addresses, or networks */
} orb_udp_search;

/* Asks by broadcast on up to 128 networks, or where ORB_UDP_FIND says, and waits for a tenth of a second. Returns the
 * number of boards; search: NULL is allowed. */
unsigned orb_udp_find(orb_udp_board boards[ORB_UDP_BOARDS_MAX], orb_udp_search *search);

/* Asks at one address, for ORB_UDP_PATIENCE_MS at most. */
bool orb_udp_find_at(uint32_t address, unsigned port, orb_udp_board *board);

/* Has this computer an address in the network of that one? */
bool orb_udp_is_near(uint32_t address);

#endif
