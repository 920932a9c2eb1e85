/* Volumes larger and smaller than the array, of any shape, real and complex, against the definition.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* One axis of a Fourier transform by its definition, on real and imaginary parts. */
static void define_fourier(const orb_plan_desc *desc, int axis, const size_t n[3], double *re, double *im)
{
    const size_t length = n[axis], stride = axis == 2 ? 1 : axis == 1 ? n[2] : n[1] * n[2];
    const bool forward = desc->direction == ORB_FORWARD, divided = (desc->norm == ORB_FORWARD_NORM) == forward;
    const double count = (double)length;
    const double factor = desc->norm == ORB_ORTHO ? 1 / sqrt(count) : divided ? 1 / count : 1;
    double *line = malloc(2 * length * sizeof *line);

    assert_non_null(line);
    for (size_t p = 0; p < points_of(n); p++)
        if (p / stride % length == 0) {
            for (size_t i = 0; i < length; i++) {
                line[2 * i] = re[p + i * stride];
                line[2 * i + 1] = im[p + i * stride];
            }
            for (size_t k = 0; k < length; k++) {
                double sum_re = 0, sum_im = 0;

                for (size_t i = 0; i < length; i++) {
                    const double angle = (forward ? -2 : 2) * pi * (double)(i * k % length) / count;

                    sum_re += line[2 * i] * cos(angle) - line[2 * i + 1] * sin(angle);
                    sum_im += line[2 * i] * sin(angle) + line[2 * i + 1] * cos(angle);
                }
                re[p + k * stride] = factor * sum_re;
                im[p + k * stride] = factor * sum_im;
            }
        }
    free(line);
}

/* The transform of a complex volume by its definition. */
static void define_complex(const orb_plan_desc *desc, double *re, double *im)
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

static bool is_complex(orb_element element)
{
    return element == ORB_C64 || element == ORB_C128;
}

/* Runs a plan of 64-bit elements on random numbers. The errors, in last places; the norm is orthonormal. */
static errors compare(orb_device *device, const orb_plan_desc *desc, orb_report *report)
{
    const size_t count = points_of(desc->n), in = is_complex(desc->element_in) ? 2 : 1,
                 out = is_complex(desc->element_out) ? 2 : 1;
    double *x = calloc(in * count, sizeof *x), *z = calloc(out * count, sizeof *z);
    double *re = calloc(count, sizeof *re), *im = calloc(count, sizeof *im);
    orb_plan *plan = NULL;
    errors e = {0};

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
        const double error = (z[i] - (i % out ? im : re)[i / out]) / report->last_place;

        e.rms += error * error / (double)(out * count);
        e.largest = fmax(e.largest, fabs(error));
    }
    e.rms = sqrt(e.rms);
    free(x);
    free(z);
    free(re);
    free(im);
    return e;
}

/* The errors of the rounds add up, as squares; 0.6 of a last place is what one round may have without the roundings of
 * the coefficients, which are more where two parts are summed. */
static void check_errors(const orb_plan_desc *desc, const errors *e, const orb_report *report)
{
    const double bound = 0.75 * sqrt(report->rounds);

    if (!(e->rms <= bound) || !(e->largest <= 8 * bound))
        fail_msg("%zu x %zu x %zu, kinds %d %d %d, direction %d, elements %d %d: %g rms, %g at most", desc->n[0],
                 desc->n[1], desc->n[2], desc->kind[0], desc->kind[1], desc->kind[2], desc->direction, desc->element_in,
                 desc->element_out, e->rms, e->largest);
}

/* A kind that exists for every length; every third is the Fourier transform if wanted. */
static orb_kind any_kind(bool fourier)
{
    static const orb_kind kinds[] = {ORB_DCT, ORB_DST, ORB_DHT, ORB_IDENTITY, ORB_DFT, ORB_DFT};

    return kinds[random_below(fourier ? 6 : 4)];
}

static void random_shapes(const char *engine, int trials, size_t most, bool fourier)
{
    orb_device *device = open_device(engine);

    for (int t = 0; t < trials; t++) {
        orb_plan_desc desc = {.direction = (orb_direction)random_below(2),
                              .element_in = random_below(2) && fourier ? ORB_C128 : ORB_F64};
        bool complex = is_complex(desc.element_in);
        orb_report report;
        errors e;

        for (int a = 0; a < 3; a++) {
            desc.n[a] = 1 + random_below(most);
            desc.kind[a] = any_kind(fourier);
            complex = complex || desc.kind[a] == ORB_DFT;
        }
        if (complex && desc.direction == ORB_INVERSE && random_below(2) &&
            (desc.kind[0] == ORB_DFT || desc.kind[1] == ORB_DFT || desc.kind[2] == ORB_DFT))
            complex = false; /* the real part only */
        desc.element_out = complex ? ORB_C128 : ORB_F64;
        e = compare(device, &desc, &report);
        check_errors(&desc, &e, &report);
    }
    orb_close(device);
}

static void real_volumes_of_any_shape(void **state)
{
    (void)state;
    random_shapes("hls:p=2,b=4", 60, 21, false);
    random_shapes("hls:p=3,b=5", 20, 40, false);
}

static void complex_volumes_of_any_shape(void **state)
{
    (void)state;
    random_shapes("hls:p=2,b=4", 100, 19, true);
    random_shapes("hls:p=3,b=5", 30, 25, true);
}

/* Each axis is cut once, and all of them; sizes are prime. */
static void every_axis_can_be_cut(void **state)
{
    static const size_t shapes[][3] = {{23, 5, 7}, {5, 23, 7}, {7, 5, 23}, {11, 13, 3}, {3, 11, 13}, {17, 11, 13}};
    orb_device *device = open_device("hls:p=2,b=4");

    (void)state;
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (int direction = ORB_FORWARD; direction <= ORB_INVERSE; direction++) {
            orb_plan_desc desc = {.element_in = ORB_F64, .element_out = ORB_F64, .direction = (orb_direction)direction};
            orb_report report;
            errors e;

            memcpy(desc.n, shapes[s], sizeof desc.n);
            e = compare(device, &desc, &report);
            check_errors(&desc, &e, &report);
            for (int a = 0; a < 3; a++) {
                if (desc.n[a] > 8)
                    assert_true(report.cuts[a] >= 2);
                else
                    assert_int_equal(report.cuts[a], 1);
            }
            assert_true(strlen(report.why) > 10);
        }
    orb_close(device);
}

static void the_verilated_array_gives_the_same(void **state)
{
    static const char *const engines[] = {"sim:p=2,b=4,jobs=1", "hls:p=2,b=4,jobs=2"};
    const orb_plan_desc desc = {
        .n = {9, 17, 6}, .kind = {ORB_DFT, ORB_DCT, ORB_DFT}, .element_in = ORB_C128, .element_out = ORB_C128};
    double in[2 * 9 * 17 * 6], out[2][2 * 9 * 17 * 6];
    orb_report report[2];

    (void)state;
    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        in[i] = random_uniform();
    for (int i = 0; i < 2; i++) {
        orb_device *device = open_device(engines[i]);
        orb_plan *plan = NULL;

        assert_ok(orb_plan_create(&plan, device, &desc));
        assert_ok(orb_execute(plan, in, out[i], &report[i]));
        orb_plan_destroy(plan);
        orb_close(device);
    }
    assert_memory_equal(out[0], out[1], sizeof out[0]);
    assert_int_equal(report[0].words_in, report[1].words_in);
    assert_int_equal(report[0].cycles, report[1].cycles);
}

static void blocks_may_be_larger_than_the_array(void **state)
{
    const size_t block[3] = {10, 3, 11}, n[3] = {20, 6, 11};
    orb_plan_desc desc = {.n = {20, 6, 11}, .block = {10, 3, 11}}, one = {.n = {10, 3, 11}};
    orb_device *device = open_device("hls:p=2,b=4");
    double in[20 * 6 * 11], part[10 * 3 * 11], *out, *alone;
    orb_report report;

    (void)state;
    for (size_t i = 0; i < points_of(n); i++)
        in[i] = random_uniform();
    out = run_plan(device, &desc, in, &report);
    assert_int_equal(report.blocks, 4);
    assert_true(report.cuts[0] >= 2 && report.cuts[1] == 1 && report.cuts[2] >= 2);
    for (size_t i = 0; i < points_of(block); i++) /* the last block */
        part[i] = in[((10 + i / 33) * 6 + 3 + i / 11 % 3) * 11 + i % 11];
    alone = run_plan(device, &one, part, NULL);
    for (size_t i = 0; i < points_of(block); i++)
        assert_true(alone[i] == out[((10 + i / 33) * 6 + 3 + i / 11 % 3) * 11 + i % 11]);
    free(out);
    free(alone);
    orb_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_volumes_of_any_shape),
        cmocka_unit_test(complex_volumes_of_any_shape),
        cmocka_unit_test(every_axis_can_be_cut),
        cmocka_unit_test(the_verilated_array_gives_the_same),
        cmocka_unit_test(blocks_may_be_larger_than_the_array),
    };

    support_start("test_any_size");
    return cmocka_run_group_tests_name("any_size", tests, NULL, NULL);
}
