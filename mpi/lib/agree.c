/* Agreements of all ranks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "agree.h"

#include "reason.h"

bool orb_agree_can(MPI_Comm comm)
{
    int ready = 0, over = 0, inter = 0;

    return MPI_Initialized(&ready) == MPI_SUCCESS && ready && MPI_Finalized(&over) == MPI_SUCCESS && !over &&
           comm != MPI_COMM_NULL && MPI_Comm_test_inter(comm, &inter) == MPI_SUCCESS && !inter;
}

/* A status, and the first rank that had it. */
typedef struct verdict {
    int status, rank;
} verdict;

static const verdict none = {ORB_OK, -1};
static _Thread_local verdict last = {ORB_OK, -1}; /* one per thread, as for orb_last_error */

void orb_agree_begin(void)
{
    last = none;
    orb_reason_clear();
}

orb_status orb_agree_end(orb_status status)
{
    if (!status)
        orb_agree_begin();
    return status;
}

int orb_mpi_failed_rank(void)
{
    return last.rank;
}

/* A status from an earlier agreement keeps the rank that caused it. */
orb_status orb_agree(MPI_Comm comm, orb_status status)
{
    verdict mine = {(int)status, last.rank}, all = mine;

    if (((int)status != last.status || last.rank < 0) && MPI_Comm_rank(comm, &mine.rank) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    if (MPI_Allreduce(&mine, &all, 1, MPI_2INT, MPI_MAXLOC, comm) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    last = all.status ? all : none;
    return (orb_status)all.status;
}

/* A number is the same on all ranks if its maximum is its minimum. The maximum of the complement is the complement of
 * the minimum. */
orb_status orb_agree_numbers(MPI_Comm comm, const uint64_t *numbers, int count)
{
    uint64_t mine[2 * ORB_AGREE_NUMBERS] = {0}, all[2 * ORB_AGREE_NUMBERS];

    for (int i = 0; i < count; i++) {
        mine[i] = numbers[i];
        mine[count + i] = ~numbers[i];
    }
    if (MPI_Allreduce(mine, all, 2 * count, MPI_UINT64_T, MPI_MAX, comm) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    for (int i = 0; i < 2 * count; i++)
        if (all[i] != mine[i])
            return ORB_INVALID;
    return ORB_OK;
}

orb_status orb_agree_same(MPI_Comm comm, const orb_mpi_desc *d)
{
    const uint64_t fields[] = {
        d->n[0],
        d->n[1],
        d->n[2],
        d->n[3],
        (uint64_t)d->kind[0],
        (uint64_t)d->kind[1],
        (uint64_t)d->kind[2],
        (uint64_t)d->kind[3],
        (uint64_t)d->type[0],
        (uint64_t)d->type[1],
        (uint64_t)d->type[2],
        (uint64_t)d->type[3],
        (uint64_t)d->norm,
        (uint64_t)d->element_in,
        (uint64_t)d->element_out,
        (uint64_t)d->direction,
        (uint64_t)d->algorithm,
        (uint64_t)d->grid[0],
        (uint64_t)d->grid[1],
        (uint64_t)d->grid[2],
        (uint64_t)d->grid[3],
        d->batch,
        (uint64_t)d->layout,
        (uint64_t)d->skewing,
        (uint64_t)d->shift[0],
        (uint64_t)d->shift[1],
        (uint64_t)d->shift[2],
        d->half_axis,
        d->threads,
        d->own_status,
        d->device != NULL,
        d->block[0],
        d->block[1],
        d->block[2],
        sizeof *d,
    };

    const orb_status status = orb_agree_numbers(comm, fields, (int)(sizeof fields / sizeof *fields));

    return status == ORB_INVALID ? orb_refuse_because(status, "the descriptions of the ranks differ: pass the same one "
                                                              "on all ranks")
                                 : status;
}
