/* How far a restored volume is from the one that went in.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef LOSS_H
#define LOSS_H

#include "volume.h"

#include <jansson.h>

typedef struct loss {
    double psnr; /* dB, against the input's range or largest magnitude; infinite: nothing was lost; NAN: that is 0 */
    double rms, largest;
    bool countable; /* the input's file holds unscaled integers */
    bool exact;     /* then: every one comes back after rounding */
} loss;

/* A sum of squares of numbers of any size: scale^2 * sum. */
typedef struct squares {
    double scale, sum;
} squares;

/** Adds value^2. */
void squares_add(squares *s, double value);

/** The root of the mean over count values. */
double squares_rms(const squares *s, size_t count);

/** Compares two volumes of one shape and order in memory, of which one may be complex. */
loss loss_measure(const volume *in, const volume *restored);

/** Prints one line that begins with the label, padded to 11 characters. */
void loss_print(const char *label, const loss *l);

/** The same as JSON, but for exactness. \return NULL when memory ran out */
json_t *loss_json(const loss *l);

#endif
