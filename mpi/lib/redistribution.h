/* A redistribution of a volume: each rank sends parts of its box directly to the ranks that need them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_REDISTRIBUTION_H
#define ORB_REDISTRIBUTION_H

#include "survey.h"

typedef struct orb_redistribution orb_redistribution;

/* The post, whose communicator has the ranks of the survey, must outlive it; the survey need not. Not collective.
 * \param element  bytes of an element
 * Returns ORB_OK, ORB_NO_MEMORY or ORB_DEVICE_FAILED; destroy it after an error, too. */
orb_status orb_redistribution_create(orb_redistribution **made, orb_post *post, const orb_survey *survey, size_t batch,
                                     size_t element);
void orb_redistribution_destroy(orb_redistribution *redistribution); /* may be NULL */

/* Copies the box x before the redistribution to the box y after it. Counts messages and bytes. All ranks of the survey
 * call it. A rank for which x is NULL sends undefined numbers, and one for which y is NULL drops what it receives. */
void orb_redistribution_run(orb_redistribution *redistribution, const void *x, void *y);

#endif
