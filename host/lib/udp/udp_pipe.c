/* The datagrams of a link through a socket, which is served by the board from its opening to its closing.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A board gives the place of a host that is silent for seconds to another one. So while a device is open and the host
 * has nothing to say, a thread reads a register now and then. */
#define _GNU_SOURCE /* IP_MTU */
#include "udp_pipe.h"

#include "error.h"
#include "link.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

#define MILLISECOND UINT64_C(1000000)

static const double gigabit_bytes = 100e6;        /* a second, about */
static const uint64_t patience = 4 * MILLISECOND; /* of a network that is busy; the link finds out if it takes longer */
enum { OPEN_STEP_MS = 100, OPEN_TRIES = ORB_UDP_PATIENCE_MS / OPEN_STEP_MS };
enum { CLOSE_TRIES = 3, SOCKET_BYTES = 1 << 20 };
static const uint64_t open_step = OPEN_STEP_MS * MILLISECOND, close_step = 20 * MILLISECOND;

/* A board serves a host that has died for some two seconds more. It is asked again each open_step, for this time at
 * most, however late it answers. */
enum { BUSY_TRIES = 30 };

/* The numbers of the tries to open are so far apart that one of them is new to the board, whatever number a host before
 * with this address and port had, and that all others are new after it. */
static const uint32_t open_stride = UINT32_C(1) << 29, close_stride = 1;

/* After so long without a datagram, one is sent. */
static const uint64_t idle_most = 500 * MILLISECOND;
enum { IDLE_CHECK_MS = 500 };

enum { HEADERS = 28 }; /* bytes of IP and UDP */

typedef struct udp_pipe {
    orb_pipe base;
    int fd;
    unsigned port;
    pid_t owner;          /* the process that opened it; one that this forks has no part in the session */
    int trouble;          /* errno of a datagram that the network refused since the last one that came, or 0 */
    int stop;             /* an eventfd that ends the thread */
    pthread_t keeper;     /* the thread */
    pthread_mutex_t lock; /* of what follows */
    uint32_t number;      /* of the last datagram */
    uint64_t sent;        /* when that was, or when the board was opened */
} udp_pipe;

static uint64_t pipe_now(orb_pipe *pipe)
{
    (void)pipe;
    return orb_udp_now();
}

/* Finds out how long a datagram may be that needs no fragments, which a board does not put together. */
static void measure(udp_pipe *p)
{
    int mtu = 0;
    socklen_t size = sizeof mtu;

    if (!getsockopt(p->fd, IPPROTO_IP, IP_MTU, &mtu, &size) && mtu > HEADERS && mtu < ORB_LINK_BODY_MAX + HEADERS)
        p->base.datagram = (size_t)mtu - HEADERS;
}

/* A datagram that the network refuses counts as lost. The reason is reported if no answer comes for long. */
static void note_trouble(udp_pipe *p)
{
    if (errno == EMSGSIZE)
        measure(p);
    else if (errno != EAGAIN && errno != EINTR && errno != ENOBUFS)
        p->trouble = errno;
}

static bool send_numbered(udp_pipe *p, orb_link_message *message)
{
    uint8_t body[ORB_LINK_BODY_MAX];
    bool good;

    pthread_mutex_lock(&p->lock);
    message->number = ++p->number;
    p->sent = orb_udp_now();
    good = send(p->fd, body, orb_link_encode_datagram(message, body), MSG_DONTWAIT) >= 0;
    pthread_mutex_unlock(&p->lock);
    return good;
}

static void pipe_send(orb_pipe *pipe, orb_link_message *message)
{
    if (!send_numbered((udp_pipe *)pipe, message))
        note_trouble((udp_pipe *)pipe);
}

static orb_status pipe_read(orb_pipe *pipe, uint8_t *bytes, size_t room, uint64_t until, size_t *count)
{
    udp_pipe *p = (udp_pipe *)pipe;
    bool waits = true;

    *count = 0;
    while (waits) {
        const ssize_t got = recv(p->fd, bytes, room, MSG_DONTWAIT);

        if (got > 0) {
            *count = (size_t)got;
            p->trouble = 0;
        } else if (got < 0) {
            note_trouble(p);
        }
        waits = !*count && orb_udp_now() < until;
        if (waits)
            orb_udp_wait(&(struct pollfd){.fd = p->fd, .events = POLLIN}, 1, until);
    }
    return ORB_OK;
}

static orb_status pipe_silent(orb_pipe *pipe, bool connected)
{
    const int trouble = ((udp_pipe *)pipe)->trouble;

    if (trouble)
        return orb_refuse(ORB_UNPLUGGED,
                          "the network does not take datagrams to the board (%s): check the board's "
                          "power and cable, and open it again",
                          strerror(trouble));
    return connected ? orb_refuse(ORB_DEVICE_FAILED, "the board has not answered for a second: check its power and "
                                                     "cable, and open it again")
                     : orb_refuse(ORB_SILENT, "the board is there, but its core does not answer: load the bitstream of "
                                              "this library");
}

/* Sends a request until there is an answer to it. ORB_OK, ORB_SILENT, ORB_NO_DEVICE, ORB_UNPLUGGED */
static orb_status ask(udp_pipe *p, orb_udp_operation operation, unsigned tries, uint32_t stride, uint64_t step,
                      orb_udp_board *board)
{
    uint32_t numbers[OPEN_TRIES];

    for (unsigned i = 0; i < tries; i++) {
        const uint64_t until = orb_udp_now() + step;
        bool here = true;

        numbers[i] = p->number += stride;
        if (!orb_udp_say(p->fd, NULL, operation, numbers[i]))
            note_trouble(p);
        while (here) {
            const int heard = orb_udp_hear(p->fd, operation, numbers, i + 1, board);

            if (heard == 1)
                return ORB_OK;
            if (heard < 0 && errno)
                note_trouble(p);
            here = orb_udp_now() < until &&
                   (!errno || orb_udp_wait(&(struct pollfd){.fd = p->fd, .events = POLLIN}, 1, until));
        }
    }
    return p->trouble == ECONNREFUSED ? ORB_NO_DEVICE : p->trouble ? pipe_silent(&p->base, false) : ORB_SILENT;
}

/* The requests to open that fit into the time until then. */
static unsigned tries_until(uint64_t until)
{
    const uint64_t now = orb_udp_now(), steps = now < until ? (until - now) / open_step + 1 : 0;

    return steps < OPEN_TRIES ? (unsigned)steps : OPEN_TRIES;
}

static orb_status open_session(udp_pipe *p, orb_udp_board *board)
{
    const uint64_t until = orb_udp_now() + BUSY_TRIES * open_step;
    orb_status status = ORB_BUSY;

    for (unsigned tries = OPEN_TRIES; tries && status == ORB_BUSY; tries = tries_until(until)) {
        status = ask(p, ORB_UDP_OPEN, tries, open_stride, open_step, board);
        if (!status && board->status != ORB_LINK_DONE) {
            status = ORB_BUSY;
            orb_udp_wait(NULL, 0, orb_udp_now() + open_step);
        }
    }
    return status;
}

/* ---- the thread ---- */

/* A read says that this host is there to a board that serves it. To another one it says nothing, so that the next
 * request finds out; an open would begin a session with a board that was reset, unseen. */
static void renew(udp_pipe *p)
{
    orb_link_message read = {.operation = ORB_LINK_READ, .count = 1, .address = ORB_LINK_ID};
    bool idle;

    pthread_mutex_lock(&p->lock);
    idle = orb_udp_now() - p->sent >= idle_most;
    pthread_mutex_unlock(&p->lock);
    if (idle)
        send_numbered(p, &read);
}

static void *keep(void *pipe)
{
    udp_pipe *p = pipe;

    while (!poll(&(struct pollfd){.fd = p->stop, .events = POLLIN}, 1, IDLE_CHECK_MS))
        renew(p);
    return NULL;
}

/* Signals are for the threads of the program. */
static bool start_keeper(udp_pipe *p)
{
    sigset_t all, before;
    bool good;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    good = !pthread_create(&p->keeper, NULL, keep, p);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

static void release(udp_pipe *p)
{
    if (p->fd >= 0)
        close(p->fd);
    if (p->stop >= 0)
        close(p->stop);
    free(p);
}

static void pipe_close(orb_pipe *pipe)
{
    udp_pipe *p = (udp_pipe *)pipe;
    orb_udp_board board;

    if (getpid() == p->owner) {
        eventfd_write(p->stop, 1);
        pthread_join(p->keeper, NULL);
        ask(p, ORB_UDP_CLOSE, CLOSE_TRIES, close_stride, close_step, &board); /* unheard, it ends by its silence */
    }
    release(p);
}

static const orb_pipe_ops pipe_ops = {
    .now = pipe_now, .read = pipe_read, .close = pipe_close, .send = pipe_send, .silent = pipe_silent};

bool orb_udp_pipe_move(orb_pipe *pipe, uint32_t address)
{
    udp_pipe *p = (udp_pipe *)pipe;
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(address), .sin_port = htons((uint16_t)p->port)};
    const bool good = !connect(p->fd, (const struct sockaddr *)&to, sizeof to);

    if (good)
        measure(p);
    return good;
}

orb_status orb_udp_pipe_open(orb_pipe **pipe, uint32_t address, unsigned port, orb_udp_board *board)
{
    udp_pipe *p = calloc(1, sizeof *p);
    orb_status status = ORB_OK;

    *pipe = NULL;
    if (!p)
        return ORB_NO_MEMORY;
    *p = (udp_pipe){
        .base = {.ops = &pipe_ops,
                 .bytes_per_second = gigabit_bytes,
                 .patience = patience,
                 .datagram = ORB_LINK_BODY_MAX},
        .fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0),
        .port = port,
        .owner = getpid(),
        .stop = eventfd(0, EFD_CLOEXEC),
        .lock = PTHREAD_MUTEX_INITIALIZER,
        .number = (uint32_t)(orb_udp_now() >> 10),
    };
    if (p->fd < 0 || p->stop < 0)
        status = orb_refuse(ORB_NO_MEMORY, "the system gives no socket (%s)", strerror(errno));
    if (!status) {
        setsockopt(p->fd, SOL_SOCKET, SO_RCVBUF, &(int){SOCKET_BYTES}, sizeof(int)); /* as much of it as is allowed */
        setsockopt(p->fd, IPPROTO_IP, IP_MTU_DISCOVER, &(int){IP_PMTUDISC_DO}, sizeof(int));
        if (!orb_udp_pipe_move(&p->base, address)) {
            note_trouble(p);
            status = p->trouble == EACCES ? orb_refuse(ORB_INVALID, "this is the broadcast address of a network: give "
                                                                    "the board's, as in udp:192.168.1.50")
                                          : pipe_silent(&p->base, false);
        }
    }
    if (!status)
        status = open_session(p, board);
    p->sent = orb_udp_now();
    if (!status && !start_keeper(p)) {
        ask(p, ORB_UDP_CLOSE, CLOSE_TRIES, close_stride, close_step, board);
        status = ORB_NO_MEMORY;
    }
    if (status)
        release(p);
    else
        *pipe = &p->base;
    return status;
}
