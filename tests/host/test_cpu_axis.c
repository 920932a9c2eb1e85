/* Which axes the engine "cpu" transforms fast, and what its name says of that.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fast_axes.h"

#include <cpu.h>

#include <stdlib.h>
#include <string.h>

/* Lines that are this long take far fewer sums fast than as products, whatever the processor; one that is longer than a
 * fast transform can be is never fast. */
static void long_axes_are_fast(void **state)
{
    static const struct {
        orb_kind kind;
        int type;
        size_t n;
        bool fast;
    } cases[] = {
        {ORB_DCT, 1, 4097, true}, {ORB_DCT, 2, 4096, true},          {ORB_DCT, 4, 4096, true},
        {ORB_DST, 1, 4095, true}, {ORB_DST, 3, 4096, true},          {ORB_DHT, 0, 4096, true},
        {ORB_DFT, 0, 4096, true}, {ORB_DCT, 2, SIZE_MAX / 8, false}, {ORB_DFT, 0, SIZE_MAX / 8, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned inverse = 0; inverse < 2; inverse++) {
            const orb_axis axis = {.n = cases[i].n,
                                   .kind = cases[i].kind,
                                   .type = cases[i].type,
                                   .direction = inverse ? ORB_INVERSE : ORB_FORWARD};

            for (int choice = CPU_AUTO; choice <= CPU_YES; choice++) {
                const orb_backend backend = {.threads = 1, .fast = (cpu_choice)choice};

                assert_int_equal(orb_cpu_needs_no_matrix(&backend, &axis), cases[i].fast && choice != CPU_NO);
            }
        }
}

/* The kind alone decides. */
static void which_axes_have_one(void **state)
{
    static const orb_kind kinds[] = {ORB_DCT, ORB_DST, ORB_DHT, ORB_DWHT, ORB_IDENTITY, ORB_MATRIX, ORB_DFT};

    (void)state;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int type = 1; type <= 4; type++)
            for (size_t n = 2; n <= 2100; n++) {
                const orb_axis axis = {.n = n, .kind = kinds[k], .type = type};

                assert_int_equal(orb_cpu_fast_length(&axis) != 0, ought_to_be_fast((fast_axis){kinds[k], type, n}));
            }
}

static unsigned fast_in_plan(const char *engine, fast_axis axis, orb_element element)
{
    orb_device *device = open_device(engine);
    orb_plan_desc desc = {
        .n = {1, 1, 1}, .kind = {ORB_IDENTITY, ORB_IDENTITY}, .element_in = element, .element_out = element};
    double *zeros = calloc(4 * axis.n, sizeof *zeros);
    orb_plan *plan = NULL;
    orb_report report;

    assert_non_null(zeros);
    desc.n[2] = axis.n;
    desc.kind[2] = axis.kind;
    desc.type[2] = axis.type;
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_ok(orb_execute(plan, zeros, zeros + 2 * axis.n, &report));
    orb_plan_destroy(plan);
    orb_close(device);
    free(zeros);
    return fast_axes(&report);
}

/* Long enough, and not forbidden. A prime length takes longer, and a matrix that is not halved is slower. */
static void when_it_is_chosen(void **state)
{
    static const orb_element elements[] = {ORB_F32, ORB_F64};
    const fast_axis lengthy = {ORB_DCT, 2, 64}, brief = {ORB_DCT, 2, 16}, prime = {ORB_DCT, 2, 127};
    const fast_axis long_prime = {ORB_DCT, 2, 1999}, hartley = {ORB_DHT, 0, 36}, halved = {ORB_DCT, 2, 36};

    (void)state;
    for (size_t i = 0; i < sizeof elements / sizeof *elements; i++) {
        assert_int_equal(fast_in_plan("cpu", lengthy, elements[i]), 1);
        assert_int_equal(fast_in_plan("cpu:fast=no", lengthy, elements[i]), 0);
        assert_int_equal(fast_in_plan("cpu", brief, elements[i]), 0);
        assert_int_equal(fast_in_plan("cpu:fast=auto", brief, elements[i]), 0);
        assert_int_equal(fast_in_plan("cpu:fast=yes", brief, elements[i]), 1);
        assert_int_equal(fast_in_plan("cpu", prime, elements[i]), 0);
        assert_int_equal(fast_in_plan("cpu:fast=yes", prime, elements[i]), 1);
        assert_int_equal(fast_in_plan("cpu", long_prime, elements[i]), 1);
        assert_int_equal(fast_in_plan("cpu", hartley, elements[i]), 1);
        assert_int_equal(fast_in_plan("cpu", halved, elements[i]), 0);
        assert_int_equal(fast_in_plan("cpu:fast=yes", (fast_axis){ORB_DWHT, 1, 64}, elements[i]), 0);
    }
}

static void names(void **state)
{
    static const char *const wrong[] = {
        "cpu:fast", "cpu:fast=", "cpu:fast=maybe", "cpu:fast=yes,fast=no", "cpu:fast=auto,fast=auto", "cpu:fast=yess"};
    orb_device_info info;
    orb_device *device;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(orb_open(&device, wrong[i]), ORB_INVALID);
    device = open_device("cpu:fast=no,threads=2,simd=plain");
    assert_ok(orb_device_query(device, &info));
    assert_string_equal(info.engine, "cpu:threads=2,simd=plain,fast=no");
    orb_close(device);
    device = open_device("cpu:fast=auto,threads=2");
    assert_ok(orb_device_query(device, &info));
    assert_string_equal(info.engine, "cpu:threads=2");
    orb_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_axes_are_fast),
        cmocka_unit_test(which_axes_have_one),
        cmocka_unit_test(when_it_is_chosen),
        cmocka_unit_test(names),
    };

    support_start("cpu_axis");
    return cmocka_run_group_tests_name("cpu_axis", tests, NULL, NULL);
}
