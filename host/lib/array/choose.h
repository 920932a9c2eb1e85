/* Chooses the rounds of a transform: their axes and order, cuts, extents and tori.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CHOOSE_H
#define ORB_CHOOSE_H

#include "core.h"
#include "engine.h"
#include "schedule.h"

/* What a round moves and takes, for one volume. */
typedef struct orb_expense {
    double words_in, words_out, coef_words;
    double cycles; /* about: loads run beside unloads, with three buffers or more both beside the stages */
} orb_expense;

typedef struct orb_choice {
    unsigned rounds;
    orb_round round[ORB_ROUNDS_MAX];
    orb_ahead ahead[ORB_ROUNDS_MAX];
    orb_expense expense; /* of all rounds */
} orb_choice;

/* The rounds that move the fewest words, and of these the ones that take the fewest cycles.
 * ORB_OK, or ORB_NO_MEMORY, also if there are more cubes than can be counted. */
orb_status orb_choose(orb_choice *choice, const orb_problem *problem, const orb_core_info *info);

/* Says in one line what was chosen and why. */
void orb_choice_explain(const orb_choice *choice, const orb_core_info *info, char *text, size_t size);

#endif
