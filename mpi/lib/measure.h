/* Measures a candidate of a plan whose algorithm is chosen by measuring.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_MEASURE_H
#define ORB_MEASURE_H

#include <orbital/orbital_mpi.h>

/* A candidate: execute(context, &seconds) executes it once and sets the time of this rank. Collective. */
typedef struct orb_candidate {
    orb_status (*execute)(const void *context, double *seconds);
    const void *context;
} orb_candidate;

/* Executes a candidate up to `tries` times, because the first execution touches new memory. It is not executed again
 * after a second, or if it takes more than twice as long as the best candidate so far (best; 0: there is none).
 * Collective.
 * \param seconds  out: the time of the slowest rank in the fastest execution; the same on all ranks
 * \return ORB_OK, the status of an execution, or ORB_DEVICE_FAILED if MPI reports an error */
ORB_API orb_status orb_measure(MPI_Comm comm, const orb_candidate *candidate, int tries, double best, double *seconds);

#endif
