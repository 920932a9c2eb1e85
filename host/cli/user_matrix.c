/* Matrices that users bring in NPY files.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* asprintf */

#include "user_matrix.h"

#include "format_npy.h"
#include "message.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENDING ".npy"

/* To C order. */
static void transpose(double *matrix, size_t size)
{
    for (size_t i = 0; i < size; i++)
        for (size_t j = 0; j < i; j++) {
            double other = matrix[i * size + j];
            matrix[i * size + j] = matrix[j * size + i];
            matrix[j * size + i] = other;
        }
}

static double *load_square(const char *path, size_t size)
{
    infile *file = infile_open(path, INFILE_BY_NAME);
    npy_header header;
    double *matrix = NULL;

    if (!file || !npy_read_header(file, &header))
        goto end;
    if (header.dimensions != 2 || header.shape[0] != size || header.shape[1] != size) {
        fail(path, "give a matrix with as many rows and columns as a block has points along the axis",
             "is not a matrix of %zu x %zu", size, size);
        goto end;
    }
    if (dtype_is_complex(header.type)) {
        fail(path, "give a real matrix, or --kind dft", "is complex");
        goto end;
    }
    matrix = npy_read_elements(file, &header);
    if (matrix && header.fortran)
        transpose(matrix, size);
    for (size_t i = 0; matrix && i < size * size; i++)
        if (!isfinite(matrix[i])) {
            fail(path, "replace it", "element (%zu, %zu) is not finite", i / size, i % size);
            free(matrix);
            matrix = NULL;
        }
end:
    infile_close(file);
    return matrix;
}

/* FILE.npy's FILE.inverse.npy, or NULL when memory ran out. */
static char *inverse_name(const char *path)
{
    size_t length = strlen(path), tail = strlen(ENDING);
    char *name = NULL;
    if (length > tail && !strcmp(path + length - tail, ENDING))
        length -= tail;
    return asprintf(&name, "%.*s.inverse" ENDING, (int)length, path) < 0 ? NULL : name;
}

bool user_matrices_load(user_matrices *matrices, const transform_spec *spec)
{
    bool good = true;
    *matrices = (user_matrices){0};
    for (int axis = 0; good && axis < 3; axis++) {
        const char *path = spec->matrix_file[axis];
        char *beside = path ? inverse_name(path) : NULL;
        json_t *name = path ? json_string(path) : NULL;
        if (path && !name)
            good = fail(path, "rename it", "its name is not UTF-8, which records require"); /* or memory ran out */
        json_decref(name);
        if (good && spec->kind[axis] == ORB_MATRIX) {
            size_t size = spec_block(spec, axis);
            matrices->matrix[axis] = load_square(path, size);
            good = matrices->matrix[axis] && (beside || fail_memory(path));
            if (good && !access(beside, F_OK))
                good = (matrices->inverse[axis] = load_square(beside, size)) != NULL;
        }
        free(beside);
    }
    return good;
}

void user_matrices_release(user_matrices *matrices)
{
    for (int axis = 0; axis < 3; axis++) {
        free(matrices->matrix[axis]);
        free(matrices->inverse[axis]);
    }
    *matrices = (user_matrices){0};
}
