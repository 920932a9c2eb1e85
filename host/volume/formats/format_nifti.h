/* NIfTI headers, for the format and for compressed files that keep them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FORMAT_NIFTI_H
#define FORMAT_NIFTI_H

#include "volume.h"

#include <nifti2_io.h>

typedef struct nifti_header {
    int version;     /* 1 or 2 */
    bool big_endian; /* the file's byte order; the fields below are in this machine's */
    union {
        nifti_1_header n1;
        nifti_2_header n2;
    } raw; /* of that version */
    /* The fields that are used here, whatever the version. Its type is packed, but not its place. */
    _Alignas(int64_t) nifti_2_header wide;
    char *start; /* the file's bytes before its elements */
} nifti_header;

/** Where the elements of a file begin, the bytes before, and how: value = slope * element + intercept. */
uint64_t nifti_header_offset(const nifti_header *header);
const char *nifti_header_start(const nifti_header *header);
void nifti_header_elements(const nifti_header *header, double *slope, double *intercept, bool *big_endian);

/** Changes the header of a series, in bytes, into the header of a single volume. Leaves other headers alone. */
void nifti_header_take_one(const nifti_header *header, unsigned char *bytes);

#endif
