/* Volumes through the rounds of an engine that has them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_ROUNDS_H
#define ORB_ROUNDS_H

#include "plan.h"

/* What an engine with orb_items has for `execute`. ORB_OK, the first failure of an item, ORB_NO_MEMORY or
 * ORB_CANCELLED. */
orb_status orb_rounds_execute(const orb_plan *plan, orb_batch *batch);

#endif
