/* What the tests of the library share.
 * SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* realpath, setenv */
#include "support.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const double pi = 3.14159265358979323846;

static uint64_t random_state;

void support_start(const char *program)
{
    const char *seed = getenv("ORB_SEED");
    char *folder = realpath("build/lib/orbital", NULL); /* the tests run in the top folder */

    random_state = seed ? strtoull(seed, NULL, 0) : (uint64_t)time(NULL);
    fprintf(stderr, "%s: ORB_SEED=%llu\n", program, (unsigned long long)random_state);
    setenv("ORB_MODEL_PATH", folder ? folder : "", 0);
    free(folder);
}

uint32_t random_bits(void)
{
    uint64_t z = random_state += UINT64_C(0x9E3779B97F4A7C15); /* splitmix64 */

    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)(z >> 32);
}

size_t random_below(size_t n)
{
    return (size_t)(((uint64_t)random_bits() * n) >> 32);
}

double random_uniform(void)
{
    return ((double)random_bits() + 0.5) / 2147483648.0 - 1.0;
}

double random_normal(void)
{
    const double radius = sqrt(-2.0 * log(0.5 * (random_uniform() + 1.0)));

    return radius * cos(pi * random_uniform());
}

void assert_ok(orb_status status)
{
    if (status)
        fail_msg("%s", orb_strerror(status));
}

orb_device *open_device(const char *engine)
{
    orb_device *device = NULL;
    const orb_status status = orb_open(&device, engine);

    if (status)
        fail_msg("%s: %s", engine, orb_strerror(status));
    return device;
}

double worse(double a, double b)
{
    return isnan(a) || b <= a ? a : b;
}

double rms_slack(size_t count)
{
    const double t = log(1e9), n = (double)count;

    return sqrt(1 + 2 * sqrt(t / n) + 2 * t / n);
}

/* The quotient is reduced to an eighth of a turn as a pair of integers. The cosine of a large angle in double has the
 * rounding error of the angle, which is many times that of a cosine. */
double cos_pi(size_t p, size_t q)
{
    p %= 2 * q;
    if (p > q)
        p = 2 * q - p;
    if (2 * p > q)
        return -cos_pi(q - p, q);
    return 4 * p > q ? sin(pi * (double)(q - 2 * p) / (double)(2 * q)) : cos(pi * (double)p / (double)q);
}

double sin_pi(size_t p, size_t q)
{
    return cos_pi(2 * p + 3 * q, 2 * q); /* three quarters of a turn ahead */
}

/* Element (i, k) of the matrix of an unscaled DCT or DST, in scipy's words. */
static double element(orb_kind kind, int type, size_t n, size_t i, size_t k)
{
    if (kind == ORB_DCT)
        switch (type) {
        case 1:
            return (i == 0 || i == n - 1 ? 1 : 2) * cos_pi(k * i, n - 1);
        case 2:
            return 2 * cos_pi(k * (2 * i + 1), 2 * n);
        case 3:
            return (i == 0 ? 1 : 2) * cos_pi((2 * k + 1) * i, 2 * n);
        default:
            return 2 * cos_pi((2 * k + 1) * (2 * i + 1), 4 * n);
        }
    switch (type) {
    case 1:
        return 2 * sin_pi((k + 1) * (i + 1), n + 1);
    case 2:
        return 2 * sin_pi((k + 1) * (2 * i + 1), 2 * n);
    case 3:
        return (i == n - 1 ? 1 : 2) * sin_pi((2 * k + 1) * (i + 1), 2 * n);
    default:
        return 2 * sin_pi((2 * k + 1) * (2 * i + 1), 4 * n);
    }
}

/* The factor by which scipy's orthonormal transform weights a point before (result = false) or a result after. */
static double ortho_weight(orb_kind kind, int type, size_t n, size_t at, bool result)
{
    const double half = sqrt(0.5);

    if (kind == ORB_DCT && type == 1 && (at == 0 || at == n - 1))
        return result ? half : 1 / half;
    if (kind == ORB_DCT && type == 2 && result && at == 0)
        return half;
    if (kind == ORB_DCT && type == 3 && !result && at == 0)
        return 1 / half;
    if (kind == ORB_DST && type == 2 && result && at == n - 1)
        return half;
    if (kind == ORB_DST && type == 3 && !result && at == n - 1)
        return 1 / half;
    return 1;
}

static double length_of(orb_kind kind, int type, size_t n)
{
    if (kind == ORB_DCT || kind == ORB_DST)
        return 2.0 * (type != 1 ? (double)n : kind == ORB_DCT ? n - 1.0 : n + 1.0);
    return kind == ORB_DHT || kind == ORB_DWHT ? (double)n : 1.0;
}

static int type_of(const orb_plan_desc *desc, int axis)
{
    return desc->type[axis] ? desc->type[axis] : desc->kind[axis] == ORB_DWHT ? 1 : 2;
}

/* Element (i, k) of the forward matrix with its norm. */
static double forward_element(const orb_plan_desc *desc, int axis, size_t n, size_t i, size_t k)
{
    const orb_kind kind = desc->kind[axis];
    const int type = type_of(desc, axis);
    const double length = length_of(kind, type, n);
    double value = i == k;

    if (kind == ORB_DCT || kind == ORB_DST)
        value = element(kind, type, n, i, k);
    else if (kind == ORB_DHT)
        value = cos_pi(2 * i * k, n) + sin_pi(2 * i * k, n);
    else if (kind == ORB_DWHT)
        value = __builtin_popcountll(i & k) % 2 ? -1 : 1; /* natural order */
    if (desc->norm == ORB_ORTHO)
        value *= ortho_weight(kind, type, n, i, false) * ortho_weight(kind, type, n, k, true) / sqrt(length);
    else if (desc->norm == ORB_FORWARD_NORM)
        value /= length;
    return value;
}

/* The inverse of DCT and DST 2 is 3 and the other way round; the others are their own, but for the length. */
static double inverse_element(const orb_plan_desc *desc, int axis, size_t n, size_t k, size_t i)
{
    static const int inverse_type[] = {0, 1, 3, 2, 4};
    const orb_kind kind = desc->kind[axis];
    orb_plan_desc inverse = *desc;

    inverse.type[axis] = type_of(desc, axis);
    if (kind == ORB_DCT || kind == ORB_DST)
        inverse.type[axis] = inverse_type[type_of(desc, axis)];
    if (desc->norm != ORB_ORTHO)
        inverse.norm = desc->norm == ORB_BACKWARD ? ORB_FORWARD_NORM : ORB_BACKWARD;
    return forward_element(&inverse, axis, n, k, i);
}

static void transform_axis(const orb_plan_desc *desc, int axis, const size_t n[3], double *x)
{
    const size_t length = n[axis], stride = axis == 2 ? 1 : axis == 1 ? n[2] : n[1] * n[2];
    double *matrix = malloc(length * length * sizeof *matrix), *line = malloc(length * sizeof *line);

    assert_true(matrix && line);
    for (size_t i = 0; i < length; i++)
        for (size_t k = 0; k < length; k++)
            matrix[i * length + k] = desc->direction == ORB_FORWARD ? forward_element(desc, axis, length, i, k)
                                                                    : inverse_element(desc, axis, length, i, k);
    for (size_t p = 0; p < points_of(n); p++)
        if (p / stride % length == 0) {
            for (size_t k = 0; k < length; k++)
                line[k] = 0;
            for (size_t i = 0; i < length; i++) /* in the order in which the matrix lies in memory */
                for (size_t k = 0; k < length; k++)
                    line[k] += x[p + i * stride] * matrix[i * length + k];
            for (size_t k = 0; k < length; k++)
                x[p + k * stride] = line[k];
        }
    free(matrix);
    free(line);
}

void define_transform(const orb_plan_desc *desc, const size_t n[3], double *x)
{
    for (int axis = 0; axis < 3; axis++)
        transform_axis(desc, axis, n, x);
}

double scaling_of(const orb_plan_desc *desc, int axis, size_t n, size_t k)
{
    const bool forward = desc->direction == ORB_FORWARD;
    const orb_kind kind = desc->kind[axis];
    const int type = type_of(desc, axis);
    const double root = sqrt(length_of(kind, type, n));
    double weight = 1;

    if (desc->norm == ORB_ORTHO)
        return 1;
    if (forward)
        weight = 1 / ortho_weight(kind, type, n, k, true);
    else
        weight = ortho_weight(kind, type, n, k, false);
    return ((desc->norm == ORB_BACKWARD) == forward ? root : 1 / root) * weight;
}

size_t points_of(const size_t n[3])
{
    return n[0] * n[1] * n[2];
}

double *run_plan(orb_device *device, const orb_plan_desc *desc, const double *in, orb_report *report)
{
    orb_plan_desc with_element = *desc;
    orb_plan *plan = NULL;
    size_t padded[3];
    double *out;

    with_element.element_in = ORB_F64;
    with_element.element_out = ORB_F64;
    assert_ok(orb_plan_create(&plan, device, &with_element));
    assert_ok(orb_plan_padded(plan, padded));
    out = malloc(points_of(padded) * sizeof *out);
    assert_non_null(out);
    assert_ok(orb_execute(plan, in, out, report));
    orb_plan_destroy(plan);
    return out;
}

errors measure_plan(orb_device *device, const orb_plan_desc *desc, const double *in, orb_report *report)
{
    const size_t *n = desc->n, count = points_of(n);
    double *expected = malloc(count * sizeof *expected), *out = run_plan(device, desc, in, report);
    errors e = {0};

    assert_non_null(expected);
    memcpy(expected, in, count * sizeof *expected);
    define_transform(desc, n, expected);
    for (size_t p = 0; p < count; p++) {
        const double scaling = scaling_of(desc, 0, n[0], p / (n[1] * n[2])) *
                               scaling_of(desc, 1, n[1], p / n[2] % n[1]) * scaling_of(desc, 2, n[2], p % n[2]);
        const double error = (out[p] - expected[p]) / scaling / (report->last_place > 0 ? report->last_place : 1);

        e.rms += error * error / (double)count;
        e.mean += error / (double)count;
        e.largest = worse(e.largest, fabs(error));
    }
    e.rms = sqrt(e.rms);
    free(expected);
    free(out);
    return e;
}

orb_device *open_cpu(const char *simd, unsigned threads)
{
    char name[64];

    snprintf(name, sizeof name, "cpu:threads=%u,simd=%s", threads, simd);
    return open_device(name);
}

double *random_volume(size_t count)
{
    double *x = malloc(count * sizeof *x);

    assert_non_null(x);
    for (size_t i = 0; i < count; i++)
        x[i] = random_normal();
    return x;
}

void assert_line(const char *part)
{
    if (!strstr(orb_last_error(), part))
        fail_msg("\"%s\" is not in \"%s\"", part, orb_last_error());
}
