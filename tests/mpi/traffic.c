/* Counts messages by wrappers of the functions that send them (the profiling interface of MPI).
 * SPDX-License-Identifier: Apache-2.0 */
#include "traffic.h"

#include <mpi.h>

static traffic counted;

traffic traffic_take(void)
{
    const traffic t = counted;

    counted = (traffic){0};
    return t;
}

static void count(int number, MPI_Datatype type)
{
    MPI_Count size = 0;

    PMPI_Type_size_x(type, &size);
    counted.messages++;
    counted.bytes += (uint64_t)number * (uint64_t)size;
}

int MPI_Isend(const void *from, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm, MPI_Request *request)
{
    count(number, type);
    return PMPI_Isend(from, number, type, rank, tag, comm, request);
}

int MPI_Send(const void *from, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm)
{
    count(number, type);
    return PMPI_Send(from, number, type, rank, tag, comm);
}

int MPI_Sendrecv(const void *from, int number, MPI_Datatype type, int rank, int tag, void *to, int number_to,
                 MPI_Datatype type_to, int source, int tag_to, MPI_Comm comm, MPI_Status *status)
{
    count(number, type);
    return PMPI_Sendrecv(from, number, type, rank, tag, to, number_to, type_to, source, tag_to, comm, status);
}

/* A rank's own block is not a message. */
static void count_blocks(const int *numbers, const MPI_Datatype *types, MPI_Datatype type, MPI_Comm comm)
{
    int rank, ranks;

    PMPI_Comm_rank(comm, &rank);
    PMPI_Comm_size(comm, &ranks);
    for (int r = 0; r < ranks; r++)
        if (r != rank && numbers[r])
            count(numbers[r], types ? types[r] : type);
}

int MPI_Ialltoall(const void *from, int number, MPI_Datatype type, void *to, int number_to, MPI_Datatype type_to,
                  MPI_Comm comm, MPI_Request *request)
{
    int ranks;

    PMPI_Comm_size(comm, &ranks);
    for (int r = 1; number && r < ranks; r++)
        count(number, type);
    return PMPI_Ialltoall(from, number, type, to, number_to, type_to, comm, request);
}

int MPI_Ialltoallv(const void *from, const int *numbers, const int *at, MPI_Datatype type, void *to,
                   const int *numbers_to, const int *at_to, MPI_Datatype type_to, MPI_Comm comm, MPI_Request *request)
{
    count_blocks(numbers, NULL, type, comm);
    return PMPI_Ialltoallv(from, numbers, at, type, to, numbers_to, at_to, type_to, comm, request);
}

int MPI_Ialltoallw(const void *from, const int *numbers, const int *at, const MPI_Datatype *types, void *to,
                   const int *numbers_to, const int *at_to, const MPI_Datatype *types_to, MPI_Comm comm,
                   MPI_Request *request)
{
    count_blocks(numbers, types, MPI_DATATYPE_NULL, comm);
    return PMPI_Ialltoallw(from, numbers, at, types, to, numbers_to, at_to, types_to, comm, request);
}

int MPI_Allreduce(const void *from, void *to, int number, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    counted.collectives++;
    return PMPI_Allreduce(from, to, number, type, op, comm);
}
