/* What a host and a board say to each other besides the requests of the link, docs/ethernet.md: find, open, close.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_UDP_TALK_H
#define ORB_UDP_TALK_H

#include "link_frame.h"

#include <netinet/in.h>

typedef enum orb_udp_operation { ORB_UDP_FIND = 4, ORB_UDP_OPEN, ORB_UDP_CLOSE } orb_udp_operation;

enum { ORB_UDP_MAC = 6 };

/* How long to repeat a request to one board. A computer that does not know the MAC address of the board asks for it up
 * to three times, once a second, so the answer to the last of these requests comes within this time. */
enum { ORB_UDP_PATIENCE_MS = 2500 };

/* A board that answered. */
typedef struct orb_udp_board {
    uint32_t address;
    unsigned port;
    uint8_t mac[ORB_UDP_MAC];
    bool served;            /* a host is served, */
    bool expired;           /* which has been silent for so long that another one may take its place */
    orb_link_status status; /* of the answer */
} orb_udp_board;

/* Sends such a request with a datagram number; to: NULL on a socket that is connected. False if the network refuses,
 * which errno specifies. */
bool orb_udp_say(int fd, const struct sockaddr_in *to, orb_udp_operation operation, uint32_t number);

/* Reads an answer to one of some requests, if there is one. 1, 0 (there is nothing), -1 (something else came, or an
 * error, which errno specifies, else errno is 0) */
int orb_udp_hear(int fd, orb_udp_operation operation, const uint32_t *numbers, unsigned count, orb_udp_board *board);

/* Nanoseconds of the monotonic clock. */
uint64_t orb_udp_now(void);

struct pollfd;

/* Waits until one of the sockets has something to read, but not beyond that time. Has one? */
bool orb_udp_wait(struct pollfd *sockets, unsigned count, uint64_t until);

#endif
