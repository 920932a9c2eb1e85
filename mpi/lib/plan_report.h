/* Steps, times and costs of an execution on one rank.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_REPORT_H
#define ORB_REPORT_H

#include <orbital/orbital_mpi.h>

#include "post.h"

/* Counters of the rank's device. */
typedef struct orb_device_cost {
    uint64_t cycles, saturations;
    double last_place;
    double variance; /* expected squared error times the rank's part of all points, summed over the stages */
} orb_device_cost;

/* Counters of an execution, apart from messages. */
typedef struct orb_tally {
    uint64_t steps;
    double begin, compute; /* start by MPI_Wtime; seconds of local work */
    orb_device_cost device;
    char why[sizeof(((orb_mpi_report *)0)->why)];
} orb_tally;

/* Resets the counters, but not `why`. */
ORB_API void orb_tally_start(orb_tally *tally, orb_post *post);

/* Fills in the report, unless it is NULL. */
ORB_API void orb_tally_describe(const orb_tally *tally, const orb_post *post, orb_mpi_report *report);

#endif
