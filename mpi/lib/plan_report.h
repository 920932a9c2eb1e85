/* What an execution cost a rank.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_REPORT_H
#define ORB_REPORT_H

#include <orbital/orbital_mpi.h>

#include "post.h"

/* What the rank's own device counts. */
typedef struct orb_device_cost {
    uint64_t cycles, saturations;
    double last_place;
    double variance; /* of the errors to be expected, times the rank's share of the points: the sum over the stages */
} orb_device_cost;

/* What a plan counts while it executes, beside its messages. */
typedef struct orb_tally {
    uint64_t steps;
    double begin, compute; /* MPI_Wtime, seconds */
    orb_device_cost device;
    char why[sizeof(((orb_mpi_report *)0)->why)];
} orb_tally;

/* Begins to count anew; why stays. */
ORB_API void orb_tally_start(orb_tally *tally, orb_post *post);

/* Tells it to the user, who may not want to know (NULL). */
ORB_API void orb_tally_describe(const orb_tally *tally, const orb_post *post, orb_mpi_report *report);

#endif
