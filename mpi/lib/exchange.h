/* A transposition within a ring of ranks: the axis that each of them has whole is divided, and the other one gathered.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_TURN_H
#define ORB_TURN_H

#include "stages.h"

/* An axis of a box in a rank's memory: `outer` times n points of so many bytes. */
typedef struct orb_side {
    size_t n, outer, unit;
} orb_side;

/* The box before it is x, that after it y. Block (from, to) is what one rank has for another; a rank has as many as
 * there are ranks. */
typedef struct orb_exchange {
    int ranks, at;               /* of the ring, and this one */
    const int *rank;             /* who they are in the communicator of the plan */
    MPI_Comm comm;               /* the ring alone */
    bool gathers_first;          /* is the gathered axis before the scattered one in memory? */
    size_t outer, middle, inner; /* numbers before, between and after the two axes; the last ones in bytes */
    orb_side scattered;          /* in x */
    orb_side gathered;           /* in y */
} orb_exchange;

/* That of a stage; communicator and ranks are the caller's. */
orb_exchange orb_exchange_of(const orb_mpi_plan *plan, const orb_stage *stage);

/* Bytes of a block. */
size_t orb_exchange_block(const orb_exchange *exchange, int from, int to);

/* Bytes of the largest one. */
size_t orb_exchange_largest(const orb_exchange *exchange);

/* Where the block for a rank is in x, or that from a rank in y, if it is in one piece there, as all are or none. */
bool orb_side_is_dense(const orb_side *side);
size_t orb_side_offset(const orb_side *side, int parts, int index);

/* Copies a block out of the box, or into it. */
void orb_side_take(const orb_side *side, int parts, int index, const void *box, void *block);
void orb_side_put(const orb_side *side, int parts, int index, const void *block, void *box);

/* Copies the block that stays here from x to y. */
void orb_exchange_keep(const orb_exchange *exchange, const void *x, void *y);

/* What a call of MPI_Alltoallv has to know; ranks with more numbers than a count of MPI can tell take MPI_Alltoallw. */
typedef struct orb_alltoall orb_alltoall;

/* ORB_OK, ORB_NO_MEMORY, ORB_DEVICE_FAILED */
orb_status orb_alltoall_create(orb_alltoall **all, const orb_exchange *exchange, const orb_post *post);
void orb_alltoall_destroy(orb_alltoall *all); /* NULL is allowed */

/* Transposes by one call. Memory for all blocks of x, and for those of y, where they are not dense there. */
void orb_exchange_alltoall(const orb_exchange *exchange, const orb_alltoall *all, orb_post *post, const void *x,
                           void *y, void *const work[2]);

/* How blocks come into the order of the shifts, and out of it. */
typedef enum orb_skew {
    ORB_SKEW_INDEXED = 0, /* by addresses as they are copied */
    ORB_SKEW_LOG,         /* by conditional shifts of the memory */
    ORB_SKEW_DONE         /* the transforms beside the transposition have done it */
} orb_skew;

/* By shifts along the ring, through strides of these radices. Memory for the largest block times the ranks of the ring,
 * three times. Returns the shifts. */
unsigned orb_exchange_shift(const orb_exchange *exchange, const int radix[ORB_MPI_SHIFTS], orb_skew before,
                            orb_skew behind, orb_wire *wire, const void *x, void *y, void *const work[3]);

/* The radix of digit i of a row number. */
int orb_exchange_radix(const int radix[ORB_MPI_SHIFTS], int i);

#endif
