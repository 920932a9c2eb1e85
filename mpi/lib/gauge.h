/* How much of its local work a rank has done in an execution, for the progress function of the caller.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_GAUGE_H
#define ORB_GAUGE_H

#include <orbital/orbital.h>

/* The caller sees so many units for each part. */
enum { ORB_GAUGE_UNITS = 1000 };

/* Work is measured in parts. A part is a stage of local transforms or a product of blocks. */
typedef struct orb_gauge {
    orb_progress progress; /* of the caller; NULL: none */
    void *user;
    double total; /* parts of an execution, set when the plan is created */
    double done;  /* parts so far */
    double next;  /* the part or piece of a part that a device computes now */
} orb_gauge;

/* An execution begins. */
void orb_gauge_start(orb_gauge *gauge);

/* Adds to `done`. */
void orb_gauge_add(orb_gauge *gauge, double parts);

/* The orb_progress function for plans of a device, which compute `next`. Never stops them. */
int orb_gauge_show(void *gauge, size_t done, size_t total);

/* All is done, also on a rank that had less work, or none. */
void orb_gauge_finish(orb_gauge *gauge);

#endif
