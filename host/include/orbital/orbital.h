/* orbital: separable 3D transforms of volumes, on this processor or on an orbital array.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Open a device by name, create a plan for it, and execute the plan any number of times:
 *
 *     orb_device *dev = NULL;
 *     orb_plan *plan = NULL;
 *     orb_status st = orb_open(&dev, "sim:p=4,b=8");
 *     if (!st) st = orb_plan_create(&plan, dev, &(orb_plan_desc){ .n = {64, 64, 64}, .block = {32, 32, 32},
 *                                   .direction = ORB_FORWARD });
 *     if (!st) st = orb_execute(plan, in, out, NULL);
 *     if (st) fprintf(stderr, "%s\n", st == ORB_SATURATED ? orb_strerror(st) : orb_last_error());
 *     orb_plan_destroy(plan);
 *     orb_close(dev);
 *
 * Threads: only one thread at a time may use a device and its plans; different devices are independent. The library's
 * only state besides these objects is the message of orb_last_error in each thread, the threads of OpenMP, and FFTW if
 * it was loaded. The first execution on an array starts up to two worker threads for each of its instances. They sleep
 * between executions, receive no signals, and end in orb_close. "cpu" computes with OpenMP, whose threads sleep until
 * the process ends.
 *
 * Fork: call fork while no function of the library runs. The child may use its copies of "cpu", "sim" and "hls" devices
 * and their plans, or open new ones. A board belongs to the process that opened it; the child must neither use nor
 * close it. Threads do not survive a fork. The child starts new worker threads for arrays, but cannot start new ones
 * for OpenMP: if the parent has computed with several threads of "cpu", the child computes with one. If another part of
 * the program used OpenMP before the fork, open "cpu:threads=1" in the child; several threads may wait forever there.
 *
 * Compatibility: the caller owns all structures, and the library never keeps a pointer to one. Structures that the
 * library fills have `reserved` members, which it sets to 0. Structures that it reads have `reserved` members that must
 * be 0: initialize the whole structure, as above. Later versions may use them for new members, for which 0 means the
 * behaviour of this version. Sizes and offsets do not change.
 *
 * Arrays are dense and in C order, unless a plan has strides: element (i,j,k) of a volume n[0] x n[1] x n[2] is at
 * (i*n[1] + j)*n[2] + k. Elements are aligned as their type requires; no more is needed.
 */
#ifndef ORBITAL_H
#define ORBITAL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The version of this header, MAJOR.MINOR.PATCH; everything else that states a version reads it here. */
#define ORB_VERSION "0.1.0"

#if defined(__GNUC__)
#define ORB_API __attribute__((visibility("default")))
#else
#define ORB_API
#endif

/** What a function returns. Only ORB_OK and ORB_SATURATED mean that there is a result. */
typedef enum orb_status {
    ORB_OK = 0,
    /** Done, but some results were clipped to the largest number, or in float are not finite; the report counts them.
     *  Cure: in fixed point, report a fault: no choice of orb_plan_desc.shift returns clipped results; in float, a
     *  matrix of smaller numbers. */
    ORB_SATURATED,
    /** An argument is NULL, out of its range, or in conflict with another. Cure: see orb_last_error. */
    ORB_INVALID,
    /** Memory ran out. Cure: a smaller volume or block. */
    ORB_NO_MEMORY,
    /** No engine has that name. Cure: "cpu", "sim", "hls", "ftdi" or "udp", with items as in "sim:p=4,b=8". */
    ORB_NO_ENGINE,
    /** The engine has no device of that configuration, or its model cannot be loaded. Cure: use one that is built, or
     *  set ORB_MODEL_PATH to the folder of the models, see orb_open. For "ftdi": attach the board. */
    ORB_NO_DEVICE,
    /** A device answered, but is not an orbital core, or is of another version; or a model is not the one that its
     *  file name promises. Cure: the bitstream or model that came with this library. */
    ORB_WRONG_DEVICE,
    /** Sums of so many products of so many bits could wrap in the device's accumulators. Cure: shorter lines. */
    ORB_TOO_LONG,
    /** The kind does not exist for this type or length: DWHT needs a power of two, DCT-I two points or more.
     *  Cure: blocks of such a size. */
    ORB_BAD_KIND,
    /** A user's matrix is not orthonormal and came without its inverse. Cure: orb_plan_desc.inverse. */
    ORB_NOT_ORTHONORMAL,
    /** The input holds a NaN or an infinity, which fixed point cannot carry. Cure: replace it, or a float array. */
    ORB_NOT_FINITE,
    /** The progress function asked to stop. The output is undefined. */
    ORB_CANCELLED,
    /** The device stopped answering or reported an error. Cure: close, reset and open it again. */
    ORB_DEVICE_FAILED,
    /** Several devices match. Cure: choose one, as in "ftdi:serial=..." or "udp:ADDRESS"; see orb_engine_list. */
    ORB_AMBIGUOUS,
    /** Another process has the device open, or with driver=leave the system's serial driver; a board on the network may
     *  also serve another computer. Cure: end the process, or wait until it is done. */
    ORB_BUSY,
    /** This user may not open the device. Cure: the rules 60-orbital.rules for udev, which `make install` installs. */
    ORB_NO_PERMISSION,
    /** The device was unplugged, switched off or reset, or the network does not reach it. Cure: plug it in, configure
     *  it, and open it again. */
    ORB_UNPLUGGED,
    /** No orbital core answers. Cure: load the board's bitstream; if it is loaded, give the channel and the mode that
     *  the board uses, or the address that it has. */
    ORB_SILENT
} orb_status;

/** One English line for each status; never NULL. The string is constant. Any thread may call it. */
ORB_API const char *orb_strerror(orb_status status);

/** The reason for the last failure, in one English line of at most 255 bytes: the name of the argument or of the member
 *  of orb_plan_desc, the reason, and the cure, as in "n[1] is 0: an axis has 1 point or more". If the library knows
 *  only the status, the line is orb_strerror of that status.
 *  \return never NULL; "" if the calling thread's last call of a function that returns orb_status succeeded. The
 *          library owns the string; it is valid until this thread calls such a function again, or ends. Each thread has
 *          its own line: call it in the thread whose call failed. It cannot fail. */
ORB_API const char *orb_last_error(void);

/** The version of the library at run time, in the form of ORB_VERSION, which is the version of the header at compile
 *  time. Programs run with every library of the same binary interface (liborbital.so.1). Compare the versions if a
 *  program needs a later addition. Never NULL. The string is constant. Any thread may call it. It cannot fail. */
ORB_API const char *orb_version(void);

/* ---- devices ------------------------------------------------------------------------------------------------ */

/** An open device. Owned by the caller; orb_close releases it. */
typedef struct orb_device orb_device;

/** The nodes of an array hold blocks in memories, or a single point in registers; none if the processor computes. */
typedef enum orb_cell { ORB_CELL_BLOCK = 0, ORB_CELL_FINE, ORB_CELL_NONE } orb_cell;

/** The properties of a device, read from its registers. */
typedef struct orb_device_info {
    char engine[64];        /**< a name that opens it again, e.g. "sim:p=4,b=8,full=4,w=18,nbuf=2" */
    orb_cell node;          /**< ORB_CELL_NONE: members that describe an array are 0 */
    char format[16];        /**< "fixed", "float32", "bfloat16", "float16"; for cpu "float64" or "float32" */
    unsigned exponent_bits; /**< of the float format; 0: fixed point */
    unsigned p;             /**< nodes along each side of the torus */
    unsigned bmax;          /**< largest block extent of a node */
    unsigned bfull;         /**< smallest block extent that runs at full rate */
    unsigned nbuf;          /**< block buffers per node; loads and unloads overlap each other, with 3 or more also the
                             *   stages; see docs/host.md */
    unsigned cbanks;        /**< sets of coefficients held at once */
    unsigned w, cw, aw;     /**< bits of a data word, a coefficient, an accumulator */
    unsigned ps;            /**< low bits rounded away from each product */
    size_t longest;         /**< points of the longest line whose sums cannot wrap, half as many for ORB_DFT; 0: any */
    unsigned lanes;         /**< multiply-adds per node and cycle */
    unsigned io_words;      /**< words per cycle of the input, and of the output */
    unsigned instances;     /**< arrays that compute in parallel in this device, or threads */
    double clock_hz;        /**< 0 for a simulation */
    char link[64];          /**< for a board, its chip and its connection to the array; else "" */
    uint64_t reserved[8];   /**< 0 */
} orb_device_info;

/** Opens a device.
 *  \param dev     out: the device, NULL on failure
 *  \param engine  The engine, and optionally a colon and items, each at most once.
 *                 "cpu" is this processor. Items: threads=N (1 to 1024; default: the environment variable
 *                 ORB_NUM_THREADS, else the default of OpenMP); simd=avx512, avx2 or plain (default: the best that the
 *                 processor has); fast=no, yes or auto (default), which uses fast transforms never, wherever an axis
 *                 has one, or where they are faster than products; fft=own (default), fftw or auto, which computes
 *                 Fourier transforms with the engine's own code, with FFTW where it can, or where it is also faster:
 *                 see docs/cpu.md. FFTW is under the GPL; it is loaded for fftw and auto only, and fftw fails with
 *                 ORB_NO_DEVICE if it is not installed; float64 (default) or float32. float64
 *                 computes in double, but in float if both elements of a plan are single; float32 always computes in
 *                 float. Lines may be as long as memory allows. A coefficient that depends on a NaN or an infinity is
 *                 not finite. Such coefficients are not counted.
 *                 "sim" is a simulated array. Items: p=N (nodes per side), b=N (largest block extent; 1 is the fine
 *                 cell), full=N (BFULL), w=N (bits per word), nbuf=N (buffers), lanes=N, io=N (words per cycle), jobs=N
 *                 (arrays in parallel; default: one per processor core), and a format: fixed, float32, bfloat16 or
 *                 float16. Of several matching models, fixed point comes before float, then the model that has the most
 *                 of p=4, b=8, full=4, w=18, nbuf=2, lanes=1 and io=1, then the first by name. "hls" is the C model of
 *                 the array, with the same items. Its results are the same bit for bit, but it runs one operation after
 *                 the other: only "sim" counts the cycles of the hardware. Models of both are shared objects. They are
 *                 loaded from the folder ORB_MODEL_PATH of the environment, which must be an absolute path; else from
 *                 the folder `orbital` beside the shared library; else from where models are installed. A program that
 *                 runs with the rights of another user ignores ORB_MODEL_PATH, and one that was linked with the static
 *                 library has no library with a folder. The current folder is never used.
 *                 "ftdi" is a board with an FTDI chip. Items: serial=TEXT, desc=TEXT (description) and at=BUS/ADDRESS
 *                 choose one of several chips; mode=uart, fifo, sync or spi is how the chip talks to the FPGA (default:
 *                 uart or fifo, the mode stored in its EEPROM); channel=A to D (default: A for sync, spi and chips with
 *                 one channel, else B); baud=N (default: the fastest rate that both ends support); driver=leave fails
 *                 if the system's serial driver holds the chip, instead of detaching it.
 *                 "udp" is a board on the network. Its first item is HOST or HOST:PORT, a name or an address; without
 *                 it, the only board that answers a broadcast. A name is looked up by the system's resolver, which may
 *                 take as long as that is set up for. address=A.B.C.D gives the board that address until it is reset.
 *                 A board serves one host, until it is closed; if that has died, it is waited for, three seconds at
 *                 most. served=leave fails if the board serves any host, even one that has been silent for long. A
 *                 broadcast goes out on each network; if the environment has ORB_UDP_FIND, a list "ADDRESS[:PORT],...",
 *                 boards are looked for there instead.
 *  \return ORB_OK, ORB_INVALID, ORB_NO_MEMORY, ORB_NO_ENGINE, ORB_NO_DEVICE, ORB_WRONG_DEVICE; for a board also
 *          ORB_AMBIGUOUS, ORB_BUSY, ORB_NO_PERMISSION, ORB_SILENT, ORB_UNPLUGGED, ORB_DEVICE_FAILED */
ORB_API orb_status orb_open(orb_device **dev, const char *engine);

/** Closes a device; its plans must have been destroyed. NULL is allowed. */
ORB_API void orb_close(orb_device *dev);

/** The names of all devices that can be opened, in alphabetical order, in the form of orb_device_info.engine: this
 *  processor, models, all attached FTDI chips, whether or not they are orbital boards, and the boards that answer on
 *  the network.
 *  \param names  out: ends with NULL; owned by the caller, released by orb_engine_list_free; NULL on failure
 *  \return ORB_OK, ORB_INVALID, ORB_NO_MEMORY */
ORB_API orb_status orb_engine_list(char ***names);

/** Kind and description of the USB chip of a board of orb_engine_list, or the MAC address of one on the network, and
 *  whether it serves a host. Does not open it.
 *  \param name  from orb_engine_list, "ftdi:..." or "udp:..."
 *  \param text  out: room for `size` characters; a longer text is truncated
 *  \return ORB_OK, ORB_INVALID, ORB_NO_DEVICE (no longer there, or no board) */
ORB_API orb_status orb_engine_about(const char *name, char *text, size_t size);

/** Releases a list from orb_engine_list. NULL is allowed. */
ORB_API void orb_engine_list_free(char **names);

/** Reads the properties of a device. \param info out, owned by the caller. \return ORB_OK, ORB_INVALID */
ORB_API orb_status orb_device_query(const orb_device *dev, orb_device_info *info);

/* ---- plans -------------------------------------------------------------------------------------------------- */

/** The transform along one axis. Types and scalings are those of scipy.fft; see docs/transforms.md. */
typedef enum orb_kind {
    ORB_DCT = 0, /**< discrete cosine transform, type 1 to 4 */
    ORB_DST,     /**< discrete sine transform, type 1 to 4 */
    ORB_DHT,     /**< discrete Hartley transform, cas = cos + sin; its own inverse */
    ORB_DWHT,    /**< Walsh-Hadamard transform, type 1 natural (Hadamard), 2 sequency (Walsh) order; n a power of two */
    ORB_IDENTITY, /**< leaves the axis as it is */
    ORB_MATRIX,   /**< the caller's own matrix */
    ORB_DFT       /**< discrete Fourier transform as fft, fftn of scipy.fft: complex results; its type is ignored. Real
                   *   points have all results, too, not half of them: see docs/transforms.md for what that costs */
} orb_kind;

/** The scaling, as norm= of scipy.fft. The inverse always undoes the forward transform of the same norm. */
typedef enum orb_norm {
    ORB_ORTHO = 0,   /**< orthonormal in both directions */
    ORB_BACKWARD,    /**< forward unscaled, all of the factor in the inverse (scipy's default) */
    ORB_FORWARD_NORM /**< all of the factor in the forward transform */
} orb_norm;

/** Elements of an array: real, or complex with the real part first (float _Complex, double _Complex). Real kinds
 *  transform both parts separately. */
typedef enum orb_element {
    ORB_F32 = 0,
    ORB_F64,
    ORB_C64, /**< two floats */
    ORB_C128 /**< two doubles */
} orb_element;
typedef enum orb_direction { ORB_FORWARD = 0, ORB_INVERSE } orb_direction;

/** How to find the scale of the fixed-point words after each stage. Scales are powers of two. No result that is
 *  returned was clipped, whatever the choice. */
typedef enum orb_shift {
    ORB_SHIFT_AUTO =
        0, /**< from an estimate of the largest sums. A block of which the array clipped a sum, about one in
                          *  a hundred, runs again with shifts that the measured magnitudes ask for */
    ORB_SHIFT_MEASURED, /**< from magnitudes measured in a first pass; two passes, unless the first is as good */
    ORB_SHIFT_BOUND     /**< from the 2-norms of the block's lines and planes: cannot clip; always one pass, but up to
                          *  five bits less accurate */
} orb_shift;

/** Called in the executing thread, on an array at least every tenth of a second, with the completed and the total work
 *  in a unit of the engine. Return nonzero to stop: soon after, orb_execute returns ORB_CANCELLED. The function must
 *  not use the device, nor a plan of it: that is undefined. */
typedef int (*orb_progress)(void *user, size_t done, size_t total);

/** The description of a plan. Zero is the default of every member except n. */
typedef struct orb_plan_desc {
    size_t n[3];     /**< points of the volume along each axis, 1 or more */
    size_t block[3]; /**< blocks of this size are transformed separately; 0: the whole axis. Blocks larger than the
                      *   array are processed in parts. Blocks that extend beyond the volume are padded with zeros. */
    orb_kind kind[3];
    int type[3]; /**< DCT, DST 1..4, DWHT 1..2; 0 stands for 2 (DCT, DST) and 1 (DWHT) */
    orb_norm norm;
    orb_element element_in;  /**< of the input, real or complex */
    orb_element element_out; /**< of the output. With an ORB_DFT axis, a forward transform needs a complex output, and a
                              *   real output of an inverse receives the real part. Without one, a real output needs a
                              *   real input. */
    orb_direction direction;
    orb_shift shift;
    const double *matrix[3]; /**< ORB_MATRIX: real, block x block, row n of n points, column k: result k = sum over n of
                                *   x[n]*matrix[n*size + k]. Copied by orb_plan_create. */
    const double *inverse[3]; /**< its inverse, result n = sum over k of z[k]*inverse[k*size + n]; NULL: the matrix is
                                *   orthonormal, which is checked (1e-6) */
    orb_progress progress;    /**< NULL: none */
    void *progress_user;
    /** The input's elements from one point to the next along each axis; negative strides are allowed. Point (i,j,k) is
     *  i*stride_in[0] + j*stride_in[1] + k*stride_in[2] elements from the address that orb_execute receives. 0: no gap,
     *  which is 1 for axis 2, else the stride of the next axis times its points. So {1, n[0], n[0]*n[1]} is Fortran
     *  order, and {0, row, 0} a volume whose rows have space for `row` elements. Nothing is copied first. Engine "cpu"
     *  is fastest if one axis has the stride 1 in both arrays. ORB_INVALID if a volume would be larger than any
     *  memory. */
    int64_t stride_in[3];
    /** The same for the output. Memory between its elements is neither read nor written. Each stride must be longer
     *  than what the axes with shorter strides cover, so that no two elements share memory, else ORB_INVALID. */
    int64_t stride_out[3];
    /** 0, or 1 plus the number of an ORB_DFT axis that has half a spectrum: the coefficients of real points come in
     *  conjugate pairs, so only 0 to n/2 of an axis of n points are stored. orb_plan_padded says n/2+1 there. Points
     *  are real and coefficients complex, and the axis is one block, else ORB_INVALID. An inverse ignores the imaginary
     *  parts that would be 0 for real points. Engine "cpu" only, else ORB_BAD_KIND. */
    uint64_t half_axis;
    uint64_t reserved[9]; /**< 0, else ORB_INVALID */
} orb_plan_desc;

/** A transform of one shape on one device. Owned by the caller; orb_plan_destroy releases it. */
typedef struct orb_plan orb_plan;

/** The cost of an execution. Cycles are counted by the device, and summed over blocks and instances. */
typedef struct orb_report {
    char engine[64];
    uint64_t cycles;        /**< of computing: stages with their waits */
    uint64_t ideal_cycles;  /**< multiply-adds of the blocks as padded, divided by the nodes and lanes */
    uint64_t useful_cycles; /**< the same for the volume without padding, in one pass */
    uint64_t io_cycles;     /**< of loading and unloading cubes */
    uint64_t coef_cycles;   /**< of loading coefficients */
    uint64_t wait_cycles;   /**< the part of cycles that waited for words */
    uint64_t run_cycles;    /**< from start to end of all programs; overlapping operations count once */
    uint64_t bound_cycles;  /**< the least for an array of this size: the largest of ideal_cycles, words_in / IO_WORDS,
                              *   words_out / IO_WORDS */
    uint64_t words_in;      /**< words of cubes loaded */
    uint64_t words_out;     /**< words of cubes unloaded */
    uint64_t coef_words;    /**< words of coefficients loaded */
    double efficiency;      /**< ideal_cycles / cycles, 0..1; 0 where no cycles are counted, as with "cpu" */
    uint64_t saturations;   /**< results that were clipped, or in float are not finite */
    uint64_t blocks;        /**< blocks transformed */
    uint64_t passes;        /**< cubes computed: more than blocks if these are cut, or computed again, or if an array of
                              *   several tori is not full */
    unsigned rounds;        /**< how many times the volume went through the array, 1 to 3 */
    unsigned cuts[3];       /**< parts of a block along each axis, which are summed up in the array; 1: not cut */
    unsigned torus;         /**< nodes per side of the tori: P, or less if the array was divided */
    unsigned tori;          /**< cubes at a time, one per torus */
    char why[160];          /**< one line on the choice of rounds, cuts and tori */
    double last_place;      /**< the coarsest step between neighbouring words, over all blocks and stages, before the
                              *   norm's scaling; the rms error of a round is at most about 0.6 of it, 0.85 of it for
                              *   complex elements; 0 in float, and where the host set everything aside
                              *   (docs/transforms.md), as it does a single point */
    struct {
        double send, compute, receive, total; /**< wall-clock seconds; send and receive cover the host's conversions and
                                                *   the time on the link of a board, by the words in each direction */
    } seconds;
    uint64_t repeats; /**< those of passes that were computed because ORB_SHIFT_AUTO expected too small a sum */
    int headroom[3]; /**< bits of the words that no result of each stage used, over all blocks and rounds; -1: there was
                        *  no such stage, or the numbers are floats */
    /** In fixed point: the rms error to be expected in the output from the array's roundings, as if they were random;
     *  smooth data have smaller errors. That of a complex element is the magnitude of the difference. NaN in float. */
    double error_rms;
    /** In fixed point: no error from the array's roundings is larger. Rounding to element_out and the roundings of
     *  doubles on the host come on top of both. NaN in float. */
    double error_bound;
    uint64_t reserved[11]; /**< 0 */
} orb_report;

/** Creates a plan. Everything in desc is copied.
 *  \return ORB_OK, ORB_INVALID, ORB_NO_MEMORY, ORB_TOO_LONG, ORB_BAD_KIND, ORB_NOT_ORTHONORMAL */
ORB_API orb_status orb_plan_create(orb_plan **plan, orb_device *dev, const orb_plan_desc *desc);

/** Destroys a plan. NULL is allowed. */
ORB_API void orb_plan_destroy(orb_plan *plan);

/** The shape of the output of a forward and the input of an inverse plan: n rounded up to whole blocks.
 *  \param shape out: three sizes. \return ORB_OK, ORB_INVALID */
ORB_API orb_status orb_plan_padded(const orb_plan *plan, size_t shape[3]);

/** Transforms one volume.
 *  Forward: in has the shape n, out the padded shape (orb_plan_padded). Inverse: in padded, out n.
 *
 *  In place: out may be the same address as in if elements of input and output have the same size (ORB_F32; ORB_F64 and
 *  ORB_C64; ORB_C128), the padded shape is n, and the strides of both are the same. All engines support it, and the
 *  results are the same bit for bit. The input is lost, also if the function fails.
 *
 *  In every other case no element of out may share memory with an element of in. ORB_INVALID if two volumes without
 *  gaps share any memory, or the first element of a volume with gaps is within another volume without, or is another's
 *  first. It is up to the caller that volumes with gaps do not share elements elsewhere: they may lie within each
 *  other, as the colours of an image do, and finding a common element would take long.
 *  \param in      read only, unless it is out
 *  \param report  out, or NULL
 *  \return ORB_OK, ORB_SATURATED, ORB_INVALID, ORB_NO_MEMORY, ORB_NOT_FINITE, ORB_CANCELLED, ORB_DEVICE_FAILED,
 *          ORB_UNPLUGGED */
ORB_API orb_status orb_execute(orb_plan *plan, const void *in, void *out, orb_report *report);

/** Transforms count volumes, otherwise as orb_execute. The conversion of one volume overlaps the computation of
 *  another.
 *  \param in   may overlap or be the same, but for those that are transformed in place: out[v] may only be in[v]
 *  \param out  may overlap neither each other nor any of in, see orb_execute; out[v] may be in[v] where it allows
 *               that */
ORB_API orb_status orb_execute_batch(orb_plan *plan, size_t count, const void *const *in, void *const *out,
                                     orb_report *report);

#ifdef __cplusplus
}
#endif
#endif
