/* Datagrams on the loopback that have arrived when the program goes on.
 * SPDX-License-Identifier: Apache-2.0
 *
 * On a busy computer the kernel may hand a datagram to its receiver after the call that sends it has returned. In
 * the meantime a simulated clock would go on. The kernel keeps the order of the datagrams that one processor sends.
 * So a program that sends another one to itself on that processor, and waits for it, knows that those before it are
 * there. */
#ifndef ORB_ETHERNET_LOOPBACK_H
#define ORB_ETHERNET_LOOPBACK_H

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sched.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Opens the socket that a program sends to itself by, or returns -1. */
static inline int loopback_open(void)
{
    const int file = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in name;
    socklen_t size = sizeof name;

    name.sin_family = AF_INET;
    name.sin_port = 0;
    name.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (file < 0 || bind(file, (const struct sockaddr *)&name, size) ||
        getsockname(file, (struct sockaddr *)&name, &size) || connect(file, (const struct sockaddr *)&name, size)) {
        if (file >= 0)
            close(file);
        return -1;
    }
    return file;
}

/* Keeps the thread on its processor, and returns on which ones it may usually run. */
static inline cpu_set_t loopback_stay(void)
{
    cpu_set_t usual, here;

    CPU_ZERO(&here);
    CPU_SET(sched_getcpu(), &here);
    sched_getaffinity(0, sizeof usual, &usual);
    sched_setaffinity(0, sizeof here, &here);
    return usual;
}

/* Waits until what the thread has sent since loopback_stay() is there. Returns whether that is known. The calls of the
 * system are direct, as programs with a simulated clock have others of these names. */
static inline bool loopback_settle(int file, cpu_set_t usual)
{
    char byte = 0;
    const bool known = syscall(SYS_sendto, file, &byte, sizeof byte, 0, NULL, 0) == 1 &&
                       syscall(SYS_recvfrom, file, &byte, sizeof byte, 0, NULL, NULL) == 1;

    sched_setaffinity(0, sizeof usual, &usual);
    return known;
}

#endif
