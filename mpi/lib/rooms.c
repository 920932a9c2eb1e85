/* Where a rank's numbers are between the stages of a transform.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rooms.h"

#include "checked.h"

#include <stdlib.h>

/* Another room for a box of so many bytes: the output if it is large enough. */
static orb_room other(const orb_rooms *r, orb_room room, size_t bytes)
{
    if (room != ORB_ROOM_OUT && bytes <= r->bytes[ORB_ROOM_OUT])
        return ORB_ROOM_OUT;
    return room == ORB_ROOM_OWN ? ORB_ROOM_SPARE : ORB_ROOM_OWN;
}

/* From the last stage to the first, as it is known where the last one ends. */
void orb_rooms_find(orb_rooms *r, const orb_leg *legs, int count, size_t in, size_t out, bool ends_there)
{
    orb_room room = ends_there ? ORB_ROOM_OUT : ORB_ROOM_OWN;
    int first = 0;

    for (int i = 0; i < count; i++)
        r->move[i] = legs[i].move;
    while (first < count && legs[first].move == ORB_STAYS)
        r->after[first++] = ORB_ROOM_IN;
    r->bytes[ORB_ROOM_IN] = in;
    r->bytes[ORB_ROOM_OUT] = out;
    for (int i = count - 1; i >= first; i--) {
        r->after[i] = room;
        r->bytes[room] = larger(r->bytes[room], legs[i].bytes);
        if (i > first && legs[i].move == ORB_MOVES)
            room = other(r, room, legs[i - 1].bytes);
    }
}

bool orb_rooms_open(orb_rooms *r)
{
    for (int room = 0; room < ORB_ROOMS; room++)
        if (!(r->memory[room] = malloc(larger(r->bytes[room], 1))))
            return false;
    return true;
}

void orb_rooms_close(orb_rooms *r)
{
    for (int room = 0; room < ORB_ROOMS; room++)
        free(r->memory[room]);
}
