/* A system that has one thread to spare. It is loaded ahead of the libraries, so that a run of the command does not
 * depend on which of two workers is the faster.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static unsigned threads;

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    void *symbol = dlsym(RTLD_NEXT, "pthread_create");

    memcpy(&real, &symbol, sizeof real); /* C has no conversion from an object's to a function's address */
    return __atomic_fetch_add(&threads, 1, __ATOMIC_RELAXED) > 0 ? EAGAIN : real(thread, attributes, start, argument);
}
