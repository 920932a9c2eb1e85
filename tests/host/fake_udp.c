/* Boards on the loopback, and the calls of the system that lead to them.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* ppoll */
#include "fake_udp.h"

#include "recorder.h"

#include <link.h>
#include <udp_talk.h>

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LINK_IP = 0xF18, CLOCK_HZ = 100000000, HEADERS = 28 };

fake_network net;

/* Of the thread that renews the lease: its time is over; it waits. */
static int tick = -1, rests = -1;

/* ---- boards ---- */

static void bind_board(fake_board_udp *b)
{
    struct sockaddr_in own = {
        .sin_family = AF_INET, .sin_addr.s_addr = htonl(b->address), .sin_port = htons((uint16_t)b->port)};
    socklen_t size = sizeof own;

    b->fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    assert_int_equal(bind(b->fd, (struct sockaddr *)&own, size), 0);
    assert_int_equal(getsockname(b->fd, (struct sockaddr *)&own, &size), 0);
    b->port = ntohs(own.sin_port);
}

void fake_network_with(unsigned boards)
{
    char find[64] = "";
    eventfd_t value;

    (void)eventfd_read(rests, &value); /* what threads before left */
    net =
        (fake_network){.boards = boards, .now = 1000000000 + random_bits(), .own = INADDR_LOOPBACK, .mask = 0xff000000};
    for (unsigned i = 0; i < boards; i++) {
        const recorder core = recorder_make();
        fake_board_udp *b = &net.board[i];

        *b = (fake_board_udp){.address = INADDR_LOOPBACK + i, .mac = {2, 0x4f, 0x52, 0x42, 0, (uint8_t)(1 + i)}};
        bind_board(b);
        b->device = link_device_new_remote(CLOCK_HZ);
        b->device->now = net.now;
        memcpy(b->device->registers, core.registers, sizeof core.registers);
        b->device->registers[ADDRESS(CLOCK) / 4] = CLOCK_HZ;
        b->device->registers[LINK_IP / 4] = b->address;
        snprintf(find + strlen(find), sizeof find - strlen(find), "%s127.0.0.%u:%u", i ? "," : "", i + 1, b->port);
    }
    setenv("ORB_UDP_FIND", find, 1);
}

void fake_network_end(void)
{
    for (unsigned i = 0; i < net.boards; i++) {
        close(net.board[i].fd);
        link_device_free(net.board[i].device);
    }
    net.boards = 0;
}

const char *fake_udp_name(unsigned board, const char *items)
{
    static char name[128];

    snprintf(name, sizeof name, "udp:127.0.0.%u:%u%s", net.board[board].address & 255, net.board[board].port, items);
    return name;
}

void fake_udp_serve_another(unsigned board)
{
    net.board[board].served = true;
    net.board[board].host = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK + 9)};
    net.board[board].heard = net.now;
}

static void answer_session(fake_board_udp *b, const orb_link_message *request, const struct sockaddr_in *to)
{
    const bool busy = request->operation < ORB_UDP_FIND ||
                      (request->operation != ORB_UDP_FIND && b->served && memcmp(to, &b->host, sizeof *to) != 0);
    uint8_t payload[12] = "ORBE", body[ORB_LINK_BODY_MAX];
    orb_link_message answer = *request;
    size_t length;

    memcpy(payload + 4, b->mac, sizeof b->mac);
    payload[ORB_LINK_SERVED] = b->served;
    payload[ORB_LINK_SERVED + 1] = b->served && net.now - b->heard > FAKE_LEASE;
    answer.status = busy ? ORB_LINK_BUSY : ORB_LINK_DONE;
    answer.payload = payload;
    answer.length = sizeof payload;
    answer.number += b->misnumbers;
    length = orb_link_encode_datagram(&answer, body);
    body[0] ^= b->damages;
    b->mac[0] ^= b->two_faced ? 4 : 0;
    if (b->answers_lost)
        b->answers_lost--;
    else if (memcmp(to, &b->host, sizeof *to))
        link_network_send(&b->to_stranger, &(network_faults){.time = b->delay}, net.now, body, length);
    else
        link_network_send(&b->device->net_to_host, &b->device->network, net.now, body, length);
}

/* As rtl/eth/orb_udp_session.v does it. */
static void hear(fake_board_udp *b, const uint8_t *body, size_t length, const struct sockaddr_in *from)
{
    const bool expired = net.now - b->heard > FAKE_LEASE && !b->other_lives;
    orb_link_message m;
    bool own, is_new, opens, closes, passes;

    b->longest = length > b->longest ? length : b->longest;
    if (!orb_link_parse_datagram(body, length, &m))
        return;
    if (b->confused) {
        b->host = *from;
        b->served = true;
        b->confused = false;
    }
    own = b->served && !memcmp(from, &b->host, sizeof *from);
    b->stranger = own ? b->stranger : *from;
    is_new = (int32_t)(m.number - b->newest) > 0;
    opens = m.operation == ORB_UDP_OPEN && (own ? is_new : !b->served || expired);
    closes = m.operation == ORB_UDP_CLOSE && own && is_new;
    passes = m.operation < ORB_UDP_FIND && own && is_new;
    b->opens += opens;
    b->closes += closes;
    b->reads += passes && m.operation == ORB_LINK_READ;
    if (opens || closes || passes) {
        b->newest = m.number;
        b->heard = net.now;
    }
    if (opens) {
        b->served = true;
        b->host = *from;
        b->device->newest = m.number;
    }
    if (passes)
        link_network_send(&b->device->net_to_device, &b->device->network, net.now, body, length);
    else if (m.operation == ORB_UDP_FIND || opens || closes || !own)
        answer_session(b, &m, from);
    if (closes)
        b->served = false;
}

/* The board has a new address, after its answer or instead of it. */
static void move(fake_board_udp *b)
{
    if (b->stays) {
        b->device->registers[LINK_IP / 4] = b->address;
        return;
    }
    close(b->fd);
    b->address = b->device->registers[LINK_IP / 4];
    if (b->moves_fast)
        b->device->answers = b->device->net_to_host.count = 0;
    bind_board(b);
}

static void say(const fake_board_udp *b, const struct sockaddr_in *to, const uint8_t *body, size_t length)
{
    sendto(b->fd, body, length, 0, (const struct sockaddr *)to, sizeof *to);
}

static void babble(fake_board_udp *b)
{
    uint8_t body[ORB_LINK_BODY_MAX];

    for (size_t i = 0; i < sizeof body; i++)
        body[i] = (uint8_t)random_bits();
    say(b, &b->stranger, body, random_below(sizeof body));
    b->babbled = net.now;
}

/* Takes the datagrams that came to a board, and sends its answers. Returns whether it has more to do. */
static bool serve(fake_board_udp *b)
{
    uint8_t body[ORB_LINK_BODY_MAX];
    struct sockaddr_in from = {0};
    socklen_t size = sizeof from;
    ssize_t got;
    size_t length;

    while ((got = recvfrom(b->fd, body, sizeof body, MSG_DONTWAIT, (struct sockaddr *)&from, &size)) >= 0)
        if (!b->off && net.now >= b->deaf_until)
            hear(b, body, (size_t)got, &from);
    if (b->moves_fast && b->address != b->device->registers[LINK_IP / 4])
        move(b);
    while ((length = link_network_take(&b->device->net_to_host, net.now, body)) > 0)
        say(b, &b->host, body, length);
    while ((length = link_network_take(&b->to_stranger, net.now, body)) > 0)
        say(b, &b->stranger, body, length);
    if (b->babbles && b->stranger.sin_port && net.now - b->babbled >= b->babbles)
        babble(b);
    if (b->address != b->device->registers[LINK_IP / 4] && !b->device->answers)
        move(b);
    return b->device->requests || b->device->answers || b->device->net_to_device.count ||
           b->device->net_to_host.count || b->to_stranger.count || b->babbles;
}

void fake_udp_pass(uint64_t nanoseconds)
{
    __atomic_store_n(&net.now, net.now + nanoseconds, __ATOMIC_SEQ_CST);
}

orb_status fake_udp_try(const char *items)
{
    orb_device *device = NULL;
    const orb_status status = orb_open(&device, fake_udp_name(0, items));

    assert_int_equal(!device, status != ORB_OK);
    orb_close(device);
    return status;
}

/* ---- calls ---- */

double __wrap_orb_seconds(void);
int __real_ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *signals);
int __wrap_ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *signals);
int __real_poll(struct pollfd *files, nfds_t count, int milliseconds);
int __wrap_poll(struct pollfd *files, nfds_t count, int milliseconds);
ssize_t __real_send(int fd, const void *bytes, size_t size, int flags);
ssize_t __wrap_send(int fd, const void *bytes, size_t size, int flags);
ssize_t __real_recv(int fd, void *bytes, size_t size, int flags);
ssize_t __wrap_recv(int fd, void *bytes, size_t size, int flags);
ssize_t __real_sendto(int fd, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t length);
ssize_t __wrap_sendto(int fd, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t length);
int __real_getsockopt(int fd, int level, int option, void *value, socklen_t *size);
int __wrap_getsockopt(int fd, int level, int option, void *value, socklen_t *size);
int __wrap_getifaddrs(struct ifaddrs **all);
void __wrap_freeifaddrs(struct ifaddrs *all);

double __wrap_orb_seconds(void)
{
    return 1e-9 * (double)__atomic_load_n(&net.now, __ATOMIC_SEQ_CST);
}

int __wrap_ppoll(struct pollfd *files, nfds_t count, const struct timespec *time, const sigset_t *signals)
{
    const uint64_t until = net.now + (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
    int ready = 0;

    if (net.interrupts) {
        net.interrupts--;
        errno = EINTR;
        return -1;
    }
    for (bool over = false; !ready && !over;) {
        bool busy = false;

        for (unsigned i = 0; i < net.boards; i++)
            busy = serve(&net.board[i]) || busy;
        ready = __real_ppoll(files, count, &(struct timespec){0}, signals);
        over = net.now >= until;
        if (!ready && !over && !busy)
            fake_udp_pass(until - net.now);
        for (unsigned i = 0; i < net.boards && !ready && !over; i++) {
            link_device *d = net.board[i].device;

            if (busy)
                link_device_step(d);
            if (busy && d->now > net.now)
                fake_udp_pass(d->now - net.now);
            d->now = net.now;
        }
    }
    return ready;
}

static bool refuses(void)
{
    const bool now = net.errors > 0;

    net.errors -= now;
    errno = net.error;
    return now;
}

ssize_t __wrap_send(int fd, const void *bytes, size_t size, int flags)
{
    if (net.mtu && size + HEADERS > net.mtu) {
        errno = EMSGSIZE;
        return -1;
    }
    return refuses() ? -1 : __real_send(fd, bytes, size, flags);
}

ssize_t __wrap_recv(int fd, void *bytes, size_t size, int flags)
{
    return refuses() ? -1 : __real_recv(fd, bytes, size, flags);
}

/* A broadcast reaches the boards. */
ssize_t __wrap_sendto(int fd, const void *bytes, size_t size, int flags, const struct sockaddr *to, socklen_t length)
{
    struct sockaddr_in place = {0};

    if (to)
        memcpy(&place, to, sizeof place);
    if (place.sin_addr.s_addr != INADDR_BROADCAST)
        return __real_sendto(fd, bytes, size, flags, to, length);
    for (unsigned i = 0; i < net.boards; i++) {
        place.sin_addr.s_addr = htonl(net.board[i].address);
        place.sin_port = htons((uint16_t)net.board[i].port);
        __real_sendto(fd, bytes, size, flags, (const struct sockaddr *)&place, sizeof place);
    }
    return (ssize_t)size;
}

int __wrap_getsockopt(int fd, int level, int option, void *value, socklen_t *size)
{
    const int result = __real_getsockopt(fd, level, option, value, size);

    if (level == IPPROTO_IP && option == IP_MTU && net.mtu)
        *(int *)value = (int)net.mtu;
    return result;
}

int __wrap_getifaddrs(struct ifaddrs **all)
{
    static struct sockaddr_in own, mask;
    static struct ifaddrs card = {.ifa_addr = (struct sockaddr *)&own, .ifa_netmask = (struct sockaddr *)&mask};

    card.ifa_flags = IFF_UP | IFF_BROADCAST;
    own = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(net.own)};
    mask = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(net.mask)};
    *all = net.own ? &card : NULL;
    return 0;
}

void __wrap_freeifaddrs(struct ifaddrs *all)
{
    (void)all;
}

/* ---- the thread ---- */

__attribute__((constructor)) static void make_files(void)
{
    tick = eventfd(0, EFD_CLOEXEC);
    rests = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

int __wrap_poll(struct pollfd *files, nfds_t count, int milliseconds)
{
    struct pollfd both[2] = {files[0], {.fd = tick, .events = POLLIN}};
    eventfd_t value;

    (void)count, (void)milliseconds;
    eventfd_write(rests, 1);
    __real_poll(both, 2, -1);
    if (both[0].revents)
        return 1;
    eventfd_read(tick, &value);
    return 0;
}

static void wait_until_it_rests(void)
{
    eventfd_t value;

    __real_poll(&(struct pollfd){.fd = rests, .events = POLLIN}, 1, -1);
    eventfd_read(rests, &value);
}

void fake_udp_tick(void)
{
    wait_until_it_rests();
    eventfd_write(tick, 1);
    wait_until_it_rests();
    eventfd_write(rests, 1); /* for the next tick */
    for (unsigned i = 0; i < net.boards; i++)
        serve(&net.board[i]);
}
