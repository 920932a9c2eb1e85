/* Local work: a rank transforms axes that it has whole, with the engine cpu.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_LOCAL_H
#define ORB_LOCAL_H

#include <orbital/orbital_mpi.h>

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
} orb_local_work;

/* Kinds, types, norm, direction, half axis and threads are those of desc. Returns ORB_OK, ORB_NO_MEMORY, or the status
 * of the engine; destroy it after an error, too. */
orb_status orb_local_create(orb_local **local, const orb_mpi_desc *desc, const orb_local_work *work);

/* local may be NULL. */
void orb_local_destroy(orb_local *local);

/* Is it only a copy? */
bool orb_local_is_copy(const orb_local *local);

/* Executes from x to y. They may be the same array if input and output have the same shape and elements of the same
 * size, and it is neither a copy nor a conversion; otherwise they must not overlap. */
orb_status orb_local_run(const orb_local *local, const void *x, void *y);

#endif
