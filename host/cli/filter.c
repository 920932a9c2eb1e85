/* Filters: gains by which the coefficients of a transform are multiplied.
 * SPDX-License-Identifier: Apache-2.0 */
#include "filter.h"

#include "message.h"
#include "results.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

static const char *const names[] = {
    [FILTER_LOWPASS] = "lowpass",   [FILTER_HIGHPASS] = "highpass",   [FILTER_BANDPASS] = "bandpass",
    [FILTER_GAUSSIAN] = "gaussian", [FILTER_LAPLACIAN] = "laplacian", [FILTER_POISSON] = "poisson"};

static bool is_pass(const filter *f)
{
    return f->kind == FILTER_LOWPASS || f->kind == FILTER_HIGHPASS || f->kind == FILTER_BANDPASS;
}

bool filter_settle(filter *f, const transform_spec *spec, const volume *in, const char *path)
{
    for (int axis = 0; axis < 3; axis++) {
        if (spec->kind[axis] == ORB_MATRIX)
            return fail(spec->matrix_file[axis], "choose another --kind", "the frequencies of a matrix are not known");
        if (spec->kind[axis] == ORB_DWHT && !is_pass(f))
            return fail("--kind", "choose another kind, or a low-, high- or band-pass filter",
                        "dwht has no derivative");
        f->voxel[axis] = 1;
    }
    f->unit = "voxel";
    if (f->physical && !volume_spacing(in, f->voxel, &f->unit))
        return fail(path, "leave out --unit", "its header does not specify the voxel size");
    if (!f->unit)
        f->unit = "unit";
    return true;
}

/* What an axis adds to the sum of which the gain is a function: squares of frequencies, weighted for a Gaussian, or an
 * eigenvalue of the second difference. */
static double term(const filter *f, int axis, double cycles_per_voxel)
{
    const double frequency = cycles_per_voxel / f->voxel[axis];
    if (is_pass(f))
        return frequency * frequency;
    if (f->kind == FILTER_GAUSSIAN)
        return f->sigma[axis] * frequency * f->sigma[axis] * frequency;
    return -4 * pow(sin(pi * cycles_per_voxel) / f->voxel[axis], 2);
}

/* The gain below a cut-off. */
static double below(const filter *f, double frequency, double cutoff)
{
    return f->order == 0 ? frequency <= cutoff : 1 / (1 + pow(frequency / cutoff, 2 * f->order));
}

/* What is left of 1 above it, without a difference that loses places. */
static double above(const filter *f, double frequency, double cutoff)
{
    if (f->order == 0)
        return frequency > cutoff;
    return frequency == 0 ? 0 : 1 / (1 + pow(cutoff / frequency, 2 * f->order));
}

static double gain(const filter *f, double sum)
{
    switch (f->kind) {
    case FILTER_LOWPASS:
        return below(f, sqrt(sum), f->high);
    case FILTER_HIGHPASS:
        return above(f, sqrt(sum), f->low);
    case FILTER_BANDPASS:
        return above(f, sqrt(sum), f->low) * below(f, sqrt(sum), f->high);
    case FILTER_GAUSSIAN:
        return exp(-2 * pi * pi * sum);
    case FILTER_POISSON: /* what is constant has no source */
        return sum == 0 ? 0 : 1 / sum;
    default:
        return sum;
    }
}

/* The terms of each coefficient along an axis of a block; NULL when memory ran out, which is reported. */
static double *terms_of(const filter *f, const transform_spec *spec, int axis)
{
    double *terms = frequency_table(spec, axis);
    for (size_t k = 0; terms && k < spec_block(spec, axis); k++)
        terms[k] = term(f, axis, terms[k]);
    return terms;
}

bool filter_apply(filter *f, const transform_spec *spec, volume *c)
{
    double *const terms[3] = {terms_of(f, spec, 0), terms_of(f, spec, 1), terms_of(f, spec, 2)};
    const size_t parts = c->complex ? 2 : 1;
    const bool good = terms[0] && terms[1] && terms[2];
    size_t stride[3];

    volume_strides(c, stride);
    f->least = INFINITY;
    f->most = -INFINITY;
    for (size_t point = 0; good && point < volume_count(c); point++) {
        double sum = 0, factor;
        for (int axis = 0; axis < 3; axis++)
            sum += terms[axis][point / stride[axis] % c->shape[axis] % spec_block(spec, axis)];
        factor = gain(f, sum);
        f->least = fmin(f->least, factor);
        f->most = fmax(f->most, factor);
        for (size_t part = 0; part < parts; part++)
            c->data[parts * point + part] *= factor;
    }
    for (int axis = 0; axis < 3; axis++)
        free(terms[axis]);
    return good;
}

void filter_print(const filter *f)
{
    const char *lengths = f->physical ? f->unit : "voxels";
    printf("filter     %s", names[f->kind]);
    if (f->kind == FILTER_LOWPASS)
        printf(" up to %g cycles/%s", f->high, f->unit);
    else if (f->kind == FILTER_HIGHPASS)
        printf(" from %g cycles/%s", f->low, f->unit);
    else if (f->kind == FILTER_BANDPASS)
        printf(" from %g to %g cycles/%s", f->low, f->high, f->unit);
    else if (f->kind == FILTER_GAUSSIAN)
        printf(", sigma %g, %g, %g %s", f->sigma[0], f->sigma[1], f->sigma[2], lengths);
    else
        printf(", lengths in %s", lengths);
    if (is_pass(f) && f->order > 0)
        printf(", order %g", f->order);
    printf("; gains %.6g to %.6g\n", f->least, f->most);
}

json_t *filter_json(const filter *f)
{
    const bool has_low = f->kind == FILTER_HIGHPASS || f->kind == FILTER_BANDPASS;
    const bool has_high = f->kind == FILTER_LOWPASS || f->kind == FILTER_BANDPASS;
    return json_pack("{s:s, s:s, s:o, s:o, s:o*, s:o*, s:o*, s:o*}", "name", names[f->kind], "unit", f->unit,
                     "least_gain", report_number(f->least), "largest_gain", report_number(f->most), "low",
                     has_low ? json_real(f->low) : NULL, "high", has_high ? json_real(f->high) : NULL, "order",
                     is_pass(f) ? json_real(f->order) : NULL, "sigma",
                     f->kind == FILTER_GAUSSIAN ? json_pack("[fff]", f->sigma[0], f->sigma[1], f->sigma[2]) : NULL);
}

/* ---- which frequency a coefficient of a transform belongs to ---- */

/* A Walsh function in natural order is the sign (-1)^popcount(n and k): how often it changes over n points. */
static size_t sign_changes(size_t points, size_t k)
{
    size_t changes = 0;
    for (size_t n = 1; n < points; n++)
        changes += (size_t)__builtin_parityll((n ^ (n - 1)) & k);
    return changes;
}

/* The basis of docs/transforms.md in cycles per voxel: cos(2 pi f n + ...), sin(2 pi f n + ...). */
static double frequency(orb_kind kind, int type, size_t points, size_t k)
{
    const double n = (double)points, index = (double)k;
    switch (kind) {
    case ORB_DCT:
        return type == 1 ? index / (2 * (n - 1)) : type == 2 ? index / (2 * n) : (2 * index + 1) / (4 * n);
    case ORB_DST:
        return type == 1 ? (index + 1) / (2 * (n + 1)) : type == 2 ? (index + 1) / (2 * n) : (2 * index + 1) / (4 * n);
    case ORB_DHT:
    case ORB_DFT:
        return (double)(k <= points / 2 ? k : points - k) / n;
    case ORB_DWHT: /* its sequency: a cycle is two changes of sign */
        return (double)(type == 2 ? k : sign_changes(points, k)) / (2 * n);
    default:
        return 0;
    }
}

double *frequency_table(const transform_spec *spec, int axis)
{
    const size_t points = spec_block(spec, axis);
    double *table = malloc(points * sizeof *table);
    if (!table)
        fail_memory(NULL);
    for (size_t k = 0; table && k < points; k++)
        table[k] = frequency(spec->kind[axis], spec->type[axis], points, k);
    return table;
}
