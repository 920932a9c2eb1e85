/* Messages between neighbours of the grid: started, kept moving, waited for, counted.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_WIRE_H
#define ORB_WIRE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is on its way. A sum is sent from two places by turns, so that the next one can be made meanwhile. */
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
    MPI_Comm comm;
    MPI_Datatype scalar; /* MPI_FLOAT or MPI_DOUBLE */
    size_t scalar_size;
    int before[3], behind[3]; /* the neighbours -1 and +1 along each axis */
    MPI_Request request[ORB_SLOTS];
    uint64_t messages, bytes; /* sent */
    double wait;              /* seconds */
    bool failed;              /* did MPI report an error? */
} orb_wire;

/* Opens the wire among the ranks of comm, which it owns from then on; a torus of three dimensions, or MPI_COMM_NULL. */
void orb_wire_open(orb_wire *wire, MPI_Comm comm, bool single);

/* MPI_COMM_NULL in a wire that is all zero counts as closed. */
void orb_wire_close(orb_wire *wire);

/* Start a message of so many scalars; none of them: nothing. The slot has to be free. */
void orb_wire_send(orb_wire *wire, orb_slot slot, int rank, const void *from, size_t scalars);
void orb_wire_receive(orb_wire *wire, orb_slot slot, int rank, void *to, size_t scalars);

/* Gives MPI the processor for a moment, as messages may not move on their own while others compute. */
void orb_wire_poll(orb_wire *wire);

/* Waits for one slot, or all; free ones count as done. */
void orb_wire_wait(orb_wire *wire, orb_slot slot);
void orb_wire_wait_all(orb_wire *wire);

#endif
