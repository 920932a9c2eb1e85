/* Element types of files, and their conversion from and to double.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef DTYPE_H
#define DTYPE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct dtype {
    const char *name; /* as in NumPy, e.g. "int16" */
    char letter;      /* 'i' signed, 'u' unsigned integer, 'f' IEEE-754, 'c' two of these: real, imaginary part */
    unsigned size;    /* bytes */
} dtype;

/** The type of that name, or NULL. */
const dtype *dtype_named(const char *name);

/** The type of that letter and size, or NULL. */
const dtype *dtype_find(char letter, unsigned size);

/* An element type and its number in a file format. The name is NULL at the end of a table. */
typedef struct dtype_code {
    const char *name;
    int code;
} dtype_code;

/** The first type with that number, or NULL. */
const dtype *dtype_of_code(const dtype_code *table, int code);

/** The number of a type, or -1. */
int dtype_code_of(const dtype_code *table, const dtype *type);

/** All names, separated by blanks. */
const char *dtype_names(void);

bool dtype_is_integer(const dtype *type);
bool dtype_is_complex(const dtype *type);

/** Whether this machine stores the most significant byte first. */
bool host_is_big_endian(void);

/** Converts count elements to double, complex ones to real and imaginary part one after the other.
 *  \param swap  the bytes are not in this machine's order */
void dtype_decode(const dtype *type, const void *bytes, bool swap, double *values, size_t count);

/** Converts to count elements, in this machine's byte order: integers rounded to the nearest (ties to even), and what
 *  is out of range clipped; but infinities and NaN stay what they are where the type has them.
 *  \param values  as dtype_decode makes them \return how many were clipped */
size_t dtype_encode(const dtype *type, const double *values, void *bytes, size_t count);

#endif
