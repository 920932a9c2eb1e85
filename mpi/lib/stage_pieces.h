/* A local stage in pieces, which overlap with the messages of an adjacent transposition.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_STAGE_PIECES_H
#define ORB_STAGE_PIECES_H

#include "local.h"

/* A local stage whose first axes, from 0 to `last`, are not transformed. A plane is the part of the box with one index
 * along each of these axes. Planes are independent of each other. A piece is a range of planes. */
typedef struct orb_pieces {
    orb_local *local[2];        /* for the longer pieces, and for those with one plane less */
    size_t planes;              /* in all pieces together */
    int count;                  /* number of pieces */
    size_t bytes_in, bytes_out; /* sizes of a plane */
    /* State of an execution from x to y: the next piece, the time spent, the first error. */
    const char *x;
    char *y;
    int next;
    double seconds;
    orb_status status;
} orb_pieces;

/* Divides local work, which must not transform the axes up to `last`. Returns ORB_OK, or the status of
 * orb_local_create; destroy the pieces after an error, too. */
orb_status orb_pieces_create(orb_pieces **pieces, const orb_mpi_desc *desc, const orb_local_work *work, int last);
void orb_pieces_destroy(orb_pieces *pieces); /* may be NULL */

/* Starts an execution. x and y may be the same array if the whole stage may run in place. */
void orb_pieces_begin(orb_pieces *pieces, const void *x, void *y);

/* Transforms the next pieces until the first `planes` planes of y are complete. Returns whether it transformed any. */
bool orb_pieces_produce(orb_pieces *pieces, size_t planes);

/* Transforms the next pieces whose input is within the first `planes` planes of x. Returns whether it transformed
 * any. */
bool orb_pieces_consume(orb_pieces *pieces, size_t planes);

#endif
