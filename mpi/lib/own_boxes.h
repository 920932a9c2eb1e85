/* Boxes that the caller chose, in place of those of the algorithm.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_OWN_BOXES_H
#define ORB_OWN_BOXES_H

#include "cluster.h"
#include "redistribution.h"

/* What this rank asks for: its boxes before and after the transform, where they are given. */
typedef struct orb_own_request {
    bool given[ORB_SIDES];
    orb_part box[ORB_SIDES];
} orb_own_request;

/* The request for these boxes, each of which may be NULL. Missing axes of desc, which may be NULL, get one point. */
orb_own_request orb_own_request_of(const orb_mpi_desc *desc, const orb_mpi_box *in, const orb_mpi_box *out);

/* The boxes of all ranks; NULL where the caller chose none. Members that are all zero are valid. */
typedef struct orb_own_list {
    orb_part *box[ORB_SIDES];
} orb_own_list;

/* Collects and checks the boxes of all ranks, for a complete description. Collective: all ranks get the same status and
 * reason. Close the list after an error, too. ORB_OK, ORB_INVALID, ORB_NO_MEMORY,
 * ORB_DEVICE_FAILED */
orb_status orb_own_list_open(orb_own_list *list, MPI_Comm comm, const orb_mpi_desc *desc,
                             const orb_own_request *request);
void orb_own_list_close(orb_own_list *list);

/* Gives a prepared plan the boxes of the list, and sets its `caller` boxes. Creates no redistribution where the boxes
 * of all ranks are those of the algorithm. Collective. ORB_OK, ORB_NO_MEMORY, ORB_DEVICE_FAILED */
orb_status orb_own_attach(orb_mpi_plan *plan, const orb_own_list *list);
void orb_own_detach(orb_mpi_plan *plan); /* also if nothing is attached */

/* Does the algorithm run from or to an array of the plan? Then the two arrays of the caller may be the same. */
bool orb_own_separates(const orb_mpi_plan *plan);

/* The arrays with which the algorithm runs: the caller's, or those of the plan. If an array of the caller is missing,
 * the others still get messages. */
const void *orb_own_begin(orb_mpi_plan *plan, const void *in);
void *orb_own_target(const orb_mpi_plan *plan, void *out);
void orb_own_end(orb_mpi_plan *plan, void *out);

#endif
