/* Completes and checks the description of a plan.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_REQUIRED_H
#define ORB_REQUIRED_H

#include <orbital/orbital_mpi.h>

#include <stdbool.h>

/* The number of axes. 0 if there is none, or if an axis follows a missing one. */
int orb_required_axes(const orb_mpi_desc *desc);

/* Missing axes become identities of one point. A batch or threads of 0 become 1. */
orb_mpi_desc orb_required_complete(const orb_mpi_desc *desc);

/* Checks a complete description, apart from the number of ranks. Axes from number `axes` on must be identities of one
 * point. ORB_OK, ORB_INVALID, ORB_BAD_KIND */
orb_status orb_required_check(const orb_mpi_desc *desc, int axes);

bool orb_required_has_fourier(const orb_mpi_desc *desc);

/* The first three axes as a description of liborbital. */
orb_plan_desc orb_required_words(const orb_mpi_desc *desc);

#endif
