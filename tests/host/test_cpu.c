/* The engine "cpu" against the definition of the transforms: kinds, shapes, elements and instructions.
 * SPDX-License-Identifier: Apache-2.0 */
#include "definition.h"

#include <cpu/cpu.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Bounds of the error over the largest result, which is no less than the rms result. A rounding is up to u of a partial
 * sum, u / sqrt(3) rms, and partial sums have half the mean square of their result: a complex axis of n points
 * contributes n / 3 + 1 squares of u. In double, u is 2^-53, and the definition is rounded as often as the engine: the
 * rms error is 14 u, or 1.6e-15, for the longest axes here, of 230, 24 and 24 points. In float, u is 2^-24, and the rms
 * error is 7 u, or 4e-7, for axes of 40 points. The bounds are six and ten times that. */
#define DOUBLE_BOUND 1e-14
#define FLOAT_BOUND 4e-6

/* The names of the instructions that this processor has. */
static size_t instructions(const char *names[3])
{
    static const char *const all[] = {"avx512", "avx2", "plain"};
    size_t count = 0;

    for (int i = 0; i < 3; i++)
        if (orb_cpu_instructions(all[i], strlen(all[i])))
            names[count++] = all[i];
    return count;
}

static void check_random_plans(orb_device *device, int trials, size_t most)
{
    orb_report report;

    for (int trial = 0; trial < trials; trial++) {
        const orb_plan_desc desc = random_plan(most, true);

        check_plan(device, &desc, DOUBLE_BOUND, &report);
        assert_int_equal(report.blocks, 1);
        assert_int_equal(report.saturations, 0);
    }
}

static void any_plan_of_any_shape(void **state)
{
    const char *names[3];
    const size_t count = instructions(names);

    (void)state;
    for (size_t i = 0; i < count; i++)
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            orb_device *device = open_cpu(names[i], threads);

            check_random_plans(device, 150, 20);
            check_random_plans(device, 10, 70);
            orb_close(device);
        }
}

/* A matrix is halved about its points or its results, if it is symmetric there but for rounding errors. */
static void which_matrices_are_halved(void **state)
{
    static const struct {
        orb_kind kind;
        int type;
        cpu_fold fold;
    } cases[] = {{ORB_DCT, 1, CPU_FOLD_INPUT},  {ORB_DCT, 2, CPU_FOLD_INPUT}, {ORB_DCT, 3, CPU_FOLD_OUTPUT},
                 {ORB_DCT, 4, CPU_WHOLE},       {ORB_DST, 1, CPU_FOLD_INPUT}, {ORB_DST, 2, CPU_FOLD_INPUT},
                 {ORB_DST, 3, CPU_FOLD_OUTPUT}, {ORB_DST, 4, CPU_WHOLE},      {ORB_DHT, 0, CPU_WHOLE}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned spoiled = 0; spoiled < 2; spoiled++) {
            const size_t n = 4 + random_below(40), at = random_below(n);
            double *c = malloc(n * n * sizeof *c);
            const cpu_matrix m = {.at = c, .n = n, .points = n, .results = 1};

            assert_non_null(c);
            orb_matrix_fill(cases[i].kind, cases[i].type, n, c);
            c[at] += spoiled ? 1e-9 : 0.0;
            if (!spoiled)
                assert_int_equal(orb_cpu_fold(&m), cases[i].fold);
            else if (at != n / 2) /* the middle is opposite to itself */
                assert_int_equal(orb_cpu_fold(&m), CPU_WHOLE);
            free(c);
        }
}

/* The shape of a block in a volume of some of them, the last cut by its edge. */
static orb_plan_desc some_blocks(void)
{
    static const size_t sizes[] = {8, 16};
    const bool cube = random_below(2);
    orb_plan_desc desc = {.norm = (orb_norm)random_below(3)};
    const size_t side = sizes[random_below(2)];

    for (int a = 0; a < 3; a++) {
        desc.block[a] = cube ? side : 1 + random_below(20);
        desc.n[a] = 1 + random_below(3 * desc.block[a]);
        desc.kind[a] = (orb_kind)random_below(ORB_IDENTITY + (cube ? 0 : 1));
        if (desc.kind[a] == ORB_DWHT && !cube)
            desc.kind[a] = ORB_DHT;
        desc.type[a] = desc.kind[a] == ORB_DWHT ? 1 : 1 + (int)random_below(4);
        if (desc.kind[a] == ORB_DCT && desc.block[a] == 1)
            desc.type[a] = 2;
    }
    return desc;
}

/* Block b of a volume of padded shape, or back. */
static void copy_block(const orb_plan_desc *desc, const size_t shape[3], size_t b, double *volume, double *block,
                       bool back)
{
    size_t first[3];

    for (int a = 2; a >= 0; a--) {
        first[a] = b % (shape[a] / desc->block[a]) * desc->block[a];
        b /= shape[a] / desc->block[a];
    }
    for (size_t i = 0; i < desc->block[0]; i++)
        for (size_t j = 0; j < desc->block[1]; j++) {
            double *const row = volume + ((first[0] + i) * shape[1] + first[1] + j) * shape[2] + first[2];
            double *const own = block + (i * desc->block[1] + j) * desc->block[2];

            memcpy(back ? row : own, back ? own : row, desc->block[2] * sizeof *row);
        }
}

/* A volume in blocks, each by the definition. *padded: the shape, returned with the results. */
static double *define_blocks(const orb_plan_desc *desc, const double *in, size_t padded[3])
{
    double *volume, *block = calloc(points_of(desc->block), sizeof *block);
    size_t blocks = 1;

    for (int a = 0; a < 3; a++) {
        const size_t count = (desc->n[a] + desc->block[a] - 1) / desc->block[a];

        padded[a] = count * desc->block[a];
        blocks *= count;
    }
    volume = calloc(points_of(padded), sizeof *volume);
    assert_true(volume && block);
    for (size_t i = 0; i < desc->n[0]; i++)
        for (size_t j = 0; j < desc->n[1]; j++)
            memcpy(volume + (i * padded[1] + j) * padded[2], in + (i * desc->n[1] + j) * desc->n[2],
                   desc->n[2] * sizeof *in);
    for (size_t b = 0; b < blocks; b++) {
        copy_block(desc, padded, b, volume, block, false);
        define_transform(desc, desc->block, block);
        copy_block(desc, padded, b, volume, block, true);
    }
    free(block);
    return volume;
}

static void assert_near(const double *is, const double *expected, size_t count, double bound)
{
    double largest = 0.0, error = 0.0;

    for (size_t i = 0; i < count; i++) {
        largest = worse(largest, fabs(expected[i]));
        error = worse(error, fabs(is[i] - expected[i]));
    }
    if (!(error <= bound * largest))
        fail_msg("%g from the definition, of %g", error, largest);
}

/* Forward by the definition, and back. */
static void check_blocks(orb_device *device, orb_plan_desc desc)
{
    double *in = random_volume(points_of(desc.n)), *out, *back, *expected;
    size_t padded[3];
    orb_report report;

    out = run_plan(device, &desc, in, &report);
    expected = define_blocks(&desc, in, padded);
    assert_near(out, expected, points_of(padded), DOUBLE_BOUND);
    assert_int_equal(report.blocks, points_of(padded) / points_of(desc.block));
    desc.direction = ORB_INVERSE;
    back = run_plan(device, &desc, out, NULL);
    assert_near(back, in, points_of(desc.n), 10 * DOUBLE_BOUND);
    free(in);
    free(out);
    free(back);
    free(expected);
}

static void blocks_that_the_edges_cut(void **state)
{
    const char *names[3];
    const size_t count = instructions(names);

    (void)state;
    for (size_t i = 0; i < count; i++)
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            orb_device *device = open_cpu(names[i], threads);

            for (int trial = 0; trial < 40; trial++)
                check_blocks(device, some_blocks());
            orb_close(device);
        }
}

/* More small cubes along axis 2 than are computed, or taken by a thread, at once. */
static void long_rows_of_small_cubes(void **state)
{
    const char *names[3];
    const size_t count = instructions(names);

    (void)state;
    for (size_t i = 0; i < count; i++)
        for (size_t side = 8; side <= 16; side += 8) {
            orb_device *device = open_cpu(names[i], 2);
            orb_plan_desc desc = {.norm = (orb_norm)random_below(3), .block = {side, side, side}};

            for (int a = 0; a < 3; a++) {
                desc.kind[a] = random_below(2) ? ORB_DCT : ORB_DST;
                desc.type[a] = 1 + (int)random_below(4);
                desc.n[a] = a < 2 ? 1 + random_below(2 * side) : 17 * side + random_below(3 * side);
            }
            check_blocks(device, desc);
            orb_close(device);
        }
}

static void run_any(orb_device *device, const orb_plan_desc *desc, const void *in, void *out)
{
    orb_plan *plan = NULL;

    assert_ok(orb_plan_create(&plan, device, desc));
    assert_ok(orb_execute(plan, in, out, NULL));
    orb_plan_destroy(plan);
}

/* The same plan with elements of 32 bits on one side or both. */
static void check_elements(orb_device *device, orb_plan_desc desc)
{
    const size_t count = points_of(desc.n);
    const size_t in = desc.element_in == ORB_C128 ? 2 * count : count;
    const size_t out = desc.element_out == ORB_C128 ? 2 * count : count;
    const bool small_in = random_below(2), small_out = !small_in || random_below(2);
    double *x = random_volume(in), *z = malloc(out * sizeof *z), *expected = malloc(out * sizeof *expected);
    float *small_x = malloc(in * sizeof *small_x), *small_z = malloc(out * sizeof *small_z);

    assert_true(z && expected && small_x && small_z);
    for (size_t i = 0; i < in; i++)
        small_x[i] = (float)x[i];
    run_any(device, &desc, x, expected);
    if (small_in)
        desc.element_in = desc.element_in == ORB_C128 ? ORB_C64 : ORB_F32;
    if (small_out)
        desc.element_out = desc.element_out == ORB_C128 ? ORB_C64 : ORB_F32;
    run_any(device, &desc, small_in ? (void *)small_x : x, small_out ? (void *)small_z : z);
    for (size_t i = 0; i < out && small_out; i++)
        z[i] = small_z[i];
    assert_near(z, expected, out, FLOAT_BOUND);
    free(x);
    free(z);
    free(small_x);
    free(small_z);
    free(expected);
}

static void elements_of_32_bits(void **state)
{
    const char *names[3];
    const size_t count = instructions(names);

    (void)state;
    for (size_t i = 0; i < count; i++) {
        orb_device *device = open_cpu(names[i], 2);

        for (int trial = 0; trial < 100; trial++)
            check_elements(device, random_plan(40, true));
        orb_close(device);
    }
}

/* Elements are double as everywhere here; the engine's numbers are not. */
static void float_whatever_the_elements_are(void **state)
{
    const char *names[3];
    const size_t count = instructions(names);
    const orb_plan_desc desc = {.n = {16, 16, 16}};
    double *in = random_volume(points_of(desc.n)), most = 0;
    orb_device *exact = open_cpu("plain", 2);
    double *wide = run_plan(exact, &desc, in, NULL);

    (void)state;
    for (size_t i = 0; i < count; i++) {
        char name[64];
        orb_device *device;
        orb_report report;
        double *narrow;

        snprintf(name, sizeof name, "cpu:threads=2,simd=%s,float32", names[i]);
        device = open_device(name);
        for (int trial = 0; trial < 50; trial++) {
            const orb_plan_desc random = random_plan(40, true);

            check_plan(device, &random, FLOAT_BOUND, &report);
        }
        narrow = run_plan(device, &desc, in, NULL);
        for (size_t k = 0; k < points_of(desc.n); k++)
            most = worse(most, fabs(narrow[k] - wide[k]));
        assert_true(most > 1e-9);
        free(narrow);
        orb_close(device);
    }
    free(wide);
    orb_close(exact);
    free(in);
}

/* One of the two elements in double is enough for double. */
static void double_if_one_element_is(void **state)
{
    enum { POINTS = 16 * 17 * 18 };
    static float single[POINTS];
    static double wide[POINTS], from_single[POINTS], from_wide[POINTS];
    orb_plan_desc desc = {.n = {16, 17, 18}, .element_in = ORB_F64, .element_out = ORB_F64};
    orb_device *device = open_cpu("plain", 1);
    orb_plan *plan = NULL;

    (void)state;
    for (int i = 0; i < POINTS; i++)
        wide[i] = single[i] = (float)random_uniform();
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_ok(orb_execute(plan, wide, from_wide, NULL));
    orb_plan_destroy(plan);
    desc.element_in = ORB_F32;
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_ok(orb_execute(plan, single, from_single, NULL));
    assert_memory_equal(from_single, from_wide, sizeof from_wide);
    orb_plan_destroy(plan);
    orb_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_plan_of_any_shape),     cmocka_unit_test(blocks_that_the_edges_cut),
        cmocka_unit_test(which_matrices_are_halved), cmocka_unit_test(long_rows_of_small_cubes),
        cmocka_unit_test(elements_of_32_bits),       cmocka_unit_test(float_whatever_the_elements_are),
        cmocka_unit_test(double_if_one_element_is),
    };

    support_start("test_cpu");
    return cmocka_run_group_tests_name("cpu", tests, NULL, NULL);
}
