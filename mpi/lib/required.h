/* The requirements of a plan: completes and checks its description.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_WANTED_H
#define ORB_WANTED_H

#include <orbital/orbital_mpi.h>

#include <stdbool.h>

/* The number of axes; 0 if there is none, or if one follows a missing axis. */
int orb_required_axes(const orb_mpi_desc *desc);

/* Missing axes become identities of one point; a batch of 0 is one volume, and no number of threads one thread. */
orb_mpi_desc orb_required_complete(const orb_mpi_desc *desc);

/* Is this one, complete, possible, whatever the ranks? Axes beyond the first so many have to be as if not there.
 * ORB_OK, ORB_INVALID, ORB_BAD_KIND */
orb_status orb_required_check(const orb_mpi_desc *desc, int axes);

bool orb_required_has_fourier(const orb_mpi_desc *desc);

/* The first three axes in the words of the library for one process. */
orb_plan_desc orb_required_words(const orb_mpi_desc *desc);

#endif
