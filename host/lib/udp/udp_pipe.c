/* The datagrams of a link through a socket, which is served by the board from its opening to its closing.
 * SPDX-License-Identifier: Apache-2.0 */
#include "udp_pipe.h"

#include "error.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#define MILLISECOND UINT64_C(1000000)

static const double gigabit_bytes = 100e6;        /* a second, about */
static const uint64_t patience = 4 * MILLISECOND; /* of a network that is busy */
static const uint64_t open_step = 100 * MILLISECOND, close_step = 20 * MILLISECOND;
enum { OPEN_TRIES = 10, CLOSE_TRIES = 3, SOCKET_BYTES = 1 << 20 };

typedef struct udp_pipe {
    orb_pipe base;
    int fd;
    unsigned port;
} udp_pipe;

static uint64_t pipe_now(orb_pipe *pipe)
{
    (void)pipe;
    return orb_udp_now();
}

/* What errno means; a datagram for which there is no room is lost, as others are. */
static orb_status failure(void)
{
    switch (errno) {
    case 0:
    case EAGAIN:
    case EINTR:
    case ENOBUFS:
        return ORB_OK;
    default:
        return ORB_UNPLUGGED;
    }
}

static orb_status pipe_write(orb_pipe *pipe, const uint8_t *bytes, size_t count, size_t *taken)
{
    const ssize_t sent = send(((udp_pipe *)pipe)->fd, bytes, count, MSG_DONTWAIT);

    *taken = count;
    return sent < 0 ? failure() : ORB_OK;
}

static orb_status pipe_read(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count)
{
    const int fd = ((udp_pipe *)pipe)->fd;
    orb_status status = ORB_OK;
    bool waits = true;

    *count = 0;
    do {
        const ssize_t got = recv(fd, bytes, room, MSG_DONTWAIT);

        if (got > 0)
            *count = (size_t)got;
        else if (got < 0)
            status = failure();
        waits = !status && !*count && orb_udp_now() < until;
        if (waits)
            orb_udp_wait(&(struct pollfd){.fd = fd, .events = POLLIN}, 1, until);
    } while (waits);
    return status;
}

/* Sends a request until there is an answer. ORB_OK, ORB_SILENT, ORB_NO_DEVICE, ORB_UNPLUGGED */
static orb_status ask(udp_pipe *p, orb_udp_operation operation, unsigned tries, uint64_t step, orb_udp_board *board)
{
    for (unsigned i = 0; i < tries; i++) {
        const uint64_t until = orb_udp_now() + step;

        errno = 0;
        if (!orb_udp_say(p->fd, NULL, operation, ++p->base.number) && errno != ECONNREFUSED && failure())
            return failure();
        while (orb_udp_now() < until) {
            const int heard = orb_udp_hear(p->fd, operation, p->base.number, board);

            if (heard == 1)
                return ORB_OK;
            if (heard < 0 && errno)
                return errno == ECONNREFUSED ? ORB_NO_DEVICE : failure();
            if (heard == 0)
                orb_udp_wait(&(struct pollfd){.fd = p->fd, .events = POLLIN}, 1, until);
        }
    }
    return ORB_SILENT;
}

static void pipe_close(orb_pipe *pipe)
{
    udp_pipe *p = (udp_pipe *)pipe;
    orb_udp_board board;

    ask(p, ORB_UDP_CLOSE, CLOSE_TRIES, close_step, &board); /* if nobody hears it, the board finds out in 2 seconds */
    close(p->fd);
    free(p);
}

static const orb_pipe_ops pipe_ops = {.now = pipe_now, .write = pipe_write, .read = pipe_read, .close = pipe_close};

bool orb_udp_pipe_move(orb_pipe *pipe, uint32_t address)
{
    udp_pipe *p = (udp_pipe *)pipe;
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(address), .sin_port = htons((uint16_t)p->port)};

    return !connect(p->fd, (const struct sockaddr *)&to, sizeof to);
}

orb_status orb_udp_pipe_open(orb_pipe **pipe, uint32_t address, unsigned port, orb_udp_board *board)
{
    udp_pipe *p = calloc(1, sizeof *p);
    orb_status status = ORB_NO_MEMORY;

    *pipe = NULL;
    if (!p)
        return status;
    *p = (udp_pipe){
        .base = {.ops = &pipe_ops,
                 .bytes_per_second = gigabit_bytes,
                 .patience = patience,
                 .datagrams = true,
                 .number = (uint32_t)(orb_udp_now() >> 10)}, /* so that it is no number of a process before */
        .fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0),
        .port = port,
    };
    status = p->fd < 0 || !orb_udp_pipe_move(&p->base, address) ? ORB_UNPLUGGED : ORB_OK;
    if (!status) {
        setsockopt(p->fd, SOL_SOCKET, SO_RCVBUF, &(int){SOCKET_BYTES}, sizeof(int)); /* as much of it as is allowed */
        status = ask(p, ORB_UDP_OPEN, OPEN_TRIES, open_step, board);
    }
    if (!status && board->status != ORB_LINK_DONE)
        status = ORB_BUSY;
    if (status) {
        if (p->fd >= 0)
            close(p->fd);
        free(p);
    } else {
        *pipe = &p->base;
    }
    return status;
}
