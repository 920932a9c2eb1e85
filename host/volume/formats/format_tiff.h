/* What is kept of TIFF files, shared by the files that load and store them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FORMAT_TIFF_H
#define FORMAT_TIFF_H

#include "volume.h"

#include <tiffio.h>

enum { TIFF_TEXTS = 9, TIFF_MEASURES = 4 };

/* Tags of the first page that hold text, and numbers for the position and size of a pixel. */
extern const ttag_t tiff_texts[TIFF_TEXTS], tiff_measures[TIFF_MEASURES];

/* What is kept of a file for others like it. */
typedef struct tiff_header {
    char *text[TIFF_TEXTS];       /* NULL: not there */
    float measure[TIFF_MEASURES]; /* NAN: not there */
    uint16_t unit;                /* of resolution; 0: not there */
    uint16_t compression;
} tiff_header;

/* The library's first complaint about a file, or empty. */
typedef struct tiff_complaint {
    char text[200];
} tiff_complaint;

/** Opens a file with the library's mode; NULL on failure. */
TIFF *tiff_open(const char *name, const char *mode, tiff_complaint *first);

/** The text of a complaint for messages. */
const char *tiff_reason(const tiff_complaint *first);

/** As volume_write_begin, volume_write and volume_write_end. */
bool tiff_begin(volume_writer *w);
bool tiff_write(volume_writer *w, const volume *piece);
bool tiff_end(volume_writer *w, bool good);

#endif
