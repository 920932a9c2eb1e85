/* The choice of an algorithm by measuring.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_AUTO_H
#define ORB_AUTO_H

#include <orbital/orbital_mpi.h>

/* As orb_mpi_plan_create, of a desc that asks for ORB_MPI_AUTO; comm is an intracommunicator. Collective. */
orb_status orb_auto_create(orb_mpi_plan **plan, MPI_Comm comm, const orb_mpi_desc *desc);

#endif
