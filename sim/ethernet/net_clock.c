/* The clock of the simulated network for a program: preloaded, it takes the place of that of the C library.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Time passes while the program waits in poll or sleeps, and a microsecond with each look at the clock. */
#define _GNU_SOURCE
#include "clock.h"

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
#define LOOK UINT64_C(1000) /* nanoseconds of a look at the clock */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int file = -1;
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
}

/* Returns at that time, or when a datagram has been delivered. */
static void wait_until(uint64_t until)
{
    pthread_mutex_lock(&lock);
    if (file < 0)
        join_network();
    const net_wait wait = {.now = now, .until = until > now ? until : now};
    uint64_t then;

    if (send(file, &wait, sizeof wait, MSG_NOSIGNAL) != sizeof wait || recv(file, &then, sizeof then, 0) != sizeof then)
        give_up("the simulated network has ended");
    now = then > now ? then : now;
    pthread_mutex_unlock(&lock);
}

static uint64_t look(void)
{
    pthread_mutex_lock(&lock);
    if (file < 0) {
        pthread_mutex_unlock(&lock);
        wait_until(now);
        pthread_mutex_lock(&lock);
    }
    now += LOOK;
    const uint64_t result = now;

    pthread_mutex_unlock(&lock);
    return result;
}

static bool is_simulated(clockid_t clock);

int clock_gettime(clockid_t clock, struct timespec *time)
{
    if (!is_simulated(clock))
        return (int)syscall(SYS_clock_gettime, clock, time);
    const uint64_t at = look();

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
    const uint64_t begin = look();
    const uint64_t until =
        timeout ? begin + (uint64_t)timeout->tv_sec * NS_PER_S + (uint64_t)timeout->tv_nsec : UINT64_MAX / 2;
    int ready = poll_now(files, count);

    (void)signals;
    while (ready == 0 && now < until) {
        wait_until(until);
        ready = poll_now(files, count);
    }
    return ready;
}

int nanosleep(const struct timespec *time, struct timespec *left)
{
    const uint64_t until = look() + (uint64_t)time->tv_sec * NS_PER_S + (uint64_t)time->tv_nsec;

    while (now < until)
        wait_until(until);
    if (left)
        *left = (struct timespec){0};
    return 0;
}

int usleep(useconds_t time)
{
    return nanosleep(&(struct timespec){.tv_sec = time / 1000000, .tv_nsec = time % 1000000 * 1000L}, NULL);
}
