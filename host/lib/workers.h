/* Worker threads that take the items of one round through an engine.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_WORKERS_H
#define ORB_WORKERS_H

#include "plan.h"

/* Parts of an item that the progress function counts. */
enum { ORB_ITEM_PARTS = 64 };

/* Items of one round: those of `volumes` volumes, one after the other. */
typedef struct orb_work {
    const orb_plan *plan;
    unsigned round;
    size_t volumes;
    const orb_field *from, *to; /* one a volume */
    size_t before, total;       /* items done in earlier rounds, and in all, for the progress function */
} orb_work;

/* Does it, with the crew of the plan's device, which is made if there is none. *done counts its items; their cost is
 * added. ORB_OK, or the first failure of an item, ORB_NO_MEMORY, ORB_CANCELLED. */
orb_status orb_work_do(const orb_work *work, size_t *done, orb_cost *cost);

/* Ends the threads of a crew, which must be asleep. In a child of fork, which has none of them, it only frees memory.
 * NULL is allowed. */
void orb_crew_free(orb_crew *crew);

#endif
