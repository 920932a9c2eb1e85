/* NIfTI headers, shared by the files that load, store and describe them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FORMAT_NIFTI_H
#define FORMAT_NIFTI_H

#include "volume.h"

#include <nifti2_io.h>

typedef struct nifti_extra {
    int32_t code;
    int32_t size; /* of the data */
    char *data;
} nifti_extra;

/* In this machine's byte order, whatever the file's. */
typedef struct nifti_header {
    int version;     /* 1 or 2 */
    bool big_endian; /* the file's */
    union {
        nifti_1_header n1;
        nifti_2_header n2;
    } raw;
    nifti_extra *extra; /* the extensions */
    size_t extras;
    unsigned char *start; /* the file's bytes before its elements */
} nifti_header;

extern const dtype_code nifti_types[];

/** Bytes of the header alone. */
size_t nifti_header_size(const nifti_header *header);

/** Where the elements of a file begin, the bytes before, and how: value = slope * element + intercept. */
uint64_t nifti_header_offset(const nifti_header *header);
const unsigned char *nifti_header_start(const nifti_header *header);
void nifti_header_elements(const nifti_header *header, double *slope, double *intercept, bool *big_endian);

/** Changes the header of a series, in bytes, into the header of a single volume. Leaves other headers alone. */
void nifti_header_take_one(const nifti_header *header, unsigned char *bytes);

/** The operations on a header; print: version, spacing and affine. */
void nifti_spacing(const void *header, double size[3], const char **unit);
void nifti_planes(const void *header, const char *plane[3]);
void nifti_print(const void *header);

/** What orbital left in an extension; NULL when it is another's. */
json_t *nifti_record(const nifti_extra *extra);

/** As volume_write_begin and volume_write_end. */
bool nifti_begin(volume_writer *w);
bool nifti_end(volume_writer *w, bool good);

#endif
