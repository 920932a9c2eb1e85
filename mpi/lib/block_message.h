/* One message of any length.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_MESSAGE_H
#define ORB_MESSAGE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* To or from this rank. */
typedef struct orb_message {
    MPI_Comm comm;
    MPI_Datatype scalar; /* MPI_FLOAT or MPI_DOUBLE */
    int rank, tag;
} orb_message;

/* Start it, so many scalars. What MPI returns. */
int orb_message_send(const orb_message *message, const void *from, size_t scalars, MPI_Request *request);
int orb_message_receive(const orb_message *message, void *to, size_t scalars, MPI_Request *request);

/* Are there more than an MPI count can represent? */
bool orb_message_is_long(size_t scalars);

/* A type for any number of them, so many bytes after an address; the caller frees it. What MPI returns. */
int orb_message_type(MPI_Datatype scalar, size_t scalars, MPI_Aint at, MPI_Datatype *type);

#endif
