/* Reports: whose time is the link's, what is said without cycles, and progress to the very end.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <report.h>

#include <math.h>
#include <string.h>

/* What a board is said to have cost, of two seconds with it of which it computed half a second. */
static orb_report report_with(double clock_hz, uint64_t in, uint64_t coefficients, uint64_t out)
{
    orb_device device = {
        .info = {.engine = "ftdi:serial=A", .p = 4, .lanes = 1, .io_words = 1, .instances = 1, .clock_hz = clock_hz}};
    orb_setup setup = {.rounds = 1, .products = {1.0, 1.0, 1.0}};
    double one[] = {1.0, 1.0, 1.0, 1.0};
    const orb_plan plan = {.device = &device,
                           .n = {4, 4, 4},
                           .block = {4, 4, 4},
                           .blocks = {1, 1, 1},
                           .axis = {{.out = one}, {.out = one}, {.out = one}},
                           .setup = &setup};
    const orb_cost cost = {.compute_cycles = 50000000,
                           .words_in = in,
                           .coef_words = coefficients,
                           .words_out = out,
                           .send = 0.25,
                           .compute = 2.0,
                           .receive = 0.125};
    orb_report report;

    orb_report_fill(&report, &plan, &cost, 1, 3.0);
    assert_string_equal(report.engine, "ftdi:serial=A");
    assert_true(report.seconds.total == 3.0);
    return report;
}

static void assert_seconds(orb_report r, double send, double compute, double receive)
{
    assert_true(fabs(r.seconds.send - send) < 1e-12);
    assert_true(fabs(r.seconds.compute - compute) < 1e-12);
    assert_true(fabs(r.seconds.receive - receive) < 1e-12);
}

/* The rest of the time goes to both ways as their words do. */
static void time_on_a_link_is_no_computing(void **state)
{
    (void)state;
    assert_seconds(report_with(1e8, 100, 200, 300), 0.25 + 0.75, 0.5, 0.125 + 0.75);
    assert_seconds(report_with(1e8, 300, 0, 100), 0.25 + 1.125, 0.5, 0.125 + 0.375);
    assert_seconds(report_with(1e8, 1, 0, 0), 0.25 + 1.5, 0.5, 0.125);
    assert_seconds(report_with(1e8, 0, 0, 1), 0.25, 0.5, 0.125 + 1.5);
    assert_seconds(report_with(1e6, 100, 200, 300), 0.25, 2.0, 0.125); /* it cannot have computed for longer */
}

/* A simulation has no link, and without words there is nothing to go by. */
static void without_a_clock_all_is_computing(void **state)
{
    (void)state;
    assert_seconds(report_with(0, 100, 200, 300), 0.25, 2.0, 0.125);
    assert_seconds(report_with(1e8, 0, 0, 0), 0.25, 2.0, 0.125);
}

/* The processor counts no cycles, so none are known, nor any part of a peak: 0, not what a division by 0 gives. */
static void without_cycles_there_is_no_efficiency(void **state)
{
    const orb_plan_desc desc = {.n = {4, 4, 4}};
    float in[64] = {1.0f}, out[64];
    orb_device *device = open_device("cpu:threads=1");
    orb_plan *plan = NULL;
    orb_report report;

    (void)state;
    memset(&report, 0x55, sizeof report);
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_ok(orb_execute(plan, in, out, &report));
    assert_true(report.efficiency == 0.0);
    assert_true(report.cycles == 0 && report.ideal_cycles == 0 && report.useful_cycles == 0);
    assert_true(report.io_cycles == 0 && report.coef_cycles == 0 && report.wait_cycles == 0);
    assert_true(report.run_cycles == 0 && report.bound_cycles == 0);
    orb_plan_destroy(plan);
    orb_close(device);
}

/* What the progress function was told last. */
typedef struct told {
    size_t done, total;
} told;

static int stop_at_the_end(void *user, size_t done, size_t total)
{
    told *t = user;

    assert_true(done >= t->done && done <= total);
    *t = (told){done, total};
    return done == total;
}

/* Too late for the work, but it was asked for. */
static void a_stop_at_the_end_is_a_stop(void **state)
{
    static const char *const engines[] = {"cpu:threads=1", "cpu:threads=2", "hls:p=2,b=4,jobs=1", "hls:p=2,b=4,jobs=2"};
    double in[512] = {0}, out[512];

    (void)state;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        for (size_t n = 2; n <= 8; n += 6) {
            told t = {0, 0};
            const orb_plan_desc desc = {.n = {n, n, n},
                                        .element_in = ORB_F64,
                                        .element_out = ORB_F64,
                                        .progress = stop_at_the_end,
                                        .progress_user = &t};
            orb_device *device = open_device(engines[i]);
            orb_plan *plan = NULL;

            assert_ok(orb_plan_create(&plan, device, &desc));
            assert_int_equal(orb_execute(plan, in, out, NULL), ORB_CANCELLED);
            assert_true(t.total > 0 && t.done == t.total);
            orb_plan_destroy(plan);
            orb_close(device);
        }
}

/* Arguments that are missing are named, and no report is written without a plan. */
static void missing_arguments_are_named(void **state)
{
    const orb_plan_desc desc = {.n = {2, 2, 2}};
    orb_device *device = open_device("cpu:threads=1");
    float volume[8] = {0};
    const void *const in[1] = {volume};
    orb_report report, before;
    orb_plan *plan = NULL;
    char text[8] = "before";

    (void)state;
    memset(&report, 0x55, sizeof report);
    before = report;
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_int_equal(orb_execute_batch(plan, 1, in, NULL, NULL), ORB_INVALID);
    assert_string_equal(orb_last_error(), "out is NULL");
    assert_int_equal(orb_execute_batch(plan, 1, NULL, (void *[]){volume}, NULL), ORB_INVALID);
    assert_string_equal(orb_last_error(), "in is NULL");
    assert_int_equal(orb_execute(NULL, volume, volume, &report), ORB_INVALID);
    assert_string_equal(orb_last_error(), "plan is NULL");
    assert_memory_equal(&report, &before, sizeof report);
    assert_int_equal(orb_engine_about("ftdi:serial=A", NULL, 8), ORB_INVALID);
    assert_string_equal(orb_last_error(), "text is NULL");
    assert_int_equal(orb_engine_about("ftdi:serial=A", text, 0), ORB_INVALID);
    assert_string_equal(orb_last_error(), "size is 0");
    assert_int_equal(orb_engine_about(NULL, text, sizeof text), ORB_INVALID);
    assert_string_equal(orb_last_error(), "name is NULL");
    assert_string_equal(text, "before");
    assert_int_equal(orb_engine_about("no such engine", text, sizeof text), ORB_NO_DEVICE);
    assert_int_equal(orb_engine_about("cpu", text, sizeof text), ORB_NO_DEVICE); /* no board */
    assert_string_equal(text, "");
    orb_plan_destroy(plan);
    orb_close(device);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(time_on_a_link_is_no_computing),        cmocka_unit_test(without_a_clock_all_is_computing),
        cmocka_unit_test(without_cycles_there_is_no_efficiency), cmocka_unit_test(a_stop_at_the_end_is_a_stop),
        cmocka_unit_test(missing_arguments_are_named),
    };

    support_start("report");
    return cmocka_run_group_tests_name("report", tests, NULL, NULL);
}
