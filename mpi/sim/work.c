/* Charges the library's local work in simulated seconds. The linker puts these functions in front of the library's own
 * (--wrap).
 * SPDX-License-Identifier: Apache-2.0
 *
 * A product is charged as a whole and not in pieces, because simulated messages progress without calls of MPI. */
#include "work.h"

#include "bulk.h"
#include "convert.h"
#include "entries.h"
#include "field.h"
#include "gemm.h"
#include "phase.h"
#include "product.h"
#include "rates.h"

#include <mpi.h>
#include <simgrid/actor.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

sim_mode sim;

int sim_self(void)
{
    return (int)sg_actor_self_get_pid() - 1; /* ranks are the first actors, from 1 on */
}

void sim_charge(double seconds)
{
    sim_bulk_charge();
    if (sim.free || !(seconds > 0.0))
        return;
    sim_my_account()->work += seconds;
    smpi_execute_flops(1e9 * seconds); /* hosts of all platforms make 10^9 flops a second */
}

#define WRAP(result, name, parameters)                                                                                 \
    result __real_##name parameters;                                                                                   \
    result __wrap_##name parameters;                                                                                   \
    result __wrap_##name parameters

WRAP(void, orb_product_run, (const orb_product *p, const void *x, const void *c, void *y, bool add, orb_post *post))
{
    const double outer = (double)p->outer, inner = (double)p->inner;
    const double points = (double)p->points, results = (double)p->results;
    const double rows = orb_is_complex(p->element) && !orb_is_complex(p->coefficients) ? 2.0 : 1.0;

    if (!sim.model)
        __real_orb_product_run(p, x, c, y, add, post);
    sim_charge(sim_rates_seconds(SIM_PRODUCT, p->coefficients, points < results ? points : results,
                                 rows * outer * inner * points * results));
}

WRAP(void, orb_product_add, (orb_element element, size_t numbers, const void *x, void *y))
{
    if (!sim.model)
        __real_orb_product_add(element, numbers, x, y);
    sim_charge(sim_rates_seconds(SIM_ADD, element, 1.0, (double)numbers));
}

WRAP(void, orb_entries_block, (const orb_entries *entries, const orb_tile *tile, orb_element element, void *block))
{
    if (!sim.model)
        __real_orb_entries_block(entries, tile, element, block);
    sim_charge(sim_rates_seconds(SIM_ENTRIES, element, 1.0, (double)tile->count[0] * (double)tile->count[1]));
}

WRAP(void, orb_convert,
     (size_t batch, const size_t size[3], const orb_boxes *from, const void *source, const orb_boxes *to, void *target))
{
    const double bytes = (double)orb_element_size(to->element), row = (double)size[2] * bytes;
    const double points = (double)batch * (double)size[0] * (double)size[1] * (double)size[2];

    if (!sim.model)
        __real_orb_convert(batch, size, from, source, to, target);
    sim_charge(sim_rates_seconds(SIM_COPY, to->element, row, points * bytes));
}

WRAP(void, orb_gemm_multiply, (orb_mpi_gemm_plan * p, const orb_gemm_local *l))
{
    const double begin = MPI_Wtime();
    const double rows = (double)l->rows, columns = (double)l->columns, depth = (double)l->depth;
    double least = rows < columns ? rows : columns;

    least = depth < least ? depth : least;
    if (!sim.model)
        __real_orb_gemm_multiply(p, l);
    else
        p->tally.steps++;
    sim_charge(sim_rates_seconds(SIM_GEMM, p->desc.element, least, rows * columns * depth));
    p->tally.compute += MPI_Wtime() - begin;
}

static void charge_vectors(orb_mpi_gemm_plan *p, const orb_gemm_vectors *v, sim_work work, double begin)
{
    const double rows = (double)v->rows, columns = (double)v->columns;

    if (sim.model)
        p->tally.steps++;
    sim_charge(sim_rates_seconds(work, p->desc.element, rows < columns ? rows : columns, rows * columns));
    p->tally.compute += MPI_Wtime() - begin;
}

WRAP(void, orb_gemm_multiply_vector,
     (orb_mpi_gemm_plan * p, const orb_gemm_vectors *v, const void *matrix, bool transposed))
{
    const double begin = MPI_Wtime();

    if (!sim.model)
        __real_orb_gemm_multiply_vector(p, v, matrix, transposed);
    charge_vectors(p, v, SIM_GEMV, begin);
}

WRAP(void, orb_gemm_multiply_vectors, (orb_mpi_gemm_plan * p, const orb_gemm_vectors *v, void *matrix, bool add))
{
    const double begin = MPI_Wtime();

    if (!sim.model)
        __real_orb_gemm_multiply_vectors(p, v, matrix, add);
    charge_vectors(p, v, SIM_GER, begin);
}

WRAP(void, orb_phase_run,
     (const orb_phase *phase, orb_element element, size_t outer, size_t points, size_t inner, void *x))
{
    if (!sim.model)
        __real_orb_phase_run(phase, element, outer, points, inner, x);
    sim_charge(sim_rates_seconds(SIM_ADD, element, 1.0, (double)outer * (double)points * (double)inner));
}

/* Most slots of a large grid are free. Asking MPI about them takes the simulator much time. */
WRAP(void, orb_post_wait, (orb_post * post, int slot))
{
    if (post->request[slot] != MPI_REQUEST_NULL)
        __real_orb_post_wait(post, slot);
}

/* Simulated messages progress without calls of MPI. */
WRAP(void, orb_post_poll, (orb_post * post))
{
    (void)post;
}

/* ---- copies within the library ---- */

static double *copied; /* seconds that have not been charged yet, by rank */

bool sim_bulk_open(int ranks)
{
    if (!copied)
        copied = calloc((size_t)ranks, sizeof *copied);
    return copied;
}

void *sim_memcpy(void *to, const void *from, size_t bytes)
{
    copied[sim_self()] += sim_rates_seconds(SIM_COPY, ORB_F32, (double)bytes, (double)bytes);
    return sim.model ? to : memcpy(to, from, bytes);
}

void sim_bulk_charge(void)
{
    double *mine = &copied[sim_self()];
    const double seconds = *mine;

    *mine = 0; /* first, because the charge calls this function again */
    if (seconds > 0.0)
        sim_charge(seconds);
}

/* ---- messages of a simulation ---- */

/* SimGrid 3.32 copies the contents of larger messages although it need not. */
static const size_t most = ((size_t)1 << 31) - 1;

static sim_account *accounts; /* by rank */
static void *nowhere;         /* a common buffer for all messages, whose contents the simulator does not copy */
static size_t nowhere_size;

bool sim_accounts_open(int ranks)
{
    if (!accounts)
        accounts = calloc((size_t)ranks, sizeof *accounts);
    return accounts != NULL;
}

sim_account *sim_my_account(void)
{
    return &accounts[sim_self()];
}

static size_t message_bytes(int number, MPI_Datatype type)
{
    int size = 0;

    MPI_Type_size(type, &size);
    return (size_t)number * (size_t)size;
}

/* The buffer of a message without contents. An earlier, smaller one may still be in use and is not freed. */
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
    sim_account *mine = sim_my_account();

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
    const size_t bytes = message_bytes(number, type);
    count(bytes);
    sim_bulk_charge();
    return __real_MPI_Isend(sim.model ? place(bytes) : from, number, type, rank, tag, comm, request);
}

int __real_MPI_Irecv(void *to, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm, MPI_Request *request);
int __wrap_MPI_Irecv(void *to, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm, MPI_Request *request);
int __wrap_MPI_Irecv(void *to, int number, MPI_Datatype type, int rank, int tag, MPI_Comm comm, MPI_Request *request)
{
    return __real_MPI_Irecv(sim.model ? place(message_bytes(number, type)) : to, number, type, rank, tag, comm,
                            request);
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

int __real_MPI_Waitany(int number, MPI_Request requests[], int *done, MPI_Status *status);
int __wrap_MPI_Waitany(int number, MPI_Request requests[], int *done, MPI_Status *status);
int __wrap_MPI_Waitany(int number, MPI_Request requests[], int *done, MPI_Status *status)
{
    sim_bulk_charge();
    return __real_MPI_Waitany(number, requests, done, status);
}

/* The agreement at the end of an execution comes after its last copies. */
int __real_MPI_Allreduce(const void *from, void *to, int number, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int __wrap_MPI_Allreduce(const void *from, void *to, int number, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int __wrap_MPI_Allreduce(const void *from, void *to, int number, MPI_Datatype type, MPI_Op op, MPI_Comm comm)
{
    sim_bulk_charge();
    return __real_MPI_Allreduce(from, to, number, type, op, comm);
}

/* The size of the array on one side of an MPI_Ialltoallv. */
static size_t extent_of(const int *numbers, const int *at, MPI_Datatype type, MPI_Comm comm)
{
    size_t most_numbers = 0;
    int ranks = 0;

    MPI_Comm_size(comm, &ranks);
    for (int rank = 0; rank < ranks; rank++) {
        const size_t end = (size_t)at[rank] + (size_t)numbers[rank];

        most_numbers = end > most_numbers ? end : most_numbers;
    }
    return most_numbers * message_bytes(1, type);
}

static void count_blocks(const int *numbers, MPI_Datatype type, MPI_Comm comm)
{
    int ranks = 0, mine = 0;

    MPI_Comm_size(comm, &ranks);
    MPI_Comm_rank(comm, &mine);
    for (int rank = 0; rank < ranks; rank++)
        if (rank != mine && numbers[rank])
            count(message_bytes(numbers[rank], type));
}

int __real_MPI_Ialltoall(const void *from, int number, MPI_Datatype type, void *to, int number_to, MPI_Datatype type_to,
                         MPI_Comm comm, MPI_Request *request);
int __wrap_MPI_Ialltoall(const void *from, int number, MPI_Datatype type, void *to, int number_to, MPI_Datatype type_to,
                         MPI_Comm comm, MPI_Request *request);
int __wrap_MPI_Ialltoall(const void *from, int number, MPI_Datatype type, void *to, int number_to, MPI_Datatype type_to,
                         MPI_Comm comm, MPI_Request *request)
{
    const size_t bytes = message_bytes(number, type);
    int ranks = 0;

    MPI_Comm_size(comm, &ranks);
    for (int rank = 1; rank < ranks; rank++)
        count(bytes);
    sim_bulk_charge();
    return __real_MPI_Ialltoall(sim.model ? place((size_t)ranks * bytes) : from, number, type,
                                sim.model ? place((size_t)ranks * bytes) : to, number_to, type_to, comm, request);
}

int __real_MPI_Ialltoallv(const void *from, const int *numbers, const int *at, MPI_Datatype type, void *to,
                          const int *numbers_to, const int *at_to, MPI_Datatype type_to, MPI_Comm comm,
                          MPI_Request *request);
int __wrap_MPI_Ialltoallv(const void *from, const int *numbers, const int *at, MPI_Datatype type, void *to,
                          const int *numbers_to, const int *at_to, MPI_Datatype type_to, MPI_Comm comm,
                          MPI_Request *request);
int __wrap_MPI_Ialltoallv(const void *from, const int *numbers, const int *at, MPI_Datatype type, void *to,
                          const int *numbers_to, const int *at_to, MPI_Datatype type_to, MPI_Comm comm,
                          MPI_Request *request)
{
    count_blocks(numbers, type, comm);
    sim_bulk_charge();
    return __real_MPI_Ialltoallv(sim.model ? place(extent_of(numbers, at, type, comm)) : from, numbers, at, type,
                                 sim.model ? place(extent_of(numbers_to, at_to, type_to, comm)) : to, numbers_to, at_to,
                                 type_to, comm, request);
}
