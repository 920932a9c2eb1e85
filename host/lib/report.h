/* What an execution cost.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_REPORT_H
#define ORB_REPORT_H

#include "plan.h"

/* Adds the cost of an item to a total. */
void orb_cost_add(orb_cost *total, const orb_cost *cost);

/* Fills the report of an execution of `done` blocks in so many seconds. */
void orb_report_fill(orb_report *report, const orb_plan *plan, const orb_cost *cost, uint64_t done, double seconds);

/* Seconds on a clock that only goes forward. */
double orb_seconds(void);

#endif
