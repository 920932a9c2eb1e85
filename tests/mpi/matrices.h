/* What the tests of products of matrices share: random descriptions, whole matrices of small integers, parts of them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef MATRICES_H
#define MATRICES_H

#include "scene.h"

#include <complex.h>
#include <orbital/orbital_mpi_gemm.h>

/* A matrix of small integers, of which sums of products are exact also in single precision, with imaginary parts where
 * the element is complex; the same on all ranks, and the caller's. */
double complex *matrices_random(scene *s, orb_element element, size_t rows, size_t columns);

/* c[m x n] += a * b by the definition. */
void matrices_multiply(const orb_mpi_gemm_desc *desc, const double complex *a, const double complex *b,
                       double complex *c);

/* This rank's part of a whole matrix, of the plan's element. */
void *matrices_cut(const orb_mpi_gemm_plan *plan, const orb_mpi_gemm_desc *desc, orb_mpi_operand operand,
                   const double complex *whole);

/* Fails unless this rank's part is exactly that of the whole matrix, and the parts of all ranks make the whole. */
void matrices_compare(const orb_mpi_gemm_plan *plan, const orb_mpi_gemm_desc *desc, orb_mpi_operand operand,
                      const void *part, const double complex *whole);

/* One line on a description. */
const char *matrices_describe(const orb_mpi_gemm_desc *desc);

#endif
