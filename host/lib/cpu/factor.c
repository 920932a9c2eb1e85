/* Matrices as the products want them: packed, and halved where they are symmetric about a middle.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The symmetry is looked for in the matrix itself, so that matrices of users are halved, too. */
#include "cpu.h"

#include "checked.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { TILE = 4, WIDTH_BYTES = 64 };

/* Elements that differ by less are equal: of a matrix whose largest is 1, a few roundings. */
static const double tolerance = 8 * DBL_EPSILON;

static double element(const cpu_matrix *m, size_t i, size_t k)
{
    return m->at[i * m->points + k * m->results];
}

static double largest_of(const cpu_matrix *m)
{
    double largest = 0.0;

    for (size_t i = 0; i < m->n; i++)
        for (size_t k = 0; k < m->n; k++)
            largest = fmax(largest, fabs(element(m, i, k)));
    return largest;
}

/* Is the matrix symmetric about the middle of its points, or results, as cpu_fold says? */
static bool symmetric(const cpu_matrix *m, cpu_fold fold, double largest)
{
    const size_t n = m->n;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const bool odd = (fold == CPU_FOLD_INPUT ? k : i) % 2;
            const size_t row = fold == CPU_FOLD_INPUT ? n - 1 - i : i, column = fold == CPU_FOLD_INPUT ? k : n - 1 - k;
            const double a = element(m, i, k), b = element(m, row, column);

            if (!(fabs(odd ? a + b : a - b) <= tolerance * largest))
                return false;
        }
    return true;
}

cpu_fold orb_cpu_fold(const cpu_matrix *m)
{
    const double largest = largest_of(m);

    if (m->n < CPU_SMALLEST_FOLD)
        return CPU_WHOLE;
    if (symmetric(m, CPU_FOLD_INPUT, largest))
        return CPU_FOLD_INPUT;
    return symmetric(m, CPU_FOLD_OUTPUT, largest) ? CPU_FOLD_OUTPUT : CPU_WHOLE;
}

cpu_matrix orb_cpu_half(const cpu_matrix *m, cpu_fold fold, unsigned odd)
{
    cpu_matrix half = {.at = m->at, .n = odd ? m->n / 2 : m->n - m->n / 2, .points = m->points, .results = m->results};

    if (fold == CPU_FOLD_INPUT)
        half.results *= 2;
    else
        half.points *= 2;
    half.at += odd * (fold == CPU_FOLD_INPUT ? m->results : m->points);
    return half;
}

static orb_status allocate(cpu_factor *factor, size_t left, size_t right, size_t size)
{
    size_t bytes;

    if (!orb_mul(right, size, &bytes))
        return ORB_NO_MEMORY;
    factor->left = calloc(left, size);
    factor->right = aligned_alloc(WIDTH_BYTES, bytes);
    return factor->left && factor->right ? ORB_OK : ORB_NO_MEMORY;
}

orb_status orb_cpu_pack(cpu_factor *factor, const cpu_matrix *m, size_t size)
{
    const size_t n = m->n, lanes = WIDTH_BYTES / size, width = orb_parts(n, lanes) * lanes;
    orb_status status;
    size_t right;

    *factor = (cpu_factor){.n = n};
    if (!orb_mul(n, width, &right))
        return ORB_NO_MEMORY;
    status = allocate(factor, orb_parts(n, TILE) * TILE * n, right, size); /* the width is one of whole tiles */
    for (size_t i = 0; i < n && !status; i++) {
        for (size_t k = 0; k < width; k++) {
            const double x = k < n ? element(m, i, k) : 0.0;

            orb_cpu_put(factor->right, i * width + k, size, x);
            if (k < n)
                orb_cpu_put(factor->left, k / TILE * (TILE * n) + i * TILE + k % TILE, size, x);
        }
    }
    return status;
}

void orb_cpu_factor_free(cpu_factor *factor)
{
    free(factor->left);
    free(factor->right);
    *factor = (cpu_factor){0};
}
