/* Plans of products of matrices: creation, execution, destruction.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm.h"

#include "agree.h"
#include "blas_memory.h"
#include "blas_threads.h"
#include "field.h"
#include "overlap.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const orb_gemm_kernel *kernel_of(orb_mpi_gemm_algorithm algorithm)
{
    switch (algorithm) {
    case ORB_MPI_GEMM_AUTO:
        break;
    case ORB_MPI_GEMM_SYSTOLIC:
    case ORB_MPI_GEMM_HYPERSYSTOLIC:
        return &orb_gemm_ring;
    case ORB_MPI_GEMM_GRID:
        return &orb_gemm_grid;
    case ORB_MPI_GEMM_VECTOR:
        return &orb_gemm_vector;
    case ORB_MPI_GEMM_SPREAD:
        return &orb_gemm_spread;
    }
    return NULL;
}

/* The BLAS has sizes of type int. */
static bool is_size(size_t n)
{
    return n > 0 && n <= INT_MAX;
}

/* Is a member set that the algorithm does not use? */
static bool has_unsupported_members(const orb_mpi_gemm_desc *d)
{
    for (size_t i = 0; i < sizeof d->reserved / sizeof *d->reserved; i++)
        if (d->reserved[i])
            return true;
    if (d->algorithm == ORB_MPI_GEMM_AUTO)
        return false; /* some algorithm may use them */
    if (d->both_ways && d->algorithm != ORB_MPI_GEMM_GRID)
        return true;
    if (d->algorithm == ORB_MPI_GEMM_SPREAD)
        return d->block || d->base || d->stride_cost;
    if (d->algorithm == ORB_MPI_GEMM_GRID || d->algorithm == ORB_MPI_GEMM_VECTOR)
        return d->block || d->base || d->panel || d->stride_cost ||
               (d->stationary && d->algorithm == ORB_MPI_GEMM_VECTOR);
    if (d->grid[0] || d->grid[1] || d->stationary)
        return true;
    return d->algorithm == ORB_MPI_GEMM_HYPERSYSTOLIC ? d->base && d->stride_cost : d->base || d->stride_cost;
}

/* Is the description valid, apart from the number of ranks? */
static bool valid(const orb_mpi_gemm_desc *d)
{
    return is_size(d->m) && is_size(d->n) && is_size(d->k) && d->block <= INT_MAX && d->panel <= INT_MAX &&
           d->base >= 0 && d->grid[0] >= 0 && d->grid[1] >= 0 && (unsigned)d->stationary <= ORB_MPI_STATIONARY_C &&
           (unsigned)d->element <= ORB_C128 && (d->algorithm == ORB_MPI_GEMM_AUTO || kernel_of(d->algorithm)) &&
           !has_unsupported_members(d);
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
        d->panel,
        (uint64_t)d->both_ways,
    };

    return orb_agree_numbers(comm, fields, (int)(sizeof fields / sizeof *fields));
}

/* Checks that the costs of strides are the same on all ranks. Collective: call it only if all ranks have costs. */
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
    p->bytes = orb_element_size(desc->element);
    if (MPI_Comm_rank(p->comm, &p->rank) != MPI_SUCCESS || MPI_Comm_size(p->comm, &p->ranks) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    p->kernel = kernel_of(desc->algorithm);
    if (orb_blas_reserve(1))
        return ORB_NO_MEMORY;
    return p->kernel->prepare(p);
}

orb_status orb_gemm_create(orb_mpi_gemm_plan **plan, MPI_Comm comm, const orb_mpi_gemm_desc *desc,
                           orb_gemm_chooser *choose)
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
    if (!plan || !desc || !valid(desc) || (desc->algorithm == ORB_MPI_GEMM_AUTO && !choose))
        status = ORB_INVALID;
    else if (!(p = calloc(1, sizeof *p)))
        status = ORB_NO_MEMORY;
    if (p)
        p->comm = own;
    status = orb_agree(own, status);
    if (!status)
        status = agree_same(own, desc); /* if descriptions differ, ORB_INVALID on all ranks */
    status = orb_agree(own, status);
    if (!status && desc->stride_cost)
        status = orb_agree(own, agree_costs(own, desc->stride_cost));
    if (!status && desc->algorithm == ORB_MPI_GEMM_AUTO) {
        orb_mpi_gemm_destroy(p);
        return choose(plan, comm, desc);
    }
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
        if (plan->kernel)
            plan->kernel->discard(plan->setup);
        orb_post_close(&plan->post);
        MPI_Comm_free(&plan->comm);
    }
    free(plan);
}

orb_status orb_mpi_gemm_plan_desc(const orb_mpi_gemm_plan *plan, orb_mpi_gemm_desc *desc)
{
    if (!plan || !desc)
        return ORB_INVALID;
    *desc = plan->desc;
    return ORB_OK;
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
    return orb_distribution_index(&part->distribution[axis], part->at[axis], local);
}

/* ---- execution ---- */

static size_t bytes_of(const orb_mpi_gemm_plan *p, orb_mpi_operand operand)
{
    return p->part[operand].size[0] * p->part[operand].size[1] * p->bytes;
}

static bool are_arrays(const orb_mpi_gemm_plan *p, const void *a, const void *b, const void *c)
{
    const size_t bytes_a = bytes_of(p, ORB_MPI_A), bytes_b = bytes_of(p, ORB_MPI_B), bytes_c = bytes_of(p, ORB_MPI_C);

    return (a || !bytes_a) && (b || !bytes_b) && (c || !bytes_c) && !orb_overlap(a, bytes_a, c, bytes_c) &&
           !orb_overlap(b, bytes_b, c, bytes_c);
}

orb_status orb_mpi_gemm(orb_mpi_gemm_plan *p, const void *a, const void *b, void *c, orb_mpi_report *report)
{
    orb_status status = ORB_OK;

    orb_agree_begin();
    if (!p)
        return ORB_INVALID;
    orb_tally_start(&p->tally, &p->post);
    if (!are_arrays(p, a, b, c))
        status = ORB_INVALID;
    status = orb_agree(p->comm, status); /* first, because a rank without its arrays has nothing to send */
    if (status)
        return status;
    orb_blas_enter(1);
    p->kernel->run(p, a, b, c);
    orb_blas_leave();
    status = orb_agree(p->comm, p->post.failed ? ORB_DEVICE_FAILED : ORB_OK);
    if (!status)
        orb_tally_describe(&p->tally, &p->post, report);
    return status;
}

orb_status orb_mpi_gemv(orb_mpi_gemm_plan *p, const void *a, const void *x, void *y, orb_mpi_report *report)
{
    return p && p->desc.n == 1 ? orb_mpi_gemm(p, a, x, y, report) : ORB_INVALID;
}

orb_status orb_mpi_ger(orb_mpi_gemm_plan *p, const void *x, const void *y, void *a, orb_mpi_report *report)
{
    return p && p->desc.k == 1 ? orb_mpi_gemm(p, x, y, a, report) : ORB_INVALID;
}
