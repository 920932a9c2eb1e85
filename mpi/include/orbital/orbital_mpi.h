/* orbital on a cluster: separable transforms of volumes of up to four axes, distributed over MPI ranks.
 * SPDX-License-Identifier: Apache-2.0
 *
 * All ranks create a plan together. It gives each rank its box of the volume, and is executed any number of times:
 *
 *     orb_mpi_plan *plan = NULL;
 *     size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
 *     orb_status st = orb_mpi_plan_create(&plan, MPI_COMM_WORLD, &(orb_mpi_desc){ .n = {400, 400, 400} });
 *     if (!st) st = orb_mpi_plan_input(plan, start, size);    // then fill the input with these points
 *     if (!st) st = orb_mpi_execute(plan, in, out, NULL);
 *     orb_mpi_plan_destroy(plan);
 *
 * The arrays of a rank are dense and in C order, as in orbital.h: element (i,j,k,l) of its box of size[0] x size[1] x
 * size[2] x size[3] points is at ((i*size[1] + j)*size[2] + k)*size[3] + l, and is point (start[0]+i, start[1]+j,
 * start[2]+k, start[3]+l) of the volume. Missing axes have one point. Transforms, types and norms are those of
 * orbital.h. The library computes in float if both elements are single, else in double.
 *
 * All ranks of the communicator call collective functions, in the same order. They all return the same status: an error
 * on one rank is an error on every rank, and no rank is left waiting. Executions can do without that (own_status).
 *
 * Errors: orb_last_error does not cover these functions; the cures are described with each of them.
 *
 * Threads: the library has no state besides its plans, except the number of threads of OpenBLAS in the process and, in
 * each thread, the rank that orb_mpi_failed_rank returns. Only one thread at a time may use a plan. The functions call
 * MPI in the calling thread: MPI_THREAD_FUNNELED is sufficient if that is the main thread. A rank computes with the
 * threads of orb_mpi_desc.threads. The number of threads of OpenBLAS, which belongs to the process, is set to that of
 * the first plan that executes, and restored after the last one.
 */
#ifndef ORBITAL_MPI_H
#define ORBITAL_MPI_H

#include <mpi.h>
#include <orbital/orbital.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The most axes that a volume may have. */
#define ORB_MPI_AXES 4

/** How to distribute the work; docs/cluster-algorithms.md has the formulas of steps, messages and bytes. */
typedef enum orb_mpi_algorithm {
    /** Creating the plan measures each of the others that supports the transform on zeros, and keeps the fastest, as
     *  FFTW_MEASURE does. ORB_MPI_ALLTOALL and ORB_MPI_TRANSPOSE are measured on slabs and on other grids, unless a
     *  side of `grid` is given. The report gives the times. Creating such a plan takes about as long as twenty
     *  executions: keep it. For a single transform, name an algorithm. */
    ORB_MPI_AUTO = 0,
    /** Up to three axes. P x P x P ranks on a torus, as the nodes of the array: data and coefficients roll from
     *  neighbour to neighbour in three stages of P steps. Source: the report TR2012-001 of the University of Aizu. */
    ORB_MPI_ORBITAL,
    /** Up to three axes. P1 x P2 x P3 ranks, any three numbers: data roll along one axis at a time, P1+P2+P3 steps,
     *  coefficients come from a table on each rank, and axes that are not divided take the transforms of the engine
     *  "cpu". Source: Lirkov, Sedukhin, Paprzycki, Ganzha, Gepner, Performance analysis of a scalable algorithm for 3D
     *  linear transforms. */
    ORB_MPI_CUBOID,
    /** Up to four axes, on rings of ranks along all axes but the last: an axis is transformed when it is whole, and
     *  then transposed with the next one within its ring, by shifts of rows between neighbours. Source: Lippert,
     *  Schilling, Toschi, Trentmann, Tripiccione, FFT for the APE parallel computer. */
    ORB_MPI_TRANSPOSE,
    /** The same rings and transforms, each transposition being some calls of MPI_Ialltoallv. */
    ORB_MPI_ALLTOALL,
    /** Up to three axes, in blocks (orb_mpi_desc.block) that are transformed separately. Each rank has whole blocks.
     *  Ranks exchange nothing. Axes without blocks are not divided. */
    ORB_MPI_BLOCKS
} orb_mpi_algorithm;

/** The distribution of the coefficients: the output of a forward plan, or the input of an inverse one. */
typedef enum orb_mpi_layout {
    ORB_MPI_CANONICAL = 0, /**< as the points: rank (q,r,s) of the grid has block (q,r,s) */
    ORB_MPI_SKEWED         /**< as the algorithm leaves them. ORB_MPI_ORBITAL: rank (q,r,s) has block (s,q,(q+r+s) mod
                            *   P), which saves a message. ORB_MPI_CUBOID: canonical. ORB_MPI_TRANSPOSE and
                            *   ORB_MPI_ALLTOALL: axis 0 is whole, and axis a is divided over ring a-1 of the grid,
                            *   which saves one transposition per ring. The arrays stay in C order. */
} orb_mpi_layout;

/** How ORB_MPI_TRANSPOSE brings rows into the order of the shifts, and out of it. The results are the same. */
typedef enum orb_mpi_skewing {
    ORB_MPI_SKEW_INDEXED = 0, /**< by the addresses to which it copies them */
    /** For machines whose nodes all use the same addresses: in log2 steps, each of which a rank executes or skips. */
    ORB_MPI_SKEW_LOG,
    /** By factors before and after the transforms, which translate lines; as ORB_MPI_SKEW_LOG if no transform is
     *  adjacent. All axes must be ORB_DFT, and the points of axis a a multiple of the ranks of rings a and a-1. */
    ORB_MPI_SKEW_PHASE
} orb_mpi_skewing;

/** Members of orb_mpi_desc.shift. */
#define ORB_MPI_SHIFTS 3

/** Members of orb_mpi_desc.block. */
#define ORB_MPI_BLOCK_AXES 3

/** The description of a plan, the same on all ranks. Zero is the default of every member except n. */
typedef struct orb_mpi_desc {
    size_t n[ORB_MPI_AXES];      /**< points of the volume along each axis. Zeros at the end are missing axes, as in
                             *   {400, 400}, for which the other members are ignored. In the part of one rank, points
                             *   along axis 1 times points along axis 2 must be below 2^30. */
    orb_kind kind[ORB_MPI_AXES]; /**< any but ORB_MATRIX */
    int type[ORB_MPI_AXES];      /**< as orb_plan_desc.type */
    orb_norm norm;               /**< as orb_plan_desc.norm */
    orb_element element_in;      /**< of the input, as orb_plan_desc.element_in */
    orb_element element_out;     /**< of the output, as orb_plan_desc.element_out */
    orb_direction direction;
    orb_mpi_algorithm algorithm;
    /** Ranks along each axis; their product is at most the ranks of the communicator. For ORB_MPI_ORBITAL all are the
     *  same; for ORB_MPI_TRANSPOSE and ORB_MPI_ALLTOALL the last of four axes has 1. 0: chosen by the library. If there
     *  are more ranks than points along an axis, some have none. */
    int grid[ORB_MPI_AXES];
    size_t batch;            /**< volumes that are transformed together, consecutive in a rank's arrays; 0: one */
    orb_mpi_layout layout;   /**< of the coefficients */
    orb_mpi_skewing skewing; /**< of ORB_MPI_TRANSPOSE */
    /** For ORB_MPI_TRANSPOSE, which shifts rows by strides 1, b1, b1*b2, ... along a ring, up to b1-1, b2-1, ... times:
     *  b1, b2, b3, each 2 or more. The first 0 ends the list; the last radix is repeated as often as required. {p} is a
     *  ring of p ranks that send to neighbours only, {8} one in a torus of 8 x 8 x 8. Default: 2, which takes the
     *  fewest messages and bytes of all radices. */
    int shift[ORB_MPI_SHIFTS];
    /** 0, or 1 plus the number of an ORB_DFT axis that has half a spectrum, as orb_plan_desc.half_axis: there are n/2+1
     *  coefficients along it (orb_mpi_plan_output of a forward plan, orb_mpi_plan_input of an inverse one). Points are
     *  real and coefficients complex, and no ORB_DFT axis may be behind it, as in scipy.fft.rfftn; else
     *  ORB_INVALID. Only ORB_MPI_TRANSPOSE, without ORB_MPI_SKEW_PHASE, and ORB_MPI_ALLTOALL support it; the other
     *  algorithms return ORB_BAD_KIND. */
    uint64_t half_axis;
    /** Threads with which each rank computes, up to 1024: in local transforms those of OpenMP, in products those of
     *  OpenBLAS. 0: one, as in FFTW, because a processor usually has a rank of its own. If a rank has several, let MPI
     *  bind it to all of them, as mpirun --map-by slot:PE=4 does. Messages, and copies for them, take one thread. Local
     *  transforms give the same results with any number of threads, bit for bit. */
    uint64_t threads;
    /** 0: all ranks get the same status of an execution, by an MPI_Allreduce at its end. 1: each rank gets its own,
     *  without that call. A rank that has no error may then get ORB_OK although its output is undefined, because
     *  another rank failed: agree on the statuses yourself, for instance once after many executions, before you use
     *  results. In both cases a rank that fails sends and receives all messages, so that no rank waits for it; without
     *  the call, ranks also wait for no others than those whose data they need. Creating a plan always agrees. */
    uint64_t own_status;
    /** The device that does the local transforms of this rank, or NULL on all ranks: engine "cpu" with `threads`. Each
     *  rank has its own, for instance one board per rank, and it is the only member that differs between ranks. All
     *  devices need the same numbers, else parts of a result differ in precision. The plan borrows the device: keep it
     *  open until the plan is destroyed. Plans may share it, as long as only one of them executes at a time. Only
     *  ORB_MPI_TRANSPOSE, ORB_MPI_ALLTOALL and ORB_MPI_BLOCKS have all of their arithmetic in local transforms; the
     *  other algorithms return ORB_INVALID. */
    orb_device *device;
    /** Of ORB_MPI_BLOCKS: blocks of this size are transformed separately, as orb_plan_desc.block; 0: the whole axis.
     *  Blocks that extend beyond the volume are padded with zeros, and the coefficients include the padding. With any
     *  other algorithm than ORB_MPI_BLOCKS or ORB_MPI_AUTO, sizes other than 0 return ORB_INVALID. */
    size_t block[ORB_MPI_BLOCK_AXES];
    uint64_t reserved[1]; /**< 0, else ORB_INVALID: room to grow, as in orbital.h */
} orb_mpi_desc;

/** A transform of one shape on the ranks of one communicator. Owned by the caller; orb_mpi_plan_destroy releases it. */
typedef struct orb_mpi_plan orb_mpi_plan;

/** The cost of an execution on this rank. */
typedef struct orb_mpi_report {
    uint64_t steps;    /**< products of blocks, of the axes that are divided; or shifts along rings, or calls of
                        *   MPI_Ialltoallv; docs/cluster-algorithms.md has the formulas */
    uint64_t messages; /**< messages sent */
    uint64_t bytes;    /**< bytes sent */
    struct {
        double compute; /**< wall-clock seconds of products and local transforms, including the work of MPI meanwhile */
        double wait;    /**< waiting for messages */
        double total;   /**< the whole call */
    } seconds;
    char why[200];   /**< one line on the algorithm, its grid and blocks; for ORB_MPI_AUTO first the measured times */
    uint64_t cycles; /**< of computing in the rank's device, as orb_report.cycles; 0 without a device */
    uint64_t saturations; /**< results of the device that were clipped, or in float are not finite */
    /** In fixed point: what the roundings of this rank's device add to the rms error to be expected in the whole
     *  output. That error is the square root of the sum of the squares over the ranks. Stages behind others pass on
     *  their errors unchanged, which is so with ORB_ORTHO; with other norms use ORB_MPI_BLOCKS, which has one stage. 0
     *  without a device, NaN in float. */
    double error_rms;
    double last_place;    /**< the coarsest step between neighbouring words of this rank's device, as
                           *   orb_report.last_place; 0 without a device */
    uint64_t reserved[4]; /**< 0 */
} orb_mpi_report;

/** Creates a plan. Collective.
 *  \param plan  out: this rank's, NULL on failure
 *  \param comm  an intracommunicator, which is duplicated, so that the plan's messages are separate. Ranks that the
 *               grid does not need have boxes without points; the ranks of the grid may be in another order than those
 *               of comm (MPI_Cart_create).
 *  \param desc  copied; the same on all ranks, else ORB_INVALID
 *  \return ORB_OK; ORB_INVALID (cure: the ranges of the members; no more axes than the algorithm supports; a
 *          call between MPI_Init and MPI_Finalize; a grid with no more ranks than there are), ORB_NO_MEMORY (cure: more
 *          ranks), ORB_BAD_KIND, ORB_DEVICE_FAILED (MPI reported an error, which is returned only if the error handler
 *          of comm is MPI_ERRORS_RETURN; cure: see the message of MPI). */
ORB_API orb_status orb_mpi_plan_create(orb_mpi_plan **plan, MPI_Comm comm, const orb_mpi_desc *desc);

/** Destroys a plan. Collective. NULL is allowed if all ranks have NULL. */
ORB_API void orb_mpi_plan_destroy(orb_mpi_plan *plan);

/** The description of the plan, with the chosen algorithm and grid, and 1 for a batch or threads of
 *  0. Not collective. For
 *  ORB_MPI_SKEWED coefficients, create the inverse plan from this description, because ORB_MPI_AUTO may choose another
 *  algorithm for it.
 *  \param desc  out
 *  \return ORB_OK, ORB_INVALID */
ORB_API orb_status orb_mpi_plan_desc(const orb_mpi_plan *plan, orb_mpi_desc *desc);

/** This rank's box of the input. Not collective.
 *  \param start  out: its first point along each axis of the volume
 *  \param size   out: its points along each axis, 1 for missing axes; all 0 if the rank has no points
 *  \return ORB_OK, ORB_INVALID */
ORB_API orb_status orb_mpi_plan_input(const orb_mpi_plan *plan, size_t start[ORB_MPI_AXES], size_t size[ORB_MPI_AXES]);

/** This rank's box of the output, as orb_mpi_plan_input. */
ORB_API orb_status orb_mpi_plan_output(const orb_mpi_plan *plan, size_t start[ORB_MPI_AXES], size_t size[ORB_MPI_AXES]);

/** Transforms a batch of volumes. Collective.
 *  \param in      of the plan's element_in, the points of this rank's box of the input, batch times; read only; may be
 *                 NULL if the box has no points
 *  \param out     of the plan's element_out, likewise; may not overlap in
 *  \param report  out, or NULL; filled in on success
 *  \return ORB_OK; ORB_INVALID on all ranks (with own_status, on this rank) if an array is missing on one, or overlaps;
 *          if the plan is NULL, on this rank only; ORB_NO_MEMORY; ORB_DEVICE_FAILED as for orb_mpi_plan_create. After
 *          an error the output is undefined. */
ORB_API orb_status orb_mpi_execute(orb_mpi_plan *plan, const void *in, void *out, orb_mpi_report *report);

/** The rank that caused an error, for messages: the first one of the communicator that had the status which this
 *  thread's last orb_mpi_plan_create or orb_mpi_execute returned. It is the same on all ranks. Not collective.
 *  \return -1 if that call succeeded, or failed before the ranks agreed */
ORB_API int orb_mpi_failed_rank(void);

#ifdef __cplusplus
}
#endif
#endif
