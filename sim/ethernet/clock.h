/* How a program shares the clock of the simulated network: what goes through the socket ORB_NET_CLOCK.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_ETHERNET_CLOCK_H
#define ORB_ETHERNET_CLOCK_H

#include <stdint.h>

/* A program sends a net_wait and gets the time, a uint64_t of nanoseconds, when it is `until` or a datagram has been
 * delivered. Time passes only while all programs that are connected wait. */
typedef struct net_wait {
    uint64_t now;   /* of the program, nanoseconds: reading the clock takes a while */
    uint64_t until; /* nanoseconds */
} net_wait;

#endif
