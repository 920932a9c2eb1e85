/* What is kept of TIFF files, shared by those that load and store them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FORMAT_TIFF_H
#define FORMAT_TIFF_H

#include "volume.h"

#include <tiffio.h>

enum { TIFF_TEXTS = 9, TIFF_MEASURES = 4 };

/* Tags of the first page that hold text, and numbers for the position and size of a pixel. */
extern const ttag_t tiff_texts[TIFF_TEXTS], tiff_measures[TIFF_MEASURES];

typedef struct tiff_header {
    char *text[TIFF_TEXTS];       /* NULL: not there */
    float measure[TIFF_MEASURES]; /* NAN: not there */
    uint16_t unit;                /* of resolution; 0: not there */
    uint16_t compression;
    size_t shape[3];
} tiff_header;

/** As volume_write_begin, volume_write and volume_write_end. */
bool tiff_begin(volume_writer *w);
bool tiff_write(volume_writer *w, const volume *piece);
bool tiff_end(volume_writer *w, bool good);

#endif
