/* Local work: a rank transforms axes that it has whole, on its device.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_LOCAL_H
#define ORB_LOCAL_H

#include <orbital/orbital_mpi.h>

#include "gauge.h"
#include "plan_report.h"

#include <stdbool.h>

typedef struct orb_local orb_local;

/* What to do with each box of a batch. */
typedef struct orb_local_work {
    size_t batch, size[ORB_MPI_AXES]; /* lengths of the axes: points; for a half axis that is not transformed here,
                                       * coefficients */
    bool transforms[ORB_MPI_AXES];    /* the axes to transform; none: a conversion of elements, or a copy */
    orb_element element_in;           /* type of the input */
    orb_element between;              /* its precision is that of intermediate results */
    orb_element element_out;          /* type of the output; a real one takes the real parts of complex results */
    /* For the device of desc: the fraction of the points of all ranks, 0..1, and the cost to which each run adds. */
    double share;
    orb_device_cost *cost;
    double part;      /* the part of the gauge's total that a run takes, */
    orb_gauge *gauge; /* and the gauge, which the device tells how much it has done; NULL: none */
} orb_local_work;

/* Returns the device of desc. Without one, opens the engine cpu with the threads of desc.
 * \param own  out: close it after the last use; NULL if it is the device of desc */
orb_status orb_local_device(const orb_mpi_desc *desc, orb_device **own, orb_device **device);

/* Adds the cost of one execution on a device, for this fraction of the points of all ranks. */
void orb_local_count(orb_device_cost *cost, const orb_report *report, double share);

/* Kinds, types, norm, direction, half axis, device and threads are those of desc. Returns ORB_OK, ORB_NO_MEMORY, or the
 * status of the device; destroy it after an error, too. */
orb_status orb_local_create(orb_local **local, const orb_mpi_desc *desc, const orb_local_work *work);

/* local may be NULL. */
void orb_local_destroy(orb_local *local);

/* Is it only a copy? */
bool orb_local_is_copy(const orb_local *local);

/* Can input and output be the same array if they have the same shape and elements of the same size? Not for copies and
 * conversions. */
bool orb_local_in_place(const orb_local *local);

/* Executes from x to y. They may be the same array if input and output have the same shape and elements of the same
 * size, and it is neither a copy nor a conversion; otherwise they must not overlap. */
orb_status orb_local_run(const orb_local *local, const void *x, void *y);

#endif
