/* The threads of the BLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BLAS_THREADS_H
#define ORB_BLAS_THREADS_H

#include <orbital/orbital.h>

/* From the first one that enters to the last one that leaves the BLAS has the threads of the first one. From any
 * thread. */
ORB_API void orb_blas_enter(int threads);
ORB_API void orb_blas_leave(void);

#endif
