/* Makes and destroys plans of products of matrices.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm.h"

#include "agree.h"
#include "checked.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const orb_gemm_way *way_of(orb_mpi_gemm_algorithm algorithm)
{
    switch (algorithm) {
    case ORB_MPI_GEMM_SYSTOLIC:
    case ORB_MPI_GEMM_HYPERSYSTOLIC:
        return &orb_gemm_ring;
    case ORB_MPI_GEMM_GRID:
        return &orb_gemm_grid;
    case ORB_MPI_GEMM_VECTOR:
        return &orb_gemm_vector;
    }
    return NULL;
}

/* Sizes are int in a BLAS. */
static bool is_size(size_t n)
{
    return n > 0 && n <= INT_MAX;
}

/* A member that the algorithm does not know is no default either. */
static bool has_strange_members(const orb_mpi_gemm_desc *d)
{
    for (size_t i = 0; i < sizeof d->reserved / sizeof *d->reserved; i++)
        if (d->reserved[i])
            return true;
    if (d->algorithm == ORB_MPI_GEMM_GRID || d->algorithm == ORB_MPI_GEMM_VECTOR)
        return d->block || d->base || d->stride_cost || (d->stationary && d->algorithm == ORB_MPI_GEMM_VECTOR);
    if (d->grid[0] || d->grid[1] || d->stationary)
        return true;
    return d->algorithm == ORB_MPI_GEMM_HYPERSYSTOLIC ? d->base && d->stride_cost : d->base || d->stride_cost;
}

/* Is this description one that is possible, whatever the ranks? */
static bool valid(const orb_mpi_gemm_desc *d)
{
    return is_size(d->m) && is_size(d->n) && is_size(d->k) && d->block <= INT_MAX && d->base >= 0 && d->grid[0] >= 0 &&
           d->grid[1] >= 0 && (unsigned)d->stationary <= ORB_MPI_STATIONARY_C &&
           (d->element == ORB_F32 || d->element == ORB_F64) && way_of(d->algorithm) && !has_strange_members(d);
}

static orb_status agree_same(MPI_Comm comm, const orb_mpi_gemm_desc *d)
{
    const uint64_t fields[] = {
        d->m,
        d->n,
        d->k,
        (uint64_t)d->element,
        (uint64_t)d->algorithm,
        (uint64_t)d->accumulate,
        d->block,
        (uint64_t)d->base,
        d->stride_cost != NULL,
        (uint64_t)d->stationary,
        (uint64_t)d->grid[0],
        (uint64_t)d->grid[1],
    };

    return orb_agree_numbers(comm, fields, (int)(sizeof fields / sizeof *fields));
}

orb_gemm_part orb_gemm_rows(orb_deal rows, size_t at, size_t columns)
{
    const orb_gemm_part part = {
        .deal = {rows, {.n = columns, .parts = 1}}, .at = {at, 0}, .size = {orb_deal_count(&rows, at), columns}};

    return part;
}

void *orb_gemm_new(const orb_mpi_gemm_plan *p, size_t rows, size_t columns)
{
    const size_t shape[3] = {rows, columns, 1};
    size_t bytes;

    if (!orb_volume(shape, p->scalar, &bytes))
        return NULL;
    return malloc(bytes ? bytes : 1);
}

/* The costs of strides are the same on all ranks, or none. Collective, once it is agreed that there are some. */
static orb_status agree_costs(MPI_Comm comm, const double *costs)
{
    orb_status status = ORB_OK;
    int ranks;

    if (MPI_Comm_size(comm, &ranks) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    for (int s = 0; s < ranks - 1; s += ORB_AGREE_NUMBERS) {
        const int count = ranks - 1 - s < ORB_AGREE_NUMBERS ? ranks - 1 - s : ORB_AGREE_NUMBERS;
        uint64_t bits[ORB_AGREE_NUMBERS];
        orb_status same;

        memcpy(bits, &costs[s], (size_t)count * sizeof *bits);
        same = orb_agree_numbers(comm, bits, count);
        status = same > status ? same : status;
    }
    return status;
}

static orb_status prepare(orb_mpi_gemm_plan *p, const orb_mpi_gemm_desc *desc)
{
    p->desc = *desc;
    p->scalar = desc->element == ORB_F32 ? sizeof(float) : sizeof(double);
    if (MPI_Comm_rank(p->comm, &p->rank) != MPI_SUCCESS || MPI_Comm_size(p->comm, &p->ranks) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    p->way = way_of(desc->algorithm);
    return p->way->prepare(p);
}

orb_status orb_mpi_gemm_create(orb_mpi_gemm_plan **plan, MPI_Comm comm, const orb_mpi_gemm_desc *desc)
{
    MPI_Comm own = MPI_COMM_NULL;
    orb_mpi_gemm_plan *p = NULL;
    orb_status status = ORB_OK;

    if (plan)
        *plan = NULL;
    if (!orb_agree_can(comm))
        return ORB_INVALID;
    if (MPI_Comm_dup(comm, &own) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    if (!plan || !desc || !valid(desc))
        status = ORB_INVALID;
    else if (!(p = calloc(1, sizeof *p)))
        status = ORB_NO_MEMORY;
    if (p)
        p->comm = own;
    status = orb_agree(own, status);
    if (!status)
        status = agree_same(own, desc); /* all differ from one, or the other way round: agreed upon next */
    status = orb_agree(own, status);
    if (!status && desc->stride_cost)
        status = orb_agree(own, agree_costs(own, desc->stride_cost));
    if (!status)
        status = prepare(p, desc);
    status = orb_agree(own, status);
    if (status) {
        orb_mpi_gemm_destroy(p);
        if (!p)
            MPI_Comm_free(&own);
        p = NULL;
    }
    if (plan)
        *plan = p;
    return status;
}

void orb_mpi_gemm_destroy(orb_mpi_gemm_plan *plan)
{
    if (plan) {
        if (plan->way)
            plan->way->discard(plan->setup);
        orb_post_close(&plan->post);
        MPI_Comm_free(&plan->comm);
    }
    free(plan);
}

static const orb_gemm_part *part_of(const orb_mpi_gemm_plan *plan, orb_mpi_operand operand)
{
    return plan && (operand == ORB_MPI_A || operand == ORB_MPI_B || operand == ORB_MPI_C) ? &plan->part[operand] : NULL;
}

orb_status orb_mpi_gemm_part(const orb_mpi_gemm_plan *plan, orb_mpi_operand operand, size_t size[2])
{
    const orb_gemm_part *part = part_of(plan, operand);

    if (!part || !size)
        return ORB_INVALID;
    memcpy(size, part->size, sizeof part->size);
    return ORB_OK;
}

size_t orb_mpi_gemm_index(const orb_mpi_gemm_plan *plan, orb_mpi_operand operand, int axis, size_t local)
{
    const orb_gemm_part *part = part_of(plan, operand);

    if (!part || axis < 0 || axis > 1 || local >= part->size[axis])
        return 0;
    return orb_deal_index(&part->deal[axis], part->at[axis], local);
}
