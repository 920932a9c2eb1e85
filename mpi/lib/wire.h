/* The ranks of a grid: which are neighbours, and what is in transit between them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_WIRE_H
#define ORB_WIRE_H

#include "post.h"

/* What is in transit. A sum is sent from two places alternately, so that the next one can be made meanwhile. Shifts of
 * the transpose algorithm use the slots of X in one direction, and those of C in the other one. */
typedef enum orb_slot {
    ORB_SLOT_X_IN = 0,
    ORB_SLOT_X_OUT,
    ORB_SLOT_C_IN,
    ORB_SLOT_C_OUT,
    ORB_SLOT_Y_IN,
    ORB_SLOT_Y_OUT,
    ORB_SLOT_Y_OUT_TOO,
    ORB_SLOTS
} orb_slot;

typedef struct orb_wire {
    orb_post post;            /* its comm is the wire's own */
    int before[3], behind[3]; /* the neighbours -1 and +1 along each axis */
} orb_wire;

/* Opens the wire among the ranks of comm, which it owns from then on; a torus of three dimensions, or MPI_COMM_NULL.
 * False if there is no memory. */
bool orb_wire_open(orb_wire *wire, MPI_Comm comm, bool single);

/* MPI_COMM_NULL in a wire that is all zero counts as closed. */
void orb_wire_close(orb_wire *wire);

/* Start a message of so many scalars, as those of post.h; what is done with a slot then is done with &wire->post. */
void orb_wire_send(orb_wire *wire, orb_slot slot, int rank, const void *from, size_t scalars);
void orb_wire_receive(orb_wire *wire, orb_slot slot, int rank, void *to, size_t scalars);

#endif
