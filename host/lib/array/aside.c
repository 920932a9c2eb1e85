/* Chooses what is set aside, and adds its transform to the results.
 * SPDX-License-Identifier: Apache-2.0 */
#include "aside.h"

#include "checked.h"

#include <math.h>
#include <string.h>

/* The part of the sum of squares that has to vanish: less is not worth a different rounding. */
#define WORTH 0.3

size_t orb_aside_groups(const orb_round *round)
{
    return (round->stages > 1 ? 1 : round->cube[0]) * (round->stages > 2 ? 1 : round->cube[1]);
}

/* The group of line (i, j). */
static size_t group_of(const orb_round *round, size_t i, size_t j)
{
    return (round->stages > 1 ? 0 : i * round->cube[1]) + (round->stages > 2 ? 0 : j);
}

/* The numbers of one part of a strand, and how many lines they are. */
static size_t size_of(const orb_round *round)
{
    return orb_round_points(round) * round->cuts[2];
}

static size_t lines_of(const orb_round *round)
{
    return round->cuts[2] * round->cube[0] * round->cube[1];
}

static orb_sums sums_of(const double *x, size_t count)
{
    double sum[ORB_LANES] = {0.0}, squares[ORB_LANES] = {0.0}, least[ORB_LANES], most[ORB_LANES];
    orb_sums all = {0.0, 0.0, INFINITY, -INFINITY};
    size_t i = 0;

    for (size_t l = 0; l < ORB_LANES; l++) {
        least[l] = INFINITY;
        most[l] = -INFINITY;
    }

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

static void add_sums(orb_sums *sums, const orb_sums *more)
{
    sums->sum += more->sum;
    sums->squares += more->squares;
    sums->least = fmin(sums->least, more->least);
    sums->most = fmax(sums->most, more->most);
}

/* A line of a part of the operands. */
typedef struct place {
    size_t i, j;
    size_t first; /* of its points along axis 2 */
    size_t count; /* of them that are in the volume */
    size_t group;
} place;

static place place_of_line(const orb_round *round, const size_t points[3], size_t l)
{
    const size_t *cube = round->cube;
    place at = {.i = l / cube[1] % cube[0], .j = l % cube[1], .first = l / cube[1] / cube[0] * cube[2]};

    if (at.i < points[0] && at.j < points[1] && at.first < points[2])
        at.count = smaller(cube[2], points[2] - at.first);
    at.group = group_of(round, at.i, at.j);
    return at;
}

/* Adds up the points of each group that are in the volume. */
static void add_up(const orb_round *round, const size_t points[3], const double *line, size_t parts,
                   orb_sums (*sums)[2])
{
    const size_t groups = orb_aside_groups(round), within = points[0] * points[1] * points[2];
    const bool whole = groups == 1 && within == size_of(round);

    for (size_t g = 0; g < groups; g++)
        for (size_t p = 0; p < 2; p++)
            sums[g][p] = (orb_sums){0.0, 0.0, INFINITY, -INFINITY};
    for (size_t p = 0; p < parts; p++, line += size_of(round)) {
        if (whole)
            sums[0][p] = sums_of(line, within);
        for (size_t l = 0; l < lines_of(round) && !whole; l++) {
            const place at = place_of_line(round, points, l);
            const orb_sums more = sums_of(line + l * round->cube[2], at.count);

            add_sums(&sums[at.group][p], &more);
        }
    }
}

/* Where the first number of a group with this magnitude is in its part. */
static size_t find_point(const orb_round *round, const double *line, size_t parts, size_t group, double magnitude)
{
    const size_t *cube = round->cube, row = round->stages > 1 ? 0 : group / cube[1];
    const size_t rows = round->stages > 1 ? cube[0] : 1, column = round->stages > 2 ? 0 : group % cube[1];
    const size_t columns = round->stages > 2 ? cube[1] : 1;

    for (size_t c = 0; c < parts * round->cuts[2]; c++)
        for (size_t i = row; i < row + rows; i++)
            for (size_t j = column; j < column + columns; j++)
                for (size_t k = 0; k < cube[2]; k++) {
                    const size_t at = ((c * cube[0] + i) * cube[1] + j) * cube[2] + k;

                    if (fabs(line[at]) == magnitude)
                        return at % size_of(round);
                }
    return 0;
}

static orb_aside point_at(const orb_round *round, const double *line, size_t parts, size_t at)
{
    const size_t *cube = round->cube, l = at / cube[2];
    orb_aside aside = {.single = true};

    aside.at[0] = l / cube[1] % cube[0];
    aside.at[1] = l % cube[1];
    aside.at[2] = l / cube[1] / cube[0] * cube[2] + at % cube[2];
    for (size_t p = 0; p < parts; p++)
        aside.value[p] = line[p * size_of(round) + at];
    return aside;
}

/* The point of the largest magnitude, or the mean, whichever leaves less; or nothing.
 * \param step  v of a mean is a multiple of 2^step
 * \param most  no word may need a larger exponent
 * \param left  receives the largest magnitude of the points without it, at most; may be too large for a point */
static orb_aside choose(const orb_round *round, const double *line, size_t parts, size_t group, const orb_sums sums[2],
                        double within, int step, int most, const orb_format *format, double *left)
{
    orb_aside mean = {0};
    double squares = 0.0, largest = 0.0, rest = 0.0;

    *left = 0.0;
    for (size_t p = 0; p < parts; p++) {
        const double v = ldexp(rint(ldexp(sums[p].sum / within, -step)), step);

        squares += sums[p].squares;
        largest = fmax(largest, fmax(-sums[p].least, sums[p].most));
        mean.value[p] = v;
        rest += sums[p].squares + v * (within * v - 2.0 * sums[p].sum);
        *left = fmax(*left, fmax(sums[p].most - v, v - sums[p].least));
    }
    if (squares > 0.0 && largest * largest >= WORTH * squares) { /* else no point is so large */
        const size_t at = find_point(round, line, parts, group, largest);
        const orb_aside peak = point_at(round, line, parts, at);
        const double alone = peak.value[0] * peak.value[0] + peak.value[1] * peak.value[1];

        if (squares - alone < rest) {
            *left = fmin(largest, sqrt(fmax(squares - alone, 0.0)));
            return peak;
        }
    }
    if (rest > (1.0 - WORTH) * squares || orb_fixed_exponent(*left, format->w) > most) {
        *left = largest;
        return (orb_aside){0};
    }
    return mean;
}

/* Takes what was chosen out of the points. Returns the largest magnitude left. */
static double take_out(const orb_round *round, const size_t points[3], const orb_aside *aside, size_t parts,
                       double *line)
{
    double left = 0.0;

    for (size_t p = 0; p < parts; p++)
        for (size_t l = 0; l < lines_of(round); l++, line += round->cube[2]) {
            const place at = place_of_line(round, points, l);
            const orb_aside *a = &aside[at.group];

            if (!a->single && a->value[p] != 0.0)
                for (size_t k = 0; k < at.count; k++)
                    line[k] -= a->value[p];
            else if (a->single && at.i == a->at[0] && at.j == a->at[1] && a->at[2] - at.first < at.count)
                line[a->at[2] - at.first] = 0.0;
            left = fmax(left, orb_largest(line, at.count));
        }
    return left;
}

/* Chooses for all groups. Returns the largest magnitude left, at most. */
static double choose_all(const orb_round *round, const size_t points[3], const double *line, size_t parts,
                         const orb_format *format, int step, int most, orb_sums (*sums)[2], orb_aside *aside)
{
    const double within = (double)points[2] * (round->stages > 1 ? (double)points[0] : 1.0) *
                          (round->stages > 2 ? (double)points[1] : 1.0);
    double all = 0.0;

    for (size_t g = 0; g < orb_aside_groups(round); g++) {
        double left;

        aside[g] = choose(round, line, parts, g, sums[g], within, step, most, format, &left);
        all = fmax(all, left);
    }
    return all;
}

double orb_aside_take(const orb_round *round, const size_t points[3], const orb_format *format, double *line,
                      orb_sums (*sums)[2], orb_aside *aside)
{
    const size_t groups = orb_aside_groups(round), parts = orb_round_operands(round) / round->cuts[2];
    double largest = 0.0, squares = 0.0, left;
    bool any = false;
    int most, step;

    memset(aside, 0, groups * sizeof *aside);
    add_up(round, points, line, parts, sums);
    for (size_t g = 0; g < groups; g++)
        for (size_t p = 0; p < parts; p++) {
            squares += sums[g][p].squares;
            largest = fmax(largest, fmax(-sums[g][p].least, sums[g][p].most));
        }
    if (!(squares > 0.0 && isfinite(squares)))
        return largest;
    most = step = orb_fixed_exponent(largest, format->w);
    left = choose_all(round, points, line, parts, format, step, most, sums, aside);
    /* A mean that is far larger than the differences from it needs a step as small as theirs. */
    while (left > 0.0 && orb_fixed_exponent(left, format->w) < step) {
        step = orb_fixed_exponent(left, format->w);
        left = choose_all(round, points, line, parts, format, step, most, sums, aside);
    }
    while (left > 0.0 && orb_fixed_exponent(left, format->w) > step) {
        step = orb_fixed_exponent(left, format->w);
        left = choose_all(round, points, line, parts, format, step, most, sums, aside);
    }
    for (size_t g = 0; g < groups; g++)
        any = any || aside[g].value[0] != 0.0 || aside[g].value[1] != 0.0;
    return any ? take_out(round, points, aside, parts, line) : largest;
}

/* One column of a matrix, added up over the points of p, which are rows. A sum that is within its own rounding error is
 * 0: so it is of most results of a DCT. */
static double sum_of(const double *matrix, size_t n, size_t column, size_t points)
{
    double sum = 0.0, magnitudes = 0.0;

    for (size_t i = 0; i < points; i++) {
        sum += matrix[i * n + column];
        magnitudes += fabs(matrix[i * n + column]);
    }
    return fabs(sum) > ldexp(magnitudes, -50) ? sum : 0.0;
}

/* T(p) along a contracted axis: two numbers for each of `count` results from `first` on.
 * \param single  point `at`, else the first `at` points */
static void fill_factor(const orb_axis *axis, bool single, size_t at, size_t first, size_t count, double *factor)
{
    const double *const matrix[2] = {axis->matrix, axis->imaginary};
    const size_t n = axis->n;

    for (size_t k = 0; k < count; k++)
        for (unsigned p = 0; p < 2; p++)
            if (axis->kind == ORB_IDENTITY)
                factor[2 * k + p] = p == 0 && (single ? first + k == at : first + k < at);
            else if (!matrix[p])
                factor[2 * k + p] = 0.0;
            else
                factor[2 * k + p] = single ? matrix[p][at * n + first + k] : sum_of(matrix[p], n, first + k, at);
}

/* T(p) along each contracted axis: all results, but along axis 2 only some. The axes of the stages stand one behind the
 * other, each with room for all. */
static void fill_factors(const orb_round *round, const orb_axis *const axis[3], bool single, const size_t at[3],
                         size_t first, size_t count, double *factor)
{
    for (unsigned stage = 0; stage < round->stages; stage++) {
        const unsigned x = orb_axis_of_stage[stage];

        fill_factor(axis[stage], single, at[x], stage ? 0 : first, stage ? round->n[x] : count, factor);
        factor += 2 * round->n[x];
    }
}

static size_t factors_of(const orb_round *round)
{
    size_t count = 0;

    for (unsigned stage = 0; stage < round->stages; stage++)
        count += 2 * round->n[orb_axis_of_stage[stage]];
    return count;
}

size_t orb_aside_room(const orb_round *round)
{
    return 2 * factors_of(round);
}

void orb_aside_means(const orb_round *round, const orb_axis *const axis[3], const size_t points[3],
                     const orb_aside *aside, double *room)
{
    for (size_t g = 0; g < orb_aside_groups(round); g++)
        if (!aside[g].single && (aside[g].value[0] != 0.0 || aside[g].value[1] != 0.0)) {
            fill_factors(round, axis, false, points, 0, round->n[2], room);
            return;
        }
}

/* Adds what one group becomes. Its results are at `result` and, where other axes are contracted, on further lines.
 * \param along   the factors of axis 2
 * \param across  those of axes 0 and 1, as far as they are contracted */
static void add_group(const orb_round *round, const orb_aside *aside, const double *along, const double *across,
                      size_t count, unsigned part, double *result)
{
    const size_t *n = round->n, *cube = round->cube;
    const size_t rows = round->stages > 1 ? n[0] : 1, columns = round->stages > 2 ? n[1] : 1;

    for (size_t i = 0; i < rows; i++)
        for (size_t j = 0; j < columns; j++) {
            const double one[2] = {1.0, 0.0};
            const double *a = round->stages > 1 ? across + 2 * i : one;
            const double *b = round->stages > 2 ? across + 2 * (n[0] + j) : one;
            const double re = a[0] * b[0] - a[1] * b[1], im = a[0] * b[1] + a[1] * b[0];
            const double v[2] = {aside->value[0] * re - aside->value[1] * im,
                                 aside->value[0] * im + aside->value[1] * re};
            double *line = result + (i * cube[1] + j) * cube[2];

            if (v[0] == 0.0 && v[1] == 0.0)
                continue;
            for (size_t k = 0; k < count; k++)
                line[k] += part ? v[0] * along[2 * k + 1] + v[1] * along[2 * k]
                                : v[0] * along[2 * k] - v[1] * along[2 * k + 1];
        }
}

void orb_aside_add(const orb_round *round, const orb_axis *const axis[3], const orb_aside *aside, size_t cut,
                   unsigned part, double *room, double *result)
{
    const size_t first = cut * round->cube[2], count = smaller(round->n[2] - first, round->cube[2]);
    double *const mean = room, *const point = room + factors_of(round);

    for (size_t g = 0; g < orb_aside_groups(round); g++) {
        const orb_aside *a = &aside[g];

        if (a->value[0] == 0.0 && a->value[1] == 0.0)
            continue;
        if (a->single)
            fill_factors(round, axis, true, a->at, first, count, point);
        add_group(round, a, a->single ? point : mean + 2 * first, (a->single ? point : mean) + 2 * round->n[2], count,
                  part, result + g * round->cube[2]);
    }
}
