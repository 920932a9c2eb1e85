/* The orthonormal matrices of the kinds.
 * SPDX-License-Identifier: Apache-2.0 */
#include "matrix.h"

#include <math.h>
#include <stdbool.h>

static const double pi = 3.14159265358979323846;

/* Is its matrix made of cosines or of sines alone? */
static bool is_trigonometric(orb_kind kind)
{
    return kind == ORB_DCT || kind == ORB_DST;
}

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
    if (is_trigonometric(kind))
        return 2.0 * (double)steps_of(kind, type, n);
    return kind == ORB_IDENTITY || kind == ORB_MATRIX ? 1.0 : (double)n;
}

double orb_matrix_scale(orb_kind kind, int type, size_t n)
{
    return sqrt((is_trigonometric(kind) ? 4.0 : 1.0) / orb_norm_length(kind, type, n));
}

/* cos or sin of pi*num/den, the angle reduced exactly before it is rounded. */
static double trig(orb_kind kind, size_t num, size_t den)
{
    const double angle = pi * (double)(num % (2 * den)) / (double)den;

    return kind == ORB_DCT ? cos(angle) : sin(angle);
}

/* Of types 1 to 3 all angles are multiples of two or of four of the smallest step. */
static size_t angle_step(int type)
{
    return (half_points(type) ? 1 : 2) * (size_t)(half_results(type) ? 1 : 2);
}

size_t orb_angle_count(orb_kind kind, int type, size_t n)
{
    if (is_trigonometric(kind))
        return 8 * steps_of(kind, type, n) / angle_step(type);
    return kind == ORB_DHT || kind == ORB_DFT ? n : 0;
}

size_t orb_angle_of(orb_kind kind, int type, size_t n, size_t i, size_t k)
{
    const size_t first = kind == ORB_DST; /* sines start one step in, where they are not zero */

    if (!is_trigonometric(kind))
        return i * k % n;
    return (half_points(type) ? 2 * i + 1 : i + first) * (half_results(type) ? 2 * k + 1 : k + first) %
           orb_angle_count(kind, type, n);
}

double orb_angle_value(orb_kind kind, int type, size_t n, size_t angle, int imaginary)
{
    if (is_trigonometric(kind))
        return trig(kind, angle * angle_step(type), 4 * steps_of(kind, type, n));
    if (kind == ORB_DHT)
        return trig(ORB_DCT, 2 * angle, n) + trig(ORB_DST, 2 * angle, n);
    return trig(imaginary ? ORB_DST : ORB_DCT, 2 * angle, n);
}

/* The row of the Hadamard matrix that changes its sign k times: the Gray code of k with its bits reversed. */
static size_t sequency_row(size_t k, size_t n)
{
    size_t gray = k ^ (k >> 1), row = 0;

    for (size_t bit = 1; bit < n; bit <<= 1, gray >>= 1)
        row = (row << 1) | (gray & 1);
    return row;
}

double orb_pattern_value(orb_kind kind, int type, size_t n, size_t i, size_t k)
{
    if (kind == ORB_DWHT)
        return __builtin_parityll(i & (type == 2 ? sequency_row(k, n) : k)) ? -1.0 : 1.0;
    return i == k ? 1.0 : 0.0;
}

void orb_matrix_fill(orb_kind kind, int type, size_t n, double *c)
{
    const double scale = orb_matrix_scale(kind, type, n);

    for (size_t i = 0; i < n; i++) {
        const double weight = scale * orb_edge_weight(kind, type, n, i, 0);

        for (size_t k = 0; k < n; k++)
            c[i * n + k] =
                weight * orb_edge_weight(kind, type, n, k, 1) *
                (orb_angle_count(kind, type, n) ? orb_angle_value(kind, type, n, orb_angle_of(kind, type, n, i, k), 0)
                                                : orb_pattern_value(kind, type, n, i, k));
    }
}

void orb_matrix_fill_fourier(orb_direction direction, size_t n, double *real, double *imaginary)
{
    const double scale = orb_matrix_scale(ORB_DFT, 0, n), sign = direction == ORB_FORWARD ? -scale : scale;

    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < n; k++) {
            const size_t angle = orb_angle_of(ORB_DFT, 0, n, i, k);

            real[i * n + k] = scale * orb_angle_value(ORB_DFT, 0, n, angle, 0);
            imaginary[i * n + k] = sign * orb_angle_value(ORB_DFT, 0, n, angle, 1);
        }
}
