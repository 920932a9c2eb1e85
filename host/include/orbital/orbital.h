/* orbital: separable 3D transforms on an orbital array processor.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A device is opened by name, a plan is made for it once, and executed as often as wanted:
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
 * Threads: a device, with all plans made on it, belongs to one thread at a time; different devices are independent. The
 * process has no state but this: each thread its line of orb_last_error, and the threads of OpenMP. An array starts up
 * to two worker threads for each of its instances with the first execution; they sleep between executions, receive no
 * signals, and end in orb_close. "cpu" computes with OpenMP, whose threads stay, asleep, until the process ends.
 *
 * Fork: call fork while no function of the library runs. The child may go on with copies of "cpu", "sim" and "hls"
 * devices and their plans, or open its own; boards belong to the process that opened them, and the child must neither
 * use nor close them. Threads do not survive a fork. The worker threads of arrays start anew in the child. Those of
 * OpenMP cannot: where the parent has computed with several threads of "cpu", the child computes with one. If it was
 * another part of the program that used OpenMP before the fork, open "cpu:threads=1" in the child, as several threads
 * may wait forever there.
 *
 * Growth: the caller owns all structures, and the library never keeps a pointer to one. Those that it fills have
 * `reserved` members, which are 0, and those that it reads have some that must be 0: initialize them whole, as above. A
 * later version takes new members from them, whose 0 means what this version does. Sizes and offsets stay.
 *
 * Arrays are dense and in C order: element (i,j,k) of a volume n[0] x n[1] x n[2] stands at (i*n[1] + j)*n[2] + k.
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
     *  Cure: ORB_SHIFT_BOUND in orb_plan_desc.shift (the default), with which nothing can be clipped; in float, a
     *  matrix of smaller numbers. */
    ORB_SATURATED,
    /** An argument is NULL, out of its range, or does not go with another. Cure: the ranges beside each function. */
    ORB_INVALID,
    /** Memory ran out. Cure: a smaller volume or block. */
    ORB_NO_MEMORY,
    /** No engine has that name. Cure: "cpu", "sim", "hls", "ftdi", or "sim:p=4,b=8" and the like. */
    ORB_NO_ENGINE,
    /** The engine has no device of that configuration. Cure: one that is built (folder lib/orbital), or set
     *  ORB_MODEL_PATH to the folder of the models; of "ftdi", attach the board. */
    ORB_NO_DEVICE,
    /** A device answered, but is not an orbital core, or is of another version. Cure: the bitstream or model that
     *  came with this library. */
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
    /** Several devices fit. Cure: say which one, as in "ftdi:serial=...", see orb_engine_list. */
    ORB_AMBIGUOUS,
    /** Another process has the device open, or with driver=leave the system's serial driver. Cure: end the process, or
     *  wait until it is done. */
    ORB_BUSY,
    /** This user may not open the device. Cure: the rules 60-orbital.rules for udev, which `make install` installs. */
    ORB_NO_PERMISSION,
    /** The device was unplugged or switched off. Cure: plug it in, configure it, and open it again. */
    ORB_UNPLUGGED,
    /** The chip is there, but no orbital core answers behind it. Cure: load the board's bitstream; if it is loaded,
     *  say the channel and the mode that the board uses. */
    ORB_SILENT
} orb_status;

/** One English line for each status; never NULL. The string is constant. Any thread may call it. */
ORB_API const char *orb_strerror(orb_status status);

/** What was wrong in the last call that failed, in one English line of at most 255 bytes: the argument or the member of
 *  orb_plan_desc by its name, the reason, and the cure, as in "n[1] is 0: an axis has 1 point or more". If the library
 *  knows no more than the status, the line is orb_strerror of that.
 *  \return never NULL; "" if the calling thread's last call of a function that returns orb_status had a result. The
 *          library's: valid until this thread calls such a function again, or ends. Each thread has a line of its own;
 *          call it in the thread that called the function that failed. It cannot fail. */
ORB_API const char *orb_last_error(void);

/** The version of the library that runs, in the form of ORB_VERSION, which is the one that the program was compiled
 *  with. Programs run with any library of the same binary interface (liborbital.so.1), whatever its version; compare
 *  both where a program needs what a later one brought. Never NULL. The string is constant. Any thread may call it. It
 *  cannot fail. */
ORB_API const char *orb_version(void);

/* ---- devices ------------------------------------------------------------------------------------------------ */

/** An opened array. Owned by the caller; orb_close releases it. */
typedef struct orb_device orb_device;

/** The nodes of an array: one that holds blocks in memories, or one that holds a single point in registers; none where
 *  the processor computes. */
typedef enum orb_cell { ORB_CELL_BLOCK = 0, ORB_CELL_FINE, ORB_CELL_NONE } orb_cell;

/** What a device says of itself, read from its registers. */
typedef struct orb_device_info {
    char engine[64];        /**< the name under which it can be opened again, e.g. "sim:p=4,b=8,full=4,w=18,nbuf=2" */
    orb_cell node;          /**< what a node is; ORB_CELL_NONE: all members of an array are 0 */
    char format[16];        /**< "fixed", "float32", "bfloat16", "float16"; of cpu "float64" or "float32" */
    unsigned exponent_bits; /**< of the float format; 0: fixed point */
    unsigned p;             /**< nodes along each side of the torus */
    unsigned bmax;          /**< largest block extent of a node */
    unsigned bfull;         /**< smallest block extent that runs at full rate */
    unsigned nbuf;          /**< block buffers a node; loads and unloads run side by side, from 3 on also beside the
                             *   stages, see docs/host.md */
    unsigned cbanks;        /**< sets of coefficients held at once */
    unsigned w, cw, aw;     /**< bits of a data word, a coefficient, an accumulator */
    unsigned ps;            /**< low bits rounded away from each product */
    size_t longest;         /**< points of the longest line whose sums cannot wrap, half as many for ORB_DFT; 0: any */
    unsigned lanes;         /**< multiply-adds a node and cycle */
    unsigned io_words;      /**< words a cycle of the input and of the output */
    unsigned instances;     /**< arrays that work side by side in this device, or threads */
    double clock_hz;        /**< 0 for a simulation */
    char link[64];          /**< of a board: its chip, and how it talks to the array; else "" */
    uint64_t reserved[8];   /**< 0 */
} orb_device_info;

/** Opens a device.
 *  \param dev     out: the device, NULL on failure
 *  \param engine  "sim" or "sim:ITEM,...", the items being KEY=VALUE with the keys p (nodes a side), b (largest block
 *                 extent; 1 is the fine cell), full (BFULL), w (bits of a word), nbuf (buffers), lanes, io (words a
 *                 cycle), jobs (arrays side by side, default one a processor core), or a format: fixed, float32,
 *                 bfloat16, float16 ("sim:float32"), none of them twice. The first model built that fits is taken,
 *                 fixed point before float. "hls:..." likewise opens the C model of the array, whose results are bit
 *                 for bit the same, but which runs one operation after the other: only "sim:..." counts the cycles of
 *                 the hardware.
 *                 "ftdi", or "ftdi:ITEM,..." with items KEY=VALUE, is a board behind an FTDI chip: the only one that
 *                 is attached, or the one that the keys serial, desc (description) or at (BUS/ADDRESS) tell. Further
 *                 keys: mode, how the chip talks to the FPGA (uart, fifo, sync, spi; unsaid, what its EEPROM says of
 *                 uart and fifo); channel (A to D; unsaid, the boards': A of sync, spi and of chips with one
 *                 channel, else B); baud (unsaid, the fastest that both ends can make); driver=leave: not if the
 *                 system's serial driver holds the chip, from which it is taken otherwise.
 *                 "cpu", or "cpu:ITEM,...", is this processor: threads=N (1 to 1024; unsaid, ORB_NUM_THREADS of the
 *                 environment, else what OpenMP takes), simd=avx512, avx2 or plain (unsaid, the best that it has),
 *                 fast=no, yes or auto (fast transforms in float: never, wherever an axis has one, or, unsaid, where
 *                 they are quicker than products), and float64 or float32, the numbers that plans compute in. Unsaid or
 *                 float64, they are double, but float if both elements of a plan are single; float32 is float in any
 *                 case. Lines may be as long as memory allows. NaN and infinities go through it as through scipy.fft,
 *                 and are not counted.
 *  \return ORB_OK, ORB_INVALID, ORB_NO_MEMORY, ORB_NO_ENGINE, ORB_NO_DEVICE, ORB_WRONG_DEVICE; of a board also
 *          ORB_AMBIGUOUS, ORB_BUSY, ORB_NO_PERMISSION, ORB_SILENT, ORB_UNPLUGGED, ORB_DEVICE_FAILED */
ORB_API orb_status orb_open(orb_device **dev, const char *engine);

/** Closes a device; its plans must have been destroyed. NULL is allowed. */
ORB_API void orb_close(orb_device *dev);

/** The names of all devices that may be opened here, in alphabetical order, as orb_device_info.engine says them:
 *  models, and the FTDI chips that are attached, whatever is behind them.
 *  \param names  out: ends with NULL; the caller's, released by orb_engine_list_free; NULL on failure
 *  \return ORB_OK, ORB_INVALID, ORB_NO_MEMORY */
ORB_API orb_status orb_engine_list(char ***names);

/** What a board of orb_engine_list is on the USB: kind and description of its chip. Does not open it.
 *  \param name  as orb_engine_list says it, "ftdi:..."
 *  \param text  out: room for `size` characters; cut off if it is longer
 *  \return ORB_OK, ORB_INVALID, ORB_NO_DEVICE (no longer there, or no board) */
ORB_API orb_status orb_engine_about(const char *name, char *text, size_t size);

/** Releases what orb_engine_list gave. NULL is allowed. */
ORB_API void orb_engine_list_free(char **names);

/** What the device is. \param info out, owned by the caller. \return ORB_OK, ORB_INVALID */
ORB_API orb_status orb_device_query(const orb_device *dev, orb_device_info *info);

/* ---- plans -------------------------------------------------------------------------------------------------- */

/** The transform along one axis. Types and scalings are those of scipy.fft (dct, dst), see docs/transforms.md. */
typedef enum orb_kind {
    ORB_DCT = 0, /**< discrete cosine transform, type 1 to 4 */
    ORB_DST,     /**< discrete sine transform, type 1 to 4 */
    ORB_DHT,     /**< discrete Hartley transform, cas = cos + sin; its own inverse */
    ORB_DWHT,    /**< Walsh-Hadamard transform, type 1 natural (Hadamard), 2 sequency (Walsh) order; n a power of two */
    ORB_IDENTITY, /**< leaves the axis as it is */
    ORB_MATRIX,   /**< the caller's own matrix */
    ORB_DFT       /**< discrete Fourier transform as fft, fftn of scipy.fft: complex results; its type is ignored */
} orb_kind;

/** Where the factor goes: as norm= of scipy.fft. The inverse always undoes the forward transform of the same norm. */
typedef enum orb_norm {
    ORB_ORTHO = 0,   /**< orthonormal in both directions */
    ORB_BACKWARD,    /**< forward unscaled, all of the factor in the inverse (scipy's default) */
    ORB_FORWARD_NORM /**< all of the factor in the forward transform */
} orb_norm;

/** Elements of an array: real, or complex, real part first (float _Complex, double _Complex). Real kinds transform both
 *  parts alike. */
typedef enum orb_element {
    ORB_F32 = 0,
    ORB_F64,
    ORB_C64, /**< two floats */
    ORB_C128 /**< two doubles */
} orb_element;
typedef enum orb_direction { ORB_FORWARD = 0, ORB_INVERSE } orb_direction;

/** How the scale of the fixed-point words after each stage is found. Both are powers of two, exact. */
typedef enum orb_shift {
    ORB_SHIFT_BOUND = 0, /**< from the 2-norms of the block's lines and planes: nothing can be clipped, one pass */
    ORB_SHIFT_MEASURED   /**< from the magnitudes that a first pass measures: up to three bits more, two passes */
} orb_shift;

/** Called from the thread that executes, at least every tenth of a second on an array, with the work that is done and
 *  all of it, in a unit of the engine's. Return nonzero to stop: soon after, orb_execute returns ORB_CANCELLED. */
typedef int (*orb_progress)(void *user, size_t done, size_t total);

/** What to do. Zero is the default of each member but n. */
typedef struct orb_plan_desc {
    size_t n[3];     /**< points of the volume along each axis, 1 or more */
    size_t block[3]; /**< each block of this size is transformed on its own; 0: the axis whole. What is larger than the
                      *   array goes through it in parts. Blocks at the end that are cut by the volume's edge are filled
                      *   up with zeros. */
    orb_kind kind[3];
    int type[3]; /**< DCT, DST 1..4, DWHT 1..2; 0 stands for 2 (DCT, DST) and 1 (DWHT) */
    orb_norm norm;
    orb_element element_in;  /**< of the input, real or complex */
    orb_element element_out; /**< of the output. With an ORB_DFT axis a forward transform needs a complex one, and a
                              *   real output of an inverse takes the real part. Without, a real output needs a real
                              *   input. */
    orb_direction direction;
    orb_shift shift;
    const double *matrix[3]; /**< ORB_MATRIX: real, block x block, row n of n points, column k: result k = sum over n of
                                *   x[n]*matrix[n*size + k]. Copied by orb_plan_create. */
    const double *inverse[3]; /**< its inverse, result n = sum over k of z[k]*inverse[k*size + n]; NULL: the matrix is
                                *   orthonormal, which is checked (1e-6) */
    orb_progress progress;    /**< NULL: none */
    void *progress_user;
    uint64_t reserved[16]; /**< 0, else ORB_INVALID */
} orb_plan_desc;

/** A transform of one shape on one device. Owned by the caller; orb_plan_destroy releases it. */
typedef struct orb_plan orb_plan;

/** What an execution cost. Cycles are the device's own counts, summed over blocks and instances. */
typedef struct orb_report {
    char engine[64];
    uint64_t cycles;        /**< of computing: stages with their waits */
    uint64_t ideal_cycles;  /**< multiply-adds of the blocks as padded, divided by the nodes and lanes */
    uint64_t useful_cycles; /**< the same of the volume's true shape, in one pass */
    uint64_t io_cycles;     /**< of loading and unloading cubes */
    uint64_t coef_cycles;   /**< of loading coefficients */
    uint64_t wait_cycles;   /**< of cycles: waits for words on their way */
    uint64_t run_cycles;    /**< from start to end of all programs: what loads and unloads hide counts once */
    uint64_t bound_cycles;  /**< no array of this size can be faster: the largest of ideal_cycles, words_in / IO_WORDS,
                              *   words_out / IO_WORDS */
    uint64_t words_in;      /**< words of cubes loaded */
    uint64_t words_out;     /**< words of cubes unloaded */
    uint64_t coef_words;    /**< words of coefficients loaded */
    double efficiency;      /**< ideal_cycles / cycles, 0..1 */
    uint64_t saturations;   /**< results that were clipped; in float, that are not finite */
    uint64_t blocks;        /**< blocks transformed */
    uint64_t passes;        /**< cubes computed: more than blocks where these are cut, or with ORB_SHIFT_MEASURED */
    unsigned rounds;        /**< times that the volume went through the array, 1 to 3 */
    unsigned cuts[3];       /**< parts into which a block was cut along each axis to be summed up; 1: not at all */
    unsigned torus;         /**< nodes a side of the tori: P, or less where the array was divided */
    unsigned tori;          /**< cubes at a time, one a torus */
    char why[160];          /**< one line on the choice of rounds, cuts and tori */
    double last_place;      /**< the coarsest step between neighbouring words, over all blocks and stages, before the
                              *   norm's scaling: errors are about half of it a round, rms; 0 in float */
    struct {
        double send, compute, receive, total; /**< wall-clock seconds; send and receive cover the host's conversions and
                                                *   of a board the time on its link, by the words each way */
    } seconds;
    uint64_t reserved[16]; /**< 0 */
} orb_report;

/** Makes a plan. Everything in desc is copied.
 *  \return ORB_OK, ORB_INVALID, ORB_NO_MEMORY, ORB_TOO_LONG, ORB_BAD_KIND, ORB_NOT_ORTHONORMAL */
ORB_API orb_status orb_plan_create(orb_plan **plan, orb_device *dev, const orb_plan_desc *desc);

/** Destroys a plan. NULL is allowed. */
ORB_API void orb_plan_destroy(orb_plan *plan);

/** The shape of the output of a forward and the input of an inverse plan: n rounded up to whole blocks.
 *  \param shape out: three sizes. \return ORB_OK, ORB_INVALID */
ORB_API orb_status orb_plan_padded(const orb_plan *plan, size_t shape[3]);

/** Transforms one volume.
 *  Forward: in has the shape n, out the padded shape (orb_plan_padded). Inverse: in padded, out n.
 *  \param in      read only; may not overlap out
 *  \param report  out, or NULL
 *  \return ORB_OK, ORB_SATURATED, ORB_INVALID, ORB_NO_MEMORY, ORB_NOT_FINITE, ORB_CANCELLED, ORB_DEVICE_FAILED,
 *          ORB_UNPLUGGED */
ORB_API orb_status orb_execute(orb_plan *plan, const void *in, void *out, orb_report *report);

/** Transforms count volumes, the conversion of one overlapping the computation of another; otherwise as orb_execute.
 *  \param out  may overlap neither each other nor any of in, which may overlap or be the same */
ORB_API orb_status orb_execute_batch(orb_plan *plan, size_t count, const void *const *in, void *const *out,
                                     orb_report *report);

#ifdef __cplusplus
}
#endif
#endif
