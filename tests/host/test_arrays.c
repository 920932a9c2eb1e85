/* Arrays of all sorts: float, fine, of several lanes, divided into tori, with buffers to spare.
 * SPDX-License-Identifier: Apache-2.0 */
#include "definition.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Random plans of any kinds on an array. */
static void try_plans(const char *engine, int trials, size_t most, double bound)
{
    orb_device *device = open_device(engine);

    for (int t = 0; t < trials; t++) {
        const orb_plan_desc desc = random_plan(most, true);
        orb_report report;

        check_plan(device, &desc, bound, &report);
        assert_int_equal(report.saturations, 0);
        check_worst(device, &desc);
    }
    orb_close(device);
}

static void float_arrays(void **state)
{
    (void)state;
    try_plans("hls:float32", 40, 30, 2e-6 / 8); /* 2e-6 at most */
    try_plans("hls:bfloat16", 40, 20, 0x1p-8);
}

static void arrays_of_other_shapes(void **state)
{
    (void)state;
    try_plans("hls:p=8,b=1", 20, 20, FIXED_BOUND);
    try_plans("hls:lanes=2", 20, 40, FIXED_BOUND);
    try_plans("hls:lanes=4", 40, 20, FIXED_BOUND);
    try_plans("hls:p=6,b=2", 30, 26, FIXED_BOUND);
    try_plans("hls:p=4,b=5,nbuf=4", 40, 30, FIXED_BOUND);
}

static void devices_say_what_they_are(void **state)
{
    static const struct {
        const char *engine, *format;
        orb_cell node;
        unsigned exponent_bits, lanes;
        bool endless;
    } cases[] = {
        {"hls:float32", "float32", ORB_CELL_BLOCK, 8, 1, true},
        {"hls:bfloat16", "bfloat16", ORB_CELL_BLOCK, 8, 1, true},
        {"hls:p=8,b=1", "fixed", ORB_CELL_FINE, 0, 1, false},
        {"hls:lanes=4", "fixed", ORB_CELL_BLOCK, 0, 4, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        orb_device *device = open_device(cases[i].engine), *again;
        orb_device_info info, same;

        assert_ok(orb_device_query(device, &info));
        assert_string_equal(info.format, cases[i].format);
        assert_int_equal(info.node, cases[i].node);
        assert_int_equal(info.exponent_bits, cases[i].exponent_bits);
        assert_int_equal(info.lanes, cases[i].lanes);
        assert_int_equal(info.longest == 0, cases[i].endless);
        again = open_device(info.engine);
        assert_ok(orb_device_query(again, &same));
        assert_string_equal(info.engine, same.engine);
        orb_close(again);
        orb_close(device);
    }
}

static void what_is_not_finite_goes_through_float(void **state)
{
    enum { N = 4 };
    const orb_plan_desc desc = {.n = {N, N, N}, .kind = {ORB_IDENTITY, ORB_IDENTITY, ORB_DCT}};
    orb_device *device = open_device("hls:float32");
    float in[N * N * N] = {0}, out[N * N * N];
    orb_plan *plan = NULL;
    orb_report report;

    (void)state;
    in[5] = NAN;
    in[40] = -INFINITY;
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_int_equal(orb_execute(plan, in, out, &report), ORB_SATURATED);
    assert_int_equal(report.saturations, 2 * N);
    for (int i = 0; i < N * N * N; i++) {
        const int line = i / N;

        assert_int_equal(isnan(out[i]) != 0, line == 1);
        assert_int_equal(isinf(out[i]) != 0, line == 10);
    }
    orb_plan_destroy(plan);
    orb_close(device);
}

/* A hundred and twenty five cubes of 10^3: eight at a time on tori of 2^3. */
static void small_cubes_go_through_tori(void **state)
{
    enum { SIDE = 10, BLOCKS = 5, N = SIDE * BLOCKS };
    const orb_plan_desc desc = {.n = {N, N, N}, .block = {SIDE, SIDE, SIDE}};
    const orb_plan_desc one = {.n = {SIDE, SIDE, SIDE}};
    orb_device *device = open_device("hls:p=4,b=5,nbuf=4");
    double *in = malloc(N * N * N * sizeof *in), *out, part[SIDE * SIDE * SIDE];
    orb_report report, alone;

    (void)state;
    assert_non_null(in);
    for (size_t i = 0; i < N * N * N; i++)
        in[i] = random_normal();
    out = run_plan(device, &desc, in, &report);
    assert_int_equal(report.blocks, BLOCKS * BLOCKS * BLOCKS);
    assert_int_equal(report.torus, 2);
    assert_int_equal(report.tori, 8);
    assert_non_null(strstr(report.why, "8 tori"));
    /* sixteen runs of eight cubes, in 3 P' b^4 cycles each: less than half of what they take one after another */
    assert_int_equal(report.ideal_cycles, 16 * 3 * 2 * 5 * 5 * 5 * 5);
    assert_true(report.cycles < BLOCKS * BLOCKS * BLOCKS * (3 * 4 * 3 * 3 * 3 * 5) / 2);
    for (size_t b = 0; b < BLOCKS; b++) { /* those along a diagonal */
        double *z;

        for (size_t i = 0; i < SIDE * SIDE * SIDE; i++)
            part[i] = in[((b * SIDE + i / 100) * N + b * SIDE + i / 10 % 10) * N + b * SIDE + i % 10];
        z = run_plan(device, &one, part, &alone);
        for (size_t i = 0; i < SIDE * SIDE * SIDE; i++) {
            const double there = out[((b * SIDE + i / 100) * N + b * SIDE + i / 10 % 10) * N + b * SIDE + i % 10];

            assert_true(fabs(there - z[i]) <= PEAK_SLACK * 0.6 * hypot(report.last_place, alone.last_place));
        }
        free(z);
    }
    free(in);
    free(out);
    orb_close(device);
}

/* Cycles from start to end of eight of the array's largest cubes, and what they are made of. */
static orb_report run_eight(const char *engine, size_t side)
{
    /* With the bound, as no cube is computed again. */
    const orb_plan_desc desc = {
        .n = {2 * side, 2 * side, 2 * side}, .block = {side, side, side}, .shift = ORB_SHIFT_BOUND};
    orb_device *device = open_device(engine);
    double *in = malloc(8 * side * side * side * sizeof *in);
    orb_report report;

    assert_non_null(in);
    for (size_t i = 0; i < 8 * side * side * side; i++)
        in[i] = random_normal();
    free(run_plan(device, &desc, in, &report));
    assert_int_equal(report.words_in, 8 * side * side * side);
    assert_int_equal(report.io_cycles / report.words_in, 2);
    free(in);
    orb_close(device);
    return report;
}

/* With two buffers a cube leaves while the next one comes; with four both happen while the array computes. */
static void streams_run_beside_each_other_and_the_array(void **state)
{
    const orb_report two = run_eight("sim:p=2,b=4,full=4,w=16,jobs=1", 8);
    const orb_report four = run_eight("sim:p=4,b=5,nbuf=4,jobs=1", 20);

    (void)state;
    assert_true(two.run_cycles < two.cycles + two.coef_cycles + two.io_cycles * 3 / 4);
    assert_true(four.run_cycles < four.cycles + four.io_cycles / 2);
    assert_true(two.run_cycles > two.bound_cycles && four.run_cycles > four.bound_cycles);
}

/* With four buffers a complex cube is loaded and unloaded once for all three axes. */
static void complex_cubes_stay_in_the_array(void **state)
{
    enum { N = 20 };
    const orb_plan_desc desc = {
        .n = {N, N, N}, .kind = {ORB_DFT, ORB_DFT, ORB_DFT}, .element_in = ORB_C128, .element_out = ORB_C128};
    orb_device *device = open_device("hls:p=4,b=5,nbuf=4");
    orb_report report;

    (void)state;
    check_plan(device, &desc, FIXED_BOUND, &report);
    assert_int_equal(report.rounds, 1);
    assert_int_equal(report.words_in, 2 * N * N * N);
    assert_int_equal(report.words_out, 2 * N * N * N);
    assert_int_equal(report.coef_words, 3 * 3 * N * N); /* A, B and -B of each axis, in a bank each */
    orb_close(device);
}

static void the_verilated_arrays_give_the_same(void **state)
{
    static const char *const arrays[] = {"p=2,b=4,full=4,w=16",
                                         "p=3,b=5,nbuf=3",
                                         "p=4,b=5,nbuf=4",
                                         "p=6,b=2",
                                         "p=8,b=1",
                                         "lanes=4",
                                         "float32",
                                         "bfloat16"};
    const size_t most = 2 * 9 * 20 * 21; /* in whole blocks */
    double *in = malloc(most * sizeof *in), *out[2] = {malloc(most * sizeof *in), malloc(most * sizeof *in)};

    (void)state;
    assert_true(in && out[0] && out[1]);
    for (size_t i = 0; i < most; i++)
        in[i] = random_uniform();
    for (size_t a = 0; a < sizeof arrays / sizeof *arrays; a++)
        for (int blocks = 0; blocks < 2; blocks++) {
            const orb_plan_desc desc = {.n = {9, 17, 21},
                                        .block = {blocks ? 9 : 0, blocks ? 4 : 0, blocks ? 3 : 0},
                                        .kind = {ORB_DFT, ORB_DCT, ORB_IDENTITY},
                                        .direction = ORB_INVERSE,
                                        .element_in = ORB_C128,
                                        .element_out = ORB_C128};
            orb_report report[2];

            for (int model = 0; model < 2; model++) {
                char engine[64];
                orb_device *device;
                orb_plan *plan = NULL;

                snprintf(engine, sizeof engine, "%s:%s,jobs=%d", model ? "sim" : "hls", arrays[a], 1 + model);
                device = open_device(engine);
                memset(out[model], 0, most * sizeof *in);
                assert_ok(orb_plan_create(&plan, device, &desc));
                assert_ok(orb_execute(plan, in, out[model], &report[model]));
                orb_plan_destroy(plan);
                orb_close(device);
            }
            if (memcmp(out[0], out[1], most * sizeof *in))
                fail_msg("%s: other results", arrays[a]);
            assert_int_equal(report[0].words_in, report[1].words_in);
            assert_int_equal(report[0].words_out, report[1].words_out);
        }
    free(in);
    free(out[0]);
    free(out[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(float_arrays),
        cmocka_unit_test(arrays_of_other_shapes),
        cmocka_unit_test(devices_say_what_they_are),
        cmocka_unit_test(what_is_not_finite_goes_through_float),
        cmocka_unit_test(small_cubes_go_through_tori),
        cmocka_unit_test(streams_run_beside_each_other_and_the_array),
        cmocka_unit_test(complex_cubes_stay_in_the_array),
        cmocka_unit_test(the_verilated_arrays_give_the_same),
    };

    support_start("test_arrays");
    return cmocka_run_group_tests_name("arrays", tests, NULL, NULL);
}
