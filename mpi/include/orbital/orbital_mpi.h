/* orbital on a cluster: separable transforms of volumes of up to four axes, distributed over MPI ranks.
 * SPDX-License-Identifier: Apache-2.0
 *
 * All ranks create a plan together. The plan gives each rank its box of the volume. You can execute it any number of
 * times:
 *
 *     orb_mpi_plan *plan = NULL;
 *     size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
 *     orb_status st = orb_mpi_plan_create(&plan, MPI_COMM_WORLD, &(orb_mpi_desc){ .n = {400, 400, 400} });
 *     if (!st) st = orb_mpi_plan_input(plan, start, size);    // then fill the input with these points
 *     if (!st) st = orb_mpi_execute(plan, in, out, NULL);
 *     orb_mpi_plan_destroy(plan);
 *
 * Arrays: the arrays of a rank are dense and in C order, as in orbital.h. A rank's box has size[0] x size[1] x size[2]
 * x size[3] points. Its element (i,j,k,l) has the index ((i*size[1] + j)*size[2] + k)*size[3] + l and is point
 * (start[0]+i, start[1]+j, start[2]+k, start[3]+l) of the volume. Missing axes have one point. Kinds, types and norms
 * are those of orbital.h. The library computes in float if both elements are single precision, else in double.
 *
 * Collective functions: all ranks of the communicator call them, in the same order. All ranks get the same status: an
 * error on one rank is an error on every rank, and no rank is left waiting. orb_mpi_desc.own_status turns this
 * agreement off for executions.
 *
 * Errors: orb_last_error does not cover these functions. Each function below lists its errors and their cures;
 * orb_mpi_last_error explains some of them.
 *
 * Threads: only one thread at a time may use a plan; different plans may be used by different threads. The functions
 * call MPI in the calling thread only, so MPI_THREAD_FUNNELED is sufficient if that is the main thread. Request it by
 * MPI_Init_thread if a plan computes with several threads, because MPI_Init stands for a single one. Besides its plans,
 * the library has two pieces of state: for each thread, what orb_mpi_failed_rank and orb_mpi_last_error return; and for
 * the process, the number of threads of OpenBLAS, and of those for which it has allocated its buffers. The first plan
 * that starts to execute sets the number to its own (orb_mpi_desc.threads), and it is restored when no plan executes
 * any more. Creating a plan that needs more buffers sets it for one small product.
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

/** The algorithm, which determines how volume and work are distributed. docs/cluster-algorithms.md has the numbers of
 *  steps, messages and bytes. */
typedef enum orb_mpi_algorithm {
    /** Default. Creating the plan runs every algorithm that supports the transform on zeros, and keeps the fastest, as
     *  FFTW_MEASURE does. It measures ORB_MPI_ALLTOALL, ORB_MPI_TRANSPOSE and ORB_MPI_REMAP on slabs and on other
     *  process grids, unless you give a side of `grid`. Each algorithm and grid is executed up to four times.
     *  orb_mpi_report.why lists the times. Creating such a plan takes as long as some tens of executions, and memory
     *  for two plans: reuse the plan, or name an algorithm for a single transform. */
    ORB_MPI_AUTO = 0,
    /** Up to three axes, on a torus of P x P x P ranks, like the nodes of the array. Data and coefficients move between
     *  neighbours in three stages of P steps. Source: the report TR2012-001 of the University of Aizu. */
    ORB_MPI_ORBITAL,
    /** Up to three axes, on P1 x P2 x P3 ranks for any P1, P2, P3. Data move along one axis at a time, in P1+P2+P3
     *  steps. Each rank reads coefficients from its own table. The engine "cpu" transforms axes that are not divided.
     *  Source: Lirkov, Sedukhin, Paprzycki, Ganzha, Gepner, Performance analysis of a scalable algorithm for 3D linear
     *  transforms. */
    ORB_MPI_CUBOID,
    /** Up to four axes, on rings of ranks along all axes but the last. Each rank transforms the axis that it has whole.
     *  The ranks of a ring then transpose this axis with the next one, by shifting rows between neighbours. Source:
     *  Lippert, Schilling, Toschi, Trentmann, Tripiccione, FFT for the APE parallel computer. */
    ORB_MPI_TRANSPOSE,
    /** The same rings and transforms. Each transposition is one or more calls of MPI_Ialltoallv, or a single call of
     *  MPI_Ialltoall. */
    ORB_MPI_ALLTOALL,
    /** Up to three axes, in blocks (orb_mpi_desc.block) that are transformed separately. Each rank has whole blocks.
     *  Ranks exchange nothing. Axes without blocks are not divided. */
    ORB_MPI_BLOCKS,
    /** As ORB_MPI_ALLTOALL, but with ORB_MPI_CANONICAL on grids with several rings, the transpositions that follow
     *  each other without a transform are one, among all ranks. This takes fewer messages and bytes. It is slower on
     *  networks where distant ranks share links, such as a torus. */
    ORB_MPI_REMAP
} orb_mpi_algorithm;

/** The distribution of the coefficients, which are the output of a forward plan and the input of an inverse plan. */
typedef enum orb_mpi_layout {
    ORB_MPI_CANONICAL = 0, /**< default: that of the points. Rank (q,r,s) of the grid has block (q,r,s). */
    ORB_MPI_SKEWED         /**< the distribution in which the algorithm ends, which saves communication. The arrays stay
                            *   in C order. ORB_MPI_ORBITAL: rank (q,r,s) has block (s,q,(q+r+s) mod P), which saves one
                            *   message. ORB_MPI_CUBOID: canonical. ORB_MPI_TRANSPOSE, _ALLTOALL and _REMAP: axis 0 is
                            *   whole, and axis a is divided over ring a-1 of the grid, which saves one transposition
                            *   per ring. */
} orb_mpi_layout;

/** How ORB_MPI_TRANSPOSE permutes rows before and after the shifts. Other algorithms ignore it. The results are the
 *  same; those of ORB_MPI_SKEW_PHASE differ by rounding errors. */
typedef enum orb_mpi_skewing {
    ORB_MPI_SKEW_INDEXED = 0, /**< default: the library copies each row to its permuted position */
    /** In ceil(log2 p) steps for a ring of p ranks. In each step, a rank rotates all of its rows or none. This is for
     *  machines whose nodes all use the same addresses. */
    ORB_MPI_SKEW_LOG,
    /** By phase factors before and after the Fourier transforms, which shift lines cyclically. Transpositions without
     *  an adjacent transform use ORB_MPI_SKEW_LOG. All axes must be ORB_DFT, half_axis must be 0, and the points of
     *  axis a must be a multiple of the ranks of ring a and of ring a-1, else ORB_INVALID. */
    ORB_MPI_SKEW_PHASE
} orb_mpi_skewing;

/** The number of radices in orb_mpi_desc.shift. */
#define ORB_MPI_SHIFTS 3

/** The number of sizes in orb_mpi_desc.block. */
#define ORB_MPI_BLOCK_AXES 3

/** The description of a plan, which must be the same on all ranks except for `device`. 0 is the default of every member
 *  except n. */
typedef struct orb_mpi_desc {
    size_t n[ORB_MPI_AXES];      /**< points of the volume along each axis. Zeros at the end are missing axes, as in
                                  *   {400, 400}; their other members are ignored. With ORB_MPI_ORBITAL and
                                  *   ORB_MPI_CUBOID, a rank's points along axis 1 times its points along axis 2 must be
                                  *   below 2^30, else ORB_INVALID. */
    orb_kind kind[ORB_MPI_AXES]; /**< any kind except ORB_MATRIX */
    int type[ORB_MPI_AXES];      /**< as orb_plan_desc.type */
    orb_norm norm;               /**< as orb_plan_desc.norm */
    orb_element element_in;      /**< element type of the input, as orb_plan_desc.element_in */
    orb_element element_out;     /**< element type of the output, as orb_plan_desc.element_out */
    orb_direction direction;
    orb_mpi_algorithm algorithm;
    /** The process grid: ranks along each axis. Their product is at most the size of the communicator. 0: the library
     *  chooses this side. ORB_MPI_ORBITAL needs the same number along all axes. Algorithms on rings do
     *  not divide the last of four axes. If an axis has fewer points than ranks, some ranks have no points. */
    int grid[ORB_MPI_AXES];
    size_t batch;            /**< volumes to transform together; a rank's boxes of them are consecutive. 0: one
                              *   volume */
    orb_mpi_layout layout;   /**< distribution of the coefficients */
    orb_mpi_skewing skewing; /**< for ORB_MPI_TRANSPOSE */
    /** For ORB_MPI_TRANSPOSE: radices b1, b2, b3 of the shifts, each 2 or more. Rows are shifted along a ring by
     *  strides of 1, b1, b1*b2, ... ranks, in both directions: with radix b up to b/2 times on and (b-1)/2 times back.
     *  The first 0 ends the list, and the last radix repeats as often as required. {p} makes the ranks of a ring of p
     *  send to neighbours only; so does {8} on a ring that winds through a torus of 8 x 8 x 8. Default: {2}, which
     *  takes the fewest messages, all in one direction. {3} takes fewer bytes on most rings. */
    int shift[ORB_MPI_SHIFTS];
    /** 0, or 1 plus the number of an ORB_DFT axis that has half a spectrum, as orb_plan_desc.half_axis. There are n/2+1
     *  coefficients along this axis: in the output of a forward plan, and in the input of an inverse plan. The points
     *  must be real, the coefficients complex, and no later axis may be ORB_DFT, as in scipy.fft.rfftn; else
     *  ORB_INVALID. Only ORB_MPI_ALLTOALL, ORB_MPI_REMAP and ORB_MPI_TRANSPOSE support it, the last one without
     *  ORB_MPI_SKEW_PHASE. The other algorithms return ORB_BAD_KIND. */
    uint64_t half_axis;
    /** Threads with which each rank computes, 0 to 1024: OpenMP threads in local transforms, OpenBLAS threads in
     *  products. Default: 1, as in FFTW, because a processor usually has a rank of its own. If you use more, let MPI
     *  bind each rank to as many processors, for example by mpirun --map-by slot:PE=4. All other work uses one thread:
     *  messages, copies for them, and in ORB_MPI_ORBITAL the sums of blocks. Local transforms give the same results
     *  with any number of threads, bit for bit; products may differ by rounding errors, because the BLAS may divide
     *  them in another way. A `device` uses its own threads. More than 1024 are ORB_INVALID. */
    uint64_t threads;
    /** 0 (default): each execution ends with an MPI_Allreduce, which gives all ranks the same status. 1: each rank gets
     *  its own status, without that call. A rank may then get ORB_OK although its output is undefined, because another
     *  rank failed. Combine the statuses of all ranks yourself before you use results, for example once after many
     *  executions. Without the call, a rank waits only for the ranks whose data it needs. In both cases, a rank that
     *  fails still sends and receives all messages, so that no rank waits for it for ever. Creating a plan always ends
     *  with an agreement. */
    uint64_t own_status;
    /** The device that does the local transforms of this rank. NULL on all ranks: the engine "cpu" with `threads`.
     *  Each rank has its own, for example one board per rank. It is the only member that differs between ranks. All
     *  devices need words of the same width, else parts of a result differ in precision. The plan borrows the device:
     *  keep it open until the plan is destroyed. Plans may share it, as long as only one of them executes at a time.
     *  Supported by ORB_MPI_TRANSPOSE, ORB_MPI_ALLTOALL, ORB_MPI_REMAP and ORB_MPI_BLOCKS, whose arithmetic is all in
     *  local transforms; the other algorithms return ORB_INVALID. */
    orb_device *device;
    /** For ORB_MPI_BLOCKS: the size of the blocks, which are transformed separately, as orb_plan_desc.block. 0: the
     *  whole axis. Blocks that extend beyond the volume are padded with zeros, and the coefficients include the
     *  padding. With any algorithm but ORB_MPI_BLOCKS and ORB_MPI_AUTO, sizes other than 0 return ORB_INVALID. */
    size_t block[ORB_MPI_BLOCK_AXES];
    uint64_t reserved[1]; /**< must be 0, else ORB_INVALID; for new members, as in orbital.h */
} orb_mpi_desc;

/** A transform of one shape on the ranks of one communicator. The caller owns it and releases it with
 *  orb_mpi_plan_destroy. */
typedef struct orb_mpi_plan orb_mpi_plan;

/** The cost of an execution on this rank. The caller owns it. */
typedef struct orb_mpi_report {
    uint64_t steps;    /**< ORB_MPI_ORBITAL and ORB_MPI_CUBOID: products of blocks, along divided axes.
                        *   ORB_MPI_TRANSPOSE: shifts along rings. ORB_MPI_ALLTOALL and ORB_MPI_REMAP: collective
                        *   calls, and 1 for a transposition among all ranks. Products of matrices: local
                        *   products. All algorithms: 1 for a redistribution from or to boxes of the caller. */
    uint64_t messages; /**< messages sent, without those that agree on the status */
    uint64_t bytes;    /**< bytes sent in these messages */
    struct {
        double compute; /**< wall-clock seconds in products and local transforms, including calls of MPI in between that
                         *   keep messages moving */
        double wait;    /**< seconds in which the rank waited for messages */
        double total;   /**< seconds of the whole call */
    } seconds;
    char why[200];   /**< one line on the algorithm, its process grid and blocks. With ORB_MPI_AUTO it begins with the
                      *   measured times. */
    uint64_t cycles; /**< clock cycles of computing in the rank's device, as orb_report.cycles; 0 without a device */
    uint64_t saturations; /**< results of the device that were clipped, or in float are not finite */
    /** In fixed point: what the rounding errors of this rank's device add to the expected rms error of the output.
     *  The expected error is the square root of the sum of the squares over all ranks. This assumes that later stages
     *  do not change the size of errors, which is so with ORB_ORTHO. With other norms use ORB_MPI_BLOCKS, which has
     *  one stage. 0 without a device, NaN in float. */
    double error_rms;
    double last_place;    /**< the coarsest step between adjacent words of this rank's device, as
                           *   orb_report.last_place; 0 without a device */
    uint64_t reserved[4]; /**< 0 */
} orb_mpi_report;

/** Creates a plan. Collective.
 *  \param plan  out: this rank's plan, which the caller owns; NULL on failure
 *  \param comm  an intracommunicator. The library duplicates it, so that the messages of the plan are separate. The
 *               ranks of the grid may be in another order than those of comm (MPI_Cart_create). Ranks that the grid
 *               does not use have empty boxes; they call collective functions as well.
 *  \param desc  the description; copied. Members out of range, or different on some rank: ORB_INVALID
 *  \retval ORB_OK
 *  \retval ORB_INVALID        Correct the members of desc. The grid may have no more ranks than comm, and the volume no
 *                             more axes than the algorithm supports. Call between MPI_Init and MPI_Finalize.
 *  \retval ORB_BAD_KIND       Choose another length or type for the kind, or an algorithm that supports half_axis.
 *  \retval ORB_NO_MEMORY      Use more ranks. orb_mpi_failed_rank returns the rank that had too little memory.
 *  \retval ORB_DEVICE_FAILED  MPI reported an error: see its message. This status is returned only if the error handler
 *                             of comm is MPI_ERRORS_RETURN; by default MPI ends the program. */
ORB_API orb_status orb_mpi_plan_create(orb_mpi_plan **plan, MPI_Comm comm, const orb_mpi_desc *desc);

/** A box of a volume: the points from start[a] to start[a] + size[a] - 1 along each axis a. A box is empty if one of
 *  its sizes is 0. Members of missing axes are ignored. Axes of one point and kind ORB_IDENTITY at the end are missing
 *  axes, because orb_mpi_plan_desc returns them in this form. */
typedef struct orb_mpi_box {
    size_t start[ORB_MPI_AXES];
    size_t size[ORB_MPI_AXES];
} orb_mpi_box;

/** Creates a plan with boxes that you choose, for data that are already distributed. Otherwise as orb_mpi_plan_create.
 *  All numbers of points and coefficients are allowed, also empty boxes; together, the boxes of all ranks have every
 *  point of the volume once. Executions redistribute the input from your boxes to those of the algorithm, and the
 *  output from those to yours. This takes one or more messages to each rank with which a box has points in common, and
 *  memory for the boxes of the algorithm. It takes neither if your boxes are those of the algorithm on all ranks. AUTO
 *  includes the time of redistribution in what it measures.
 *  \param in   this rank's box of the input; copied. NULL on all ranks: that of the algorithm
 *  \param out  this rank's box of the output, as `in`. Half spectra have n/2+1 coefficients along the half axis, and
 *              the coefficients of ORB_MPI_BLOCKS include the padding.
 *  \retval ORB_INVALID  also if a box exceeds the volume, two boxes overlap, a point is in no box, or only some ranks
 *                       have a box. orb_mpi_last_error names the ranks and the point, the same on all ranks.
 *  \return otherwise as orb_mpi_plan_create */
ORB_API orb_status orb_mpi_plan_create_boxes(orb_mpi_plan **plan, MPI_Comm comm, const orb_mpi_desc *desc,
                                             const orb_mpi_box *in, const orb_mpi_box *out);

/** Destroys a plan. Collective; call it before MPI_Finalize.
 *  \param plan  may be NULL if it is NULL on all ranks */
ORB_API void orb_mpi_plan_destroy(orb_mpi_plan *plan);

/** Returns the description of a plan, with the algorithm and grid that the library chose. A batch or threads of 0 are
 *  returned as 1, and missing axes as axes of one point and kind ORB_IDENTITY. Not collective. If the coefficients are
 *  ORB_MPI_SKEWED, create the inverse plan from this description with the other direction, because ORB_MPI_AUTO may
 *  choose another algorithm for the inverse.
 *  \param desc  out
 *  \return ORB_OK, or ORB_INVALID if an argument is NULL */
ORB_API orb_status orb_mpi_plan_desc(const orb_mpi_plan *plan, orb_mpi_desc *desc);

/** Returns this rank's box of the input, which is the one that you gave to orb_mpi_plan_create_boxes. Not collective.
 *  \param start  out: the first point of the box along each axis of the volume
 *  \param size   out: the points of the box along each axis, 1 for missing axes; all 0 if the rank has no points
 *  \return ORB_OK, or ORB_INVALID if an argument is NULL */
ORB_API orb_status orb_mpi_plan_input(const orb_mpi_plan *plan, size_t start[ORB_MPI_AXES], size_t size[ORB_MPI_AXES]);

/** Returns this rank's box of the output, otherwise as orb_mpi_plan_input. */
ORB_API orb_status orb_mpi_plan_output(const orb_mpi_plan *plan, size_t start[ORB_MPI_AXES], size_t size[ORB_MPI_AXES]);

/** Sets a function that executions of the plan call on this rank, for example to draw a progress bar. Not collective;
 *  one rank is sufficient for a bar, because ranks have about the same work.
 *  \param progress  called in the executing thread, with the completed and the total local work of this rank in a unit
 *                   of the library: after each local transform and each product of blocks, within a local transform as
 *                   often as orb_execute does, and, after ORB_OK or ORB_SATURATED, once more with both numbers equal.
 *                   Messages do not count. It must not call MPI, nor use the plan or its device. Return 0: an execution
 *                   cannot be stopped. NULL (default): none
 *  \param user      passed to the function
 *  \return ORB_OK, or ORB_INVALID if the plan is NULL */
ORB_API orb_status orb_mpi_plan_progress(orb_mpi_plan *plan, orb_progress progress, void *user);

/** Transforms a batch of volumes. Collective.
 *
 *  In place: out may be the same address as in, on some ranks or on all, if the array has room for the larger one of
 *  the two boxes. The input is lost, also after an error. A rank then needs one array less. Where the first stage
 *  cannot leave its result in this array, it does not overlap with the second one, and the library may copy the input.
 *  All algorithms support this. ORB_MPI_BLOCKS without boxes of the caller needs elements of the same size in input and
 *  output, and no padding on this rank.
 *  \param plan    the same plan on all ranks. If it is NULL on one rank, that rank alone gets ORB_INVALID, and the
 *                 others may wait for it.
 *  \param in      this rank's box of the input, batch times, of the plan's element_in; read only, unless it is out;
 *                 may be NULL if the box is empty
 *  \param out     this rank's box of the output, batch times, of the plan's element_out; may be in, but not overlap it
 *                 in part; may be NULL if the box is empty
 *  \param report  out, or NULL; filled in after ORB_OK and ORB_SATURATED only
 *  \retval ORB_OK
 *  \retval ORB_INVALID        A rank lacks an array, or its arrays overlap in part, or its blocks cannot be transformed
 *                             in place: pass two separate arrays. On this rank, orb_mpi_last_error has the reason.
 *  \retval ORB_NO_MEMORY      Use more ranks.
 *  \retval ORB_SATURATED      A device clipped results, or in float some are not finite; orb_mpi_report.saturations
 *                             counts those of this rank. The output is complete. Cures as for ORB_SATURATED in
 *                             orbital.h.
 *  \retval ORB_DEVICE_FAILED  MPI reported an error, as for orb_mpi_plan_create, or a device failed: check its board.
 *                             Destroy the plan.
 *  \retval others             a status of orb_execute on the device of a rank
 *
 *  All ranks get the same status, unless own_status is set. After an error the output is undefined. */
ORB_API orb_status orb_mpi_execute(orb_mpi_plan *plan, const void *in, void *out, orb_mpi_report *report);

/** Returns the rank that caused an error, for messages: the first rank of the communicator with the status that this
 *  thread's last call returned, if it was orb_mpi_plan_create, orb_mpi_plan_create_boxes, orb_mpi_execute, or
 *  orb_mpi_gemm_create or orb_mpi_gemm of orbital_mpi_gemm.h. It is the same on all ranks. Not collective.
 *  \return a rank, or -1 if that call succeeded, or returned before the ranks agreed on a status (with own_status,
 *          executions never agree) */
ORB_API int orb_mpi_failed_rank(void);

/** Returns why this thread's last call failed, as a sentence with the cure: of orb_mpi_plan_create_boxes, if it found
 *  boxes that do not divide the volume; of orb_mpi_execute, if it refused the arrays of this rank. Not collective.
 *  \return a text that is valid until this thread's next call; "" if the status says all there is to say */
ORB_API const char *orb_mpi_last_error(void);

#ifdef __cplusplus
}
#endif
#endif
