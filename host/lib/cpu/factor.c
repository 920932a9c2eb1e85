/* Matrices as the products want them: packed, or split into two of half the size, and these again.
 * SPDX-License-Identifier: Apache-2.0
 *
 * How a matrix can be split is looked for in the matrix itself. One that is symmetric about a middle has two halves,
 * even and odd, see cpu_fold. With c = cos t, s = sin t, t = pi (2j+1) / 4m, the matrix of a DCT of type 4 of m = 2h
 * points is
 *     a[j] = c x[j] + s x[m-1-j], b[j] = c x[m-1-j] - s x[j]      for j < h,
 *     A[k] = sum of a[j] cos(pi k (2j+1) / 2h), B[k] = sum of b[j] sin(pi k (2j+1) / 2h)
 *     z[2k] = A[k] + B[k], z[2k-1] = A[k] - B[k]                  with A[h] = B[0] = 0,
 * and that of a DST of type 4 the same with the points reversed and the sign of odd results changed. */
#include "cpu.h"

#include "checked.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { TILE = 4, WIDTH_BYTES = 64 };

static const double pi = 3.14159265358979323846;

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

/* Element (i, k) of the matrix of cosines, or sines, of type 4: the angle in eighths of a turn, times n. */
static double quarter(size_t n, bool sines, size_t i, size_t k)
{
    const double angle = pi * (double)((2 * i + 1) * (2 * k + 1) % (8 * n)) / (4.0 * (double)n);

    return sines ? sin(angle) : cos(angle);
}

/* The factor of the matrix if it is one of type 4, of cosines or sines; else 0. */
static double turned(const cpu_matrix *m, bool sines, double largest)
{
    const double scale = element(m, 0, 0) / quarter(m->n, sines, 0, 0);

    for (size_t i = 0; i < m->n; i++)
        for (size_t k = 0; k < m->n; k++)
            if (!(fabs(element(m, i, k) - scale * quarter(m->n, sines, i, k)) <= tolerance * largest))
                return 0.0;
    return scale;
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

static void put(void *to, size_t at, double value, size_t size)
{
    if (size == sizeof(float))
        ((float *)to)[at] = (float)value;
    else
        ((double *)to)[at] = value;
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

            put(factor->right, i * width + k, x, size);
            if (k < n)
                put(factor->left, k / TILE * (TILE * n) + i * TILE + k % TILE, x, size);
        }
    }
    return status;
}

/* The two halves of a matrix of type 4, with its scale: types 2 of half the points, of cosines and of sines. */
static orb_status split_turn(cpu_factor *factor, const cpu_matrix *m, double scale, size_t size)
{
    const size_t h = m->n / 2;
    double *types = malloc(2 * h * h * sizeof *types);
    orb_status status = types ? ORB_OK : ORB_NO_MEMORY;

    factor->turn = malloc(2 * h * size);
    if (!factor->turn)
        status = ORB_NO_MEMORY;
    for (size_t j = 0; j < h && !status; j++) {
        put(factor->turn, 2 * j, cos(pi * (double)(2 * j + 1) / (8.0 * (double)h)), size);
        put(factor->turn, 2 * j + 1, sin(pi * (double)(2 * j + 1) / (8.0 * (double)h)), size);
        for (size_t k = 0; k < h; k++) {
            const double unit = pi / (2.0 * (double)h);

            types[j * h + k] = scale * cos(unit * (double)(k * (2 * j + 1) % (4 * h)));
            types[(h + j) * h + k] = scale * sin(unit * (double)((k + 1) * (2 * j + 1) % (4 * h)));
        }
    }
    for (unsigned i = 0; i < 2 && !status; i++)
        status = orb_cpu_split(&factor->half[i],
                               &(cpu_matrix){.at = types + i * h * h, .n = h, .points = h, .results = 1}, size);
    free(types);
    return status;
}

orb_status orb_cpu_split(cpu_factor *factor, const cpu_matrix *m, size_t size)
{
    const bool small = m->n < CPU_SMALLEST_SPLIT;
    const double largest = small ? 0.0 : largest_of(m);
    double scale = 0.0;
    orb_status status = ORB_OK;

    *factor = (cpu_factor){.n = m->n};
    if (!small)
        factor->fold = orb_cpu_fold(m);
    if (!small && factor->fold == CPU_WHOLE && m->n % 2 == 0) {
        scale = turned(m, false, largest);
        factor->sines = scale == 0.0;
        if (factor->sines)
            scale = turned(m, true, largest);
        if (scale != 0.0)
            factor->fold = CPU_TURN;
    }
    if (factor->fold == CPU_WHOLE)
        return orb_cpu_pack(factor, m, size);
    factor->half = calloc(2, sizeof *factor->half);
    if (!factor->half)
        return ORB_NO_MEMORY;
    if (factor->fold == CPU_TURN)
        return split_turn(factor, m, scale, size);
    for (unsigned odd = 0; odd < 2 && !status; odd++) {
        const cpu_matrix half = orb_cpu_half(m, factor->fold, odd);

        status = orb_cpu_split(&factor->half[odd], &half, size);
    }
    return status;
}

void orb_cpu_factor_free(cpu_factor *factor)
{
    for (int i = 0; factor->half && i < 2; i++)
        orb_cpu_factor_free(&factor->half[i]);
    free(factor->half);
    free(factor->turn);
    free(factor->left);
    free(factor->right);
    *factor = (cpu_factor){0};
}
