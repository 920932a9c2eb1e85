/* Puts the recipe of a round into the buffers and coefficient banks of an array.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_SCHEDULE_H
#define ORB_SCHEDULE_H

#include "program.h"
#include "recipe.h"

/* What there is room for. */
typedef struct orb_room {
    unsigned buffers, banks;
} orb_room;

enum { ORB_BUFFERS_MAX = 15, ORB_BANKS_MAX = 15 };

typedef enum orb_move { ORB_MOVE_LOAD, ORB_MOVE_UNLOAD, ORB_MOVE_COEFFICIENTS, ORB_MOVE_STAGE } orb_move;

/* When an operand is loaded: in front of the stage that needs it, or in front of the one before, so that it comes while
 * that one computes. It then takes a free buffer if there is one, or also that of an operand which is needed later. */
typedef enum orb_ahead { ORB_AHEAD_NEVER, ORB_AHEAD_IF_FREE, ORB_AHEAD_EVICTING, ORB_AHEAD_WAYS } orb_ahead;

/* One descriptor of a script, and what it is about. */
typedef struct orb_step {
    orb_descriptor descriptor;
    orb_move move;
    bool store;          /* of a stage: is a result stored? */
    unsigned char stage; /* of a stage, of coefficients */
    unsigned char bank;  /* of coefficients */
    unsigned tile;       /* of coefficients */
    unsigned value;      /* number of the operand or the result */
    size_t unit, cut;    /* whose operand, result, stage it is */
} orb_step;

typedef struct orb_script {
    orb_step *step;
    size_t count, room;
} orb_script;

/* Writes the script for so many units, one after the other; the script may hold another one, whose memory is used
 * again. Coefficients are loaded as if none were there.
 * ORB_OK, ORB_NO_MEMORY, ORB_INVALID (the round needs more buffers) */
orb_status orb_schedule(orb_script *script, const orb_round *round, const orb_recipe *recipe, const orb_room *room,
                        size_t units, orb_ahead ahead);

void orb_script_free(orb_script *script);

#endif
