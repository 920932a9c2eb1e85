/* A plan of a product of matrices on a cluster, and the one interface of its algorithms.
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
    orb_distribution distribution[2]; /* of its rows, and of its columns */
    size_t at[2], size[2];            /* which part this is, lines along each axis */
} orb_gemm_part;

typedef struct orb_gemm_kernel {
    /* The parts of this rank and all that executing needs, plan->post included. ORB_OK, ORB_INVALID, ORB_NO_MEMORY */
    orb_status (*prepare)(orb_mpi_gemm_plan *plan);
    void (*run)(orb_mpi_gemm_plan *plan, const void *a, const void *b, void *c);
    void (*discard)(void *setup); /* NULL is allowed */
} orb_gemm_kernel;

extern const orb_gemm_kernel orb_gemm_ring, orb_gemm_grid, orb_gemm_spread, orb_gemm_vector;

struct orb_mpi_gemm_plan {
    MPI_Comm comm;
    int rank, ranks;
    orb_mpi_gemm_desc desc;
    size_t bytes; /* of an element */
    const orb_gemm_kernel *kernel;
    void *setup;           /* the algorithm's own */
    orb_gemm_part part[3]; /* of A, B, C */
    orb_post post;
    orb_tally tally;
};

/* Creates the plan of a description with ORB_MPI_GEMM_AUTO, which is the same on all ranks and possible. Collective. */
typedef orb_status orb_gemm_chooser(orb_mpi_gemm_plan **plan, MPI_Comm comm, const orb_mpi_gemm_desc *desc);

/* As orb_mpi_gemm_create; without a chooser, an algorithm has to be named. */
orb_status orb_gemm_create(orb_mpi_gemm_plan **plan, MPI_Comm comm, const orb_mpi_gemm_desc *desc,
                           orb_gemm_chooser *choose);

/* A matrix of so many rows, distributed as `rows` says, of which this rank has part `at` with all columns. */
orb_gemm_part orb_gemm_rows(orb_distribution rows, size_t at, size_t columns);

/* Sets the parts of all three operands on a grid: rank r*columns+c has block (r,c) of each, other ranks nothing. */
void orb_gemm_blocks(orb_mpi_gemm_plan *plan, size_t rows, size_t columns);

/* Which rows and columns of the matrix part `at` has. They have to be ranges. */
orb_region orb_gemm_region(const orb_gemm_part *part, const size_t at[2]);

/* Memory for a matrix of so many elements, one at least; NULL if there is none. */
void *orb_gemm_new(const orb_mpi_gemm_plan *plan, size_t rows, size_t columns);

/* Opens the plan's post, whose scalars are elements of the plan. False if there is no memory for so many slots. */
bool orb_gemm_open_post(orb_mpi_gemm_plan *plan, size_t slots);

/* A local product: c = a * b, or c += a * b where add; dense rows of so many numbers each. */
typedef struct orb_gemm_local {
    size_t rows, columns, depth;
    const void *a, *b;
    void *c;
    size_t lda, ldb, ldc;
    bool add;
} orb_gemm_local;

/* Computes it, a step; messages move meanwhile. */
void orb_gemm_multiply(orb_mpi_gemm_plan *plan, const orb_gemm_local *local);

/* The vectors of a dense local matrix: one element for each of its rows, and one for each of its columns. */
typedef struct orb_gemm_vectors {
    size_t rows, columns;
    void *of_rows, *of_columns;
} orb_gemm_vectors;

/* of_rows = matrix * of_columns; transposed: of_columns = matrix' * of_rows. A step. */
void orb_gemm_multiply_vector(orb_mpi_gemm_plan *plan, const orb_gemm_vectors *vectors, const void *matrix,
                              bool transposed);

/* matrix = of_rows * of_columns', or matrix += where add. A step. */
void orb_gemm_multiply_vectors(orb_mpi_gemm_plan *plan, const orb_gemm_vectors *vectors, void *matrix, bool add);

/* y += x, so many elements. */
void orb_gemm_add(const orb_mpi_gemm_plan *plan, size_t elements, const void *x, void *y);

#endif
