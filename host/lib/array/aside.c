/* Chooses what is set aside, and adds its transform to the results.
 * SPDX-License-Identifier: Apache-2.0 */
#include "aside.h"

#include "checked.h"

#include <math.h>
#include <string.h>

/* The part of the sum of squares that has to vanish: less is not worth a different rounding. */
#define WORTH 0.3

/* What a part of the operands amounts to. */
typedef struct amounts {
    double sum, squares, least, most;
} amounts;

static amounts amounts_of(const double *x, size_t count)
{
    double sum[ORB_LANES] = {0.0}, squares[ORB_LANES] = {0.0}, least[ORB_LANES] = {0.0}, most[ORB_LANES] = {0.0};
    amounts all = {0};
    size_t i = 0;

    for (; i + ORB_LANES <= count; i += ORB_LANES)
        for (size_t l = 0; l < ORB_LANES; l++) {
            sum[l] += x[i + l];
            squares[l] += x[i + l] * x[i + l];
            least[l] = x[i + l] < least[l] ? x[i + l] : least[l];
            most[l] = x[i + l] > most[l] ? x[i + l] : most[l];
        }
    for (; i < count; i++) {
        sum[0] += x[i];
        squares[0] += x[i] * x[i];
        least[0] = fmin(least[0], x[i]);
        most[0] = fmax(most[0], x[i]);
    }
    for (size_t l = 0; l < ORB_LANES; l++) {
        all.sum += sum[l];
        all.squares += squares[l];
        all.least = fmin(all.least, least[l]);
        all.most = fmax(all.most, most[l]);
    }
    return all;
}

/* Subtracts the constant from the points of one part that are in the volume. Returns the largest magnitude left. */
static double subtract(const orb_round *round, const size_t points[3], double value, double *part)
{
    const size_t *cube = round->cube;
    double left = 0.0;

    for (size_t c = 0; c < round->cuts[2]; c++)
        for (size_t i = 0; i < points[0]; i++)
            for (size_t j = 0; j < points[1]; j++) {
                double *x = part + ((c * cube[0] + i) * cube[1] + j) * cube[2];
                const size_t count = c * cube[2] < points[2] ? smaller(cube[2], points[2] - c * cube[2]) : 0;

                for (size_t k = 0; k < count; k++)
                    x[k] -= value;
                left = fmax(left, orb_largest(x, count));
            }
    return left;
}

/* Where the largest magnitude is among so many numbers. */
static size_t place_of(const double *x, size_t count, double largest)
{
    size_t at = 0;

    while (at < count && fabs(x[at]) != largest)
        at++;
    return at;
}

bool orb_aside_any(const orb_aside *aside)
{
    return aside->value[0] != 0.0 || aside->value[1] != 0.0;
}

orb_aside orb_aside_take(const orb_round *round, const size_t points[3], const orb_format *format, double *line)
{
    const size_t size = orb_round_points(round) * round->cuts[2], within = points[0] * points[1] * points[2];
    const size_t parts = orb_round_operands(round) / round->cuts[2], *cube = round->cube;
    orb_aside aside = {0}, peak = {.single = true};
    double squares = 0.0, largest = 0.0, rest = 0.0, left = 0.0, alone = 0.0;
    amounts part[2] = {{0}};
    int exponent;

    for (size_t p = 0; p < parts; p++) {
        part[p] = amounts_of(line + p * size, size);
        squares += part[p].squares;
        largest = fmax(largest, fmax(-part[p].least, part[p].most));
    }
    aside.left = largest;
    if (!(squares > 0.0 && isfinite(squares)))
        return aside;
    exponent = orb_fixed_exponent(largest, format->w);
    memcpy(aside.points, points, sizeof aside.points);
    memcpy(peak.points, points, sizeof peak.points);
    for (size_t p = 0; p < parts; p++) {
        const double v = ldexp(rint(ldexp(part[p].sum / (double)within, -exponent)), exponent);

        aside.value[p] = v;
        rest += part[p].squares + v * ((double)within * v - 2.0 * part[p].sum);
        left = fmax(left, fmax(part[p].most - v, v - part[p].least));
    }
    if (largest * largest >= WORTH * squares) { /* else no point is so large */
        const size_t at = place_of(line, parts * size, largest) % size, inner = at % (cube[0] * cube[1] * cube[2]);

        peak.at[0] = inner / cube[2] / cube[1];
        peak.at[1] = inner / cube[2] % cube[1];
        peak.at[2] = at / (cube[0] * cube[1] * cube[2]) * cube[2] + inner % cube[2];
        for (size_t p = 0; p < parts; p++) {
            peak.value[p] = line[p * size + at];
            alone += peak.value[p] * peak.value[p];
        }
        if (squares - alone < rest) {
            for (size_t p = 0; p < parts; p++)
                line[p * size + at] = 0.0;
            peak.left = orb_largest(line, parts * size);
            return peak;
        }
    }
    if (rest > (1.0 - WORTH) * squares || orb_fixed_exponent(left, format->w) > exponent) {
        memset(aside.value, 0, sizeof aside.value);
        return aside;
    }
    aside.left = 0.0;
    for (size_t p = 0; p < parts; p++)
        aside.left = fmax(aside.left, subtract(round, points, aside.value[p], line + p * size));
    return aside;
}

/* One column of a matrix part, added up over the points of p, which are rows. A sum that is within its own rounding
 * error is 0: so it is of most results of a DCT. */
static double sum_of(const orb_aside *aside, unsigned axis, const double *matrix, size_t n, size_t column)
{
    double sum = 0.0, magnitudes = 0.0;

    if (!matrix)
        return 0.0;
    if (aside->single)
        return matrix[aside->at[axis] * n + column];
    for (size_t i = 0; i < aside->points[axis]; i++) {
        sum += matrix[i * n + column];
        magnitudes += fabs(matrix[i * n + column]);
    }
    return fabs(sum) > ldexp(magnitudes, -50) ? sum : 0.0;
}

void orb_aside_factor(const orb_aside *aside, const orb_axis *matrix, unsigned axis, size_t count, double *factor)
{
    for (size_t k = 0; k < count; k++) {
        if (matrix && matrix->kind != ORB_IDENTITY) {
            factor[2 * k] = sum_of(aside, axis, matrix->matrix, matrix->n, k);
            factor[2 * k + 1] = sum_of(aside, axis, matrix->imaginary, matrix->n, k);
        } else {
            factor[2 * k] = aside->single ? k == aside->at[axis] : k < aside->points[axis];
            factor[2 * k + 1] = 0.0;
        }
    }
}

void orb_aside_add(const orb_aside *aside, const double *const factor[3], const size_t count[3], const size_t cube[3],
                   unsigned part, double *result)
{
    for (size_t i = 0; i < count[0]; i++)
        for (size_t j = 0; j < count[1]; j++) {
            const double *a = factor[0] + 2 * i, *b = factor[1] + 2 * j, *c = factor[2];
            const double re = a[0] * b[0] - a[1] * b[1], im = a[0] * b[1] + a[1] * b[0];
            const double v[2] = {aside->value[0] * re - aside->value[1] * im,
                                 aside->value[0] * im + aside->value[1] * re};
            double *line = result + (i * cube[1] + j) * cube[2];

            if (v[0] == 0.0 && v[1] == 0.0)
                continue;
            for (size_t k = 0; k < count[2]; k++)
                line[k] += part ? v[0] * c[2 * k + 1] + v[1] * c[2 * k] : v[0] * c[2 * k] - v[1] * c[2 * k + 1];
        }
}
