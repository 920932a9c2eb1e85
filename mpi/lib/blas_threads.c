/* The number of threads of the BLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#include "blas_threads.h"

#include <pthread.h>

/* OpenBLAS starts threads of its own; by default, every rank on a node would use all processors. Other BLAS libraries
 * lack these functions. */
extern int openblas_get_num_threads(void) __attribute__((weak));
extern void openblas_set_num_threads(int threads) __attribute__((weak));

/* Plans may execute in several threads. Without a count, the second one would save the number that the first one set,
 * and restore that. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside, before;

static void set(int threads)
{
    if (openblas_set_num_threads && openblas_get_num_threads() != threads)
        openblas_set_num_threads(threads);
}

void orb_blas_enter(int threads)
{
    pthread_mutex_lock(&lock);
    if (!inside++) {
        before = openblas_get_num_threads ? openblas_get_num_threads() : 1;
        set(threads);
    }
    pthread_mutex_unlock(&lock);
}

void orb_blas_leave(void)
{
    pthread_mutex_lock(&lock);
    if (!--inside)
        set(before);
    pthread_mutex_unlock(&lock);
}
