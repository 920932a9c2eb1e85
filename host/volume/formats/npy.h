/* The NPY format of NumPy: header and elements.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef NPY_H
#define NPY_H

#include "dtype.h"
#include "infile.h"
#include "outfile.h"

#define NPY_MAX_DIMENSIONS 8

typedef struct npy_header {
    const dtype *type;
    bool swap;    /* elements are in the other byte order */
    bool fortran; /* the first index varies fastest */
    unsigned dimensions;
    size_t shape[NPY_MAX_DIMENSIONS];
} npy_header;

/** Reads the header; the file then stands at the first element. \return false on failure, which is reported */
bool npy_read_header(infile *file, npy_header *header);

/** Reads all elements of a header as elements_read does, in the file's order, into a new array that the caller frees.
 *  \return NULL on failure, which is reported */
double *npy_read_elements(infile *file, const npy_header *header);

/** Writes a header for elements in this machine's byte order. \return false on failure, which is reported */
bool npy_write_header(outfile *file, const npy_header *header);

#endif
