/* The matrix of an axis as the products want it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cpu.h"

#include "../checked.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { TILE = 4, WIDTH_BYTES = 64, SMALLEST_FOLD = 4 };

/* Elements that differ by less are equal: of a matrix whose largest is 1, a few roundings. */
static const double tolerance = 8 * DBL_EPSILON;

/* The matrix with the factors of the points and results. */
static double element(const orb_axis *axis, const double *matrix, size_t i, size_t k)
{
    return axis->in[i] * matrix[i * axis->n + k] * axis->out[k];
}

/* Is the matrix symmetric about the middle of its points, or results, as cpu_fold says? */
static bool symmetric(const orb_axis *axis, cpu_fold fold)
{
    const size_t n = axis->n;
    double largest = 0.0, apart = 0.0;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const bool odd = (fold == CPU_FOLD_INPUT ? k : i) % 2;
            const size_t row = fold == CPU_FOLD_INPUT ? n - 1 - i : i, column = fold == CPU_FOLD_INPUT ? k : n - 1 - k;
            const double a = element(axis, axis->matrix, i, k), b = element(axis, axis->matrix, row, column);

            largest = fmax(largest, fabs(a));
            apart = fmax(apart, fabs(odd ? a + b : a - b));
        }
    return apart <= tolerance * largest;
}

static cpu_fold fold_of(const orb_axis *axis)
{
    cpu_fold fold = CPU_WHOLE;

    if (axis->n >= SMALLEST_FOLD && !axis->imaginary)
        fold = symmetric(axis, CPU_FOLD_INPUT)    ? CPU_FOLD_INPUT
               : symmetric(axis, CPU_FOLD_OUTPUT) ? CPU_FOLD_OUTPUT
                                                  : CPU_WHOLE;
    return fold;
}

static void put(void *to, size_t at, double value, size_t size)
{
    if (size == sizeof(float))
        ((float *)to)[at] = (float)value;
    else
        ((double *)to)[at] = value;
}

static orb_status allocate(cpu_factor *factor, size_t left, size_t right, size_t size)
{
    size_t left_bytes, right_bytes;

    if (!orb_mul(left, size, &left_bytes) || !orb_mul(right, size, &right_bytes))
        return ORB_NO_MEMORY;
    factor->left = calloc(left_bytes, 1);
    factor->right = aligned_alloc(WIDTH_BYTES, right_bytes);
    return factor->left && factor->right ? ORB_OK : ORB_NO_MEMORY;
}

/* Every `points`th point from `point` on and every `results`th result from `result` on, n of each. */
static orb_status fill(cpu_factor *factor, const orb_axis *axis, const double *matrix, size_t n, size_t point,
                       size_t points, size_t result, size_t results, size_t size)
{
    const size_t lanes = WIDTH_BYTES / size, width = orb_parts(n, lanes) * lanes;
    orb_status status;
    size_t left, right;

    factor->n = n;
    if (!orb_mul(orb_parts(n, TILE) * TILE, n, &left) || !orb_mul(n, width, &right))
        return ORB_NO_MEMORY;
    status = allocate(factor, left, right, size);
    for (size_t i = 0; i < n && !status; i++) {
        for (size_t k = 0; k < width; k++) {
            const double x = k < n ? element(axis, matrix, point + i * points, result + k * results) : 0.0;

            put(factor->right, i * width + k, x, size);
            if (k < n)
                put(factor->left, k / TILE * (TILE * n) + i * TILE + k % TILE, x, size);
        }
    }
    return status;
}

orb_status orb_cpu_axis_init(cpu_axis *axis, const orb_axis *from, const cpu_code *code, bool whole)
{
    const size_t n = from->n, even = n - n / 2, size = code->size;
    orb_status status = ORB_OK;

    *axis = (cpu_axis){.n = n, .identity = from->kind == ORB_IDENTITY, .fourier = from->kind == ORB_DFT};
    if (axis->identity)
        return ORB_OK;
    if (!from->matrix) {
        axis->fast = orb_cpu_fast_new(from);
        return axis->fast ? ORB_OK : ORB_NO_MEMORY;
    }
    axis->fold = fold_of(from);
    if (whole)
        status = fill(&axis->whole, from, from->matrix, n, 0, 1, 0, 1, size);
    if (status)
        return status;
    if (axis->fold == CPU_WHOLE) {
        status = fill(&axis->factor[0], from, from->matrix, n, 0, 1, 0, 1, size);
        if (!status && axis->fourier)
            status = fill(&axis->factor[1], from, from->imaginary, n, 0, 1, 0, 1, size);
        return status;
    }
    for (unsigned odd = 0; odd < 2 && !status; odd++) {
        const bool input = axis->fold == CPU_FOLD_INPUT;

        status = fill(&axis->factor[odd], from, from->matrix, odd ? n - even : even, input ? 0 : odd, input ? 1 : 2,
                      input ? odd : 0, input ? 2 : 1, size);
    }
    return status;
}

void orb_cpu_axis_free(cpu_axis *axis)
{
    for (int half = 0; half < 2; half++) {
        free(axis->factor[half].left);
        free(axis->factor[half].right);
    }
    free(axis->whole.left);
    free(axis->whole.right);
    orb_cpu_fast_free(axis->fast);
    *axis = (cpu_axis){0};
}
