/* Creation of plans, with a named or a chosen algorithm.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CREATE_H
#define ORB_CREATE_H

#include "own_boxes.h"

/* Creates the plan for a description with ORB_MPI_AUTO. comm is an intracommunicator. Collective. */
typedef orb_status orb_plan_chooser(orb_mpi_plan **plan, MPI_Comm comm, const orb_mpi_desc *desc,
                                    const orb_own_request *request);

/* As orb_mpi_plan_create_boxes. choose is called for ORB_MPI_AUTO; it may be NULL if the algorithm is named.
 * Collective. */
orb_status orb_create_plan(orb_mpi_plan **plan, MPI_Comm comm, const orb_mpi_desc *desc, const orb_own_request *request,
                           orb_plan_chooser *choose);

#endif
