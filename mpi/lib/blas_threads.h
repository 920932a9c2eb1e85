/* The number of threads of the BLAS, which belongs to the process.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BLAS_THREADS_H
#define ORB_BLAS_THREADS_H

#include <orbital/orbital.h>

/* Call these in pairs, around work that uses the BLAS; from any thread. The first caller sets the number of threads. It
 * remains until the last caller leaves, which restores the previous number. */
ORB_API void orb_blas_enter(int threads);
ORB_API void orb_blas_leave(void);

#endif
