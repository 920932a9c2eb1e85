/* What a plan is asked for: complete, and possible.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_WANTED_H
#define ORB_WANTED_H

#include <orbital/orbital_mpi.h>

#include <stdbool.h>

/* The axes that are there; 0 if there is none, or one behind an axis that is not. */
int orb_wanted_axes(const orb_mpi_desc *desc);

/* Axes that are not there become one point that is left as it is; a batch of 0 is one volume. */
orb_mpi_desc orb_wanted_complete(const orb_mpi_desc *desc);

/* Is this one, complete, possible, whatever the ranks? Axes beyond the first so many have to be as if not there.
 * ORB_OK, ORB_INVALID, ORB_BAD_KIND */
orb_status orb_wanted_check(const orb_mpi_desc *desc, int axes);

bool orb_wanted_has_fourier(const orb_mpi_desc *desc);

/* The first three axes in the words of the library for one process. */
orb_plan_desc orb_wanted_words(const orb_mpi_desc *desc);

#endif
