/* Boards on the loopback, and the calls of the system that lead to them, in virtual time: it passes while the program
 * waits.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A board is a socket, the session of docs/ethernet.md, and a simulated device. Only programs that are linked with
 * fake_udp.c see them. */
#ifndef FAKE_UDP_H
#define FAKE_UDP_H

#include "link_device.h"

#include <netinet/in.h>

enum { FAKE_BOARDS_MOST = 2 };

#define FAKE_LEASE UINT64_C(2700000000)

typedef struct fake_board_udp {
    int fd;
    uint32_t address;
    unsigned port;
    uint8_t mac[6];
    link_device *device;
    bool served;
    struct sockaddr_in host, stranger; /* who is served, and the last other one that asked something */
    link_network to_stranger;
    uint32_t newest; /* number of the last datagram on which it acted */
    uint64_t heard;  /* time of it */
    /* What is wrong with it. */
    bool confused;            /* the next host has the address and port of the one before */
    bool off;                 /* it hears nothing */
    uint64_t deaf_until;      /* nor does it before this time */
    bool two_faced;           /* its MAC address is another one in every other answer */
    bool moves_fast;          /* the answer to a write of LINK_IP gets lost */
    bool stays;               /* it takes no other address */
    bool other_lives;         /* the other host that has it is heard all the time */
    unsigned answers_lost;    /* so many answers of the session get lost */
    bool misnumbers, damages; /* its answers have another number, or one bit is another */
    uint64_t delay;           /* nanoseconds that answers to strangers take */
    uint64_t babbles;         /* nanoseconds between datagrams without sense to the last stranger; 0: none */
    uint64_t babbled;         /* time of the last one */
    /* What it has heard. */
    unsigned opens, closes, reads;
    size_t longest; /* bytes of a datagram */
} fake_board_udp;

typedef struct fake_network {
    fake_board_udp board[FAKE_BOARDS_MOST];
    unsigned boards;
    uint64_t now;        /* nanoseconds */
    unsigned interrupts; /* so many waits end by a signal */
    int error;           /* errno of sends and receives, */
    unsigned errors;     /* so many times */
    size_t mtu;          /* of the way; 0: that of the loopback */
    uint32_t own;        /* address of this computer's only network card; 0: it has none */
    uint32_t mask;       /* of its network */
} fake_network;

extern fake_network net;

/* So many boards on the loopback, which ORB_UDP_FIND names, and all is well. */
void fake_network_with(unsigned boards);

/* The end of the boards. */
void fake_network_end(void);

/* The name of a board for orb_open, with items behind it. */
const char *fake_udp_name(unsigned board, const char *items);

/* Opens the first board, with items behind its name, and closes it. Returns the status of the opening. */
orb_status fake_udp_try(const char *items);

/* Another host has the board, since now. */
void fake_udp_serve_another(unsigned board);

/* Lets time pass. */
void fake_udp_pass(uint64_t nanoseconds);

/* Lets the time of the thread that renews the lease be over, and waits until it has done what it does then. */
void fake_udp_tick(void);

#endif
