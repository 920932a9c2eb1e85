/* The matrices of the transforms in double precision, by their textbook formulas.
 * SPDX-License-Identifier: Apache-2.0 */
#include "reference_matrix.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Unscaled element (n, k), as scipy.fft defines dct and dst with norm="backward". */
static double cosine(int type, double n, double k, double size)
{
    switch (type) {
    case 1:
        return (n == 0 || n == size - 1 ? 1 : 2) * cos(pi * n * k / (size - 1));
    case 3:
        return (n == 0 ? 1 : 2) * cos(pi * n * (2 * k + 1) / (2 * size));
    case 4:
        return 2 * cos(pi * (2 * n + 1) * (2 * k + 1) / (4 * size));
    default:
        return 2 * cos(pi * (2 * n + 1) * k / (2 * size));
    }
}

static double sine(int type, double n, double k, double size)
{
    switch (type) {
    case 1:
        return 2 * sin(pi * (n + 1) * (k + 1) / (size + 1));
    case 3:
        return (n == size - 1 ? 1 : 2) * sin(pi * (n + 1) * (2 * k + 1) / (2 * size));
    case 4:
        return 2 * sin(pi * (2 * n + 1) * (2 * k + 1) / (4 * size));
    default:
        return 2 * sin(pi * (2 * n + 1) * (k + 1) / (2 * size));
    }
}

static size_t sign_changes(size_t hadamard_row, size_t size)
{
    size_t changes = 0;
    for (size_t n = 1; n < size; n++)
        changes += (size_t)__builtin_parityll(hadamard_row & n) ^ (size_t)__builtin_parityll(hadamard_row & (n - 1));
    return changes;
}

/* Column k of a type 2 (sequency) Walsh-Hadamard matrix is the Hadamard row with k sign changes. */
static size_t hadamard_row(int type, size_t k, size_t size)
{
    for (size_t row = 0; type == 2 && row < size; row++)
        if (sign_changes(row, size) == k)
            return row;
    return k;
}

double reference_length(orb_kind kind, int type, size_t size)
{
    const double count = (double)size;
    if (kind == ORB_DCT || kind == ORB_DST)
        return 2 * (type != 1 ? count : kind == ORB_DCT ? count - 1 : count + 1);
    return kind == ORB_DHT || kind == ORB_DWHT || kind == ORB_DFT ? count : 1;
}

/* Fills an unscaled matrix. */
static void fill(orb_kind kind, int type, size_t size, reference_matrix *matrix)
{
    const double count = (double)size;
    for (size_t k = 0; k < size; k++) {
        size_t row = kind == ORB_DWHT ? hadamard_row(type, k, size) : k;
        for (size_t n = 0; n < size; n++) {
            double *element = &matrix->re[n * size + k], angle = 2 * pi * (double)(n * k % size) / count;
            if (kind == ORB_DCT)
                *element = cosine(type, (double)n, (double)k, count);
            else if (kind == ORB_DST)
                *element = sine(type, (double)n, (double)k, count);
            else if (kind == ORB_DHT)
                *element = cos(angle) + sin(angle);
            else if (kind == ORB_DWHT)
                *element = __builtin_parityll(row & n) ? -1 : 1;
            else if (kind == ORB_DFT)
                *element = cos(angle);
            else
                *element = n == k;
            if (matrix->im)
                matrix->im[n * size + k] = -sin(angle);
        }
    }
}

/* The ortho matrix of real transforms has rows and columns of length 1; which ones of the unscaled matrix have not,
 * after division by the root of L, is evened out as scipy.fft does with orthogonalize=True. */
static void orthogonalize(orb_kind kind, int type, size_t size, double *matrix)
{
    const double root = sqrt(2);
    for (size_t n = 0; n < size; n++)
        for (size_t k = 0; k < size; k++) {
            double *element = &matrix[n * size + k];
            if (kind == ORB_DCT && type == 1) {
                *element *= n == 0 || n == size - 1 ? root : 1;
                *element /= k == 0 || k == size - 1 ? root : 1;
            } else if (kind == ORB_DCT && type == 3) {
                *element *= n == 0 ? root : 1;
            } else if (kind == ORB_DST && type == 3) {
                *element *= n == size - 1 ? root : 1;
            } else if (kind == ORB_DCT && type != 4) {
                *element /= k == 0 ? root : 1;
            } else if (kind == ORB_DST && type != 4 && type != 1) {
                *element /= k == size - 1 ? root : 1;
            }
        }
}

static void scale(double *matrix, size_t size, double factor)
{
    for (size_t i = 0; matrix && i < size * size; i++)
        matrix[i] *= factor;
}

bool reference_matrix_make(reference_matrix *matrix, const transform_spec *spec, const user_matrices *matrices,
                           int axis)
{
    const orb_kind kind = spec->kind[axis];
    const size_t size = spec_block(spec, axis), bytes = sizeof(double) * size * size;
    const double length = reference_length(kind, spec->type[axis], size);

    *matrix = (reference_matrix){0};
    if (size > SIZE_MAX / sizeof(double) / size || !(matrix->re = malloc(bytes)) ||
        (kind == ORB_DFT && !(matrix->im = malloc(bytes))))
        return false;
    if (kind == ORB_MATRIX) {
        memcpy(matrix->re, matrices->matrix[axis], bytes);
        return true;
    }
    fill(kind, spec->type[axis], size, matrix);
    if (spec->norm == ORB_ORTHO)
        orthogonalize(kind, spec->type[axis], size, matrix->re);
    if (spec->norm != ORB_BACKWARD) {
        const double factor = 1 / (spec->norm == ORB_ORTHO ? sqrt(length) : length);
        scale(matrix->re, size, factor);
        scale(matrix->im, size, factor);
    }
    return true;
}

void reference_matrix_release(reference_matrix *matrix)
{
    free(matrix->re);
    free(matrix->im);
    *matrix = (reference_matrix){0};
}
