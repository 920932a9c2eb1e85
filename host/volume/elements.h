/* Elements from files.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include "dtype.h"
#include "infile.h"

/** Reads the next elements of a file into an array, complex ones as two numbers.
 *  \return false on failure, which is reported */
bool elements_read(infile *file, const dtype *type, bool swap, double *values, size_t count);

#endif
