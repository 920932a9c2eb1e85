/* The threads of the BLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#include "blas_threads.h"

/* OpenBLAS has threads of its own, which ranks beside each other would all start. Other BLASes lack these. */
extern int openblas_get_num_threads(void) __attribute__((weak));
extern void openblas_set_num_threads(int threads) __attribute__((weak));

int orb_blas_threads(int threads)
{
    const int before = openblas_get_num_threads ? openblas_get_num_threads() : threads;

    if (openblas_set_num_threads && before != threads)
        openblas_set_num_threads(threads);
    return before;
}
