/* A stream: operands that move through a process grid, and their local products with the stationary operand.
 * SPDX-License-Identifier: Apache-2.0
 *
 * First, the moving operands are aligned (see gemm_roles.h). A moving operand that is read is sent on while it is
 * multiplied. If C moves, it is not aligned. The rank computes its own share, adds the partial sum that has arrived in
 * the meantime, and sends the result on. In the end, C is redistributed to the parts of the caller.
 *
 * The functions number slices in the order in which a rank processes them, from 0. */
#ifndef ORB_GEMM_STREAM_H
#define ORB_GEMM_STREAM_H

#include "gemm_roles.h"

enum { ORB_MOVERS = 2, ORB_MOVER_BUFFERS = 3 };

/* The state of a moving operand. */
typedef struct orb_moving {
    const orb_mover *mover;
    int first_slot, first_tag;
    int to, from;  /* the ranks to which it is sent, and from which it comes */
    size_t shifts; /* number of shifts so far */
    size_t slices_per_part;
    char *buffer[ORB_MOVER_BUFFERS]; /* operand that is read: two parts, used alternately. C: two sums, used
                                      * alternately, and the sum that comes in */
    char *out, *in;                  /* messages of the alignment */
} orb_moving;

typedef struct orb_stream {
    orb_roles roles;
    orb_moving moving[ORB_MOVERS];
} orb_stream;

/* The number of slots of the plan's post that a stream uses on so many ranks. */
size_t orb_stream_slots(size_t ranks);

/* Sets up a stream. The plan has this rank's parts already. `number` must be different for each stream. Its slots start
 * with first_slot. False if there is no memory; close it in this case, too. */
bool orb_stream_open(orb_stream *stream, const orb_mpi_gemm_plan *plan, const orb_roles *roles, int number,
                     size_t first_slot);
void orb_stream_close(orb_stream *stream);

/* Starts to align the moving operands that are read. array: A and B. */
void orb_stream_align(orb_stream *stream, orb_mpi_gemm_plan *plan, const void *const array[2]);

/* Completes the alignment. */
void orb_stream_aligned(orb_stream *stream, orb_mpi_gemm_plan *plan);

/* The next slice at which a moving operand continues with another part. */
size_t orb_stream_next(const orb_stream *stream, size_t slice);

/* Starts the messages of the parts that begin with this slice. */
void orb_stream_begin(orb_stream *stream, orb_mpi_gemm_plan *plan, size_t slice);

/* Multiplies the slices from `slice` up to `end`. If C is stationary and `add` is set, the product is added to c. */
void orb_stream_multiply(const orb_stream *stream, orb_mpi_gemm_plan *plan, size_t slice, size_t end,
                         const void *const array[2], void *c, bool add);

/* Completes the parts that end before this slice. */
void orb_stream_end(orb_stream *stream, orb_mpi_gemm_plan *plan, size_t slice);

/* If C moves: starts to redistribute it to the parts of the caller. */
void orb_stream_return(orb_stream *stream, orb_mpi_gemm_plan *plan, void *c);

/* Completes this redistribution. */
void orb_stream_returned(orb_stream *stream, orb_mpi_gemm_plan *plan, void *c);

#endif
