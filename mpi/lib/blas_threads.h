/* The threads of the BLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_BLAS_THREADS_H
#define ORB_BLAS_THREADS_H

/* From the first one that enters to the last one that leaves the BLAS has one thread. From any thread. */
void orb_blas_enter(void);
void orb_blas_leave(void);

#endif
