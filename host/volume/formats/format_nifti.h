/* NIfTI headers, for the files that load and store them and for compressed files that keep them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FORMAT_NIFTI_H
#define FORMAT_NIFTI_H

#include "volume.h"

#include <nifti2_io.h>

/* The beginning of a comment that holds a record: a JSON object with this one member. */
#define NIFTI_RECORD "{\"orbital\":"

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

typedef struct nifti_extension {
    int32_t size; /* with the 8 bytes of size and code */
    int32_t code;
    const char *data; /* size - 8 bytes */
} nifti_extension;

/** Where the elements of a file begin, the bytes before, and how: value = slope * element + intercept. */
uint64_t nifti_header_offset(const nifti_header *header);
const char *nifti_header_start(const nifti_header *header);
void nifti_header_elements(const nifti_header *header, double *slope, double *intercept, bool *big_endian);

/** Whether bytes are those of a NIfTI file before its elements, and say that it holds one volume of this shape, with
 *  elements of this type, byte order and scaling. */
bool nifti_header_describes(const unsigned char *bytes, size_t size, const size_t shape[3], const dtype *type,
                            double slope, double intercept, bool big_endian);

/** Changes the header of a series, in bytes, into the header of a single volume. Leaves other headers alone. */
void nifti_header_take_one(const nifti_header *header, unsigned char *bytes);

/** Bytes of the header alone. */
size_t nifti_header_size(const nifti_header *header);

/** Finds the extension at an offset into the file, or the first one at 0. What is not one ends them.
 *  \return where the next one is, or 0 */
uint64_t nifti_next_extension(const nifti_header *header, uint64_t at, nifti_extension *found);

/** Whether an extension is one in which orbital stores a record. */
bool nifti_is_record(const nifti_extension *extension);

/** As volume_write_begin. */
bool nifti_begin(volume_writer *w);

#endif
