/* Files of compressed volumes: docs/compression.md.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CONTAINER_H
#define CONTAINER_H

#include "outfile.h"

#include <jansson.h>

enum { SECTION_HEADER, SECTION_MAP, SECTION_VALUES, SECTIONS };

/* Bytes that are compressed in the file. Not owned. */
typedef struct section {
    unsigned char *bytes;
    size_t size;
} section;

/** The file as a whole, in memory: its text, and the sections compressed.
 *  \param about   what the text says, besides the sizes of the sections
 *  \param plain   the sections, only read \param size  out: bytes of the file
 *  \return to be freed; NULL on failure, which is reported */
unsigned char *container_pack(const json_t *about, const section plain[SECTIONS], size_t *size);

/** Reads a file.
 *  \param bytes  out: what the file holds, decompressed, to be freed in any case \param plain  out: the sections in it
 *  \return its text; NULL on failure, which is reported */
json_t *container_read(const char *path, unsigned char **bytes, section plain[SECTIONS]);

/** Reports that a file's text and sections do not go together, and returns false. */
bool container_damaged(const char *path);

#endif
