/* Boards on the networks of this computer.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_UDP_FIND_H
#define ORB_UDP_FIND_H

#include "udp_talk.h"

/* More are not listed. */
enum { ORB_UDP_BOARDS_MAX = 64 };

/* Asks by broadcast on each network, or at the addresses in ORB_UDP_FIND of the environment ("ADDRESS[:PORT],..."), and
 * waits for a tenth of a second. Returns the number of boards. */
unsigned orb_udp_find(orb_udp_board boards[ORB_UDP_BOARDS_MAX]);

/* Asks at one address. */
bool orb_udp_find_at(uint32_t address, unsigned port, orb_udp_board *board);

#endif
