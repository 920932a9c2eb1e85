/* A stream of operands that move through a grid of ranks, and of the local products with the one that stays.
 * SPDX-License-Identifier: Apache-2.0
 *
 * First what moves is aligned, see gemm_roles.h. A mover that is read goes on while it is multiplied. C, where it
 * moves, waits for the sum of the rank before, which comes while this rank's share of it is computed; it is not aligned
 * first, but brought home last. */
#ifndef ORB_GEMM_STREAM_H
#define ORB_GEMM_STREAM_H

#include "gemm_roles.h"

enum { ORB_MOVERS = 2, ORB_MOVER_BUFFERS = 3 };

/* A mover in transit. */
typedef struct orb_moving {
    const orb_mover *mover;
    int first_slot, first_tag;
    int before, behind;              /* the ranks that it goes to, and comes from */
    size_t shifts;                   /* so far */
    size_t per_part;                 /* ticks */
    char *buffer[ORB_MOVER_BUFFERS]; /* read: this part and the next alternately. C: sums alternately, what comes in */
    char *out, *in;                  /* for aligning */
} orb_moving;

typedef struct orb_stream {
    orb_roles roles;
    orb_moving moving[ORB_MOVERS];
} orb_stream;

/* Slots of the plan's post that a stream on so many ranks takes. */
size_t orb_stream_slots(size_t ranks);

/* Sets up a stream of this rank, whose parts are those of the plan: its slots begin with first_slot, and `number` is
 * another one for each stream. False if there is no memory; it can be closed then, too. */
bool orb_stream_open(orb_stream *stream, const orb_mpi_gemm_plan *plan, const orb_roles *roles, int number,
                     size_t first_slot);
void orb_stream_close(orb_stream *stream);

/* Begins to align the movers that are read; array: A, B. */
void orb_stream_align(orb_stream *stream, orb_mpi_gemm_plan *plan, const void *const array[2]);

/* Waits for them. */
void orb_stream_aligned(orb_stream *stream, orb_mpi_gemm_plan *plan);

/* The tick at which one of the movers, or both, have another part than at this tick. */
size_t orb_stream_next(const orb_stream *stream, size_t tick);

/* Starts the messages of the parts that begin with a tick. */
void orb_stream_begin(orb_stream *stream, orb_mpi_gemm_plan *plan, size_t tick);

/* Multiplies from a tick up to another one; add: to what is in C, where C stays. */
void orb_stream_multiply(const orb_stream *stream, orb_mpi_gemm_plan *plan, size_t tick, size_t end,
                         const void *const array[2], void *c, bool add);

/* Ends the parts that end before a tick. */
void orb_stream_end(orb_stream *stream, orb_mpi_gemm_plan *plan, size_t tick);

/* Begins to bring C home, where it moves. */
void orb_stream_return(orb_stream *stream, orb_mpi_gemm_plan *plan, void *c);

/* Waits for it. */
void orb_stream_returned(orb_stream *stream, orb_mpi_gemm_plan *plan, void *c);

#endif
