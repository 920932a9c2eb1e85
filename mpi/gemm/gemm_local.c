/* What the algorithms for products of matrices share: parts, memory, and local products by the BLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm.h"

#include "checked.h"
#include "field.h"
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

void orb_gemm_blocks(orb_mpi_gemm_plan *p, size_t rows, size_t columns)
{
    const size_t shape[3][2] = {{p->desc.m, p->desc.k}, {p->desc.k, p->desc.n}, {p->desc.m, p->desc.n}};
    const size_t rank = (size_t)p->rank;

    for (int o = 0; o < 3; o++)
        for (int axis = 0; axis < 2; axis++) {
            orb_gemm_part *part = &p->part[o];

            part->distribution[axis] = (orb_distribution){.n = shape[o][axis], .parts = axis ? columns : rows};
            if (rank >= rows * columns)
                continue;
            part->at[axis] = axis ? rank % columns : rank / columns;
            part->size[axis] = orb_distribution_count(&part->distribution[axis], part->at[axis]);
        }
}

orb_region orb_gemm_region(const orb_gemm_part *part, const size_t at[2])
{
    orb_region region;

    for (int axis = 0; axis < 2; axis++) {
        const orb_distribution *d = &part->distribution[axis];

        region.axis[axis] = (orb_lines){
            1, {orb_distribution_bound(d->n, d->parts, at[axis]), 0}, {orb_distribution_count(d, at[axis]), 0}};
    }
    return region;
}

void *orb_gemm_new(const orb_mpi_gemm_plan *p, size_t rows, size_t columns)
{
    const size_t shape[3] = {rows, columns, 1};
    size_t bytes;

    if (!orb_volume(shape, p->bytes, &bytes))
        return NULL;
    return malloc(bytes ? bytes : 1);
}

bool orb_gemm_open_post(orb_mpi_gemm_plan *p, size_t slots)
{
    const bool single = orb_is_single(p->desc.element);

    if (!orb_post_open(&p->post, p->comm, single, slots))
        return false;
    if (orb_is_complex(p->desc.element)) {
        p->post.scalar = single ? MPI_C_FLOAT_COMPLEX : MPI_C_DOUBLE_COMPLEX;
        p->post.scalar_size = p->bytes;
    }
    return true;
}

/* Scalars alpha and beta of the BLAS. Real elements use the first number only. */
static const double one[2] = {1.0, 0.0}, zero[2] = {0.0, 0.0};
static const float one_single[2] = {1.0F, 0.0F}, zero_single[2] = {0.0F, 0.0F};

static void run_piece(const orb_mpi_gemm_plan *p, const orb_gemm_local *l, size_t row, size_t rows)
{
    const void *a = (const char *)l->a + row * l->lda * p->bytes, *b = l->b;
    void *c = (char *)l->c + row * l->ldc * p->bytes;
    const int m = (int)rows, n = (int)l->columns, k = (int)l->depth;
    const int lda = (int)l->lda, ldb = (int)l->ldb, ldc = (int)l->ldc;
    const float *beta_single = l->add ? one_single : zero_single;
    const double *beta = l->add ? one : zero;

    switch (p->desc.element) {
    case ORB_F32:
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0F, a, lda, b, ldb, *beta_single, c, ldc);
        break;
    case ORB_F64:
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, 1.0, a, lda, b, ldb, *beta, c, ldc);
        break;
    case ORB_C64:
        cblas_cgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, one_single, a, lda, b, ldb, beta_single, c,
                    ldc);
        break;
    case ORB_C128:
        cblas_zgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, k, one, a, lda, b, ldb, beta, c, ldc);
        break;
    }
}

static void clear(const orb_mpi_gemm_plan *p, const orb_gemm_local *l)
{
    for (size_t row = 0; row < l->rows; row++)
        memset((char *)l->c + row * l->ldc * p->bytes, 0, l->columns * p->bytes);
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

static void run_vector(const orb_mpi_gemm_plan *p, const orb_gemm_vectors *v, const void *matrix, bool transposed)
{
    const CBLAS_TRANSPOSE way = transposed ? CblasTrans : CblasNoTrans;
    const int m = (int)v->rows, n = (int)v->columns;
    const void *x = transposed ? v->of_rows : v->of_columns;
    void *y = transposed ? v->of_columns : v->of_rows;

    switch (p->desc.element) {
    case ORB_F32:
        cblas_sgemv(CblasRowMajor, way, m, n, 1.0F, matrix, n, x, 1, 0.0F, y, 1);
        break;
    case ORB_F64:
        cblas_dgemv(CblasRowMajor, way, m, n, 1.0, matrix, n, x, 1, 0.0, y, 1);
        break;
    case ORB_C64:
        cblas_cgemv(CblasRowMajor, way, m, n, one_single, matrix, n, x, 1, zero_single, y, 1);
        break;
    case ORB_C128:
        cblas_zgemv(CblasRowMajor, way, m, n, one, matrix, n, x, 1, zero, y, 1);
        break;
    }
}

void orb_gemm_multiply_vector(orb_mpi_gemm_plan *p, const orb_gemm_vectors *v, const void *matrix, bool transposed)
{
    const double begin = MPI_Wtime();

    memset(transposed ? v->of_columns : v->of_rows, 0, (transposed ? v->columns : v->rows) * p->bytes);
    if (v->rows && v->columns)
        run_vector(p, v, matrix, transposed);
    p->tally.steps++;
    p->tally.compute += MPI_Wtime() - begin;
}

static void run_vectors(const orb_mpi_gemm_plan *p, const orb_gemm_vectors *v, void *matrix)
{
    const int m = (int)v->rows, n = (int)v->columns;

    switch (p->desc.element) {
    case ORB_F32:
        cblas_sger(CblasRowMajor, m, n, 1.0F, v->of_rows, 1, v->of_columns, 1, matrix, n);
        break;
    case ORB_F64:
        cblas_dger(CblasRowMajor, m, n, 1.0, v->of_rows, 1, v->of_columns, 1, matrix, n);
        break;
    case ORB_C64:
        cblas_cgeru(CblasRowMajor, m, n, one_single, v->of_rows, 1, v->of_columns, 1, matrix, n);
        break;
    case ORB_C128:
        cblas_zgeru(CblasRowMajor, m, n, one, v->of_rows, 1, v->of_columns, 1, matrix, n);
        break;
    }
}

void orb_gemm_multiply_vectors(orb_mpi_gemm_plan *p, const orb_gemm_vectors *v, void *matrix, bool add)
{
    const double begin = MPI_Wtime();

    if (v->rows && v->columns) {
        if (!add)
            memset(matrix, 0, v->rows * v->columns * p->bytes);
        run_vectors(p, v, matrix);
    }
    p->tally.steps++;
    p->tally.compute += MPI_Wtime() - begin;
}

void orb_gemm_add(const orb_mpi_gemm_plan *p, size_t elements, const void *x, void *y)
{
    orb_product_add(p->desc.element, elements, x, y);
}
