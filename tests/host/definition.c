/* Transforms of complex volumes by their definition, and random plans to compare with it.
 * SPDX-License-Identifier: Apache-2.0 */
#include "definition.h"

#include <math.h>
#include <stdlib.h>

/* One axis of a Fourier transform by its definition, on real and imaginary parts. */
static void define_fourier(const orb_plan_desc *desc, int axis, const size_t n[3], double *re, double *im)
{
    const size_t length = n[axis], stride = axis == 2 ? 1 : axis == 1 ? n[2] : n[1] * n[2];
    const bool forward = desc->direction == ORB_FORWARD, divided = (desc->norm == ORB_FORWARD_NORM) == forward;
    const double count = (double)length;
    const double factor = desc->norm == ORB_ORTHO ? 1 / sqrt(count) : divided ? 1 / count : 1;
    double *line = malloc(2 * length * sizeof *line), *root = malloc(2 * length * sizeof *root);

    assert_true(line && root);
    for (size_t i = 0; i < length; i++) {
        root[2 * i] = cos_pi(2 * i, length);
        root[2 * i + 1] = (forward ? -1 : 1) * sin_pi(2 * i, length);
    }
    for (size_t p = 0; p < points_of(n); p++)
        if (p / stride % length == 0) {
            for (size_t i = 0; i < length; i++) {
                line[2 * i] = re[p + i * stride];
                line[2 * i + 1] = im[p + i * stride];
            }
            for (size_t k = 0; k < length; k++) {
                double sum_re = 0, sum_im = 0;

                for (size_t i = 0; i < length; i++) {
                    const double *const w = root + 2 * (i * k % length);

                    sum_re += line[2 * i] * w[0] - line[2 * i + 1] * w[1];
                    sum_im += line[2 * i] * w[1] + line[2 * i + 1] * w[0];
                }
                re[p + k * stride] = factor * sum_re;
                im[p + k * stride] = factor * sum_im;
            }
        }
    free(line);
    free(root);
}

void define_complex(const orb_plan_desc *desc, double *re, double *im)
{
    for (int axis = 0; axis < 3; axis++) {
        orb_plan_desc one = *desc;

        for (int a = 0; a < 3; a++)
            one.kind[a] = a == axis ? desc->kind[a] : ORB_IDENTITY;
        if (desc->kind[axis] == ORB_DFT) {
            define_fourier(desc, axis, desc->n, re, im);
        } else {
            define_transform(&one, desc->n, re);
            define_transform(&one, desc->n, im);
        }
    }
}

bool is_complex(orb_element element)
{
    return element == ORB_C64 || element == ORB_C128;
}

errors compare_with_definition(orb_device *device, const orb_plan_desc *desc, orb_report *report)
{
    const size_t count = points_of(desc->n), in = is_complex(desc->element_in) ? 2 : 1,
                 out = is_complex(desc->element_out) ? 2 : 1;
    double *x = calloc(in * count, sizeof *x), *z = calloc(out * count, sizeof *z);
    double *re = calloc(count, sizeof *re), *im = calloc(count, sizeof *im);
    orb_plan *plan = NULL;
    errors e = {0};
    double unit = 0;

    assert_true(x && z && re && im);
    for (size_t i = 0; i < count; i++) {
        re[i] = x[in * i] = random_normal();
        if (in == 2)
            im[i] = x[in * i + 1] = random_normal();
    }
    define_complex(desc, re, im);
    assert_ok(orb_plan_create(&plan, device, desc));
    assert_ok(orb_execute(plan, x, z, report));
    orb_plan_destroy(plan);
    for (size_t i = 0; i < out * count; i++) {
        const double expected = (i % out ? im : re)[i / out], error = z[i] - expected;

        e.rms += error * error / (double)(out * count);
        e.largest = worse(e.largest, fabs(error));
    }
    for (size_t i = 0; i < count; i++)
        unit = worse(unit, worse(fabs(re[i]), fabs(im[i])));
    if (report->last_place > 0)
        unit = report->last_place;
    e.rms = sqrt(e.rms) / unit;
    e.largest /= unit;
    free(x);
    free(z);
    free(re);
    free(im);
    return e;
}

/* A kind that exists for every length; the Fourier transform often, if requested. */
static orb_kind any_kind(bool fourier)
{
    static const orb_kind kinds[] = {ORB_DCT, ORB_DST, ORB_DHT, ORB_IDENTITY, ORB_DFT, ORB_DFT};

    return kinds[random_below(fourier ? 6 : 4)];
}

orb_plan_desc random_plan(size_t most, bool fourier)
{
    orb_plan_desc desc = {.direction = (orb_direction)random_below(2),
                          .element_in = random_below(2) && fourier ? ORB_C128 : ORB_F64};
    bool transformed = false, complex = is_complex(desc.element_in);

    for (int a = 0; a < 3; a++) {
        desc.n[a] = 1 + random_below(most);
        desc.kind[a] = any_kind(fourier);
        transformed = transformed || desc.kind[a] == ORB_DFT;
    }
    complex = complex || transformed;
    if (transformed && desc.direction == ORB_INVERSE && random_below(2))
        complex = false; /* the real part only */
    desc.element_out = complex ? ORB_C128 : ORB_F64;
    return desc;
}

void check_plan(orb_device *device, const orb_plan_desc *desc, double bound, orb_report *report)
{
    const errors e = compare_with_definition(device, desc, report);
    const double expected = bound * sqrt(report->rounds);
    const size_t count = points_of(desc->n) * (is_complex(desc->element_out) ? 2 : 1);

    if (!(e.rms <= rms_slack(count) * expected) || !(e.largest <= PEAK_SLACK * expected))
        fail_msg("%s: %zu x %zu x %zu, kinds %d %d %d, direction %d, elements %d %d: %g rms, %g at most",
                 report->engine, desc->n[0], desc->n[1], desc->n[2], desc->kind[0], desc->kind[1], desc->kind[2],
                 desc->direction, desc->element_in, desc->element_out, e.rms, e.largest);
}

static double sign_of(double x)
{
    return (x > 0) - (x < 0);
}

/* The conjugate row of a unitary matrix is what its inverse makes of a unit vector. */
static void worst_numbers(const orb_plan_desc *desc, double *re, double *im)
{
    orb_plan_desc back = *desc;

    back.direction = desc->direction == ORB_FORWARD ? ORB_INVERSE : ORB_FORWARD;
    define_complex(&back, re, im);
    for (size_t i = 0; i < points_of(desc->n); i++) {
        re[i] = sign_of(re[i]);
        im[i] = sign_of(im[i]);
    }
}

void check_worst(orb_device *device, const orb_plan_desc *desc)
{
    const size_t count = points_of(desc->n), in = is_complex(desc->element_in) ? 2 : 1,
                 out = is_complex(desc->element_out) ? 2 : 1, chosen = random_below(count);
    double *x = calloc(in * count, sizeof *x), *z = calloc(out * count, sizeof *z);
    double *re = calloc(count, sizeof *re), *im = calloc(count, sizeof *im);
    orb_plan *plan = NULL;
    orb_report report;

    assert_true(x && z && re && im);
    (random_below(2) && out == 2 ? im : re)[chosen] = 1;
    if (random_below(4))
        worst_numbers(desc, re, im);
    for (size_t i = 0; i < count; i++) {
        x[in * i] = re[i];
        if (in == 2)
            x[in * i + 1] = im[i];
    }
    assert_ok(orb_plan_create(&plan, device, desc));
    assert_ok(orb_execute(plan, x, z, &report));
    assert_int_equal(report.saturations, 0);
    orb_plan_destroy(plan);
    free(x);
    free(z);
    free(re);
    free(im);
}
