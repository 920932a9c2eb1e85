/* Devices and plans: what is refused, and with which status.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static orb_device *device;

static int open_once(void **state)
{
    (void)state;
    device = open_device("hls:p=2,b=4,jobs=1"); /* 8 points an axis at most */
    return 0;
}

static int close_once(void **state)
{
    (void)state;
    orb_close(device);
    return 0;
}

static void engines_are_named(void **state)
{
    static const struct {
        const char *name;
        orb_status status;
    } cases[] = {
        {NULL, ORB_INVALID},   {"", ORB_NO_ENGINE},          {"simulation", ORB_NO_ENGINE}, {":", ORB_NO_ENGINE},
        {"si", ORB_NO_ENGINE}, {"sim:p=4;b=8", ORB_INVALID}, {"sim:p=250", ORB_NO_DEVICE},  {"hls:jobs=0", ORB_INVALID},
    };
    orb_device *none = NULL;

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        none = (orb_device *)&none;
        assert_int_equal(orb_open(&none, cases[i].name), cases[i].status);
        assert_null(none);
    }
    assert_int_equal(orb_open(NULL, "hls"), ORB_INVALID);
    orb_close(NULL);
}

static void a_device_says_what_it_is(void **state)
{
    orb_device_info info, again_info;
    orb_device *again;

    (void)state;
    assert_ok(orb_device_query(device, &info));
    assert_int_equal(info.p, 2);
    assert_int_equal(info.bmax, 4);
    assert_int_equal(info.w, 16);
    assert_int_equal(info.instances, 1);
    again = open_device(info.engine);
    assert_ok(orb_device_query(again, &again_info));
    assert_string_equal(info.engine, again_info.engine);
    assert_true(again_info.instances >= 1);
    orb_close(again);
    assert_int_equal(orb_device_query(NULL, &info), ORB_INVALID);
    assert_int_equal(orb_device_query(device, NULL), ORB_INVALID);
}

static orb_status try_plan(const orb_plan_desc *desc)
{
    orb_plan *plan = (orb_plan *)&plan;
    const orb_status status = orb_plan_create(&plan, device, desc);

    if (status)
        assert_null(plan);
    orb_plan_destroy(plan);
    return status;
}

static void senseless_plans_are_refused(void **state)
{
    const orb_plan_desc good = {.n = {4, 5, 6}};
    const double shear[] = {1, 1, 0, 1};
    orb_plan_desc d;
    orb_plan *plan = NULL;
    orb_device_info info;
    size_t longest;

    (void)state;
    assert_ok(orb_device_query(device, &info));
    longest = info.longest;
    assert_ok(try_plan(&good));
    assert_int_equal(try_plan(NULL), ORB_INVALID);
    assert_int_equal(orb_plan_create(NULL, device, &good), ORB_INVALID);
    assert_int_equal(orb_plan_create(&plan, NULL, &good), ORB_INVALID);
    for (int a = 0; a < 3; a++) {
        d = good, d.n[a] = 0;
        assert_int_equal(try_plan(&d), ORB_INVALID);
        d = good, d.n[a] = longest;
        assert_ok(try_plan(&d));
        d = good, d.n[a] = longest + 1;
        assert_int_equal(try_plan(&d), ORB_TOO_LONG);
        d.kind[a] = ORB_DFT, d.element_out = ORB_C128; /* a complex product is two */
        d.n[a] = longest / 2;
        assert_ok(try_plan(&d));
        d.n[a] = longest / 2 + 1;
        assert_int_equal(try_plan(&d), ORB_TOO_LONG);
        d = good, d.block[a] = SIZE_MAX / 2 + 1;
        assert_int_equal(try_plan(&d), ORB_TOO_LONG);
        d = good, d.n[a] = SIZE_MAX;
        assert_int_equal(try_plan(&d), ORB_TOO_LONG);
        d.kind[a] = ORB_IDENTITY;
        assert_int_equal(try_plan(&d), ORB_NO_MEMORY);
        d = good, d.n[a] = SIZE_MAX, d.block[a] = 8;
        assert_int_equal(try_plan(&d), ORB_NO_MEMORY);
        d = good, d.n[a] = SIZE_MAX / 8, d.block[a] = 8;
        assert_int_equal(try_plan(&d), ORB_NO_MEMORY);
        d = good, d.kind[a] = (orb_kind)7;
        assert_int_equal(try_plan(&d), ORB_INVALID);
        d = good, d.type[a] = 5;
        assert_int_equal(try_plan(&d), ORB_BAD_KIND);
        d = good, d.n[a] = 6, d.kind[a] = ORB_DWHT;
        assert_int_equal(try_plan(&d), ORB_BAD_KIND);
        d = good, d.n[a] = 1, d.type[a] = 1;
        assert_int_equal(try_plan(&d), ORB_BAD_KIND);
        d = good, d.kind[a] = ORB_MATRIX;
        assert_int_equal(try_plan(&d), ORB_INVALID);
        d.n[a] = 2, d.matrix[a] = shear;
        assert_int_equal(try_plan(&d), ORB_NOT_ORTHONORMAL);
        d.inverse[a] = shear;
        assert_ok(try_plan(&d));
    }
    d = good, d.norm = (orb_norm)3;
    assert_int_equal(try_plan(&d), ORB_INVALID);
    d = good, d.element_in = (orb_element)4;
    assert_int_equal(try_plan(&d), ORB_INVALID);
    d = good, d.element_out = (orb_element)4;
    assert_int_equal(try_plan(&d), ORB_INVALID);
    d = good, d.element_in = ORB_C128; /* complex numbers do not become real ones */
    assert_int_equal(try_plan(&d), ORB_INVALID);
    d.element_out = ORB_C64;
    assert_ok(try_plan(&d));
    d.kind[1] = ORB_DFT, d.element_out = ORB_F32;
    assert_int_equal(try_plan(&d), ORB_INVALID);
    d.direction = ORB_INVERSE;
    assert_ok(try_plan(&d));
    d = good, d.direction = (orb_direction)2;
    assert_int_equal(try_plan(&d), ORB_INVALID);
    d = good, d.shift = (orb_shift)3;
    assert_int_equal(try_plan(&d), ORB_INVALID);
    orb_plan_destroy(NULL);
}

/* The line of the last failure begins with the argument that was wrong. */
static void assert_blames(const char *argument)
{
    const char *line = orb_last_error();

    if (strncmp(line, argument, strlen(argument)) || strlen(line) > 255 || strchr(line, '\n'))
        fail_msg("blames \"%s\", not %s", line, argument);
}

static void the_wrong_argument_is_named(void **state)
{
    static const struct {
        const char *engine, *line;
    } engines[] = {
        {NULL, "engine is NULL"},
        {"cpu:float32,threads=0", "\"threads=0\" does not name"},
        {"hls:p=2,q=3,b=4", "\"q=3\" does not name"},
        {"ftdi:serial=1,mode=jtag", "\"mode=jtag\" does not name"},
        {"ftdi:mode=sync,baud=9600", "\"mode=sync,baud=9600\" does not name"},
    };
    const orb_plan_desc good = {.n = {4, 5, 6}, .element_in = ORB_F64, .element_out = ORB_F64};
    const double holes[] = {1, NAN, 0, 1}, shear[] = {1, 1, 0, 1};
    double in[120] = {0}, out[120];
    const void *ins[2] = {in, NULL};
    void *outs[2] = {out, out};
    char expected[64];
    orb_device *none;
    orb_plan_desc d;
    orb_plan *plan = NULL;

    (void)state;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        assert_int_equal(orb_open(&none, engines[i].engine), ORB_INVALID);
        assert_blames(engines[i].line);
    }
    assert_int_equal(orb_open(&none, "abacus"), ORB_NO_ENGINE);
    assert_string_equal(orb_last_error(), orb_strerror(ORB_NO_ENGINE));
    assert_int_equal(orb_plan_create(&plan, NULL, &good), ORB_INVALID);
    assert_blames("dev is NULL");
    assert_int_equal(try_plan(NULL), ORB_INVALID);
    assert_blames("desc is NULL");
#define BLAMES(change, status, ...)                                                                                    \
    snprintf(expected, sizeof expected, __VA_ARGS__);                                                                  \
    d = good, change;                                                                                                  \
    assert_int_equal(try_plan(&d), status);                                                                            \
    assert_blames(expected)
    for (int a = 0; a < 3; a++) {
        BLAMES(d.n[a] = 0, ORB_INVALID, "n[%d] is 0:", a);
        BLAMES(d.block[a] = 1 << 30, ORB_TOO_LONG, "block[%d] is 1073741824 points:", a);
        BLAMES(d.kind[a] = (orb_kind)7, ORB_INVALID, "kind[%d] is 7:", a);
        BLAMES((d.kind[a] = ORB_DWHT, d.block[a] = 6), ORB_BAD_KIND, "kind[%d] is dwht of type 1 on 6 points:", a);
        BLAMES(d.type[a] = 5, ORB_BAD_KIND, "type[%d] is 5 on", a);
        BLAMES(d.kind[a] = ORB_MATRIX, ORB_INVALID, "matrix[%d] is NULL:", a);
        d.n[a] = 2;
        d.matrix[a] = holes;
        assert_int_equal(try_plan(&d), ORB_INVALID);
        assert_non_null(strstr(orb_last_error(), "NaN"));
        d.matrix[a] = shear;
        assert_int_equal(try_plan(&d), ORB_NOT_ORTHONORMAL);
        assert_non_null(strstr(orb_last_error(), "give the inverse too"));
    }
    for (size_t i = 0; i < sizeof good.reserved / sizeof *good.reserved; i++) {
        BLAMES(d.reserved[i] = 1, ORB_INVALID, "reserved[%zu] is not 0", i);
    }
    BLAMES(d.norm = (orb_norm)3, ORB_INVALID, "norm is 3");
    BLAMES(d.shift = (orb_shift)-1, ORB_INVALID, "shift is 4294967295");
    BLAMES(d.kind[1] = ORB_DFT, ORB_INVALID, "element_out is real");
#undef BLAMES

    assert_ok(orb_plan_create(&plan, device, &good));
    assert_string_equal(orb_last_error(), "");
    assert_int_equal(orb_execute(plan, NULL, out, NULL), ORB_INVALID);
    assert_blames("in[0] is NULL");
    assert_int_equal(orb_execute_batch(plan, 2, ins, outs, NULL), ORB_INVALID);
    assert_blames("in[1] is NULL");
    ins[1] = in;
    assert_int_equal(orb_execute_batch(plan, 2, ins, outs, NULL), ORB_INVALID);
    assert_blames("two of out share");
    assert_int_equal(orb_execute(plan, in, in + 1, NULL), ORB_INVALID);
    assert_blames("in[0] shares");
    in[3] = NAN;
    assert_int_equal(orb_execute(plan, in, out, NULL), ORB_NOT_FINITE);
    assert_string_equal(orb_last_error(), orb_strerror(ORB_NOT_FINITE));
    orb_plan_destroy(plan);
}

static void *fail_elsewhere(void *unused)
{
    orb_device *none;

    (void)unused;
    return orb_open(&none, "cpu:threads=0") == ORB_INVALID && *orb_last_error() ? NULL : &device;
}

static void each_thread_has_its_own_line(void **state)
{
    orb_device *none;
    pthread_t thread;
    void *failed;

    (void)state;
    assert_int_equal(orb_open(&none, "abacus"), ORB_NO_ENGINE);
    assert_int_equal(pthread_create(&thread, NULL, fail_elsewhere, NULL), 0);
    assert_int_equal(pthread_join(thread, &failed), 0);
    assert_null(failed);
    assert_string_equal(orb_last_error(), orb_strerror(ORB_NO_ENGINE));
}

/* What is filled is filled whole. */
static void what_is_reserved_is_zero(void **state)
{
    static const uint64_t zeros[16] = {0};
    const orb_plan_desc desc = {.n = {2, 2, 2}, .element_in = ORB_F64, .element_out = ORB_F64};
    double in[8] = {0}, out[8];
    orb_device_info info;
    orb_report report;
    orb_plan *plan = NULL;

    (void)state;
    memset(&info, 1, sizeof info);
    memset(&report, 1, sizeof report);
    assert_ok(orb_device_query(device, &info));
    assert_memory_equal(info.reserved, zeros, sizeof info.reserved);
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_ok(orb_execute(plan, in, out, &report));
    assert_memory_equal(report.reserved, zeros, sizeof report.reserved);
    orb_plan_destroy(plan);
}

static void shapes_are_rounded_up_to_blocks(void **state)
{
    const orb_plan_desc desc = {.n = {1, 9, 16}, .block = {4, 4, 8}};
    orb_plan *plan = NULL;
    size_t shape[3];

    (void)state;
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_ok(orb_plan_padded(plan, shape));
    assert_true(shape[0] == 4 && shape[1] == 12 && shape[2] == 16);
    assert_int_equal(orb_plan_padded(plan, NULL), ORB_INVALID);
    assert_int_equal(orb_plan_padded(NULL, shape), ORB_INVALID);
    orb_plan_destroy(plan);
}

static void overlapping_volumes_are_refused(void **state)
{
    enum { COUNT = 8, ROOM = 6 * COUNT };
    const orb_plan_desc desc = {.n = {2, 2, 2}, .element_in = ORB_F64, .element_out = ORB_F64};
    static const struct {
        size_t in[3], out[3]; /* where the volumes begin */
        orb_status status;
    } cases[] = {
        {{0, 8, 16}, {24, 32, 40}, ORB_OK},      {{16, 8, 0}, {40, 24, 32}, ORB_OK},
        {{0, 0, 4}, {40, 32, 24}, ORB_OK},       {{0, 8, 16}, {24, 32, 24}, ORB_INVALID},
        {{0, 8, 16}, {40, 31, 24}, ORB_INVALID}, {{0, 8, 24}, {24, 32, 40}, ORB_INVALID},
        {{17, 8, 0}, {24, 32, 40}, ORB_INVALID}, {{40, 8, 0}, {16, 24, 33}, ORB_INVALID},
        {{0, 8, 16}, {24, 32, 23}, ORB_INVALID}, {{0, 8, 16}, {24, 32, 36}, ORB_INVALID},
    };
    double memory[ROOM] = {0};
    orb_plan *plan = NULL;

    (void)state;
    assert_ok(orb_plan_create(&plan, device, &desc));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const void *in[3];
        void *out[3];

        for (size_t v = 0; v < 3; v++) {
            in[v] = memory + cases[i].in[v];
            out[v] = memory + cases[i].out[v];
        }
        assert_int_equal(orb_execute_batch(plan, 3, in, out, NULL), cases[i].status);
    }
    orb_plan_destroy(plan);
}

static void senseless_executions_are_refused(void **state)
{
    const orb_plan_desc desc = {.n = {2, 2, 2}, .element_in = ORB_F64, .element_out = ORB_F64};
    double in[8] = {1, 2, 3, 4, 5, 6, 7, 8}, out[8], both[16] = {0};
    const void *ins[2] = {in, NULL};
    void *outs[2] = {out, out};
    orb_plan *plan = NULL;

    (void)state;
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_ok(orb_execute(plan, in, out, NULL));
    assert_int_equal(orb_execute(NULL, in, out, NULL), ORB_INVALID);
    assert_int_equal(orb_execute(plan, NULL, out, NULL), ORB_INVALID);
    assert_int_equal(orb_execute(plan, in, NULL, NULL), ORB_INVALID);
    for (size_t i = 1; i < 8; i++) {
        assert_int_equal(orb_execute(plan, both, both + i, NULL), ORB_INVALID);
        assert_int_equal(orb_execute(plan, both + i, both, NULL), ORB_INVALID);
    }
    assert_ok(orb_execute(plan, both, both + 8, NULL));
    assert_ok(orb_execute(plan, both + 8, both, NULL));
    assert_int_equal(orb_execute_batch(plan, 0, ins, outs, NULL), ORB_INVALID);
    assert_int_equal(orb_execute_batch(plan, 2, ins, outs, NULL), ORB_INVALID);
    assert_int_equal(orb_execute_batch(plan, 1, NULL, outs, NULL), ORB_INVALID);
    in[3] = NAN;
    assert_int_equal(orb_execute(plan, in, out, NULL), ORB_NOT_FINITE);
    in[3] = -INFINITY;
    assert_int_equal(orb_execute(plan, in, out, NULL), ORB_NOT_FINITE);
    in[3] = 0;
    assert_ok(orb_execute(plan, in, out, NULL)); /* a failure leaves the plan as it was */
    orb_plan_destroy(plan);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(engines_are_named),
        cmocka_unit_test(a_device_says_what_it_is),
        cmocka_unit_test(senseless_plans_are_refused),
        cmocka_unit_test(the_wrong_argument_is_named),
        cmocka_unit_test(each_thread_has_its_own_line),
        cmocka_unit_test(what_is_reserved_is_zero),
        cmocka_unit_test(shapes_are_rounded_up_to_blocks),
        cmocka_unit_test(overlapping_volumes_are_refused),
        cmocka_unit_test(senseless_executions_are_refused),
    };

    support_start("test_plan");
    return cmocka_run_group_tests_name("plan", tests, open_once, close_once);
}
