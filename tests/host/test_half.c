/* Half spectra: they are that part of whole ones, and lead back to the points.
 * SPDX-License-Identifier: Apache-2.0 */
#include "definition.h"
#include "support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BOUND (66 * 0x1p-53)

static orb_plan *plan_of(orb_device *device, const orb_plan_desc *desc, size_t padded[3])
{
    orb_plan *plan = NULL;

    assert_ok(orb_plan_create(&plan, device, desc));
    assert_ok(orb_plan_padded(plan, padded));
    return plan;
}

/* Kinds that go with half a spectrum: a Fourier axis, and any others. */
static orb_plan_desc random_desc(size_t longest)
{
    static const orb_kind kinds[] = {ORB_DFT, ORB_DFT, ORB_DCT, ORB_DST, ORB_DHT, ORB_IDENTITY};
    const int half = (int)random_below(3);
    orb_plan_desc desc = {.norm = (orb_norm)random_below(3), .half_axis = (uint64_t)half + 1};

    for (int a = 0; a < 3; a++) {
        desc.n[a] = 1 + random_below(longest);
        desc.kind[a] = a == half ? ORB_DFT : kinds[random_below(sizeof kinds / sizeof *kinds)];
        desc.type[a] = desc.kind[a] == ORB_DCT || desc.kind[a] == ORB_DST ? 2 + (int)random_below(3) : 0;
        if (a != half && random_below(3) == 0) /* a block that its volume's edge cuts */
            desc.block[a] = 1 + random_below(desc.n[a] + 2);
    }
    desc.element_in = ORB_F64;
    desc.element_out = ORB_C128;
    return desc;
}

static void check(orb_device *device, orb_plan_desc desc)
{
    const unsigned half = (unsigned)desc.half_axis - 1;
    size_t padded[3], whole[3];
    orb_plan *plan = plan_of(device, &desc, padded), *other;
    const size_t points = points_of(desc.n);
    double *x = random_volume(points), *z = malloc(2 * points_of(padded) * sizeof *z), *all, *back, largest = 0.0;
    double furthest = 0.0, error = 0.0;

    assert_int_equal(padded[half], desc.n[half] / 2 + 1);
    assert_ok(orb_execute(plan, x, z, NULL));
    orb_plan_destroy(plan);

    desc.half_axis = 0;
    other = plan_of(device, &desc, whole);
    all = malloc(2 * points_of(whole) * sizeof *all);
    back = malloc(points * sizeof *back);
    assert_true(z && all && back);
    assert_ok(orb_execute(other, x, all, NULL));
    orb_plan_destroy(other);
    for (size_t i = 0; i < 2 * points_of(whole); i++)
        largest = worse(largest, fabs(all[i]));
    for (size_t i = 0; i < padded[0]; i++)
        for (size_t j = 0; j < padded[1]; j++)
            for (size_t k = 0; k < 2 * padded[2]; k++)
                error = worse(error, fabs(z[(i * padded[1] + j) * 2 * padded[2] + k] -
                                          all[(i * whole[1] + j) * 2 * whole[2] + k]));
    if (!(error <= 2 * BOUND * largest))
        fail_msg("%zu x %zu x %zu, half of axis %u, kinds %d %d %d: %g of %g", desc.n[0], desc.n[1], desc.n[2], half,
                 desc.kind[0], desc.kind[1], desc.kind[2], error, largest);

    desc.half_axis = half + 1;
    desc.direction = ORB_INVERSE;
    desc.element_in = ORB_C128;
    desc.element_out = ORB_F64;
    plan = plan_of(device, &desc, whole);
    assert_memory_equal(whole, padded, sizeof whole);
    assert_ok(orb_execute(plan, z, back, NULL));
    orb_plan_destroy(plan);
    for (size_t i = 0; i < points; i++) {
        furthest = worse(furthest, fabs(back[i] - x[i]));
        largest = worse(i ? largest : 0.0, fabs(x[i]));
    }
    if (!(furthest <= 4 * BOUND * largest))
        fail_msg("%zu x %zu x %zu, half of axis %u, kinds %d %d %d, back: %g of %g", desc.n[0], desc.n[1], desc.n[2],
                 half, desc.kind[0], desc.kind[1], desc.kind[2], furthest, largest);
    free(x);
    free(z);
    free(all);
    free(back);
}

static void there_and_back(void **state)
{
    static const char *const names[] = {"cpu:threads=1", "cpu:threads=3", "cpu:threads=2,simd=plain"};

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        orb_device *device = open_device(names[i]);

        for (int trial = 0; trial < 150; trial++)
            check(device, random_desc(trial % 10 ? 24 : 100));
        orb_close(device);
    }
}

/* Lines that are transformed alone. */
static void long_lines(void **state)
{
    orb_device *device = open_device("cpu");

    (void)state;
    for (int trial = 0; trial < 8; trial++) {
        orb_plan_desc desc = {.n = {1, 1, 1},
                              .kind = {ORB_IDENTITY, ORB_IDENTITY, ORB_IDENTITY},
                              .element_in = ORB_F64,
                              .element_out = ORB_C128};
        const size_t a = random_below(3);

        desc.half_axis = a + 1;
        desc.kind[a] = ORB_DFT;
        desc.n[a] = 1025 + random_below(3000);
        desc.n[(a + 1) % 3] = 1 + random_below(3);
        check(device, desc);
    }
    orb_close(device);
}

static void what_is_refused(void **state)
{
    const orb_plan_desc legal = {.n = {4, 5, 6},
                                 .kind = {ORB_DCT, ORB_DFT, ORB_DFT},
                                 .element_in = ORB_F64,
                                 .element_out = ORB_C128,
                                 .half_axis = 3};
    orb_plan_desc wrong[5] = {legal, legal, legal, legal, legal};
    orb_device *device = open_device("cpu"), *array = open_device("hls");
    orb_plan *plan;

    (void)state;
    wrong[0].half_axis = 1; /* no Fourier axis */
    wrong[1].half_axis = 4;
    wrong[2].element_in = ORB_C128;
    wrong[3].block[2] = 3;
    wrong[4].direction = ORB_INVERSE; /* has real coefficients */
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(orb_plan_create(&plan, device, &wrong[i]), ORB_INVALID);
        assert_null(plan);
    }
    assert_int_equal(orb_plan_create(&plan, array, &legal), ORB_BAD_KIND);
    assert_null(plan);
    assert_ok(orb_plan_create(&plan, device, &legal));
    orb_plan_destroy(plan);
    orb_close(device);
    orb_close(array);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(there_and_back),
        cmocka_unit_test(long_lines),
        cmocka_unit_test(what_is_refused),
    };

    support_start("test_half");
    return cmocka_run_group_tests_name("half", tests, NULL, NULL);
}
