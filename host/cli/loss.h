/* How far a restored volume is from the one that went in.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef LOSS_H
#define LOSS_H

#include "volume.h"

typedef struct loss {
    double psnr; /* dB, against the input's range or largest magnitude; infinite: nothing was lost; NAN: that is 0 */
    double rms, largest;
    bool countable; /* the input's file holds unscaled integers */
    bool exact;     /* then: every one comes back after rounding */
} loss;

/** Compares two volumes of one shape and order in memory, of which one may be complex. */
loss loss_measure(const volume *in, const volume *restored);

/** Prints one line, behind the label of 11 letters. */
void loss_print(const char *label, const loss *l);

#endif
