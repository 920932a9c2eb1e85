/* A transposition within a ring of ranks: the axis that each of them has whole is divided, and the other one gathered.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_TURN_H
#define ORB_TURN_H

#include "stage_pieces.h"
#include "stages.h"

/* The box before it is x, that after it y. The two axes are neighbours in memory, and one of them is the first: in one
 * of the boxes it is whole, and there the other axis is divided. Block (from, to) is what one rank has for another; a
 * rank has as many as there are ranks. */
typedef struct orb_exchange {
    int ranks, at;       /* of the ring, and this one */
    const int *rank;     /* who they are in the communicator of the plan */
    MPI_Comm comm;       /* the ring alone */
    bool gathers_first;  /* is the first axis the gathered one, which is whole in y? Else it is the scattered one */
    size_t first;        /* points of the first axis, */
    size_t second;       /* of the second one, which is whole in the other box */
    size_t outer, inner; /* numbers before and after the two axes; the last ones in bytes */
} orb_exchange;

/* That of a stage; communicator and ranks are the caller's. */
orb_exchange orb_exchange_of(const orb_mpi_plan *plan, const orb_stage *stage);

/* Bytes of a block. */
size_t orb_exchange_block(const orb_exchange *exchange, int from, int to);

/* Bytes of the largest one. */
size_t orb_exchange_largest(const orb_exchange *exchange);

/* A piece of a transposition: some of the numbers before the axes, or a part of the first axis for one of them. */
typedef struct orb_chunk {
    size_t begin, end; /* of the numbers before the two axes */
    int part, parts;   /* of what each rank has of the first axis; several parts only for one number before */
} orb_chunk;

/* Where a block of a chunk is in its box: rows of so many bytes, each `step` after the one before it. */
typedef struct orb_rows {
    size_t at, count, bytes, step;
} orb_rows;

/* The whole transposition. */
orb_chunk orb_exchange_whole(const orb_exchange *exchange);

/* The block of x for a rank, or that of y from it. */
orb_rows orb_exchange_rows(const orb_exchange *exchange, const orb_chunk *chunk, bool in_x, int rank);

/* Copies rows of a box to a block, or a block to rows of a box. */
void orb_rows_take(const orb_rows *rows, const void *box, void *block);
void orb_rows_put(const orb_rows *rows, const void *block, void *box);

/* Copies the block of a chunk that stays here from x to y. */
void orb_exchange_keep(const orb_exchange *exchange, const orb_chunk *chunk, const void *x, void *y);

/* A transposition by collective calls of MPI, one a chunk. */
typedef struct orb_alltoall orb_alltoall;

/* The exchange and the post have to stay. ORB_OK, ORB_NO_MEMORY */
orb_status orb_alltoall_create(orb_alltoall **all, const orb_exchange *exchange, orb_post *post);
void orb_alltoall_destroy(orb_alltoall *all); /* NULL is allowed */

/* Has it several? */
bool orb_alltoall_has_chunks(const orb_alltoall *all);

/* Transposes. Returns the calls.
 * \param pieces  NULL, or the stage before it where it gathers the first axis, which makes x as the calls need it, or
 *                else the stage behind it, which takes y as the calls bring it; its execution has begun */
unsigned orb_exchange_alltoall(orb_alltoall *all, const void *x, void *y, orb_pieces *pieces);

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
