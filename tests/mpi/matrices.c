/* Functions for tests of products of matrices.
 * SPDX-License-Identifier: Apache-2.0 */
#include "matrices.h"

#include <stdio.h>
#include <stdlib.h>

double complex *matrices_random(scene *s, orb_element element, size_t rows, size_t columns)
{
    double complex *matrix = malloc(rows * columns * sizeof *matrix);

    CHECK(matrix, "out of memory");
    for (size_t i = 0; i < rows * columns; i++) {
        matrix[i] = (double)scene_below(s, 17) - 8.0;
        if (scene_is_complex(element))
            matrix[i] += ((double)scene_below(s, 17) - 8.0) * I;
    }
    return matrix;
}

void matrices_multiply(const orb_mpi_gemm_desc *d, const double complex *a, const double complex *b, double complex *c)
{
    for (size_t i = 0; i < d->m; i++)
        for (size_t l = 0; l < d->k; l++)
            for (size_t j = 0; j < d->n; j++)
                c[i * d->n + j] += a[i * d->k + l] * b[l * d->n + j];
}

/* Write and read element number `at` of a part. */
static void put(orb_element element, void *part, size_t at, double complex value)
{
    switch (element) {
    case ORB_F32:
        ((float *)part)[at] = (float)creal(value);
        break;
    case ORB_F64:
        ((double *)part)[at] = creal(value);
        break;
    case ORB_C64:
        ((float complex *)part)[at] = (float complex)value;
        break;
    case ORB_C128:
        ((double complex *)part)[at] = value;
        break;
    }
}

static double complex get(orb_element element, const void *part, size_t at)
{
    switch (element) {
    case ORB_F32:
        return (double)((const float *)part)[at];
    case ORB_F64:
        return ((const double *)part)[at];
    case ORB_C64:
        return (double complex)((const float complex *)part)[at];
    case ORB_C128:
        break;
    }
    return ((const double complex *)part)[at];
}

static void shape_of(const orb_mpi_gemm_desc *d, orb_mpi_operand operand, size_t shape[2])
{
    shape[0] = operand == ORB_MPI_B ? d->k : d->m;
    shape[1] = operand == ORB_MPI_A ? d->k : d->n;
}

/* The index in the whole matrix of an element of this rank's part. */
static size_t place(const orb_mpi_gemm_plan *plan, const orb_mpi_gemm_desc *d, orb_mpi_operand operand, size_t row,
                    size_t column)
{
    size_t shape[2];

    shape_of(d, operand, shape);
    row = orb_mpi_gemm_index(plan, operand, 0, row);
    column = orb_mpi_gemm_index(plan, operand, 1, column);
    CHECK(row < shape[0] && column < shape[1], "element %zu, %zu of operand %d: %s", row, column, operand,
          matrices_describe(d));
    return row * shape[1] + column;
}

void *matrices_cut(const orb_mpi_gemm_plan *plan, const orb_mpi_gemm_desc *d, orb_mpi_operand operand,
                   const double complex *whole)
{
    size_t size[2], at = 0;
    void *part;

    CHECK(!orb_mpi_gemm_part(plan, operand, size), "part");
    part = scene_new(d->element, 1, (size_t[ORB_MPI_AXES]){size[0], size[1], 1, 1});
    for (size_t i = 0; i < size[0]; i++)
        for (size_t j = 0; j < size[1]; j++, at++)
            put(d->element, part, at, whole[place(plan, d, operand, i, j)]);
    return part;
}

void matrices_compare(const orb_mpi_gemm_plan *plan, const orb_mpi_gemm_desc *d, orb_mpi_operand operand,
                      const void *part, const double complex *whole)
{
    size_t size[2], shape[2], at = 0;
    int *seen;

    shape_of(d, operand, shape);
    CHECK(!orb_mpi_gemm_part(plan, operand, size), "part");
    seen = calloc(shape[0] * shape[1], sizeof *seen);
    CHECK(seen, "out of memory");
    for (size_t i = 0; i < size[0]; i++)
        for (size_t j = 0; j < size[1]; j++, at++) {
            const size_t here = place(plan, d, operand, i, j);
            const double complex got = get(d->element, part, at);

            seen[here]++;
            CHECK(got == whole[here], "element %zu of operand %d is %g%+gi, not %g%+gi: %s", here, operand, creal(got),
                  cimag(got), creal(whole[here]), cimag(whole[here]), matrices_describe(d));
        }
    PMPI_Allreduce(MPI_IN_PLACE, seen, (int)(shape[0] * shape[1]), MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (size_t i = 0; i < shape[0] * shape[1]; i++)
        CHECK(seen[i] == 1, "element %zu of operand %d is in %d parts: %s", i, operand, seen[i], matrices_describe(d));
    free(seen);
}

const char *matrices_describe(const orb_mpi_gemm_desc *d)
{
    static char text[200];

    snprintf(text, sizeof text,
             "%zu x %zu x %zu, element %d, algorithm %d, accumulate %d, block %zu, base %d, "
             "stationary %d, grid %d x %d, panel %zu, both ways %d",
             d->m, d->n, d->k, d->element, d->algorithm, d->accumulate, d->block, d->base, d->stationary, d->grid[0],
             d->grid[1], d->panel, d->both_ways);
    return text;
}
