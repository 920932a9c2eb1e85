/* The NPY format of NumPy: header and elements.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FORMAT_NPY_H
#define FORMAT_NPY_H

#include "dtype.h"
#include "infile.h"

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

/** Reads all elements, complex ones as two numbers, in the file's order into a new array that the caller frees. That
 *  the file can hold them is checked first, so a false header costs no memory.
 *  \return NULL on failure, which is reported */
double *npy_read_elements(infile *file, const npy_header *header);

#endif
