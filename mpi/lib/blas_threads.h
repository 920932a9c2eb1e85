/* The threads of the BLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BLAS_THREADS_H
#define ORB_BLAS_THREADS_H

/* Sets how many there are; returns how many there were. */
int orb_blas_threads(int threads);

#endif
