/* Products of blocks, by the BLAS.
 * SPDX-License-Identifier: Apache-2.0 */
#include "product.h"

#include "field.h"

#include <cblas.h>
#include <limits.h>

/* Multiply-adds between two calls of MPI; so many take some tenths of a millisecond. Tests set a smaller number. */
#ifndef ORB_PIECE_WORK
#define ORB_PIECE_WORK 4e6
#endif

static const double piece_work = ORB_PIECE_WORK;

size_t orb_product_piece(size_t lines, double work)
{
    const double requested = piece_work / work;

    if (requested < 32.0)
        return lines < 32 ? lines : 32; /* because each call of the BLAS has a fixed cost */
    return (double)lines <= requested ? lines : (size_t)requested;
}

/* The element type of the coefficients of an axis. They are real if the kind is real, except along axis 2, where the
 * numbers that are multiplied must be contiguous. */
static orb_element coefficients_of(orb_element element, orb_kind kind, int axis)
{
    if (!orb_is_complex(element) || kind == ORB_DFT || axis == 2)
        return element;
    return orb_is_single(element) ? ORB_F32 : ORB_F64;
}

orb_product orb_product_of(orb_element element, orb_kind kind, int axis, size_t batch, const size_t block[3],
                           size_t results)
{
    orb_product p = {.element = element, .axis = axis, .outer = batch, .inner = 1};

    p.coefficients = coefficients_of(element, kind, axis);
    for (int a = 0; a < axis; a++)
        p.outer *= block[a];
    for (int a = axis + 1; a < 3; a++)
        p.inner *= block[a];
    p.points = block[axis];
    p.results = results;
    return p;
}

bool orb_product_fits(const orb_product *p)
{
    return p->inner <= INT_MAX / 2 && p->points <= INT_MAX && p->results <= INT_MAX;
}

/* c = a * b or c += a * b, where c is rows x columns and a may be transposed. lda, ldb, ldc: numbers per row. */
typedef struct gemm {
    orb_element element;
    bool transposed, add;
    size_t rows, columns, depth;
    const void *a, *b;
    void *c;
    size_t lda, ldb, ldc;
} gemm;

static void run_gemm(const gemm *g)
{
    const CBLAS_TRANSPOSE way = g->transposed ? CblasTrans : CblasNoTrans;
    const int m = (int)g->rows, n = (int)g->columns, k = (int)g->depth;
    const int lda = (int)g->lda, ldb = (int)g->ldb, ldc = (int)g->ldc;
    const double one[2] = {1.0, 0.0}, beta[2] = {g->add ? 1.0 : 0.0, 0.0};
    const float one_single[2] = {1.0F, 0.0F}, beta_single[2] = {g->add ? 1.0F : 0.0F, 0.0F};

    switch (g->element) {
    case ORB_F32:
        cblas_sgemm(CblasRowMajor, way, CblasNoTrans, m, n, k, one_single[0], g->a, lda, g->b, ldb, beta_single[0],
                    g->c, ldc);
        break;
    case ORB_F64:
        cblas_dgemm(CblasRowMajor, way, CblasNoTrans, m, n, k, one[0], g->a, lda, g->b, ldb, beta[0], g->c, ldc);
        break;
    case ORB_C64:
        cblas_cgemm(CblasRowMajor, way, CblasNoTrans, m, n, k, one_single, g->a, lda, g->b, ldb, beta_single, g->c,
                    ldc);
        break;
    case ORB_C128:
        cblas_zgemm(CblasRowMajor, way, CblasNoTrans, m, n, k, one, g->a, lda, g->b, ldb, beta, g->c, ldc);
        break;
    }
}

/* Along axis 2: rows of points times c. */
static void run_rows(const orb_product *p, const void *x, const void *c, void *y, bool add, orb_post *post)
{
    const size_t size = orb_element_size(p->element);
    const size_t piece = orb_product_piece(p->outer, (double)p->points * (double)p->results);

    for (size_t row = 0; row < p->outer; row += piece) {
        const gemm g = {.element = p->element,
                        .add = add,
                        .rows = p->outer - row < piece ? p->outer - row : piece,
                        .columns = p->results,
                        .depth = p->points,
                        .a = (const char *)x + row * p->points * size,
                        .lda = p->points,
                        .b = c,
                        .ldb = p->results,
                        .c = (char *)y + row * p->results * size,
                        .ldc = p->results};

        run_gemm(&g);
        orb_post_poll(post);
    }
}

/* Along the other axes: c transposed times rows of inner numbers. If c is real, a complex number is two real ones. */
static void run_columns(const orb_product *p, const void *x, const void *c, void *y, bool add, orb_post *post)
{
    const size_t size = orb_element_size(p->coefficients);
    const size_t inner = p->inner * (orb_element_size(p->element) / size);
    const double work = (double)p->points * (double)p->results;
    const size_t piece = orb_product_piece(inner, work);
    double since = 0.0;

    for (size_t o = 0; o < p->outer; o++)
        for (size_t column = 0; column < inner; column += piece) {
            const gemm g = {.element = p->coefficients,
                            .transposed = true,
                            .add = add,
                            .rows = p->results,
                            .columns = inner - column < piece ? inner - column : piece,
                            .depth = p->points,
                            .a = c,
                            .lda = p->results,
                            .b = (const char *)x + (o * p->points * inner + column) * size,
                            .ldb = inner,
                            .c = (char *)y + (o * p->results * inner + column) * size,
                            .ldc = inner};

            run_gemm(&g);
            since += work * (double)g.columns;
            if (since >= piece_work) {
                orb_post_poll(post);
                since = 0.0;
            }
        }
}

void orb_product_run(const orb_product *p, const void *x, const void *c, void *y, bool add, orb_post *post)
{
    if (!p->outer || !p->inner || !p->points || !p->results)
        return;
    if (p->axis == 2)
        run_rows(p, x, c, y, add, post);
    else
        run_columns(p, x, c, y, add, post);
}

void orb_product_add(orb_element element, size_t numbers, const void *x, void *y)
{
    const size_t scalars = numbers * (orb_is_complex(element) ? 2 : 1);

    if (orb_is_single(element)) {
        const float *from = x;
        float *to = y;

        for (size_t i = 0; i < scalars; i++)
            to[i] += from[i];
    } else {
        const double *from = x;
        double *to = y;

        for (size_t i = 0; i < scalars; i++)
            to[i] += from[i];
    }
}
