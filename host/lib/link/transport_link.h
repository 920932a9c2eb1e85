/* The transport to a core reached over the byte link.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_TRANSPORT_LINK_H
#define ORB_TRANSPORT_LINK_H

#include "link.h"
#include "transport.h"

/* Connects over a pipe, which it takes over, on failure too; of a UART at `baud`, 0: as fast as both ends can.
 * ORB_OK, ORB_NO_MEMORY, and those of orb_link_connect */
orb_status orb_link_open(orb_transport **transport, orb_pipe *pipe, unsigned baud);

/* The link of a transport that orb_link_open made. */
const orb_link *orb_link_of(const orb_transport *transport);

#endif
