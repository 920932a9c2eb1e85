/* Where a rank's numbers are between the stages of a transform: in as little memory as does it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_ROOMS_H
#define ORB_ROOMS_H

#include <stdbool.h>
#include <stddef.h>

/* The caller's arrays, and the plan's own memory: the second one for boxes that the output has no room for. */
typedef enum orb_room { ORB_ROOM_IN = 0, ORB_ROOM_OUT, ORB_ROOM_OWN, ORB_ROOM_SPARE, ORB_ROOMS } orb_room;

/* What a stage does with its box. */
typedef enum orb_move {
    ORB_STAYS = 0, /* nothing: its result is its input */
    ORB_IN_PLACE,  /* it can leave the result where the input was */
    ORB_MOVES      /* it needs another room for it */
} orb_move;

typedef struct orb_leg {
    orb_move move;
    size_t bytes; /* of its result */
} orb_leg;

enum { ORB_LEGS = 11 };

typedef struct orb_rooms {
    orb_move move[ORB_LEGS];
    orb_room after[ORB_LEGS]; /* where each stage leaves its result */
    size_t bytes[ORB_ROOMS];
    /* The plan's own; and what an execution takes in place of the caller's arrays if one is missing, so that the other
     * ranks get their messages. The system gives memory to those two only if they are ever used. */
    void *memory[ORB_ROOMS];
} orb_rooms;

/* Finds the rooms of so many stages, one or more, for arrays of these bytes. The input is never written. The last
 * result is in the output if `ends_there`, and if any stage does something. */
void orb_rooms_find(orb_rooms *rooms, const orb_leg *legs, int count, size_t in, size_t out, bool ends_there);

/* Gets the memory. False if there is none. */
bool orb_rooms_open(orb_rooms *rooms);
void orb_rooms_close(orb_rooms *rooms); /* also of what is all zero */

#endif
