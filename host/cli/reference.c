/* The transform in double precision, to compare the array's coefficients with.
 * SPDX-License-Identifier: Apache-2.0 */
#include "reference.h"

#include "interrupt.h"
#include "loss.h"
#include "message.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* A block of points, axis 0 slowest. */
typedef struct block_values {
    double *re;
    double *im; /* NULL where all are real */
} block_values;

static bool block_make(block_values *block, size_t points, bool complex)
{
    block->re = malloc(points * sizeof *block->re);
    block->im = complex ? malloc(points * sizeof *block->im) : NULL;
    return block->re && (block->im || !complex);
}

static void block_release(block_values *block)
{
    free(block->re);
    free(block->im);
}

/* out[j][k][a'] += sign * sum over a of in[a][j][k] * matrix[a][a'] for a block of size x others points. */
static void add_product(const double *in, double *out, const double *matrix, double sign, size_t size, size_t others)
{
    for (size_t o = 0; o < others && !interrupt_pending(); o++)
        for (size_t a = 0; a < size; a++) {
            const double factor = sign * in[a * others + o], *row = matrix + a * size;
            double *sum = out + o * size;
            for (size_t k = 0; k < size; k++)
                sum[k] += factor * row[k];
        }
}

/* The first axis is transformed and becomes the last, so that three calls bring all axes back in order. */
static void contract_first(const block_values *in, block_values *out, const reference_matrix *matrix, size_t size,
                           size_t others)
{
    memset(out->re, 0, size * others * sizeof *out->re);
    add_product(in->re, out->re, matrix->re, 1, size, others);
    if (!out->im)
        return;
    memset(out->im, 0, size * others * sizeof *out->im);
    add_product(in->im, out->im, matrix->re, 1, size, others);
    if (matrix->im) {
        add_product(in->im, out->re, matrix->im, -1, size, others);
        add_product(in->re, out->im, matrix->im, 1, size, others);
    }
}

/* Copies the block at an origin, with zeros beyond the volume's edge. */
static void copy_block(const volume *v, const size_t origin[3], const size_t size[3], block_values *block)
{
    const size_t parts = v->complex ? 2 : 1;
    size_t stride[3], at = 0;
    volume_strides(v, stride);
    for (size_t i = 0; i < size[0]; i++)
        for (size_t j = 0; j < size[1]; j++)
            for (size_t k = 0; k < size[2]; k++, at++) {
                size_t x = origin[0] + i, y = origin[1] + j, z = origin[2] + k;
                bool inside = x < v->shape[0] && y < v->shape[1] && z < v->shape[2];
                const double *from = v->data + (inside ? parts * (x * stride[0] + y * stride[1] + z * stride[2]) : 0);
                block->re[at] = inside ? from[0] : 0;
                if (block->im)
                    block->im[at] = inside && v->complex ? from[1] : 0;
            }
}

/* What differences add up to. */
typedef struct difference_sums {
    double re, im;
    squares squared;
} difference_sums;

static void add_differences(const block_values *got, const block_values *expected, size_t points, comparison *result,
                            difference_sums *sums)
{
    for (size_t i = 0; i < points; i++) {
        const double re = got->re[i] - expected->re[i], im = got->im ? got->im[i] - expected->im[i] : 0;
        sums->re += re;
        sums->im += im;
        squares_add(&sums->squared, re);
        squares_add(&sums->squared, im);
        result->largest = fmax(result->largest, hypot(re, im));
        result->coefficient = fmax(result->coefficient, hypot(expected->re[i], got->im ? expected->im[i] : 0));
    }
}

bool reference_compare(const transform_spec *spec, const user_matrices *matrices, const volume *v,
                       const volume *coefficients, comparison *result)
{
    const size_t size[3] = {spec_block(spec, 0), spec_block(spec, 1), spec_block(spec, 2)};
    const size_t points = size[0] * size[1] * size[2];
    reference_matrix matrix[3] = {{0}};
    block_values block = {0}, other = {0};
    difference_sums sums = {0};
    size_t origin[3];
    bool good = block_make(&block, points, coefficients->complex) && block_make(&other, points, coefficients->complex);

    for (int axis = 0; axis < 3; axis++)
        good = good && reference_matrix_make(&matrix[axis], spec, matrices, axis);
    good = good || fail_memory(NULL);
    *result = (comparison){0};
    for (origin[0] = 0; good && origin[0] < v->shape[0]; origin[0] += size[0])
        for (origin[1] = 0; good && origin[1] < v->shape[1]; origin[1] += size[1])
            for (origin[2] = 0; good && origin[2] < v->shape[2]; origin[2] += size[2]) {
                copy_block(v, origin, size, &block);
                contract_first(&block, &other, &matrix[0], size[0], size[1] * size[2]);
                contract_first(&other, &block, &matrix[1], size[1], size[2] * size[0]);
                contract_first(&block, &other, &matrix[2], size[2], size[0] * size[1]);
                copy_block(coefficients, origin, size, &block);
                add_differences(&block, &other, points, result, &sums);
                good = !interrupt_pending();
            }
    result->mean = (coefficients->complex ? hypot(sums.re, sums.im) : sums.re) / (double)volume_count(coefficients);
    result->rms = squares_rms(&sums.squared, volume_count(coefficients));
    block_release(&block);
    block_release(&other);
    for (int axis = 0; axis < 3; axis++)
        reference_matrix_release(&matrix[axis]);
    return good;
}

/* ---- the matrices of the transforms in double precision, by their textbook formulas ---- */

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
