/* The memory of the BLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "blas_memory.h"

#include "blas_threads.h"

#include <cblas.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/mman.h>

/* At its first product in a thread, OpenBLAS maps a buffer of this size (BUFFER_SIZE of its 64-bit builds for x86 and
 * ARM). Where the system refuses, it tries again for ever. Other memory of the first product is in the margin. */
#define BUFFER ((size_t)128 << 20)
#define MARGIN ((size_t)16 << 20)

/* A matrix of so many columns, and so many rows a thread, is large enough for OpenBLAS to use all threads. */
enum { COLUMNS = 64, ROWS = 64 };

static bool can_map(size_t bytes)
{
    void *room = mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (room == MAP_FAILED)
        return false;
    munmap(room, bytes);
    return true;
}

static orb_status multiply(int threads)
{
    const int rows = ROWS * threads;
    float *a = calloc((size_t)rows * COLUMNS, sizeof *a), *b = calloc((size_t)COLUMNS * COLUMNS, sizeof *b);
    float *c = malloc((size_t)rows * COLUMNS * sizeof *c);
    const orb_status status = a && b && c ? ORB_OK : ORB_NO_MEMORY;

    if (!status) {
        orb_blas_enter(threads);
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, rows, COLUMNS, COLUMNS, 1.0F, a, COLUMNS, b, COLUMNS,
                    0.0F, c, COLUMNS);
        orb_blas_leave();
    }
    free(a);
    free(b);
    free(c);
    return status;
}

orb_status orb_blas_reserve(int threads)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static int reserved; /* threads that have a buffer */
    orb_status status = ORB_OK;

    pthread_mutex_lock(&lock);
    if (threads > reserved) {
        status = can_map((size_t)(threads - reserved) * BUFFER + MARGIN) ? multiply(threads) : ORB_NO_MEMORY;
        if (!status)
            reserved = threads;
    }
    pthread_mutex_unlock(&lock);
    return status;
}
