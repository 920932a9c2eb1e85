/* The description of a compressed volume, and conversion between a volume and its whole blocks.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef COMPRESSED_H
#define COMPRESSED_H

#include "spec.h"
#include "volume.h"

#include <jansson.h>

typedef struct compressed {
    size_t shape[3]; /* of the volume; the specification has that of its whole blocks */
    transform_spec spec;
    bool first_fastest;      /* the order of blocks and points */
    const dtype *type;       /* of the elements of its file, */
    bool big_endian;         /* their order of bytes, */
    double slope, intercept; /* and value = slope * element + intercept */
    double step, middle;     /* of the coefficients of the points less middle */
} compressed;

/** Sets all but the step for a volume whose specification is in c already.
 *  \return false on failure, which is reported */
bool compressed_describe(compressed *c, const volume *in, const char *path);

/** \return the text of the file; NULL when memory ran out */
json_t *compressed_text(const compressed *c, const orb_report *report);

/** Takes all from a text, which has to live as long. \return false if it is not one, which is reported */
bool compressed_parse(compressed *c, const json_t *text, const char *path);

/** Whole blocks of a volume's points less the middle; beyond the edges the last point goes on.
 *  \return false when memory ran out, which is reported; volume_release is needed in both cases */
bool compressed_pad(const compressed *c, const volume *in, volume *padded);

/** The reverse, with each value rounded to what an element of the file says. Likewise. */
bool compressed_crop(const compressed *c, const volume *padded, volume *out);

/** Writes the elements of a volume as those of the file were. \return false on failure, which is reported */
bool compressed_write_elements(const compressed *c, const volume *v, outfile *file);

#endif
