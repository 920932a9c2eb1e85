/* The host's clock and sleep in simulated time: these stand in for those of the C library.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "usb.h"

#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S UINT64_C(1000000000)

static bool is_simulated(clockid_t clock)
{
    return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW || clock == CLOCK_MONOTONIC_COARSE ||
           clock == CLOCK_BOOTTIME;
}

static uint64_t nanoseconds_of(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * NS_PER_S + (uint64_t)time->tv_nsec;
}

int clock_gettime(clockid_t clock, struct timespec *time)
{
    int status = 0;

    if (is_simulated(clock)) {
        const uint64_t now = usb_clock_read();

        time->tv_sec = (time_t)(now / NS_PER_S);
        time->tv_nsec = (long)(now % NS_PER_S);
    } else {
        status = (int)syscall(SYS_clock_gettime, clock, time);
    }
    return status;
}

int nanosleep(const struct timespec *time, struct timespec *left)
{
    usb_clock_sleep(nanoseconds_of(time));
    if (left)
        *left = (struct timespec){0};
    return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left)
{
    const uint64_t wanted = nanoseconds_of(time),
                   now = flags & TIMER_ABSTIME && is_simulated(clock) ? usb_clock_read() : 0;

    usb_clock_sleep(wanted > now ? wanted - now : 0);
    if (left)
        *left = (struct timespec){0};
    return 0;
}

int usleep(useconds_t time)
{
    usb_clock_sleep(time * UINT64_C(1000));
    return 0;
}
