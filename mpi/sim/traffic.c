/* Messages of a simulation: counted, and in model mode without contents.
 * SPDX-License-Identifier: Apache-2.0 */
#include "bulk.h"
#include "work.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* SimGrid 3.32 copies contents that it need not copy if there are more. */
static const size_t most = ((size_t)1 << 31) - 1;

static sim_deeds *deeds; /* of each rank */
static void *nowhere;    /* one place for all messages of all ranks, which the simulator knows not to copy */
static size_t nowhere_size;

bool sim_deeds_open(int ranks)
{
    if (!deeds)
        deeds = calloc((size_t)ranks, sizeof *deeds);
    return deeds != NULL;
}

sim_deeds *sim_deeds_of_mine(void)
{
    return &deeds[sim_self()];
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
        fprintf(stderr, "scale: a message of %zu bytes; in model mode the most are %zu: take more ranks\n", bytes,
                most);
        _exit(1);
    }
    if (bytes > nowhere_size) {
        nowhere = SMPI_SHARED_MALLOC(bytes);
        nowhere_size = bytes;
    }
    return nowhere;
}

static void count(size_t bytes)
{
    sim_deeds *mine = sim_deeds_of_mine();

    mine->messages++;
    mine->bytes += bytes;
}

int __real_MPI_Isend(const void *from, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                     MPI_Request *request);
int __wrap_MPI_Isend(const void *from, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                     MPI_Request *request);
int __wrap_MPI_Isend(const void *from, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm,
                     MPI_Request *request)
{
    const size_t bytes = bytes_of(number, type);
    count(bytes);
    sim_bulk_charge();
    return __real_MPI_Isend(sim.model ? place(bytes) : from, number, type, rank, tag, comm, request);
}

int __real_MPI_Irecv(void *to, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm, MPI_Request *request);
int __wrap_MPI_Irecv(void *to, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm, MPI_Request *request);
int __wrap_MPI_Irecv(void *to, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm, MPI_Request *request)
{
    return __real_MPI_Irecv(sim.model ? place(bytes_of(number, type)) : to, number, type, rank, tag, comm, request);
}

int __real_MPI_Wait(MPI_Request *request, MPI_Status *status);
int __wrap_MPI_Wait(MPI_Request *request, MPI_Status *status);
int __wrap_MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    sim_bulk_charge();
    return __real_MPI_Wait(request, status);
}

int __real_MPI_Waitall(int number, MPI_Request requests[], MPI_Status statuses[]);
int __wrap_MPI_Waitall(int number, MPI_Request requests[], MPI_Status statuses[]);
int __wrap_MPI_Waitall(int number, MPI_Request requests[], MPI_Status statuses[])
{
    sim_bulk_charge();
    return __real_MPI_Waitall(number, requests, statuses);
}

/* What the array of one side of an MPI_Alltoallv takes. */
static size_t extent_of(const int *numbers, const int *at, MPI_Datatype type, MPI_Comm comm)
{
    size_t most_numbers = 0;
    int ranks = 0;

    MPI_Comm_size(comm, &ranks);
    for (int rank = 0; rank < ranks; rank++) {
        const size_t end = (size_t)at[rank] + (size_t)numbers[rank];

        most_numbers = end > most_numbers ? end : most_numbers;
    }
    return most_numbers * bytes_of(1, type);
}

int __real_MPI_Alltoallv(const void *from, const int *numbers, const int *at, MPI_Datatype type, void *to,
                         const int *numbers_to, const int *at_to, MPI_Datatype type_to, MPI_Comm comm);
int __wrap_MPI_Alltoallv(const void *from, const int *numbers, const int *at, MPI_Datatype type, void *to,
                         const int *numbers_to, const int *at_to, MPI_Datatype type_to, MPI_Comm comm);
int __wrap_MPI_Alltoallv(const void *from, const int *numbers, const int *at, MPI_Datatype type, void *to,
                         const int *numbers_to, const int *at_to, MPI_Datatype type_to, MPI_Comm comm)
{
    int ranks = 0, mine = 0;

    MPI_Comm_size(comm, &ranks);
    MPI_Comm_rank(comm, &mine);
    for (int rank = 0; rank < ranks; rank++)
        if (rank != mine && numbers[rank])
            count(bytes_of(numbers[rank], type));
    sim_bulk_charge();
    return __real_MPI_Alltoallv(sim.model ? place(extent_of(numbers, at, type, comm)) : from, numbers, at, type,
                                sim.model ? place(extent_of(numbers_to, at_to, type_to, comm)) : to, numbers_to, at_to,
                                type_to, comm);
}
