/* Runs of elements between files and arrays of double.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include "dtype.h"
#include "infile.h"
#include "outfile.h"

#include <stdint.h>

/** Reads count elements into a new array that the caller frees. That the file can hold them is checked first, so a
 *  false header costs no memory.
 *  \param offset  bytes before them that the header also claims; the file must stand at the first element
 *  \return NULL on failure, which is reported */
double *elements_read(infile *file, uint64_t offset, const dtype *type, bool swap, size_t count);

/** Writes shape[0] x shape[1] x shape[2] elements, the last axis fastest, from where the strides say.
 *  \param stride   in elements, for each axis
 *  \param clipped  is increased by the number of values out of the type's range
 *  \return false on failure, which is reported */
bool elements_write(outfile *file, const dtype *type, const double *values, const size_t shape[3],
                    const size_t stride[3], size_t *clipped);

#endif
