/* Runs of elements between files and arrays of double.
 * SPDX-License-Identifier: Apache-2.0 */
#include "elements.h"

#include "message.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK ((size_t)1 << 16)

double *elements_read(infile *file, uint64_t offset, const dtype *type, bool swap, size_t count)
{
    const char *path = infile_path(file);
    const size_t parts = dtype_is_complex(type) ? 2 : 1;
    unsigned char *bytes = NULL;
    double *values = NULL;
    bool good = false;

    if (count == 0) {
        fail(path, "give a volume with points", "holds no elements");
        return NULL;
    }
    if (count > SIZE_MAX / (2 * sizeof *values)) { /* complex ones take two */
        fail(path, "get it again from where it came from", "its header claims an impossible shape");
        return NULL;
    }
    if (!infile_holds(file, offset, (uint64_t)count * type->size))
        return NULL;
    values = malloc(parts * count * sizeof *values);
    bytes = malloc(CHUNK * type->size);
    if (!values || !bytes) {
        fail_memory(path);
        goto end;
    }
    for (size_t done = 0; done < count;) {
        size_t part = count - done < CHUNK ? count - done : CHUNK;
        if (!infile_read(file, bytes, part * type->size))
            goto end;
        dtype_decode(type, bytes, swap, values + parts * done, part);
        done += part;
    }
    good = infile_finish(file);
end:
    free(bytes);
    if (!good) {
        free(values);
        values = NULL;
    }
    return values;
}

bool elements_give(elements_taker *take, void *user, const dtype *type, const element_array *array, size_t *clipped)
{
    const size_t *shape = array->shape, *stride = array->stride;
    const size_t has = array->complex ? 2 : 1, wanted = dtype_is_complex(type) ? 2 : 1;
    double *line = calloc(shape[2], wanted * sizeof *line); /* imaginary parts that are not there stay 0 */
    unsigned char *bytes = malloc(shape[2] * type->size);
    bool good = line && bytes;

    if (!good)
        fail_memory(NULL);
    for (size_t i = 0; good && i < shape[0]; i++)
        for (size_t j = 0; good && j < shape[1]; j++) {
            const double *from = array->values + has * (i * stride[0] + j * stride[1]);
            for (size_t k = 0; k < shape[2]; k++)
                memcpy(line + wanted * k, from + has * k * stride[2], (has < wanted ? has : wanted) * sizeof *line);
            *clipped += dtype_encode(type, line, bytes, shape[2]);
            good = take(user, bytes, shape[2] * type->size);
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
