/* The transform in double precision, by its textbook formulas.
 * SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include "interrupt.h"
#include "message.h"
#include "squares.h"

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

/* Fills an unscaled matrix; returns the length L by which a norm divides: forward by L, ortho by its root. */
static double fill(orb_kind kind, int type, size_t size, double *matrix)
{
    const double count = (double)size;
    double length = 1;
    for (size_t k = 0; k < size; k++) {
        size_t row = kind == ORB_DWHT ? hadamard_row(type, k, size) : k;
        for (size_t n = 0; n < size; n++) {
            double *element = &matrix[n * size + k], angle = 2 * pi * (double)(n * k % size) / count;
            if (kind == ORB_DCT)
                *element = cosine(type, (double)n, (double)k, count);
            else if (kind == ORB_DST)
                *element = sine(type, (double)n, (double)k, count);
            else if (kind == ORB_DHT)
                *element = cos(angle) + sin(angle);
            else if (kind == ORB_DWHT)
                *element = __builtin_parityll(row & n) ? -1 : 1;
            else
                *element = n == k;
        }
    }
    if (kind == ORB_DCT || kind == ORB_DST)
        length = 2 * (type != 1 ? count : kind == ORB_DCT ? count - 1 : count + 1);
    else if (kind == ORB_DHT || kind == ORB_DWHT)
        length = count;
    return length;
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

/* The matrix of an axis for a block of size points; NULL when memory ran out. */
static double *matrix_of(const transform_spec *spec, const user_matrices *matrices, int axis, size_t size)
{
    double *matrix = size <= SIZE_MAX / sizeof *matrix / size ? malloc(size * size * sizeof *matrix) : NULL;
    double length, scale = 1;
    if (!matrix)
        return NULL;
    if (spec->kind[axis] == ORB_MATRIX) {
        memcpy(matrix, matrices->matrix[axis], size * size * sizeof *matrix);
        return matrix;
    }
    length = fill(spec->kind[axis], spec->type[axis], size, matrix);
    if (spec->norm == ORB_ORTHO) {
        orthogonalize(spec->kind[axis], spec->type[axis], size, matrix);
        scale = 1 / sqrt(length);
    } else if (spec->norm == ORB_FORWARD_NORM) {
        scale = 1 / length;
    }
    for (size_t i = 0; i < size * size; i++)
        matrix[i] *= scale;
    return matrix;
}

/* out[j][k][a'] = sum over a of in[a][j][k] * matrix[a][a'] for a block of n x (j,k) points: the first axis is
 * transformed and becomes the last, so that three calls bring all axes back in order. */
static void contract_first(const double *in, double *out, const double *matrix, size_t size, size_t others)
{
    memset(out, 0, size * others * sizeof *out);
    for (size_t a = 0; a < size; a++)
        for (size_t o = 0; o < others; o++) {
            const double factor = in[a * others + o], *row = matrix + a * size;
            double *sum = out + o * size;
            for (size_t k = 0; k < size; k++)
                sum[k] += factor * row[k];
        }
}

/* Copies the block at an origin, axis 0 slowest, with zeros behind the volume's edge. */
static void copy_block(const volume *v, const size_t origin[3], const size_t size[3], double *block)
{
    size_t stride[3];
    volume_strides(v, stride);
    for (size_t i = 0; i < size[0]; i++)
        for (size_t j = 0; j < size[1]; j++)
            for (size_t k = 0; k < size[2]; k++) {
                size_t x = origin[0] + i, y = origin[1] + j, z = origin[2] + k;
                bool inside = x < v->shape[0] && y < v->shape[1] && z < v->shape[2];
                *block++ = inside ? v->data[x * stride[0] + y * stride[1] + z * stride[2]] : 0;
            }
}

bool reference_compare(const transform_spec *spec, const user_matrices *matrices, const volume *v,
                       const volume *coefficients, comparison *result)
{
    double *matrix[3] = {NULL}, *block = NULL, *other = NULL, sum = 0;
    squares squared = {0};
    size_t size[3], origin[3], points;
    bool good = true;

    for (int axis = 0; axis < 3; axis++) {
        size[axis] = spec_block(spec, axis);
        matrix[axis] = matrix_of(spec, matrices, axis, size[axis]);
        good = good && matrix[axis];
    }
    points = size[0] * size[1] * size[2];
    block = malloc(points * sizeof *block);
    other = malloc(points * sizeof *other);
    good = (good && block && other) || fail_memory(NULL);
    *result = (comparison){0};
    for (origin[0] = 0; good && origin[0] < v->shape[0]; origin[0] += size[0])
        for (origin[1] = 0; good && origin[1] < v->shape[1]; origin[1] += size[1])
            for (origin[2] = 0; good && origin[2] < v->shape[2]; origin[2] += size[2]) {
                copy_block(v, origin, size, block);
                contract_first(block, other, matrix[0], size[0], size[1] * size[2]);
                contract_first(other, block, matrix[1], size[1], size[2] * size[0]);
                contract_first(block, other, matrix[2], size[2], size[0] * size[1]);
                copy_block(coefficients, origin, size, block);
                for (size_t i = 0; i < points; i++) {
                    double difference = block[i] - other[i];
                    sum += difference;
                    squares_add(&squared, difference);
                    result->largest = fmax(result->largest, fabs(difference));
                    result->coefficient = fmax(result->coefficient, fabs(other[i]));
                }
                good = !interrupt_pending();
            }
    result->mean = sum / (double)volume_count(coefficients);
    result->rms = squares_rms(&squared, volume_count(coefficients));
    free(block);
    free(other);
    for (int axis = 0; axis < 3; axis++)
        free(matrix[axis]);
    return good;
}
