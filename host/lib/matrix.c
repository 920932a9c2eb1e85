/* The orthonormal matrices of the kinds.
 * SPDX-License-Identifier: Apache-2.0 */
#include "matrix.h"

#include <math.h>
#include <stdbool.h>

static const double pi = 3.14159265358979323846;

/* Points and results of types 2 and 4, and of 3 and 4, lie half a step off the ends. */
static bool half_points(int type)
{
    return type == 2 || type == 4;
}

static bool half_results(int type)
{
    return type == 3 || type == 4;
}

/* The interval that the points divide: pi times u*v/(4*steps) are the angles. */
static size_t steps_of(orb_kind kind, int type, size_t n)
{
    if (type != 1)
        return n;
    return kind == ORB_DCT ? n - 1 : n + 1;
}

orb_status orb_kind_check(orb_kind kind, int *type, size_t n)
{
    switch (kind) {
    case ORB_DCT:
    case ORB_DST:
        if (*type == 0)
            *type = 2;
        return *type >= 1 && *type <= 4 && !(kind == ORB_DCT && *type == 1 && n < 2) ? ORB_OK : ORB_BAD_KIND;
    case ORB_DWHT:
        if (*type == 0)
            *type = 1;
        return *type >= 1 && *type <= 2 && (n & (n - 1)) == 0 ? ORB_OK : ORB_BAD_KIND;
    case ORB_DHT:
    case ORB_IDENTITY:
    case ORB_MATRIX:
    case ORB_DFT:
        *type = 0;
        return ORB_OK;
    }
    return ORB_INVALID;
}

double orb_edge_weight(orb_kind kind, int type, size_t n, size_t index, int result)
{
    const bool half = result ? half_results(type) : half_points(type);
    bool edge = false;

    /* A point half a step off the end, or a sine at its zero, is like every other; the one at a maximum counts half. */
    if (kind == ORB_DCT && !half)
        edge = index == 0 || (type == 1 && index == n - 1);
    else if (kind == ORB_DST && !half && type != 1)
        edge = index == n - 1;
    return edge ? sqrt(0.5) : 1.0;
}

double orb_norm_length(orb_kind kind, int type, size_t n)
{
    switch (kind) {
    case ORB_DCT:
    case ORB_DST:
        return 2.0 * (double)steps_of(kind, type, n);
    case ORB_DHT:
    case ORB_DWHT:
    case ORB_DFT:
        return (double)n;
    case ORB_IDENTITY:
    case ORB_MATRIX:
        break;
    }
    return 1.0;
}

/* cos or sin of pi*num/den, the angle reduced exactly before it is rounded. */
static double trig(orb_kind kind, size_t num, size_t den)
{
    const double angle = pi * (double)(num % (2 * den)) / (double)den;

    return kind == ORB_DCT ? cos(angle) : sin(angle);
}

static void fill_trigonometric(orb_kind kind, int type, size_t n, double *c)
{
    const size_t steps = steps_of(kind, type, n);
    const size_t first = kind == ORB_DCT ? 0 : 2; /* sines start one step in, where they are not zero */
    const double scale = sqrt(2.0 / (double)steps);

    for (size_t i = 0; i < n; i++) {
        const size_t u = 2 * i + (half_points(type) ? 1 : first);
        const double weight = scale * orb_edge_weight(kind, type, n, i, 0);

        for (size_t k = 0; k < n; k++) {
            const size_t v = 2 * k + (half_results(type) ? 1 : first);

            c[i * n + k] = weight * orb_edge_weight(kind, type, n, k, 1) * trig(kind, u * v, 4 * steps);
        }
    }
}

static void fill_hartley(size_t n, double *c)
{
    const double scale = sqrt(1.0 / (double)n);

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            c[i * n + k] = scale * (trig(ORB_DCT, 2 * i * k, n) + trig(ORB_DST, 2 * i * k, n));
}

static bool odd_parity(size_t x)
{
    bool odd = false;

    for (; x; x &= x - 1)
        odd = !odd;
    return odd;
}

/* The row of the Hadamard matrix that changes its sign k times: the Gray code of k with its bits reversed. */
static size_t sequency_row(size_t k, size_t n)
{
    size_t gray = k ^ (k >> 1), row = 0;

    for (size_t bit = 1; bit < n; bit <<= 1, gray >>= 1)
        row = (row << 1) | (gray & 1);
    return row;
}

static void fill_walsh(int type, size_t n, double *c)
{
    const double value = sqrt(1.0 / (double)n);

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            c[i * n + k] = odd_parity(i & (type == 2 ? sequency_row(k, n) : k)) ? -value : value;
}

static void fill_identity(size_t n, double *c)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++)
            c[i * n + k] = i == k ? 1.0 : 0.0;
}

void orb_matrix_fill(orb_kind kind, int type, size_t n, double *c)
{
    switch (kind) {
    case ORB_DCT:
    case ORB_DST:
        fill_trigonometric(kind, type, n, c);
        break;
    case ORB_DHT:
        fill_hartley(n, c);
        break;
    case ORB_DWHT:
        fill_walsh(type, n, c);
        break;
    case ORB_IDENTITY:
    case ORB_MATRIX:
    case ORB_DFT:
        fill_identity(n, c);
        break;
    }
}

void orb_matrix_fill_fourier(orb_direction direction, size_t n, double *real, double *imaginary)
{
    const double scale = sqrt(1.0 / (double)n), sign = direction == ORB_FORWARD ? -scale : scale;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            real[i * n + k] = scale * trig(ORB_DCT, 2 * (i * k % n), n);
            imaginary[i * n + k] = sign * trig(ORB_DST, 2 * (i * k % n), n);
        }
}
