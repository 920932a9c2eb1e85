/* What a host and a board say to each other besides the requests of the link.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* ppoll */
#include "udp_talk.h"

#include "report.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

/* The payload of an answer. */
enum { MAGIC = 4, EXPIRED = ORB_LINK_SERVED + 1, ANSWER = EXPIRED + 1 };

uint64_t orb_udp_now(void)
{
    return (uint64_t)(1e9 * orb_seconds());
}

bool orb_udp_say(int fd, const struct sockaddr_in *to, orb_udp_operation operation, uint32_t number)
{
    const orb_link_message message = {.operation = (uint8_t)operation, .number = number};
    uint8_t body[ORB_LINK_BODY_MAX];
    const size_t length = orb_link_encode_datagram(&message, body);

    return sendto(fd, body, length, MSG_DONTWAIT, (const struct sockaddr *)to, to ? sizeof *to : 0) == (ssize_t)length;
}

int orb_udp_hear(int fd, orb_udp_operation operation, const uint32_t *numbers, unsigned count, orb_udp_board *board)
{
    uint8_t body[ORB_LINK_BODY_MAX];
    struct sockaddr_in from = {.sin_family = AF_INET};
    socklen_t size = sizeof from;
    const ssize_t length = recvfrom(fd, body, sizeof body, MSG_DONTWAIT, (struct sockaddr *)&from, &size);
    orb_link_message m;
    unsigned i = 0;

    if (length < 0)
        return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? 0 : -1;
    errno = 0;
    if (!orb_link_parse_datagram(body, (size_t)length, &m) || m.operation != operation || m.length != ANSWER ||
        memcmp(m.payload, "ORBE", MAGIC) != 0)
        return -1;
    while (i < count && m.number != numbers[i])
        i++;
    if (i == count)
        return -1;
    *board = (orb_udp_board){
        .address = ntohl(from.sin_addr.s_addr),
        .port = ntohs(from.sin_port),
        .served = m.payload[ORB_LINK_SERVED] & 1,
        .expired = m.payload[EXPIRED] & 1,
        .status = (orb_link_status)m.status,
    };
    memcpy(board->mac, m.payload + MAGIC, ORB_UDP_MAC);
    return 1;
}

bool orb_udp_wait(struct pollfd *sockets, unsigned count, uint64_t until)
{
    int ready = 0;
    bool interrupted = true;

    while (interrupted) {
        const uint64_t now = orb_udp_now(), time = until > now ? until - now : 0;
        const struct timespec most = {.tv_sec = (time_t)(time / 1000000000), .tv_nsec = (long)(time % 1000000000)};

        ready = ppoll(sockets, count, &most, NULL);
        interrupted = ready < 0 && errno == EINTR;
    }
    return ready > 0;
}
