/* A plan of a product of matrices, and the interface that its algorithms implement.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_GEMM_H
#define ORB_GEMM_H

#include <orbital/orbital_mpi_gemm.h>

#include "distribution.h"
#include "plan_report.h"
#include "post.h"
#include "region.h"

#include <stdbool.h>

/* A rank's part of an operand. */
typedef struct orb_gemm_part {
    orb_distribution distribution[2]; /* of the rows and of the columns over the parts */
    size_t at[2], size[2];            /* index of this part, and its lines, along each axis */
} orb_gemm_part;

/* An algorithm. */
typedef struct orb_gemm_kernel {
    /* Sets this rank's parts and allocates what executions need, including plan->post. ORB_OK, ORB_INVALID,
     * ORB_NO_MEMORY */
    orb_status (*prepare)(orb_mpi_gemm_plan *plan);
    void (*run)(orb_mpi_gemm_plan *plan, const void *a, const void *b, void *c);
    void (*discard)(void *setup); /* setup may be NULL */
} orb_gemm_kernel;

extern const orb_gemm_kernel orb_gemm_ring, orb_gemm_grid, orb_gemm_spread, orb_gemm_vector;

struct orb_mpi_gemm_plan {
    MPI_Comm comm;
    int rank, ranks;
    orb_mpi_gemm_desc desc;
    size_t bytes; /* size of an element */
    const orb_gemm_kernel *kernel;
    void *setup;           /* data of the algorithm */
    orb_gemm_part part[3]; /* A, B, C */
    orb_post post;
    orb_tally tally;
};

/* Creates the plan for a description with ORB_MPI_GEMM_AUTO, which is valid and the same on all ranks. Collective. */
typedef orb_status orb_gemm_chooser(orb_mpi_gemm_plan **plan, MPI_Comm comm, const orb_mpi_gemm_desc *desc);

/* As orb_mpi_gemm_create. If choose is NULL, ORB_MPI_GEMM_AUTO is ORB_INVALID. */
orb_status orb_gemm_create(orb_mpi_gemm_plan **plan, MPI_Comm comm, const orb_mpi_gemm_desc *desc,
                           orb_gemm_chooser *choose);

/* Part `at` of a matrix whose rows are distributed and whose columns are not. */
orb_gemm_part orb_gemm_rows(orb_distribution rows, size_t at, size_t columns);

/* Sets the parts of all three operands on a process grid. Rank r*columns+c has block (r,c) of each; ranks outside the
 * grid have no elements. */
void orb_gemm_blocks(orb_mpi_gemm_plan *plan, size_t rows, size_t columns);

/* The rows and columns of the matrix in part `at`. The distribution must consist of ranges. */
orb_region orb_gemm_region(const orb_gemm_part *part, const size_t at[2]);

/* Allocates a matrix of rows x columns elements. Returns NULL if there is no memory; otherwise the caller frees it. */
void *orb_gemm_new(const orb_mpi_gemm_plan *plan, size_t rows, size_t columns);

/* Opens the plan's post. Its scalars are the elements of the plan. False if there is no memory for so many slots. */
bool orb_gemm_open_post(orb_mpi_gemm_plan *plan, size_t slots);

/* A local product c = a * b, or c += a * b if `add` is set. lda, ldb and ldc are the row strides in elements. */
typedef struct orb_gemm_local {
    size_t rows, columns, depth;
    const void *a, *b;
    void *c;
    size_t lda, ldb, ldc;
    bool add;
} orb_gemm_local;

/* Computes a local product, and lets messages progress meanwhile. Counts as a step. */
void orb_gemm_multiply(orb_mpi_gemm_plan *plan, const orb_gemm_local *local);

/* The vectors that belong to a dense local matrix: one element for each of its rows, and one for each of its
 * columns. */
typedef struct orb_gemm_vectors {
    size_t rows, columns;
    void *of_rows, *of_columns;
} orb_gemm_vectors;

/* of_rows = matrix * of_columns. If transposed: of_columns = matrix' * of_rows. Counts as a step. */
void orb_gemm_multiply_vector(orb_mpi_gemm_plan *plan, const orb_gemm_vectors *vectors, const void *matrix,
                              bool transposed);

/* matrix = of_rows * of_columns', or matrix += of_rows * of_columns' if `add` is set. Counts as a step. */
void orb_gemm_multiply_vectors(orb_mpi_gemm_plan *plan, const orb_gemm_vectors *vectors, void *matrix, bool add);

/* y += x, for so many elements. */
void orb_gemm_add(const orb_mpi_gemm_plan *plan, size_t elements, const void *x, void *y);

#endif
