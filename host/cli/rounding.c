/* How far the results of a transform may be from exact ones by rounding.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A rounding to a step has an rms error of 0.29 steps. Three axes round points and matrices, sums round each product.
 * The matrices are unitary, so errors pass through them with their norm unchanged. docs/transforms.md has the rest. */
#include "rounding.h"

#include <float.h>
#include <math.h>

#define SLACK 8.0      /* a single error exceeds so many times its rms once in 10^13 */
#define STEP_RMS 0.29  /* of a rounding, in steps */
#define ROUND_RMS 0.75 /* of a round of a fixed-point array, in last places */
#define ROUNDINGS 6.0  /* of points and of matrices */

double rounding_worse(double a, double b)
{
    return isnan(a) || b <= a ? a : b;
}

bool rounding_holds(const rounding *error, const rounding *bound)
{
    return error->rms <= bound->rms && error->largest <= bound->largest;
}

/* The length L of a kind: unscaled forward and inverse transform multiply by it, so ortho divides by its root. */
static double length_of(orb_kind kind, int type, size_t points)
{
    const double count = (double)points;
    if (kind == ORB_DCT || kind == ORB_DST)
        return 2 * (type != 1 ? count : kind == ORB_DCT ? count - 1 : count + 1);
    return kind == ORB_IDENTITY || kind == ORB_MATRIX ? 1 : count;
}

double rounding_factor(const transform_spec *spec, orb_direction direction)
{
    const orb_norm larger = direction == ORB_FORWARD ? ORB_BACKWARD : ORB_FORWARD_NORM;
    const fourth_axis *fourth = &spec->fourth;
    double product = fourth->transformed ? length_of(fourth->kind, fourth->type, fourth->points) : 1, root;
    for (int axis = 0; axis < 3; axis++)
        product *= length_of(spec->kind[axis], spec->type[axis], spec_block(spec, axis));
    root = sqrt(product);
    return spec->norm == ORB_ORTHO ? 1 : spec->norm == larger ? root : 1 / root;
}

/* The larger of two sums of magnitudes: over the rows and over the columns of a matrix. Its norm is not larger. */
static double matrix_norm(const double *matrix, size_t size)
{
    double largest = 0;
    for (size_t i = 0; i < size; i++) {
        double row = 0, column = 0;
        for (size_t k = 0; k < size; k++) {
            row += fabs(matrix[i * size + k]);
            column += fabs(matrix[k * size + i]);
        }
        largest = fmax(largest, fmax(row, column));
    }
    return largest;
}

/* By how much errors and points can grow on the way: by the norm, whose weights of single results are at most a root of
 * two, and by matrices of the user's. */
static double growth(const rounded_transform *t)
{
    double factor = rounding_factor(t->spec, t->direction);
    for (int axis = 0; axis < 3; axis++) {
        const double *matrix = t->matrices ? t->matrices->matrix[axis] : NULL;
        if (matrix)
            factor *= fmax(matrix_norm(matrix, spec_block(t->spec, axis)), 1);
        else if (t->spec->norm != ORB_ORTHO && (t->spec->kind[axis] == ORB_DCT || t->spec->kind[axis] == ORB_DST))
            factor *= sqrt(2);
    }
    return factor;
}

/* The rms error relative to the norm of the points. */
static double relative_rms(const rounded_transform *t, const orb_device_info *info)
{
    const int points = (int)(info->w - 1 - info->exponent_bits);
    const int word = t->single && points > 23 ? 23 : points, sum = word < 23 && info->aw == 32 ? 23 : word;
    double lines = 0;

    for (int axis = 0; axis < 3; axis++)
        lines += t->spec->kind[axis] == ORB_IDENTITY ? 0 : (double)spec_block(t->spec, axis);
    if (!info->exponent_bits) /* the entries of the matrices; last places are counted apart */
        return STEP_RMS * ldexp(sqrt(lines), 1 - (int)info->cw);
    return STEP_RMS * (ldexp(sqrt(ROUNDINGS), -word) + ldexp(sqrt(3 * lines), -sum));
}

rounding rounding_bound(const rounded_transform *t, double norm, size_t count)
{
    const double factor = growth(t), least = t->single ? (double)FLT_MIN : DBL_MIN;
    orb_device_info info = {.w = 0};
    double places, relative;

    if (orb_device_query(t->device, &info))
        return (rounding){0, 0};
    /* the two parts of complex results have errors of their own */
    places = SLACK * factor * (sqrt(2.0 * t->report->rounds) * ROUND_RMS * t->report->last_place + least);
    relative = SLACK * factor * relative_rms(t, &info) * norm;
    return (rounding){places + relative / sqrt((double)count), places + relative};
}

rounding rounding_round_trip(const rounded_transform *forward, const rounded_transform *inverse, double norm,
                             size_t points, size_t coefficients)
{
    const double factor = growth(inverse), spread = sqrt((double)coefficients / (double)points);
    const rounding there = rounding_bound(forward, norm, coefficients);
    const rounding back = rounding_bound(inverse, norm * growth(forward), points);
    return (rounding){there.rms * factor * spread + back.rms, there.largest * factor + back.largest};
}
