/* A transposition within a ring of ranks. Before it, each rank has one axis whole, which the transposition scatters
 * over the ring. After it, each rank has another axis whole, which the transposition gathers.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_EXCHANGE_H
#define ORB_EXCHANGE_H

#include "paths.h"
#include "stage_pieces.h"
#include "stages.h"

/* x is the box before the transposition, y the box after it. The two axes are neighbours in memory; `first` is the one
 * with the longer stride. In one box the first axis is whole and the second one is divided, in the other box the
 * reverse. Block (from, to) is what one rank of the ring sends to another; a rank has one for each rank of the ring. */
typedef struct orb_exchange {
    int ranks, at;       /* ranks of the ring, and this rank's position */
    const int *rank;     /* the ring's ranks in the communicator of the plan */
    MPI_Comm comm;       /* the ring's own communicator */
    bool gathers_first;  /* true: the first axis is gathered, and whole in y. false: it is scattered, and whole in x */
    size_t first;        /* points of the first axis, */
    size_t second;       /* and of the second one */
    size_t outer, inner; /* numbers before the two axes; bytes of the numbers after them */
} orb_exchange;

/* The transposition of a stage. The caller sets `comm` and `rank`. */
orb_exchange orb_exchange_of(const orb_mpi_plan *plan, const orb_stage *stage);

/* Size of a block in bytes. */
size_t orb_exchange_block(const orb_exchange *exchange, int from, int to);

/* Size of the largest block in bytes. */
size_t orb_exchange_largest(const orb_exchange *exchange);

/* A chunk of a transposition: a range of the numbers before the two axes; or, for a single one of these, a part of the
 * points that each rank has of the first axis. */
typedef struct orb_chunk {
    size_t begin, end; /* range of the numbers before the two axes */
    int part, parts;   /* part of the points of the first axis. parts > 1 only if end - begin is 1. */
} orb_chunk;

/* The block of a chunk in its box, in bytes: `count` rows of `bytes`, the first one at `at`, each `step` after the
 * previous one. */
typedef struct orb_rows {
    size_t at, count, bytes, step;
} orb_rows;

/* The whole transposition as one chunk. */
orb_chunk orb_exchange_whole(const orb_exchange *exchange);

/* The rows in x of the chunk's block for a rank, or the rows in y of its block from that rank. */
orb_rows orb_exchange_rows(const orb_exchange *exchange, const orb_chunk *chunk, bool in_x, int rank);

/* Copy rows of a box into a contiguous block, or a block into rows of a box. */
void orb_rows_take(const orb_rows *rows, const void *box, void *block);
void orb_rows_put(const orb_rows *rows, const void *block, void *box);

/* Copies this rank's own block of a chunk from x to y. */
void orb_exchange_copy_own(const orb_exchange *exchange, const orb_chunk *chunk, const void *x, void *y);

/* A transposition by collective calls of MPI, one per chunk. */
typedef struct orb_alltoall orb_alltoall;

/* The exchange and the post must outlive it. Returns ORB_OK or ORB_NO_MEMORY; destroy it after an error, too. */
orb_status orb_alltoall_create(orb_alltoall **all, const orb_exchange *exchange, orb_post *post);
void orb_alltoall_destroy(orb_alltoall *all); /* may be NULL */

/* Does the transposition have more than one chunk? */
bool orb_alltoall_has_chunks(const orb_alltoall *all);

/* Transposes x to y. Returns the number of collective calls.
 * \param pieces  NULL, or the pieces of a local stage that overlaps with the calls; orb_pieces_begin has been called.
 *                If the transposition gathers the first axis, this is the stage before it, which produces x. Otherwise
 *                it is the stage after it, which reads y. */
unsigned orb_exchange_alltoall(orb_alltoall *all, const void *x, void *y, orb_pieces *pieces);

/* How rows are permuted before and after the shifts. */
typedef enum orb_skew {
    ORB_SKEW_INDEXED = 0, /* each row is copied to its permuted position */
    ORB_SKEW_LOG,         /* all rows are rotated, in steps that a rank executes or skips */
    ORB_SKEW_DONE         /* not here: the phase factors of an adjacent transform did it, or will do it */
} orb_skew;

/* Transposes x to y by shifts along the ring, on the paths of a ring of so many ranks. Each array of `work` has space
 * for the largest block times the ranks of the ring. Returns the number of shifts. */
unsigned orb_exchange_shift(const orb_exchange *exchange, const orb_paths *paths, orb_skew before, orb_skew after,
                            orb_wire *wire, const void *x, void *y, void *const work[3]);

#endif
