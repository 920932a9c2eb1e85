/* One message of any length.
 * SPDX-License-Identifier: Apache-2.0 */
#include "block_message.h"

#include <limits.h>

/* Scalars that one MPI count can represent; the tests make it small. */
#ifndef ORB_COUNT_MAX
#define ORB_COUNT_MAX INT_MAX
#endif

int orb_message_type(MPI_Datatype scalar, size_t scalars, MPI_Aint at, MPI_Datatype *type)
{
    const size_t pieces = scalars / ORB_COUNT_MAX, rest = scalars % ORB_COUNT_MAX;
    const int lengths[2] = {(int)pieces, (int)rest};
    MPI_Datatype types[2] = {MPI_DATATYPE_NULL, scalar};
    MPI_Aint places[2] = {at, 0}, low, size;
    int code, freed;

    if ((code = MPI_Type_get_extent(scalar, &low, &size)) != MPI_SUCCESS)
        return code;
    places[1] = at + size * (MPI_Aint)(scalars - rest);
    if ((code = MPI_Type_contiguous(ORB_COUNT_MAX, scalar, &types[0])) != MPI_SUCCESS)
        return code;
    code = MPI_Type_create_struct(2, lengths, places, types, type);
    freed = MPI_Type_free(&types[0]);
    return code != MPI_SUCCESS ? code : freed != MPI_SUCCESS ? freed : MPI_Type_commit(type);
}

bool orb_message_is_long(size_t scalars)
{
    return scalars > ORB_COUNT_MAX;
}

/* from is NULL where it comes in. */
static int start(const orb_message *m, const void *from, void *to, size_t scalars, MPI_Request *request)
{
    const bool is_long = orb_message_is_long(scalars);
    const int count = is_long ? 1 : (int)scalars;
    MPI_Datatype type = m->scalar;
    int code, freed = MPI_SUCCESS;

    if (is_long && (code = orb_message_type(m->scalar, scalars, 0, &type)) != MPI_SUCCESS)
        return code;
    code = from ? MPI_Isend(from, count, type, m->rank, m->tag, m->comm, request)
                : MPI_Irecv(to, count, type, m->rank, m->tag, m->comm, request);
    if (is_long)
        freed = MPI_Type_free(&type); /* MPI keeps it until the message is through */
    return code == MPI_SUCCESS ? freed : code;
}

int orb_message_send(const orb_message *m, const void *from, size_t scalars, MPI_Request *request)
{
    return start(m, from, NULL, scalars, request);
}

int orb_message_receive(const orb_message *m, void *to, size_t scalars, MPI_Request *request)
{
    return start(m, NULL, to, scalars, request);
}
