/* Figures that the project states for full-scale cubes, and that nothing is ever clipped.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <accuracy.h>
#include <matrix.h>

#include <math.h>
#include <stdlib.h>

enum { N = 32 };

/* The rms error in last places. The input is exact, three stages are rounded, which is 0.5, and so are the matrices. */
#define EXPECTED 0.51

static double cube[N * N * N];

static void full_scale_random_cubes(void **state)
{
    static const char *const names[] = {"estimated", "measured", "safe"};
    orb_device *device = open_device("hls:p=4,b=8,full=4,w=18");

    (void)state;
    for (int shift = ORB_SHIFT_AUTO; shift <= ORB_SHIFT_BOUND; shift++)
        for (int direction = ORB_FORWARD; direction <= ORB_INVERSE; direction++) {
            const orb_plan_desc desc = {
                .n = {N, N, N}, .direction = (orb_direction)direction, .shift = (orb_shift)shift};
            orb_report report;
            errors e;

            for (int i = 0; i < N * N * N; i++)
                cube[i] = (double)random_below(262143) - 131071.0;
            e = measure_plan(device, &desc, cube, &report);
            print_message("%s shifts, %s: %.4f last places rms, %.4f mean, %.2f at most\n", names[shift],
                          direction == ORB_FORWARD ? "forward" : "inverse", e.rms, e.mean, e.largest);
            assert_true(e.rms <= EXPECTED * rms_slack(N * N * N));
            assert_true(fabs(e.mean) <= PEAK_SLACK * EXPECTED / sqrt(N * N * N));
            assert_true(e.largest <= PEAK_SLACK * EXPECTED);
            assert_int_equal(report.saturations, 0);
            assert_int_equal(report.passes, shift == ORB_SHIFT_MEASURED ? 2 : 1);
            assert_true(report.efficiency > 0.999);
        }
    orb_close(device);
}

/* The cube whose transform has its largest result at (k0, k1, k2): signs of that result's coefficients. */
static void worst_cube(const double *c, size_t n, int inverse)
{
    size_t k[3];

    for (int a = 0; a < 3; a++)
        k[a] = random_below(n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            for (size_t l = 0; l < n; l++) {
                const size_t at[3] = {i, j, l};
                double product = 1.0;

                for (int a = 0; a < 3; a++)
                    product *= inverse ? c[k[a] * n + at[a]] : c[at[a] * n + k[a]];
                cube[(i * n + j) * n + l] = product < 0.0 ? -1.0 : 1.0;
            }
}

static void constant_cube(size_t n)
{
    for (size_t i = 0; i < n * n * n; i++)
        cube[i] = 1.0;
}

static void checkerboard_cube(size_t n)
{
    for (size_t i = 0; i < n * n * n; i++)
        cube[i] = (i + i / n + i / n / n) % 2 ? -1.0 : 1.0;
}

static void lonely_point_cube(size_t n)
{
    for (size_t i = 0; i < n * n * n; i++)
        cube[i] = 0.0;
    cube[random_below(n * n * n)] = -1.0;
}

static void nothing_is_clipped_by_the_worst_cubes(void **state)
{
    static const char *const engines[] = {"hls:p=4,b=8,full=4", "hls:p=2,b=4", "hls:p=3,b=5"};
    static double c[N * N];

    (void)state;
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
        orb_device *device = open_device(engines[e]);
        orb_device_info info;

        assert_ok(orb_device_query(device, &info));
        for (int trial = 0; trial < 120; trial++) {
            const size_t n = trial % 3 ? 2 + random_below((size_t)info.p * info.bmax - 1) : (size_t)info.p * info.bmax;
            const orb_kind kind = (orb_kind)random_below(ORB_DHT + 1);
            const int type = 1 + (int)random_below(4);
            const orb_plan_desc desc = {.n = {n, n, n},
                                        .kind = {kind, kind, kind},
                                        .type = {type, type, type},
                                        .direction = (orb_direction)random_below(2),
                                        .shift = (orb_shift)random_below(3)};
            orb_report report;

            switch (trial % 6) {
            case 0:
                constant_cube(n);
                break;
            case 1:
                checkerboard_cube(n);
                break;
            case 2:
                lonely_point_cube(n);
                break;
            default:
                orb_matrix_fill(kind, type, n, c);
                worst_cube(c, n, desc.direction == ORB_INVERSE);
            }
            free(run_plan(device, &desc, cube, &report));
            assert_int_equal(report.saturations, 0);
        }
        orb_close(device);
    }
}

static void values_of_any_size_keep_their_digits(void **state)
{
    static const double sizes[] = {1e-300, 1e-30, 1.0, 1e30, 1e300};
    orb_device *device = open_device("hls:p=2,b=4");

    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        const orb_plan_desc desc = {.n = {5, 6, 7}, .norm = ORB_BACKWARD};
        orb_report report;

        for (int i = 0; i < 5 * 6 * 7; i++)
            cube[i] = random_normal() * sizes[s];
        assert_true(measure_plan(device, &desc, cube, &report).rms <= 0.6 * rms_slack(points_of(desc.n)));
        assert_true(report.last_place < 1e-2 * sizes[s]);
    }
    orb_close(device);
}

/* One stage by hand: the operands are rounded to 1, and the sums to 2. Points of the mean square 4 meet coefficients
 * whose errors have the sum of squares 1/4. */
static void errors_of_a_stage_add_up(void **state)
{
    const orb_fixed_matrix m[3] = {
        {.scale = 2.0, .mean_square = 1.0, .line_sum = 6.0, .error_square = 0.25, .error_sum = 0.5, .terms = 10.0}};
    const orb_format format = {.w = 8, .cw = 8, .aw = 20, .ps = 0}, rounding = {.w = 8, .cw = 8, .aw = 20, .ps = 1};
    const orb_amount amount = {.square = 4.0, .peak = 5.0}, nothing = {0};
    const unsigned shift[3] = {2, 0, 0}, none[3] = {0};
    orb_accuracy a = orb_accuracy_of(1, m, &format, &amount, 1.0, shift);

    (void)state;
    /* a sum counts in halves: 4 of them are a step of 2, of which a remainder of 0 costs nothing */
    assert_true(fabsl(a.variance - (1.0 / 12.0 + 4.0 * 0.25 + 0.25 * 15.0 / 12.0)) < 1e-12);
    assert_true(fabs(a.bound - (0.5 * 3.0 + 5.0 * 0.5 + 1.0)) < 1e-12);
    a = orb_accuracy_of(1, m, &format, &amount, 1.0, none);
    assert_true(fabsl(a.variance - (1.0 / 12.0 + 4.0 * 0.25)) < 1e-12);
    a = orb_accuracy_of(1, m, &rounding, &amount, 1.0, none); /* ten products are rounded from halves to whole ones */
    assert_true(fabsl(a.variance - (1.0 / 12.0 + 4.0 * 0.25 + 10.0 * 0.25 * 3.0 / 12.0)) < 1e-12);
    assert_true(fabs(a.bound - (0.5 * 3.0 + 5.0 * 0.5 + 0.5 * 10.0)) < 1e-12);
    a = orb_accuracy_of(1, m, &format, &nothing, 1.0, shift);
    assert_true(a.variance == 0.0 && a.bound == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(full_scale_random_cubes),
        cmocka_unit_test(nothing_is_clipped_by_the_worst_cubes),
        cmocka_unit_test(errors_of_a_stage_add_up),
        cmocka_unit_test(values_of_any_size_keep_their_digits),
    };

    support_start("test_accuracy");
    return cmocka_run_group_tests_name("accuracy", tests, NULL, NULL);
}
