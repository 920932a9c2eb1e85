/* The pieces in which a volume goes through memory: whole layers of blocks along the slowest axis of its file.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef PIECES_H
#define PIECES_H

#include "spec.h"
#include "volume.h"

typedef struct pieces {
    size_t count;      /* in all; 1: all volumes of a series are in it, else one at most, or parts of all */
    size_t per_volume; /* pieces of each volume of a series, or of all at once where the fourth axis is the fastest */
    int axis;          /* along which they are cut */
    size_t length;     /* of a piece along it, but for the last; filled up to whole blocks */
    size_t layers;     /* of all that is read */
    bool inverse;
    const transform_spec *spec;
} pieces;

/* What has to be in memory at the same time. */
typedef struct pieces_need {
    const volume_reader *in;
    const volume_target *target;
    const transform_spec *spec; /* its shape known */
    orb_direction direction;
    bool complex;  /* the output */
    size_t copies; /* of the input and of the output that a piece takes */
    bool whole;    /* a whole volume is in memory, also if it has blocks */
    size_t memory; /* MiB; 0: a usual share of what there is, and more where it has to be */
} pieces_need;

/** Takes a volume apart; what fits is one piece. Kept is the specification, which must stay.
 *  \return false where the least that is possible needs more memory than was allowed, which is reported */
bool pieces_plan(pieces *p, const pieces_need *need);

/** A piece, counted from 0: the specification of its transform, of which nothing is owned.
 *  \return how many layers to read for it */
size_t pieces_spec(const pieces *p, size_t index, transform_spec *spec);

#endif
