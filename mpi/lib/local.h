/* The one place of local work: a rank transforms axes of its boxes that it has whole, on its device.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_LOCAL_H
#define ORB_LOCAL_H

#include <orbital/orbital_mpi.h>

#include "plan_report.h"

#include <stdbool.h>

typedef struct orb_local orb_local;

/* A batch of boxes, one after the other, and what happens to each. */
typedef struct orb_local_work {
    size_t batch, size[ORB_MPI_AXES]; /* points; of half a spectrum coefficients, if it is not transformed here */
    bool transforms[ORB_MPI_AXES];    /* along which axes; none: a change of elements, or a copy */
    orb_element element_in;           /* of the boxes that come in */
    orb_element between;              /* of the numbers computed with */
    orb_element element_out;          /* a real one takes the real parts of complex results */
    /* With the device of desc: the part of the points of all ranks, 0..1, and to what each run adds. */
    double share;
    orb_device_cost *cost;
} orb_local_work;

/* The device of desc, or engine cpu with its threads, which is opened.
 * \param own  out: to be closed after the last use; NULL for that of desc */
orb_status orb_local_device(const orb_mpi_desc *desc, orb_device **own, orb_device **device);

/* Adds what one execution on a device cost, for this share of the points of all ranks. */
void orb_local_count(orb_device_cost *cost, const orb_report *report, double share);

/* Kinds, types, norm, direction, half axis, device and threads are those of desc. ORB_OK, ORB_NO_MEMORY, or the status
 * of the device. */
orb_status orb_local_create(orb_local **local, const orb_mpi_desc *desc, const orb_local_work *work);

/* Also NULL. */
void orb_local_destroy(orb_local *local);

/* Would it only copy? */
bool orb_local_is_copy(const orb_local *local);

/* From x to y, which are apart. */
orb_status orb_local_run(const orb_local *local, const void *x, void *y);

#endif
