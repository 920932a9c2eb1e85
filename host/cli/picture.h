/* A PNG picture of slices side by side, each with a label.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef PICTURE_H
#define PICTURE_H

#include "outfile.h"
#include "volume.h"

typedef enum picture_scale {
    PICTURE_GREY, /* from low, black, to high, white */
    PICTURE_LOG   /* magnitudes from low to high, on a logarithmic scale, in colour */
} picture_scale;

/* The plane of a volume at an index of axis 2: axis 0 to the right, axis 1 upwards; magnitudes of complex values. */
typedef struct picture_panel {
    const volume *v;
    size_t index;
    picture_scale scale;
    double low, high;
    const char *label;
} picture_panel;

/** Draws panels in a row and writes them. \return false on failure, which is reported */
bool picture_write(outfile *file, const picture_panel *panels, size_t count);

#endif
