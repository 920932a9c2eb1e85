/* One direction of a network that spoils datagrams, in virtual time.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef LINK_NETWORK_H
#define LINK_NETWORK_H

#include "support.h"

#include <link_frame.h>

enum { NETWORK_DATAGRAMS = 1024 };

/* Chances of a datagram, in 1/10000: to be lost, to have a bit flipped, to come twice, to come up to 3 ms late, so that
 * others overtake it; and nanoseconds that each takes. */
typedef struct network_faults {
    unsigned lost, flipped, doubled, delayed;
    uint64_t time;
    size_t longest; /* bytes of a datagram that is not lost for its length; 0: any */
} network_faults;

typedef struct network_datagram {
    uint8_t bytes[ORB_LINK_BODY_MAX];
    size_t length;
    uint64_t arrival; /* nanoseconds */
} network_datagram;

typedef struct link_network {
    network_datagram datagram[NETWORK_DATAGRAMS]; /* in any order */
    size_t count;
    uint64_t sent, lost, spoiled;
} link_network;

/* Sends a datagram with what may befall it. */
void link_network_send(link_network *network, const network_faults *faults, uint64_t now, const uint8_t *bytes,
                       size_t length);

/* Takes the datagram that came first, if it has come by now. Returns its length, or 0. */
size_t link_network_take(link_network *network, uint64_t now, uint8_t bytes[ORB_LINK_BODY_MAX]);

#endif
