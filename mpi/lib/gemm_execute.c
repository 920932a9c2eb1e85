/* Executes plans of products of matrices.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm.h"

#include "agree.h"
#include "blas_threads.h"

static bool is_missing(const orb_mpi_gemm_plan *p, orb_mpi_operand operand, const void *array)
{
    return !array && p->part[operand].size[0] && p->part[operand].size[1];
}

orb_status orb_mpi_gemm(orb_mpi_gemm_plan *p, const void *a, const void *b, void *c, orb_mpi_report *report)
{
    orb_status status = ORB_OK;
    int threads;

    if (!p)
        return ORB_INVALID;
    orb_tally_start(&p->tally, &p->post);
    if (is_missing(p, ORB_MPI_A, a) || is_missing(p, ORB_MPI_B, b) || is_missing(p, ORB_MPI_C, c) ||
        (c && (c == a || c == b)))
        status = ORB_INVALID;
    status = orb_agree(p->comm, status); /* before, as a rank without its arrays has nothing to pass on */
    if (status)
        return status;
    threads = orb_blas_threads(1);
    p->way->run(p, a, b, c);
    orb_blas_threads(threads);
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
