/* What all ranks have to agree upon, so that none waits for one that gave up.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_AGREE_H
#define ORB_AGREE_H

#include <orbital/orbital_mpi.h>

#include <stdbool.h>

/* Is this an intracommunicator, between MPI_Init and MPI_Finalize? Not collective. */
ORB_API bool orb_agree_can(MPI_Comm comm);

/* Forgets which rank failed last, and why; for the beginning of a function of the interface. */
ORB_API void orb_agree_begin(void);

/* Forgets it as well if the function returns ORB_OK: a choice by measuring succeeds although some candidates failed.
 * Returns the status. */
ORB_API orb_status orb_agree_end(orb_status status);

/* The largest status of all ranks: an error if there is one. Collective. ORB_DEVICE_FAILED if MPI reports an error. */
ORB_API orb_status orb_agree(MPI_Comm comm, orb_status status);

/* ORB_OK if these numbers are the same on all ranks, else ORB_INVALID. Collective; count <= ORB_AGREE_NUMBERS. */
enum { ORB_AGREE_NUMBERS = 40 };
ORB_API orb_status orb_agree_numbers(MPI_Comm comm, const uint64_t *numbers, int count);

/* ORB_OK if desc is the same on all ranks, else ORB_INVALID. Collective. */
orb_status orb_agree_same(MPI_Comm comm, const orb_mpi_desc *desc);

#endif
