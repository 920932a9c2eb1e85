/* Two distributions of a volume, and the blocks that ranks send to each other to get from the first to the second.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_SURVEY_H
#define ORB_SURVEY_H

#include "cluster.h"

/* The boxes before a redistribution, and after it. */
enum { ORB_BEFORE = 0, ORB_AFTER, ORB_SIDES };

/* ORB_LONGEST: each block is divided along its longest axis. */
enum { ORB_LONGEST = -1 };

/* The boxes of all ranks. Those of one side are disjoint. A block is the intersection of one rank's box before with
 * another rank's box after. Blocks are divided into parts, each of which is a message. */
typedef struct orb_survey {
    int ranks;
    orb_part *box[ORB_SIDES]; /* of each rank */
    size_t bytes;             /* of a point: of its element, times the batch */
    /* The axis that parts divide, or ORB_LONGEST. If it is an axis, `parts` ranges of the boxes on the side `divided`
     * divide all blocks. */
    int axis, divided, parts;
} orb_survey;

/* Allocates the boxes, which are empty. Returns false if there is not enough memory. Free them after a failure, too. */
bool orb_survey_open(orb_survey *survey, int ranks);
void orb_survey_close(orb_survey *survey); /* allowed if all members are zero */

/* Sets the number of parts so that messages have at most ORB_REMAP_BYTES, or one index of the divided axis. The first
 * rank must have the largest boxes. */
void orb_survey_divide(orb_survey *survey, int axis, int divided);

/* The number of parts of a block, and each part. Some parts may be empty. */
int orb_survey_parts(const orb_survey *survey, int from, int to);
orb_part orb_survey_part(const orb_survey *survey, int from, int to, int part);

/* The place of the rank `to` among those to which the rank `from` sends, in the order in which it does. */
int orb_survey_place(const orb_survey *survey, int from, int to);

#endif
