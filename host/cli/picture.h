/* A PNG picture of slices side by side, each with a label.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef PICTURE_H
#define PICTURE_H

#include "outfile.h"
#include "volume.h"

typedef enum colour_map {
    COLOUR_GREY,     /* 0 black, 1 white */
    COLOUR_HEAT,     /* 0 black, violet, red, yellow, 1 nearly white */
    COLOUR_DIVERGING /* 0 blue, 1/2 dark, 1 orange */
} colour_map;

/* The plane of a volume at an index of one axis, its normal: the lower one of the other two axes to the right, the
 * higher upwards; magnitudes of complex values. */
typedef struct picture_panel {
    const volume *v;
    int normal;
    size_t index;
    colour_map colours;
    bool logarithmic; /* magnitudes on such a scale */
    double low, high; /* values of the first and the last colour */
    double voxel[3];  /* its size; the first 0: all the same */
    const char *unit; /* unit of that length, for a scale bar; NULL: no bar */
    char label[48];
} picture_panel;

/** Draws panels in rows and writes them.
 *  \param scales  each row ends with the colour scale of its last panel, and the values of its ends
 *  \return false on failure, which is reported */
bool picture_write(outfile *file, const picture_panel *panels, size_t rows, size_t columns, bool scales);

#endif
