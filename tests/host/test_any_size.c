/* Volumes larger and smaller than the array, of any shape, real and complex, against the definition.
 * SPDX-License-Identifier: Apache-2.0 */
#include "definition.h"

#include <workers.h>

#include <stdlib.h>
#include <string.h>

static void random_shapes(const char *engine, int trials, size_t most, bool fourier)
{
    orb_device *device = open_device(engine);

    for (int t = 0; t < trials; t++) {
        const orb_plan_desc desc = random_plan(most, fourier);
        orb_report report;

        check_plan(device, &desc, FIXED_BOUND, &report);
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

            memcpy(desc.n, shapes[s], sizeof desc.n);
            check_plan(device, &desc, FIXED_BOUND, &report);
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

static void nothing_is_clipped_by_the_worst_volumes(void **state)
{
    static const char *const engines[] = {"hls:p=2,b=4", "hls:p=3,b=5", "hls:p=4,b=8"};

    (void)state;
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
        orb_device *device = open_device(engines[e]);

        for (int t = 0; t < 150; t++) {
            orb_plan_desc desc = random_plan(10 + 12 * e, true);

            desc.shift = (orb_shift)random_below(2);
            check_worst(device, &desc);
        }
        orb_close(device);
    }
}

static size_t asked, stop_at;

static int stop_there(void *user, size_t done, size_t total)
{
    (void)user;
    asked = total;
    return done >= stop_at;
}

/* Stopped in the second of three rounds; the plan is as good as before. */
static void a_cut_volume_can_be_cancelled(void **state)
{
    enum { N = 20 };
    const orb_plan_desc desc = {.n = {N, N, N}, .progress = stop_there};
    orb_device *device = open_device("hls:p=2,b=4");
    float in[N * N * N], out[N * N * N];
    orb_plan *plan = NULL;
    orb_report report;

    (void)state;
    for (int i = 0; i < N * N * N; i++)
        in[i] = (float)random_uniform();
    assert_ok(orb_plan_create(&plan, device, &desc));
    stop_at = SIZE_MAX;
    assert_ok(orb_execute(plan, in, out, &report));
    assert_int_equal(report.rounds, 3);
    stop_at = asked / 2;
    assert_int_equal(orb_execute(plan, in, out, &report), ORB_CANCELLED);
    assert_int_equal(report.blocks, 0);
    stop_at = SIZE_MAX;
    assert_ok(orb_execute(plan, in, out, &report));
    assert_int_equal(report.blocks, 1);
    orb_plan_destroy(plan);
    orb_close(device);
}

static int stop_within_an_item(void *user, size_t done, size_t total)
{
    (void)user, (void)total;
    return done % ORB_ITEM_PARTS != 0;
}

/* The array is in the middle of a program then, with words in transit; the next transform finds it as new. */
static void an_item_can_be_cancelled_in_the_middle(void **state)
{
    enum { N = 64 };
    orb_plan_desc desc = {.n = {N, N, N}};
    orb_device *device = open_device("sim:p=2,b=4,full=4,w=16,jobs=1");
    double *in = malloc(N * N * N * sizeof *in), *out = malloc(N * N * N * sizeof *out), *requested;
    orb_plan *plan = NULL;

    (void)state;
    assert_true(in && out);
    for (size_t i = 0; i < (size_t)N * N * N; i++)
        in[i] = random_uniform();
    desc.element_in = desc.element_out = ORB_F64;
    requested = run_plan(device, &desc, in, NULL);
    desc.progress = stop_within_an_item;
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_int_equal(orb_execute(plan, in, out, NULL), ORB_CANCELLED);
    orb_plan_destroy(plan);
    desc.progress = NULL;
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_ok(orb_execute(plan, in, out, NULL));
    assert_memory_equal(out, requested, N * N * N * sizeof *out);
    orb_plan_destroy(plan);
    orb_close(device);
    free(requested);
    free(out);
    free(in);
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
        cmocka_unit_test(nothing_is_clipped_by_the_worst_volumes),
        cmocka_unit_test(an_item_can_be_cancelled_in_the_middle),
        cmocka_unit_test(a_cut_volume_can_be_cancelled),
        cmocka_unit_test(blocks_may_be_larger_than_the_array),
    };

    support_start("test_any_size");
    return cmocka_run_group_tests_name("any_size", tests, NULL, NULL);
}
