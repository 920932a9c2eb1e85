/* Executes plans of products of matrices.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm.h"

#include "agree.h"
#include "blas_threads.h"
#include "overlap.h"

static size_t bytes_of(const orb_mpi_gemm_plan *p, orb_mpi_operand operand)
{
    return p->part[operand].size[0] * p->part[operand].size[1] * p->scalar;
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

    if (!p)
        return ORB_INVALID;
    orb_tally_start(&p->tally, &p->post);
    if (!are_arrays(p, a, b, c))
        status = ORB_INVALID;
    status = orb_agree(p->comm, status); /* before, as a rank without its arrays has nothing to pass on */
    if (status)
        return status;
    orb_blas_enter();
    p->way->run(p, a, b, c);
    orb_blas_leave();
    status = orb_agree(p->comm, p->post.failed ? ORB_DEVICE_FAILED : ORB_OK);
    if (!status)
        orb_tally_tell(&p->tally, &p->post, report);
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
