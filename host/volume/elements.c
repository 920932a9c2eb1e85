/* Runs of elements between files and arrays of double.
 * SPDX-License-Identifier: Apache-2.0 */
#include "elements.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK ((size_t)1 << 16)

bool elements_next(infile *file, const dtype *type, bool swap, double *values, size_t count)
{
    const size_t parts = dtype_is_complex(type) ? 2 : 1;
    unsigned char *bytes = malloc((count < CHUNK ? count : CHUNK) * type->size);
    bool good = bytes || fail_memory(infile_path(file));

    for (size_t done = 0, part; good && done < count; done += part) {
        part = count - done < CHUNK ? count - done : CHUNK;
        good = infile_read(file, bytes, part * type->size);
        if (good)
            dtype_decode(type, bytes, swap, values + parts * done, part);
    }
    free(bytes);
    return good;
}

double *elements_read(infile *file, uint64_t offset, const dtype *type, bool swap, size_t count)
{
    const char *path = infile_path(file);
    const size_t parts = dtype_is_complex(type) ? 2 : 1;
    double *values = NULL;

    if (count == 0) {
        fail(path, "give a volume with points", "holds no elements");
        return NULL;
    }
    if (count > SIZE_MAX / (2 * sizeof *values)) { /* complex ones take two */
        fail(path, "obtain the file again", "its header claims an impossible shape");
        return NULL;
    }
    if (!infile_holds(file, offset, (uint64_t)count * type->size))
        return NULL;
    values = malloc(parts * count * sizeof *values);
    if (!values)
        fail_memory(path);
    else if (elements_next(file, type, swap, values, count) && infile_finish(file))
        return values;
    free(values);
    return NULL;
}

bool elements_give(elements_taker *take, void *user, const dtype *type, const element_array *array, size_t *clipped)
{
    const size_t *shape = array->shape, *stride = array->stride;
    const size_t has = array->complex ? 2 : 1, requested = dtype_is_complex(type) ? 2 : 1;
    double *line = calloc(shape[3], requested * sizeof *line); /* imaginary parts that are not there stay 0 */
    unsigned char *bytes = malloc(shape[3] * type->size);
    bool good = line && bytes;

    if (!good)
        fail_memory(NULL);
    for (size_t i = 0; good && i < shape[0] * shape[1] * shape[2]; i++) {
        const size_t k = i % shape[2], j = i / shape[2] % shape[1], h = i / shape[2] / shape[1];
        const double *from = array->values + has * (h * stride[0] + j * stride[1] + k * stride[2]);
        for (size_t l = 0; l < shape[3]; l++)
            memcpy(line + requested * l, from + has * l * stride[3],
                   (has < requested ? has : requested) * sizeof *line);
        *clipped += dtype_encode(type, line, bytes, shape[3]);
        good = take(user, bytes, shape[3] * type->size);
    }
    free(bytes);
    free(line);
    return good;
}

static bool write_line(void *file, void *bytes, size_t size)
{
    return outfile_write(file, bytes, size);
}

bool elements_write(outfile *file, const dtype *type, const element_array *array, size_t *clipped)
{
    return elements_give(write_line, file, type, array, clipped);
}
