/* Messages between neighbours of the grid.
 * SPDX-License-Identifier: Apache-2.0 */
#include "wire.h"

#include "message.h"

/* Messages of one kind between two ranks keep their order, so that a tag a kind is enough. */
enum { TAG_X = 1, TAG_C, TAG_Y };

static const int tags[ORB_SLOTS] = {TAG_X, TAG_X, TAG_C, TAG_C, TAG_Y, TAG_Y, TAG_Y};

static void check(orb_wire *wire, int code)
{
    if (code != MPI_SUCCESS)
        wire->failed = true;
}

void orb_wire_open(orb_wire *wire, MPI_Comm comm, bool single)
{
    *wire = (orb_wire){.comm = comm, .scalar = single ? MPI_FLOAT : MPI_DOUBLE};
    wire->scalar_size = single ? sizeof(float) : sizeof(double);
    for (int slot = 0; slot < ORB_SLOTS; slot++)
        wire->request[slot] = MPI_REQUEST_NULL;
    for (int a = 0; a < 3 && comm != MPI_COMM_NULL; a++)
        check(wire, MPI_Cart_shift(comm, a, -1, &wire->behind[a], &wire->before[a]));
}

void orb_wire_close(orb_wire *wire)
{
    if (wire->scalar_size && wire->comm != MPI_COMM_NULL)
        MPI_Comm_free(&wire->comm);
    wire->scalar_size = 0;
}

/* Starts a message; from is NULL where it comes in. */
static void start(orb_wire *wire, orb_slot slot, int rank, const void *from, void *to, size_t scalars)
{
    const orb_message m = {.comm = wire->comm, .scalar = wire->scalar, .rank = rank, .tag = tags[slot]};

    check(wire, from ? orb_message_send(&m, from, scalars, &wire->request[slot])
                     : orb_message_receive(&m, to, scalars, &wire->request[slot]));
}

void orb_wire_send(orb_wire *wire, orb_slot slot, int rank, const void *from, size_t scalars)
{
    if (!scalars)
        return;
    start(wire, slot, rank, from, NULL, scalars);
    wire->messages++;
    wire->bytes += scalars * wire->scalar_size;
}

void orb_wire_receive(orb_wire *wire, orb_slot slot, int rank, void *to, size_t scalars)
{
    if (scalars)
        start(wire, slot, rank, NULL, to, scalars);
}

void orb_wire_poll(orb_wire *wire)
{
    MPI_Status unused[ORB_SLOTS]; /* compilers warn of MPI_STATUSES_IGNORE as MPICH declares it */
    int done;

    check(wire, MPI_Testall(ORB_SLOTS, wire->request, &done, unused));
}

void orb_wire_wait(orb_wire *wire, orb_slot slot)
{
    const double begin = MPI_Wtime();

    check(wire, MPI_Wait(&wire->request[slot], MPI_STATUS_IGNORE));
    wire->wait += MPI_Wtime() - begin;
}

void orb_wire_wait_all(orb_wire *wire)
{
    const double begin = MPI_Wtime();
    MPI_Status unused[ORB_SLOTS];

    check(wire, MPI_Waitall(ORB_SLOTS, wire->request, unused));
    wire->wait += MPI_Wtime() - begin;
}
