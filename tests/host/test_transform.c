/* Transforms by an array model against their definition: kinds, norms, shapes, directions, blocks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const engines[] = {"hls:p=4,b=8,full=4", "hls:p=2,b=4", "hls:p=3,b=5"};

enum { ENGINES = sizeof engines / sizeof *engines };

/* Small shapes have few points: so many volumes of them are put side by side as blocks. */
enum { ENOUGH_POINTS = 4096 };

/* The rms error in last places: the input and three stages are rounded, by 0.29 rms each, and the coefficients. */
#define EXPECTED 0.6

static double *normal_volume(size_t count)
{
    double *x = malloc(count * sizeof *x);

    assert_non_null(x);
    for (size_t i = 0; i < count; i++)
        x[i] = random_normal();
    return x;
}

/* Copies block b of a row of blocks along axis 0. */
static void take_block(const orb_plan_desc *desc, const double *volume, size_t b, double *block)
{
    memcpy(block, volume + b * points_of(desc->block), points_of(desc->block) * sizeof *block);
}

/* Transforms random blocks of this shape and asserts that they are right within EXPECTED last places, rms. */
static void check_shape(orb_device *device, orb_plan_desc desc, const size_t shape[3])
{
    const size_t points = points_of(shape), blocks = 1 + ENOUGH_POINTS / points;
    double *in, *out, *expected = malloc(points * sizeof *expected), square = 0.0, largest = 0.0, place;
    orb_report report;

    assert_non_null(expected);
    memcpy(desc.block, shape, sizeof desc.block);
    memcpy(desc.n, shape, sizeof desc.n);
    desc.n[0] = blocks * shape[0];
    in = normal_volume(points_of(desc.n));
    out = run_plan(device, &desc, in, &report);
    /* Where the host sets all numbers aside, as in a DWHT of one point, roundings of doubles are left. */
    place = report.last_place > 0 ? report.last_place : 0x1p-46;
    for (size_t b = 0; b < blocks; b++) {
        take_block(&desc, in, b, expected);
        define_transform(&desc, shape, expected);
        for (size_t p = 0; p < points; p++) {
            const double scaling = scaling_of(&desc, 0, shape[0], p / (shape[1] * shape[2])) *
                                   scaling_of(&desc, 1, shape[1], p / shape[2] % shape[1]) *
                                   scaling_of(&desc, 2, shape[2], p % shape[2]);
            const double error = (out[b * points + p] - expected[p]) / scaling / place;

            square += error * error;
            largest = worse(largest, fabs(error));
        }
    }
    square = sqrt(square / (double)(points * blocks));
    if (!(square <= rms_slack(points * blocks) * EXPECTED) || !(largest <= PEAK_SLACK * EXPECTED) || report.saturations)
        fail_msg(
            "kinds %d %d %d, types %d %d %d, norm %d, direction %d, %zu x %zu x %zu: %.3f last places rms, %.1f at "
            "most, %llu clipped",
            desc.kind[0], desc.kind[1], desc.kind[2], desc.type[0], desc.type[1], desc.type[2], desc.norm,
            desc.direction, shape[0], shape[1], shape[2], square, largest, (unsigned long long)report.saturations);
    assert_int_equal(report.blocks, blocks);
    free(in);
    free(out);
    free(expected);
}

static void types_and_norms_of_dct_and_dst(void **state)
{
    (void)state;
    for (int e = 0; e < ENGINES; e++) {
        orb_device *device = open_device(engines[e]);
        orb_device_info info;
        size_t most;

        assert_ok(orb_device_query(device, &info));
        most = (size_t)info.p * info.bmax;
        for (int kind = ORB_DCT; kind <= ORB_DST; kind++)
            for (int type = 1; type <= 4; type++)
                for (int norm = ORB_ORTHO; norm <= ORB_FORWARD_NORM; norm++)
                    for (int direction = ORB_FORWARD; direction <= ORB_INVERSE; direction++) {
                        const orb_plan_desc desc = {.kind = {(orb_kind)kind, (orb_kind)kind, (orb_kind)kind},
                                                    .type = {type, type, type},
                                                    .norm = (orb_norm)norm,
                                                    .direction = (orb_direction)direction};
                        const size_t random_shape[3] = {2 + random_below(most - 1), 2 + random_below(most - 1),
                                                        2 + random_below(most - 1)};

                        check_shape(device, desc, (size_t[3]){2, 2, 2});
                        check_shape(device, desc, (size_t[3]){7, 3, 5});
                        check_shape(device, desc, random_shape);
                        if (norm == ORB_ORTHO)
                            check_shape(device, desc, (size_t[3]){most, most, most});
                    }
        orb_close(device);
    }
}

static void mixed_kinds_of_random_shapes(void **state)
{
    orb_device *device = open_device("hls:p=4,b=8,full=4");

    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        orb_plan_desc desc = {.norm = (orb_norm)random_below(3), .direction = (orb_direction)random_below(2)};
        size_t shape[3];

        for (int a = 0; a < 3; a++) {
            desc.kind[a] = (orb_kind)random_below(ORB_IDENTITY + 1);
            desc.type[a] = desc.kind[a] == ORB_DWHT ? 1 : 1 + (int)random_below(4);
            shape[a] = desc.kind[a] == ORB_DWHT ? (size_t)1 << random_below(6) : 2 + random_below(31);
        }
        check_shape(device, desc, shape);
    }
    orb_close(device);
}

static void one_point_an_axis_is_a_volume(void **state)
{
    orb_device *device = open_device("hls:p=4,b=8,full=4");
    const orb_plan_desc desc = {.norm = ORB_BACKWARD};

    (void)state;
    check_shape(device, desc, (size_t[3]){1, 1, 1});
    check_shape(device, desc, (size_t[3]){1, 32, 1});
    check_shape(device, desc, (size_t[3]){9, 1, 2});
    orb_close(device);
}

static void identities_are_exact(void **state)
{
    orb_device *device = open_device("hls:p=4,b=8,full=4");
    orb_plan_desc desc = {.n = {9, 32, 5}, .kind = {ORB_IDENTITY, ORB_IDENTITY, ORB_IDENTITY}};
    double in[9 * 32 * 5];

    (void)state;
    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        in[i] = (double)random_below(262143) - 131071.0;
    for (int shift = ORB_SHIFT_AUTO; shift <= ORB_SHIFT_BOUND; shift++)
        for (int direction = ORB_FORWARD; direction <= ORB_INVERSE; direction++) {
            double *out;

            desc.shift = (orb_shift)shift;
            desc.direction = (orb_direction)direction;
            out = run_plan(device, &desc, in, NULL);
            assert_memory_equal(out, in, sizeof in);
            free(out);
        }
    orb_close(device);
}

static void forward_then_inverse_is_the_volume_again(void **state)
{
    orb_device *device = open_device("hls:p=4,b=8,full=4");

    (void)state;
    for (int trial = 0; trial < 20; trial++) {
        orb_plan_desc desc = {.norm = (orb_norm)random_below(3), .shift = (orb_shift)random_below(3)};
        size_t count;
        double *in, *middle, *out, largest = 0.0;

        for (int a = 0; a < 3; a++) {
            desc.kind[a] = (orb_kind)random_below(ORB_DHT + 1);
            desc.type[a] = 1 + (int)random_below(4);
            desc.n[a] = 2 + random_below(60);
            desc.block[a] = 2 + random_below(31);
        }
        count = points_of(desc.n);
        in = normal_volume(count);
        middle = run_plan(device, &desc, in, NULL);
        desc.direction = ORB_INVERSE;
        out = run_plan(device, &desc, middle, NULL);
        for (size_t i = 0; i < count; i++)
            largest = worse(largest, fabs(out[i] - in[i]));
        /* Values of a few in words of 18 bits: the last place is 2e-3 at most, the rms error of both ways 0.9 of it,
         * and the edges of a norm weigh it with 2.8 at most. */
        assert_true(largest < 0.05);
        free(in);
        free(middle);
        free(out);
    }
    orb_close(device);
}

static void a_matrix_and_its_inverse(void **state)
{
    enum { N = 11 };
    orb_device *device = open_device("hls:p=4,b=8,full=4");
    double shear[N * N] = {0}, back[N * N] = {0}, in[N * N * N], *middle, *out;
    orb_plan_desc desc = {.n = {N, N, N}, .kind = {ORB_MATRIX, ORB_DCT, ORB_MATRIX}};

    (void)state;
    for (int i = 0; i < N; i++) {
        shear[i * N + i] = back[i * N + i] = 1.0;
        if (i) {
            shear[i * N + i - 1] = 0.5; /* result k is x[k] + x[k+1] / 2 */
            for (int j = 0; j < i; j++)
                back[i * N + j] = ldexp((i - j) % 2 ? -1.0 : 1.0, j - i);
        }
    }
    for (int i = 0; i < N * N * N; i++)
        in[i] = random_uniform();
    desc.matrix[0] = desc.matrix[2] = shear;
    desc.inverse[0] = desc.inverse[2] = back;
    middle = run_plan(device, &desc, in, NULL);
    desc.direction = ORB_INVERSE;
    out = run_plan(device, &desc, middle, NULL);
    for (int i = 0; i < N * N * N; i++)
        assert_float_equal(out[i], in[i], 0.01);
    free(middle);
    free(out);
    orb_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(types_and_norms_of_dct_and_dst),
        cmocka_unit_test(mixed_kinds_of_random_shapes),
        cmocka_unit_test(one_point_an_axis_is_a_volume),
        cmocka_unit_test(identities_are_exact),
        cmocka_unit_test(forward_then_inverse_is_the_volume_again),
        cmocka_unit_test(a_matrix_and_its_inverse),
    };

    support_start("test_transform");
    return cmocka_run_group_tests_name("transform", tests, NULL, NULL);
}
