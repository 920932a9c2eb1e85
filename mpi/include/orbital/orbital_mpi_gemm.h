/* Products of matrices that are distributed over MPI ranks.
 * SPDX-License-Identifier: Apache-2.0
 *
 * C[m x n] = A[m x k] * B[k x n], or C += A * B. All ranks create a plan together. It gives each rank its elements of
 * the matrices, and is executed any number of times:
 *
 *     orb_mpi_gemm_plan *plan = NULL;
 *     size_t size[2];
 *     orb_status st = orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, &(orb_mpi_gemm_desc){ .m = m, .n = n, .k = k });
 *     if (!st) st = orb_mpi_gemm_part(plan, ORB_MPI_A, size);       // size[0] x size[1] elements of A are here;
 *     size_t row = orb_mpi_gemm_index(plan, ORB_MPI_A, 0, 3);      // the row of A that this rank's row 3 is
 *     if (!st) st = orb_mpi_gemm(plan, a, b, c, NULL);
 *     orb_mpi_gemm_destroy(plan);
 *
 * The arrays of a rank are dense and in row-major order. Matrices in column-major order, as in Fortran and ScaLAPACK,
 * are transposed matrices: pass B' for A, A' for B, C' for C, and exchange m and n.
 *
 * Collective functions, errors and threads: as in orbital_mpi.h.
 */
#ifndef ORBITAL_MPI_GEMM_H
#define ORBITAL_MPI_GEMM_H

#include <orbital/orbital_mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** How to distribute the work; docs/cluster-products.md has the formulas of steps, messages and bytes. */
typedef enum orb_mpi_gemm_algorithm {
    /** Creating the plan measures products of zeros with the algorithms below, and keeps the fastest: both rings, grids
     *  with each of the three operands staying, in the two shapes with the fewest bytes, the best of these grids both
     *  ways, and the other algorithms. Members that only some of them have, such as `block` or `grid`, restrict the
     *  choice to those.
     *  orb_mpi_gemm_plan_desc returns what was chosen. Creating such a plan takes about as long as twenty products:
     *  keep it. For a single product, name an algorithm. */
    ORB_MPI_GEMM_AUTO = 0,
    /** p ranks in a ring, each with some rows of A, B and C; the rows of B move on to the next rank p-1 times. */
    ORB_MPI_GEMM_SYSTOLIC,
    /** The same ring, fewer and longer shifts: with a base K, B moves K ranks on each time, and each rank computes for
     *  the rows of K ranks. Source: Lippert, Petkov, Palazzari, Schilling, Hyper-systolic matrix multiplication,
     *  2001. */
    ORB_MPI_GEMM_HYPERSYSTOLIC,
    /** Ranks in rows and columns, any two numbers: each has a block of A, B and C. One operand stays, the others move
     *  to neighbours. Source: Mathur, Johnsson, Multiplication of matrices of arbitrary shape on a data parallel
     *  computer, 1992. */
    ORB_MPI_GEMM_GRID,
    /** If n, k or m is 1: two operands are vectors, and lie on all ranks of such a grid, rank q of p having elements
     *  floor(q*length/p) up to floor((q+1)*length/p). The matrix stays; vectors are spread along the rows or columns of
     *  the grid before the local product, results summed up along them after it. Source: as of ORB_MPI_GEMM_GRID. */
    ORB_MPI_GEMM_VECTOR,
    /** The grid of ORB_MPI_GEMM_GRID without cyclic shifts: of the operands that do not stay, one block of lines after
     *  the other is sent to all ranks that multiply it, or summed up from them. No alignment is necessary. This is the
     *  nonsystolic algorithm of the same source. */
    ORB_MPI_GEMM_SPREAD
} orb_mpi_gemm_algorithm;

typedef enum orb_mpi_operand { ORB_MPI_A = 0, ORB_MPI_B, ORB_MPI_C } orb_mpi_operand;

/** Which operand stays on a grid. */
typedef enum orb_mpi_stationary {
    ORB_MPI_STATIONARY_LARGEST = 0,
    ORB_MPI_STATIONARY_A,
    ORB_MPI_STATIONARY_B,
    ORB_MPI_STATIONARY_C
} orb_mpi_stationary;

/** The description of a plan, the same on all ranks. Zero is the default of every member except m, n, k. */
typedef struct orb_mpi_gemm_desc {
    size_t m, n, k;      /**< 1 or more, below 2^31 */
    orb_element element; /**< of all three matrices; none is conjugated */
    orb_mpi_gemm_algorithm algorithm;
    int accumulate; /**< not 0: C += A * B */
    /** For the rings: rows are distributed block-cyclically in blocks of this size (1: cyclically). 0: rank q of p has
     *  one block, rows floor(q*rows/p) up to floor((q+1)*rows/p). */
    size_t block;
    int base; /**< K of ORB_MPI_GEMM_HYPERSYSTOLIC, at most the ranks; 0: the one with the fewest bytes */
    /** For ORB_MPI_GEMM_HYPERSYSTOLIC, instead of a base: [s-1] is the positive cost of sending a byte to the rank s
     *  places before, for s from 1 to the ranks less 1. The library then searches for the strides with the least cost.
     *  Read by orb_mpi_gemm_create only. */
    const double *stride_cost;
    orb_mpi_stationary stationary; /**< of ORB_MPI_GEMM_GRID and ORB_MPI_GEMM_SPREAD */
    /** Rows and columns of ranks of these and of ORB_MPI_GEMM_VECTOR, together at most the ranks: rank
     *  r*grid[1]+c has the blocks (r,c) of A, B and C, whose rows are cut by grid[0] and columns by grid[1] as by a
     *  `block` of 0. Default: the shape with the fewest bytes, about that of the operand that stays. */
    int grid[2];
    /** For the rings: how many columns of B and C are multiplied at a time, one such panel after the other. Narrow
     *  panels need less memory, as a rank holds the sums of K ranks for one panel only, and more messages. 0: the
     *  columns divided by K, so that these sums are no larger than the rank's part of C; but at least 64 columns, and
     *  64 KiB of a part of C. For ORB_MPI_GEMM_SPREAD: lines of a block, along the axis that the operands that do not
     *  stay share; 0: 64. */
    size_t panel;
    /** For ORB_MPI_GEMM_GRID, if not 0: half of each operand that moves goes to the next rank, and half to the one
     *  before. This is faster if neighbours are connected by links of their own, as on a torus. */
    int both_ways;
    uint64_t reserved[6]; /**< 0, else ORB_INVALID: room to grow, as in orbital.h */
} orb_mpi_gemm_desc;

/** A product of one shape on the ranks of one communicator. Owned by the caller; orb_mpi_gemm_destroy releases it. */
typedef struct orb_mpi_gemm_plan orb_mpi_gemm_plan;

/** Creates a plan. Collective.
 *  \param plan  out: this rank's, NULL on failure
 *  \param comm  an intracommunicator, which is duplicated; ranks keep their numbers
 *  \param desc  copied; the same on all ranks, else ORB_INVALID
 *  \return ORB_OK; ORB_INVALID (cure: the ranges of the members; a call between MPI_Init and MPI_Finalize),
 *          ORB_NO_MEMORY (cure: more ranks, a smaller base), ORB_DEVICE_FAILED (as of orb_mpi_plan_create) */
ORB_API orb_status orb_mpi_gemm_create(orb_mpi_gemm_plan **plan, MPI_Comm comm, const orb_mpi_gemm_desc *desc);

/** Destroys a plan. Collective. NULL is allowed if all ranks have NULL. */
ORB_API void orb_mpi_gemm_destroy(orb_mpi_gemm_plan *plan);

/** The description of the plan, with what the library chose: algorithm, base, grid, operand that stays, panel. A plan
 *  that is created from it distributes the matrices in the same way. Not collective.
 *  \param desc  out; stride_cost is NULL, and the base 0 if it was searched for
 *  \return ORB_OK, ORB_INVALID */
ORB_API orb_status orb_mpi_gemm_plan_desc(const orb_mpi_gemm_plan *plan, orb_mpi_gemm_desc *desc);

/** This rank's part of an operand. Not collective.
 *  \param size  out: its rows and columns, both 0 if it has none
 *  \return ORB_OK, ORB_INVALID */
ORB_API orb_status orb_mpi_gemm_part(const orb_mpi_gemm_plan *plan, orb_mpi_operand operand, size_t size[2]);

/** Which row (axis 0) or column (axis 1) of an operand this rank's row or column `local` is; local has to be below
 *  size[axis] of orb_mpi_gemm_part. Not collective. */
ORB_API size_t orb_mpi_gemm_index(const orb_mpi_gemm_plan *plan, orb_mpi_operand operand, int axis, size_t local);

/** Multiplies. Collective.
 *  \param a       this rank's part; read only; may be NULL if it has no elements
 *  \param b       this rank's part, as a
 *  \param c       this rank's part, out; with accumulate, in and out; may not overlap the others
 *  \param report  out, or NULL; filled in on success; steps are local products
 *  \return ORB_OK; ORB_INVALID on all ranks if an array is missing on one, or overlaps; if the plan is NULL, on this
 *          rank only; ORB_DEVICE_FAILED. After an error C is undefined. */
ORB_API orb_status orb_mpi_gemm(orb_mpi_gemm_plan *plan, const void *a, const void *b, void *c, orb_mpi_report *report);

/** y = A * x, or y += A * x: orb_mpi_gemm for plans of n = 1, whose B is x and whose C is y. */
ORB_API orb_status orb_mpi_gemv(orb_mpi_gemm_plan *plan, const void *a, const void *x, void *y, orb_mpi_report *report);

/** A = x * y', or A += x * y': orb_mpi_gemm for plans of k = 1, whose A is x, whose B is y and whose C is A. y' is y
 *  transposed, and not conjugated. */
ORB_API orb_status orb_mpi_ger(orb_mpi_gemm_plan *plan, const void *x, const void *y, void *a, orb_mpi_report *report);

#ifdef __cplusplus
}
#endif
#endif
