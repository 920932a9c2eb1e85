/* The ranks of a grid: neighbours, and messages between them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_WIRE_H
#define ORB_WIRE_H

#include "post.h"

/* A slot for each message in transit. Sums are sent from two buffers alternately, so that the next sum can be computed
 * while the last one is being sent. Shifts of the transpose algorithm use the slots of X in one direction, and those of
 * C in the other one. */
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
    orb_post post;            /* the wire owns its communicator */
    int previous[3], next[3]; /* the neighbours -1 and +1 along each axis */
} orb_wire;

/* Opens the wire among the ranks of comm, a torus of three dimensions or MPI_COMM_NULL. The wire then owns comm.
 * Returns false if there is no memory. */
bool orb_wire_open(orb_wire *wire, MPI_Comm comm, bool single);

/* Allowed if all members are zero. */
void orb_wire_close(orb_wire *wire);

/* Start a message of so many scalars, as in post.h. Wait for its slot with the functions of post.h and &wire->post. */
void orb_wire_send(orb_wire *wire, orb_slot slot, int rank, const void *from, size_t scalars);
void orb_wire_receive(orb_wire *wire, orb_slot slot, int rank, void *to, size_t scalars);

#endif
