/* The ranks of a grid and their messages.
 * SPDX-License-Identifier: Apache-2.0 */
#include "wire.h"

/* Messages with the same tag between two ranks keep their order, so one tag for each kind of block is sufficient. */
enum { TAG_X = 1, TAG_C, TAG_Y };

static const int tags[ORB_SLOTS] = {TAG_X, TAG_X, TAG_C, TAG_C, TAG_Y, TAG_Y, TAG_Y};

bool orb_wire_open(orb_wire *wire, MPI_Comm comm, bool single)
{
    const bool opened = orb_post_open(&wire->post, comm, single, ORB_SLOTS);

    for (int a = 0; a < 3 && comm != MPI_COMM_NULL; a++)
        if (MPI_Cart_shift(comm, a, -1, &wire->next[a], &wire->previous[a]) != MPI_SUCCESS)
            wire->post.failed = true;
    return opened;
}

void orb_wire_close(orb_wire *wire)
{
    if (wire->post.scalar_size && wire->post.comm != MPI_COMM_NULL)
        MPI_Comm_free(&wire->post.comm);
    orb_post_close(&wire->post);
}

void orb_wire_send(orb_wire *wire, orb_slot slot, int rank, const void *from, size_t scalars)
{
    orb_post_send(&wire->post, slot, rank, tags[slot], from, scalars);
}

void orb_wire_receive(orb_wire *wire, orb_slot slot, int rank, void *to, size_t scalars)
{
    orb_post_receive(&wire->post, slot, rank, tags[slot], to, scalars);
}
