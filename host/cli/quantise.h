/* Coefficients as small integers, in order of frequency: docs/compression.md.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef QUANTISE_H
#define QUANTISE_H

#include "spec.h"
#include "volume.h"

/* Where the coefficients of a volume in whole blocks are: the lowest frequency of all blocks first. Owned. */
typedef struct bands {
    size_t *position; /* of a coefficient in its block, in points of memory, by rising frequency */
    size_t positions;
    size_t *block; /* the first coefficient of each block, in the order of memory */
    size_t blocks;
} bands;

/* Which coefficients are not 0, a bit each, lowest first; and those that are not, seven bits a byte, lowest first, a
 * set eighth bit before more; even numbers are positive. Owned. */
typedef struct integers {
    unsigned char *map, *values;
    size_t map_size, values_size;
} integers;

/** Finds the order for a settled specification. \param c  its shape and order in memory count alone
 *  \return false when memory ran out, which is reported; bands_release is needed in both cases */
bool bands_create(bands *b, const transform_spec *spec, const volume *c);

void bands_release(bands *b);

/** Rounds coefficients to multiples of a step, with a wider interval for 0.
 *  \param rounded  out: a volume of c's shape, in which they are put
 *  \return false on failure, which is reported; integers_release is needed in both cases */
bool quantise(const bands *b, const volume *c, double step, integers *n, volume *rounded);

/** The reverse. \return false if the integers are not those of such a volume */
bool dequantise(const bands *b, const integers *n, double step, volume *rounded);

void integers_release(integers *n);

#endif
