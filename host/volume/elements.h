/* Elements from files.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include "dtype.h"
#include "infile.h"

#include <stdint.h>

/** Reads the next elements of a file into an array, complex ones as two numbers.
 *  \return false on failure, which is reported */
bool elements_read(infile *file, const dtype *type, bool swap, double *values, size_t count);

/** A fingerprint of numbers by value and place. Those of parts of a file add up to that of the whole, in any order.
 *  \param first  the place of the first of them in the file, in numbers */
uint64_t elements_fingerprint(const double *values, uint64_t first, size_t count);

#endif
