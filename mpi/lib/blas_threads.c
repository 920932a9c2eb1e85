/* The threads of the BLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#include "blas_threads.h"

#include <pthread.h>

/* OpenBLAS has threads of its own, which ranks beside each other would all start. Other BLASes lack these. */
extern int openblas_get_num_threads(void) __attribute__((weak));
extern void openblas_set_num_threads(int threads) __attribute__((weak));

/* The number belongs to the process, and plans may execute in several threads: the second one would take that of the
 * first one for the number to restore. */
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
