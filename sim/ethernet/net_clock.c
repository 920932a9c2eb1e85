/* The clock of the simulated network for a program: preloaded, it takes the place of that of the C library.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Time passes while the program waits in poll or sleeps, and a little with each call of the system that
 * moves a datagram, about as on a computer of today. Computing and looking at the clock take no time, and so a run
 * repeats as long as the threads of the program take turns in the same order. */
#define _GNU_SOURCE
#include "clock.h"
#include "loopback.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S UINT64_C(1000000000)
/* Nanoseconds of a datagram that is sent, of one that is taken, of finding none. */
#define SEND UINT64_C(1500)
#define TAKE UINT64_C(1000)
#define FIND UINT64_C(300)

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int file = -1, mirror = -1;
static uint64_t now = NS_PER_S;

static void give_up(const char *what)
{
    perror(what);
    _exit(127);
}

static void join_network(void)
{
    const char *path = getenv("ORB_NET_CLOCK");
    struct sockaddr_un name = {.sun_family = AF_UNIX};

    if (!path || strlen(path) >= sizeof name.sun_path) {
        fprintf(stderr, "ORB_NET_CLOCK does not name the socket of a simulated network\n");
        _exit(127);
    }
    strcpy(name.sun_path, path);
    file = socket(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0);
    if (file < 0 || connect(file, (const struct sockaddr *)&name, sizeof name))
        give_up(path);
    mirror = loopback_open();
    if (mirror < 0)
        give_up("the loopback");
}

/* Returns at that time, or when a datagram has been delivered. */
static void wait_until(uint64_t until)
{
    pthread_mutex_lock(&lock);
    if (file < 0)
        join_network();
    const net_wait wait = {.now = now, .until = until > now ? until : now};
    uint64_t then = 0;

    if (write(file, &wait, sizeof wait) != sizeof wait || read(file, &then, sizeof then) != sizeof then)
        give_up("the simulated network has ended");
    now = then > now ? then : now;
    pthread_mutex_unlock(&lock);
}

/* Lets that time pass, and returns what it is then. */
static uint64_t pass(uint64_t time)
{
    pthread_mutex_lock(&lock);
    if (file < 0) {
        pthread_mutex_unlock(&lock);
        wait_until(now);
        pthread_mutex_lock(&lock);
    }
    now += time;
    const uint64_t result = now;

    pthread_mutex_unlock(&lock);
    return result;
}

static bool is_simulated(clockid_t clock);

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (!is_simulated(clock))
        return (int)syscall(SYS_clock_gettime, clock, time);
    const uint64_t at = pass(0);

    time->tv_sec = (time_t)(at / NS_PER_S);
    time->tv_nsec = (long)(at % NS_PER_S);
    return 0;
}

static bool is_simulated(clockid_t clock)
{
    return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE ||
           clock == CLOCK_BOOTTIME;
}

static int poll_now(struct pollfd *files, nfds_t count)
{
    return (int)syscall(SYS_ppoll, files, count, &(struct timespec){.tv_sec = 0}, NULL, 0);
}

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *signals)
{
    const uint64_t begin = pass(FIND);
    const uint64_t until =
        timeout ? begin + (uint64_t)timeout->tv_sec * NS_PER_S + (uint64_t)timeout->tv_nsec : UINT64_MAX / 2;
    int ready = poll_now(files, count);

    (void)signals;
    while (ready == 0 && pass(0) < until) {
        wait_until(until);
        ready = poll_now(files, count);
    }
    return ready;
}

ssize_t sendto(int fd, const void *data, size_t size, int flags, __CONST_SOCKADDR_ARG to, socklen_t to_size)
{
    const uint64_t then = pass(SEND);

    pthread_mutex_lock(&lock);
    const cpu_set_t usual = loopback_stay();
    const long sent = syscall(SYS_sendto, fd, data, size, flags, to.__sockaddr__, to_size);
    const int error = errno;

    if (!loopback_settle(mirror, usual))
        give_up("the loopback");
    pthread_mutex_unlock(&lock);
    wait_until(then); /* so that it leaves now, and not when the program waits */
    errno = error;
    return sent;
}

ssize_t send(int fd, const void *data, size_t size, int flags)
{
    return sendto(fd, data, size, flags, (__CONST_SOCKADDR_ARG){.__sockaddr__ = NULL}, 0);
}

ssize_t recvfrom(int fd, void *data, size_t size, int flags, __SOCKADDR_ARG from, socklen_t *from_size)
{
    const ssize_t got = syscall(SYS_recvfrom, fd, data, size, flags, from.__sockaddr__, from_size);

    pass(got < 0 ? FIND : TAKE);
    return got;
}

ssize_t recv(int fd, void *data, size_t size, int flags)
{
    return recvfrom(fd, data, size, flags, (__SOCKADDR_ARG){.__sockaddr__ = NULL}, NULL);
}

int nanosleep(const struct timespec *time, struct timespec *left)
{
    const uint64_t until = pass(0) + (uint64_t)time->tv_sec * NS_PER_S + (uint64_t)time->tv_nsec;

    while (pass(0) < until)
        wait_until(until);
    if (left)
        *left = (struct timespec){0};
    return 0;
}

int usleep(useconds_t time)
{
    return nanosleep(&(struct timespec){.tv_sec = time / 1000000, .tv_nsec = time % 1000000 * 1000L}, NULL);
}
