/* The memory of the BLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BLAS_MEMORY_H
#define ORB_BLAS_MEMORY_H

#include <orbital/orbital.h>

/* Has the BLAS allocate its buffers for products in this number of threads, or returns ORB_NO_MEMORY. Every plan whose
 * execution calls the BLAS needs it, as the BLAS itself reports no error. Further calls with as many threads or fewer
 * cost nothing. From any thread. */
ORB_API orb_status orb_blas_reserve(int threads);

#endif
