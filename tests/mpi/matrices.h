/* Functions for tests of products of matrices: whole matrices of small integers, and their parts.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef MATRICES_H
#define MATRICES_H

#include "scene.h"

#include <complex.h>
#include <orbital/orbital_mpi_gemm.h>

/* A matrix of small integers, the same on all ranks; complex if the element is. Sums of products are exact, also in
 * single precision. The caller frees it. */
double complex *matrices_random(scene *s, orb_element element, size_t rows, size_t columns);

/* c[m x n] += a * b, by definition. */
void matrices_multiply(const orb_mpi_gemm_desc *desc, const double complex *a, const double complex *b,
                       double complex *c);

/* This rank's part of a whole matrix, in the plan's element type. The caller frees it. */
void *matrices_cut(const orb_mpi_gemm_plan *plan, const orb_mpi_gemm_desc *desc, orb_mpi_operand operand,
                   const double complex *whole);

/* Fails unless this rank's part equals that of the whole matrix, and each element is in exactly one part. */
void matrices_compare(const orb_mpi_gemm_plan *plan, const orb_mpi_gemm_desc *desc, orb_mpi_operand operand,
                      const void *part, const double complex *whole);

/* Describes a description in one line, which the next call overwrites. */
const char *matrices_describe(const orb_mpi_gemm_desc *desc);

#endif
