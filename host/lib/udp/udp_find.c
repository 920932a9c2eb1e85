/* Boards on the networks of this computer.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* secure_getenv, getifaddrs */
#include "udp_find.h"

#include "error.h"
#include "udp_name.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define MILLISECOND UINT64_C(1000000)

/* A datagram may get lost, so each is sent several times. */
enum { ROUND_MS = 35, ROUNDS = 3, ROUNDS_OF_ONE = (ORB_UDP_PATIENCE_MS + ROUND_MS - 1) / ROUND_MS };
enum { TARGETS_MAX = 128, ANSWERS_MAX = 256 };
static const uint64_t round_time = ROUND_MS * MILLISECOND;

/* Whom to ask, and the socket for it. */
typedef struct targets {
    struct pollfd socket[TARGETS_MAX];
    struct sockaddr_in to[TARGETS_MAX];
    unsigned count;
} targets;

static struct sockaddr_in place(uint32_t address, unsigned port)
{
    return (struct sockaddr_in){
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(address), .sin_port = htons((uint16_t)port)};
}

/* from: the address of the interface that a broadcast goes through, 0: any */
static void add_target(targets *t, uint32_t from, uint32_t to, unsigned port)
{
    const struct sockaddr_in own = place(from, 0);
    const int fd = t->count < TARGETS_MAX ? socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1, yes = 1;

    if (fd < 0)
        return;
    if (setsockopt(fd, SOL_SOCKET, SO_BROADCAST, &yes, sizeof yes) ||
        bind(fd, (const struct sockaddr *)&own, sizeof own)) {
        close(fd);
        return;
    }
    t->socket[t->count] = (struct pollfd){.fd = fd, .events = POLLIN};
    t->to[t->count++] = place(to, port);
}

/* Returns the number of the first item that is no address, from 1, or 0. Such items are skipped. */
static unsigned add_given(targets *t, const char *list)
{
    unsigned wrong = 0;

    for (unsigned number = 1; *list; number++) {
        const size_t length = strcspn(list, ",");
        char item[64] = ""; /* longer than any address with a port */
        orb_udp_request request;
        struct in_addr address;

        if (length < sizeof item)
            memcpy(item, list, length);
        if (!orb_udp_request_parse(&request, item) && inet_pton(AF_INET, request.host, &address) == 1)
            add_target(t, 0, ntohl(address.s_addr), request.port);
        else if (!wrong)
            wrong = number;
        list += length + (list[length] == ',');
    }
    orb_begin(); /* the parser's line is about the name of an engine */
    return wrong;
}

/* Each interface with broadcasts. */
static void add_networks(targets *t)
{
    struct ifaddrs *all = NULL;

    if (getifaddrs(&all))
        return;
    for (const struct ifaddrs *one = all; one; one = one->ifa_next)
        if (one->ifa_addr && one->ifa_addr->sa_family == AF_INET && one->ifa_flags & IFF_UP &&
            one->ifa_flags & IFF_BROADCAST) {
            struct sockaddr_in own;

            memcpy(&own, one->ifa_addr, sizeof own);
            add_target(t, ntohl(own.sin_addr.s_addr), INADDR_BROADCAST, ORB_UDP_PORT);
        }
    freeifaddrs(all);
}

/* A board that answers twice is one; two may have the same address. */
static unsigned note(orb_udp_board *boards, unsigned count, unsigned room, const orb_udp_board *board)
{
    unsigned i = 0;

    while (i < count && (boards[i].address != board->address || boards[i].port != board->port ||
                         memcmp(boards[i].mac, board->mac, sizeof board->mac) != 0))
        i++;
    if (i < room)
        boards[i] = *board;
    return i == count && i < room ? count + 1 : count;
}

/* Asks all targets; ends early when `enough` boards have answered. */
static unsigned ask(targets *t, unsigned rounds, orb_udp_board *boards, unsigned room, unsigned enough)
{
    const uint32_t number = (uint32_t)orb_udp_now();
    unsigned count = 0;

    for (unsigned r = 0; r < rounds && count < enough && t->count; r++) {
        const uint64_t until = orb_udp_now() + round_time;
        unsigned answers = 0;

        for (unsigned i = 0; i < t->count; i++)
            orb_udp_say(t->socket[i].fd, &t->to[i], ORB_UDP_FIND, number);
        /* Not by the clock alone, which may be one of a simulation that this wait does not advance. */
        while (count < enough && answers++ < ANSWERS_MAX && orb_udp_wait(t->socket, t->count, until))
            for (unsigned i = 0; i < t->count; i++) {
                orb_udp_board board;

                if (t->socket[i].revents && orb_udp_hear(t->socket[i].fd, ORB_UDP_FIND, &number, 1, &board) == 1)
                    count = note(boards, count, room, &board);
            }
    }
    for (unsigned i = 0; i < t->count; i++)
        close(t->socket[i].fd);
    return count;
}

unsigned orb_udp_find(orb_udp_board boards[ORB_UDP_BOARDS_MAX], orb_udp_search *search)
{
    const char *given = secure_getenv("ORB_UDP_FIND");
    targets t = {.count = 0};
    unsigned wrong = 0;

    if (given)
        wrong = add_given(&t, given);
    else
        add_networks(&t);
    if (search)
        *search = (orb_udp_search){.given = given, .wrong = wrong, .asked = t.count};
    return ask(&t, ROUNDS, boards, ORB_UDP_BOARDS_MAX, ORB_UDP_BOARDS_MAX);
}

bool orb_udp_find_at(uint32_t address, unsigned port, orb_udp_board *board)
{
    targets t = {.count = 0};

    add_target(&t, 0, address, port);
    return ask(&t, ROUNDS_OF_ONE, board, 1, 1) == 1;
}

bool orb_udp_is_near(uint32_t address)
{
    struct ifaddrs *all = NULL;
    bool near = false;

    if (getifaddrs(&all))
        return true; /* nobody knows */
    for (const struct ifaddrs *one = all; one && !near; one = one->ifa_next)
        if (one->ifa_addr && one->ifa_addr->sa_family == AF_INET && one->ifa_netmask && one->ifa_flags & IFF_UP) {
            struct sockaddr_in own, mask;

            memcpy(&own, one->ifa_addr, sizeof own);
            memcpy(&mask, one->ifa_netmask, sizeof mask);
            near = !((own.sin_addr.s_addr ^ htonl(address)) & mask.sin_addr.s_addr);
        }
    freeifaddrs(all);
    return near;
}
