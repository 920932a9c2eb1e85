/* Products of matrices that are distributed over MPI ranks.
 * SPDX-License-Identifier: Apache-2.0
 *
 * C[m x n] = A[m x k] * B[k x n], or C += A * B. All ranks create a plan together. The plan gives each rank its parts
 * of the matrices. You can execute it any number of times:
 *
 *     orb_mpi_gemm_plan *plan = NULL;
 *     size_t size[2];
 *     orb_status st = orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, &(orb_mpi_gemm_desc){ .m = m, .n = n, .k = k });
 *     if (!st) st = orb_mpi_gemm_part(plan, ORB_MPI_A, size);       // this rank has size[0] x size[1] elements of A
 *     size_t row = orb_mpi_gemm_index(plan, ORB_MPI_A, 0, 3);      // its local row 3 is row `row` of A
 *     if (!st) st = orb_mpi_gemm(plan, a, b, c, NULL);
 *     orb_mpi_gemm_destroy(plan);
 *
 * Arrays: the arrays of a rank are dense and in row-major order. Matrices in column-major order, as in Fortran and
 * ScaLAPACK, are transposed matrices: pass B' for A, A' for B, C' for C, and exchange m and n.
 *
 * Collective functions, the agreement on one status, and threads are as in orbital_mpi.h. Products use one thread of
 * OpenBLAS per rank.
 */
#ifndef ORBITAL_MPI_GEMM_H
#define ORBITAL_MPI_GEMM_H

#include <orbital/orbital_mpi.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The algorithm, which determines how the matrices are distributed. docs/cluster-products.md has the numbers of steps,
 *  messages and bytes. */
typedef enum orb_mpi_gemm_algorithm {
    /** Default. Creating the plan measures products of zeros, and keeps the fastest candidate. The candidates are
     *  ORB_MPI_GEMM_GRID with each of the three operands stationary, on the two process grids that send the fewest
     *  bytes; the best of these with `both_ways`; and each of the other algorithms. Members that only some algorithms
     *  use, such as `block` or `grid`, restrict the choice to these. orb_mpi_gemm_plan_desc returns the choice.
     *  Creating such a plan takes about as long as twenty products: reuse the plan, or name an algorithm for a single
     *  product. */
    ORB_MPI_GEMM_AUTO = 0,
    /** A ring of p ranks, each with some rows of A, B and C. The rows of B move to the next rank p-1 times. */
    ORB_MPI_GEMM_SYSTOLIC,
    /** The same ring with fewer and longer shifts. With a base K, B moves by K ranks at a time, and each rank computes
     *  for the rows of K ranks. Source: Lippert, Petkov, Palazzari, Schilling, Hyper-systolic matrix multiplication,
     *  2001. */
    ORB_MPI_GEMM_HYPERSYSTOLIC,
    /** A process grid of any number of rows and columns. Each rank has one block of A, B and C. One operand is
     *  stationary, and the other two move between neighbours. Source: Mathur, Johnsson, Multiplication of matrices of
     *  arbitrary shape on a data parallel computer, 1992. */
    ORB_MPI_GEMM_GRID,
    /** For n, k or m of 1, so that two operands are vectors; else ORB_INVALID. The matrix is stationary on a process
     *  grid of p ranks, in blocks. Of a vector, rank q has the elements from floor(q*length/p) up to
     *  floor((q+1)*length/p). Vectors are spread along the rows or columns of the grid before the local product, or
     *  summed up along them after it. Source: as for ORB_MPI_GEMM_GRID. */
    ORB_MPI_GEMM_VECTOR,
    /** The grid and blocks of ORB_MPI_GEMM_GRID, without cyclic shifts and alignment. The two operands that are not
     *  stationary are processed in blocks of lines. Each block is sent to all ranks that multiply it, or summed up from
     *  them. This is the nonsystolic algorithm of the same source. */
    ORB_MPI_GEMM_SPREAD
} orb_mpi_gemm_algorithm;

/** The operands of C = A * B. */
typedef enum orb_mpi_operand { ORB_MPI_A = 0, ORB_MPI_B, ORB_MPI_C } orb_mpi_operand;

/** The stationary operand on a process grid. */
typedef enum orb_mpi_stationary {
    ORB_MPI_STATIONARY_LARGEST = 0, /**< default: the largest of the three */
    ORB_MPI_STATIONARY_A,
    ORB_MPI_STATIONARY_B,
    ORB_MPI_STATIONARY_C
} orb_mpi_stationary;

/** The description of a plan, which must be the same on all ranks. 0 is the default of every member except m, n, k. A
 *  member that the named algorithm does not use must be 0, else ORB_INVALID. */
typedef struct orb_mpi_gemm_desc {
    size_t m, n, k;      /**< sizes of the matrices: 1 or more, below 2^31 */
    orb_element element; /**< element type of all three matrices; none is conjugated */
    orb_mpi_gemm_algorithm algorithm;
    int accumulate; /**< 0: C = A * B; other values: C += A * B */
    /** For the rings, below 2^31: rows are distributed block-cyclically in blocks of this size (1: cyclically). 0: rank
     *  q of p has one range, from row floor(q*rows/p) up to floor((q+1)*rows/p). */
    size_t block;
    int base; /**< for ORB_MPI_GEMM_HYPERSYSTOLIC: K, at most the number of ranks. 0: the base that sends the fewest
               *   bytes */
    /** For ORB_MPI_GEMM_HYPERSYSTOLIC, instead of a base: the cost of sending a byte to the rank s places before is
     *  stride_cost[s-1], for s from 1 to the number of ranks less 1. The costs must be positive, finite, and the same
     *  on all ranks. The library searches for the strides with the lowest total cost. The caller owns the array; only
     *  orb_mpi_gemm_create reads it. */
    const double *stride_cost;
    orb_mpi_stationary stationary; /**< for ORB_MPI_GEMM_GRID and ORB_MPI_GEMM_SPREAD */
    /** For ORB_MPI_GEMM_GRID, ORB_MPI_GEMM_SPREAD and ORB_MPI_GEMM_VECTOR: rows and columns of the process grid,
     *  together at most the number of ranks. Rank r*grid[1]+c has block (r,c) of each matrix. The rows of a matrix are
     *  divided by grid[0] and its columns by grid[1], each into ranges as for a `block` of 0. 0: the library chooses
     *  this side so that the fewest bytes are sent; the shape of the grid is then about that of the stationary
     *  operand. */
    int grid[2];
    /** Below 2^31. For the rings: columns of B and C in a panel. Panels are processed one after the other. Narrow
     *  panels need less memory, because a rank holds the sums of K ranks for one panel only, and more messages. 0: the
     *  columns divided by K, so that these sums are no larger than the rank's part of C, but at least 64 columns and at
     *  least 64 KiB of a rank's part of C. For ORB_MPI_GEMM_SPREAD: lines in a block, along the axis that the other two
     *  operands share. 0: 64. */
    size_t panel;
    /** For ORB_MPI_GEMM_GRID. 0: moving operands are sent in one direction. Other values: half of each is sent to the
     *  next rank, and half to the previous one. This is faster if neighbours have links of their own, as on a torus. */
    int both_ways;
    uint64_t reserved[6]; /**< must be 0, else ORB_INVALID; for new members, as in orbital.h */
} orb_mpi_gemm_desc;

/** A product of one shape on the ranks of one communicator. The caller owns it and releases it with
 *  orb_mpi_gemm_destroy. */
typedef struct orb_mpi_gemm_plan orb_mpi_gemm_plan;

/** Creates a plan. Collective.
 *  \param plan  out: this rank's plan, which the caller owns; NULL on failure
 *  \param comm  an intracommunicator. The library duplicates it; ranks keep their numbers. Ranks that the grid does not
 *               use have no elements; they call collective functions as well.
 *  \param desc  the description; copied
 *  \retval ORB_OK
 *  \retval ORB_INVALID        Correct the members of desc, and pass the same description on all ranks. Call between
 *                             MPI_Init and MPI_Finalize.
 *  \retval ORB_NO_MEMORY      Use more ranks, a smaller base or narrower panels.
 *  \retval ORB_DEVICE_FAILED  MPI reported an error, as for orb_mpi_plan_create. */
ORB_API orb_status orb_mpi_gemm_create(orb_mpi_gemm_plan **plan, MPI_Comm comm, const orb_mpi_gemm_desc *desc);

/** Destroys a plan. Collective; call it before MPI_Finalize.
 *  \param plan  may be NULL if it is NULL on all ranks */
ORB_API void orb_mpi_gemm_destroy(orb_mpi_gemm_plan *plan);

/** Returns the description of a plan, with the algorithm, base, grid, stationary operand and panel that the library
 *  chose. A plan that is created from it distributes the matrices in the same way. Not collective.
 *  \param desc  out. stride_cost is NULL. If the library searched for strides, base is 0: set stride_cost again to get
 *               the same strides.
 *  \return ORB_OK, or ORB_INVALID if an argument is NULL */
ORB_API orb_status orb_mpi_gemm_plan_desc(const orb_mpi_gemm_plan *plan, orb_mpi_gemm_desc *desc);

/** Returns the size of this rank's part of an operand. Not collective.
 *  \param size  out: rows and columns of the part. If it has no elements, one of them or both are 0.
 *  \return ORB_OK, or ORB_INVALID if plan or size is NULL, or operand is not ORB_MPI_A, ORB_MPI_B or ORB_MPI_C */
ORB_API orb_status orb_mpi_gemm_part(const orb_mpi_gemm_plan *plan, orb_mpi_operand operand, size_t size[2]);

/** Returns the index in the whole matrix of a row or column of this rank's part. Not collective.
 *  \param axis   0 for rows, 1 for columns
 *  \param local  the local index, below size[axis] of orb_mpi_gemm_part
 *  \return the index; 0 if an argument is invalid */
ORB_API size_t orb_mpi_gemm_index(const orb_mpi_gemm_plan *plan, orb_mpi_operand operand, int axis, size_t local);

/** Multiplies. Collective.
 *  \param plan    the same plan on all ranks. If it is NULL on one rank, that rank alone gets ORB_INVALID, and the
 *                 others wait for it.
 *  \param a       this rank's part of A; read only; may be NULL if it has no elements
 *  \param b       this rank's part of B, likewise
 *  \param c       this rank's part of C: out, or in and out with accumulate; may not overlap a and b; may be NULL if it
 *                 has no elements
 *  \param report  out, or NULL; filled in on success only
 *  \retval ORB_OK
 *  \retval ORB_INVALID        A rank lacks an array, or its C overlaps A or B: pass separate arrays on each rank.
 *  \retval ORB_DEVICE_FAILED  MPI reported an error, as for orb_mpi_plan_create. Destroy the plan.
 *
 *  All ranks get the same status. After an error C is undefined. */
ORB_API orb_status orb_mpi_gemm(orb_mpi_gemm_plan *plan, const void *a, const void *b, void *c, orb_mpi_report *report);

/** Computes y = A * x, or y += A * x: orb_mpi_gemm for plans with n = 1, with x for B and y for C. Collective.
 *  \return as orb_mpi_gemm; ORB_INVALID on all ranks if n is not 1 */
ORB_API orb_status orb_mpi_gemv(orb_mpi_gemm_plan *plan, const void *a, const void *x, void *y, orb_mpi_report *report);

/** Computes A = x * y', or A += x * y': orb_mpi_gemm for plans with k = 1, with x for A, y for B and A for C. y' is y
 *  transposed, and not conjugated. Collective.
 *  \return as orb_mpi_gemm; ORB_INVALID on all ranks if k is not 1 */
ORB_API orb_status orb_mpi_ger(orb_mpi_gemm_plan *plan, const void *x, const void *y, void *a, orb_mpi_report *report);

#ifdef __cplusplus
}
#endif
#endif
