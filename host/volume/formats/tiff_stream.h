/* libtiff on the files of this program, and what it complains of.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TIFF_STREAM_H
#define TIFF_STREAM_H

#include "infile.h"
#include "outfile.h"

#include <tiffio.h>

typedef struct tiff_stream {
    infile *in;   /* NULL where out is written */
    outfile *out; /* NULL where in is read */
    uint64_t place;
    bool reported;       /* a write failed, and the user knows */
    char complaint[200]; /* the library's first, or empty */
} tiff_stream;

/** Opens a file with the library's mode; NULL on failure, with the reason in the complaint. The caller closes it.
 *  \param stream  in or out set, the rest zero; it must stay until then */
TIFF *tiff_stream_open(tiff_stream *stream, const char *name, const char *mode);

#endif
