/* A local stage in pieces, so that a transposition beside it is under way meanwhile.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_STAGE_PIECES_H
#define ORB_STAGE_PIECES_H

#include "local.h"

/* Planes are the boxes of the axes that are transformed, and of those behind them; a piece has some of them. */
typedef struct orb_pieces {
    orb_local *local[2]; /* of a piece with one plane more than others, and of these */
    size_t planes;
    int count;                  /* of the pieces */
    size_t bytes_in, bytes_out; /* of a plane */
    /* The execution: from x to y, how far it is, how long it took. */
    const char *x;
    char *y;
    int next;
    double seconds;
    orb_status status;
} orb_pieces;

/* The pieces of this work, of which the axes up to `last` are not transformed. ORB_OK, or as orb_local_create. */
orb_status orb_pieces_create(orb_pieces **pieces, const orb_mpi_desc *desc, const orb_local_work *work, int last);
void orb_pieces_destroy(orb_pieces *pieces); /* NULL is allowed */

/* An execution: x and y may be the same if that is so for the whole stage. */
void orb_pieces_begin(orb_pieces *pieces, const void *x, void *y);

/* Transforms the pieces that the first so many planes of y need, or those that the first planes of x, which are there,
 * suffice for. Returns whether there were some. */
bool orb_pieces_until(orb_pieces *pieces, size_t planes);
bool orb_pieces_from(orb_pieces *pieces, size_t planes);

#endif
