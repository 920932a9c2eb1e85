/* Messages of a simulation: counted, and in model mode without contents.
 * SPDX-License-Identifier: Apache-2.0 */
#include "work.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

/* SimGrid 3.32 copies contents that it need not copy if there are more. */
static const size_t most = ((size_t)1 << 31) - 1;

static sim_traffic *counted; /* of each rank */
static void *nowhere;        /* one place for all messages of all ranks, which the simulator knows not to copy */
static size_t nowhere_size;

static int this_rank(void)
{
    int rank = 0;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

bool sim_traffic_open(int ranks)
{
    if (!counted)
        counted = calloc((size_t)ranks, sizeof *counted);
    return counted != NULL;
}

sim_traffic sim_traffic_take(void)
{
    sim_traffic *mine = &counted[this_rank()];
    const sim_traffic taken = *mine;

    *mine = (sim_traffic){0};
    return taken;
}

static size_t bytes_of(int number, MPI_Datatype type)
{
    int size = 0;

    MPI_Type_size(type, &size);
    return (size_t)number * (size_t)size;
}

/* Where the contents of a message are not. A smaller place may still be in use, and stays. */
static void *place(size_t bytes)
{
    if (bytes > most) {
        fprintf(stderr, "scale: a message of %zu bytes; in model mode the most are %zu: take more ranks\n", bytes, most);
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (bytes > nowhere_size) {
        nowhere = SMPI_SHARED_MALLOC(bytes);
        nowhere_size = bytes;
    }
    return nowhere;
}

int __real_MPI_Isend(const void *from, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                     MPI_Request *request);
int __wrap_MPI_Isend(const void *from, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                     MPI_Request *request);
int __wrap_MPI_Isend(const void *from, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                     MPI_Request *request)
{
    const size_t bytes = bytes_of(number, type);
    sim_traffic *mine = &counted[this_rank()];

    mine->messages++;
    mine->bytes += bytes;
    return __real_MPI_Isend(sim.model ? place(bytes) : from, number, type, rank, tag, comm, request);
}

int __real_MPI_Irecv(void *to, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm, MPI_Request *request);
int __wrap_MPI_Irecv(void *to, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm, MPI_Request *request);
int __wrap_MPI_Irecv(void *to, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm, MPI_Request *request)
{
    return __real_MPI_Irecv(sim.model ? place(bytes_of(number, type)) : to, number, type, rank, tag, comm, request);
}
