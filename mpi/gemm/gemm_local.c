/* What the algorithms of products of matrices share: parts, memory, and products by the BLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm.h"

#include "checked.h"
#include "product.h"

#include <cblas.h>
#include <stdlib.h>
#include <string.h>

orb_gemm_part orb_gemm_rows(orb_distribution rows, size_t at, size_t columns)
{
    const orb_gemm_part part = {.distribution = {rows, {.n = columns, .parts = 1}},
                                .at = {at, 0},
                                .size = {orb_distribution_count(&rows, at), columns}};

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

static void run_piece(const orb_mpi_gemm_plan *p, const orb_gemm_local *l, size_t row, size_t rows)
{
    const char *a = (const char *)l->a + row * l->lda * p->scalar;
    char *c = (char *)l->c + row * l->ldc * p->scalar;
    const int m = (int)rows, n = (int)l->columns, k = (int)l->depth;
    const int lda = (int)l->lda, ldb = (int)l->ldb, ldc = (int)l->ldc;

    if (p->desc.element == ORB_F32)
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0F, (const float *)(const void *)a, lda, l->b,
                    ldb, l->add ? 1.0F : 0.0F, (float *)(void *)c, ldc);
    else
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, (const double *)(const void *)a, lda, l->b,
                    ldb, l->add ? 1.0 : 0.0, (double *)(void *)c, ldc);
}

static void clear(const orb_mpi_gemm_plan *p, const orb_gemm_local *l)
{
    for (size_t row = 0; row < l->rows; row++)
        memset((char *)l->c + row * l->ldc * p->scalar, 0, l->columns * p->scalar);
}

void orb_gemm_multiply(orb_mpi_gemm_plan *p, const orb_gemm_local *l)
{
    const size_t piece = orb_product_piece(l->rows, (double)l->columns * (double)l->depth + 1.0);
    const double begin = MPI_Wtime();

    if (l->depth && l->columns)
        for (size_t row = 0; row < l->rows; row += piece) {
            run_piece(p, l, row, l->rows - row < piece ? l->rows - row : piece);
            orb_post_poll(&p->post);
        }
    else if (!l->add)
        clear(p, l);
    p->tally.steps++;
    p->tally.compute += MPI_Wtime() - begin;
}

void orb_gemm_add(const orb_mpi_gemm_plan *p, size_t scalars, const void *x, void *y)
{
    orb_product_add(p->desc.element, scalars, x, y);
}
