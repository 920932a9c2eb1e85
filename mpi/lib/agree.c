/* What all ranks have to agree upon.
 * SPDX-License-Identifier: Apache-2.0 */
#include "agree.h"

orb_status orb_agree(MPI_Comm comm, orb_status status)
{
    const int mine = status;
    int all = mine;

    if (MPI_Allreduce(&mine, &all, 1, MPI_INT, MPI_MAX, comm) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    return (orb_status)all;
}

/* The largest is the smallest if all are the same; the complement makes one of the other. */
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
        sizeof *d,
    };

    return orb_agree_numbers(comm, fields, (int)(sizeof fields / sizeof *fields));
}
