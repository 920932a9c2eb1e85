/* Runs of elements between files and arrays of double.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ELEMENTS_H
#define ELEMENTS_H

#include "dtype.h"
#include "infile.h"
#include "outfile.h"

#include <stdint.h>

/* Numbers in memory, those of a volume for instance. */
typedef struct element_array {
    const double *values;
    bool complex;     /* each is real and imaginary part, one after the other */
    size_t shape[4];  /* in the order of the file: the last axis fastest */
    size_t stride[4]; /* in elements, for each axis */
} element_array;

/** Reads count elements, complex ones as two numbers, into a new array that the caller frees. That the file can hold
 *  them is checked first, so a false header costs no memory.
 *  \param offset  bytes before them that the header also claims; the file must stand at the first element
 *  \return NULL on failure, which is reported */
double *elements_read(infile *file, uint64_t offset, const dtype *type, bool swap, size_t count);

/** Reads the next elements of a file into an array, complex ones as two numbers.
 *  \return false on failure, which is reported */
bool elements_next(infile *file, const dtype *type, bool swap, double *values, size_t count);

/** Takes the elements of a line, which it may change. \return false on failure, which is reported */
typedef bool elements_taker(void *user, void *bytes, size_t size);

/** Gives the elements of an array, line by line, to a function. A real type takes the real parts of complex ones.
 *  \param clipped  is increased by the number of values out of the type's range
 *  \return false on failure, which is reported */
bool elements_give(elements_taker *take, void *user, const dtype *type, const element_array *array, size_t *clipped);

/** Writes the elements of an array. A real type takes the real parts of complex ones.
 *  \param clipped  is increased by the number of values out of the type's range
 *  \return false on failure, which is reported */
bool elements_write(outfile *file, const dtype *type, const element_array *array, size_t *clipped);

#endif
