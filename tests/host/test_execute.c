/* Execution: batches, blocks cut by the edge, progress, cancelling, reports, devices in threads.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* fork */
#include "support.h"

#include <dirent.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define ENGINE "hls:p=2,b=4"

static float *uniform_volume(size_t count)
{
    float *x = malloc(count * sizeof *x);

    assert_non_null(x);
    for (size_t i = 0; i < count; i++)
        x[i] = (float)random_uniform();
    return x;
}

static void a_batch_is_its_volumes_one_by_one(void **state)
{
    enum { VOLUMES = 5, COUNT = 10 * 9 * 16, PADDED = 12 * 10 * 16 };
    const orb_plan_desc desc = {.n = {10, 9, 16}, .block = {4, 5, 8}, .element_in = ORB_F32, .element_out = ORB_F32};
    orb_device *device = open_device(ENGINE ",jobs=3");
    orb_plan *plan = NULL;
    orb_report one, all;
    const void *in[VOLUMES];
    void *out[VOLUMES];
    float *alone = malloc(PADDED * sizeof *alone);
    uint64_t cycles = 0; /* those of volumes differ, as cubes may be computed again */

    (void)state;
    assert_non_null(alone);
    assert_ok(orb_plan_create(&plan, device, &desc));
    for (int v = 0; v < VOLUMES; v++) {
        in[v] = uniform_volume(COUNT);
        out[v] = malloc(PADDED * sizeof(float));
        assert_non_null(out[v]);
    }
    assert_ok(orb_execute_batch(plan, VOLUMES, in, out, &all));
    for (int v = 0; v < VOLUMES; v++) {
        assert_ok(orb_execute(plan, in[v], alone, &one));
        assert_memory_equal(alone, out[v], PADDED * sizeof *alone);
        cycles += one.cycles;
    }
    assert_int_equal(one.blocks, 3 * 2 * 2);
    assert_int_equal(all.blocks, VOLUMES * one.blocks);
    assert_int_equal(all.cycles, cycles);
    assert_int_equal(all.useful_cycles, VOLUMES * one.useful_cycles);
    for (int v = 0; v < VOLUMES; v++) {
        free((void *)(uintptr_t)in[v]);
        free(out[v]);
    }
    free(alone);
    orb_plan_destroy(plan);
    orb_close(device);
}

static void blocks_at_the_edge_are_filled_with_zeros(void **state)
{
    const orb_plan_desc desc = {.n = {5, 4, 4}, .block = {4, 4, 4}};
    orb_device *device = open_device(ENGINE);
    double in[5 * 16], last[64] = {0}, *out, *alone;
    orb_plan_desc single = desc;
    orb_report report[2];

    (void)state;
    for (int i = 0; i < 5 * 16; i++)
        in[i] = random_uniform();
    memcpy(last, in + 64, 16 * sizeof *last);
    out = run_plan(device, &desc, in, &report[0]);
    single.n[0] = 4;
    alone = run_plan(device, &single, last, &report[1]);
    for (int i = 0; i < 64; i++) /* the mean that is set aside is that of other points */
        assert_true(fabs(out[64 + i] - alone[i]) <= report[0].error_bound + report[1].error_bound + 1e-12);
    free(out);
    free(alone);
    orb_close(device);
}

typedef struct calls {
    size_t last, total, count, stop_at;
    pthread_t thread;
    bool wrong;
} calls;

static int count_calls(void *user, size_t done, size_t total)
{
    calls *c = user;

    c->wrong = c->wrong || done > total || (c->count && done < c->last) || !pthread_equal(c->thread, pthread_self());
    c->last = done;
    c->total = total;
    c->count++;
    return done >= c->stop_at;
}

static void progress_is_told_and_can_cancel(void **state)
{
    calls c = {.stop_at = SIZE_MAX, .thread = pthread_self()};
    orb_plan_desc desc = {.n = {40, 40, 40},
                          .block = {8, 8, 8},
                          .element_in = ORB_F32,
                          .element_out = ORB_F32,
                          .progress = count_calls,
                          .progress_user = &c};
    orb_device *device = open_device(ENGINE ",jobs=2");
    float *in = uniform_volume(64000), *out = malloc(64000 * sizeof *out);
    orb_plan *plan = NULL;
    orb_report report;

    (void)state;
    assert_non_null(out);
    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_ok(orb_execute(plan, in, out, &report));
    assert_false(c.wrong);
    assert_int_equal(c.last, c.total);
    assert_true(c.total > 3 && c.count > 0); /* how often depends on how busy the machine is */
    assert_int_equal(report.blocks, 125);

    c = (calls){.stop_at = 3, .thread = pthread_self()};
    assert_int_equal(orb_execute(plan, in, out, &report), ORB_CANCELLED);
    assert_false(c.wrong);
    assert_true(c.last >= 3);
    c = (calls){.stop_at = SIZE_MAX, .thread = pthread_self()};
    assert_ok(orb_execute(plan, in, out, &report)); /* and once more to the end */
    assert_int_equal(report.blocks, 125);
    orb_plan_destroy(plan);
    orb_close(device);
    free(in);
    free(out);
}

static void a_report_counts_what_was_done(void **state)
{
    const orb_plan_desc desc = {.n = {20, 8, 6}, .block = {8, 8, 6}, .shift = ORB_SHIFT_BOUND}; /* no cube twice */
    orb_device *device = open_device(ENGINE ",jobs=1");
    double in[20 * 8 * 6];
    orb_report report;

    (void)state;
    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        in[i] = random_uniform();
    free(run_plan(device, &desc, in, &report));
    assert_int_equal(report.blocks, 3);
    assert_int_equal(report.passes, 3);
    assert_int_equal(report.ideal_cycles, 3 * 8 * 8 * 6 * (8 + 8 + 6) / 8);
    assert_int_equal(report.useful_cycles, (2 * 8 * 8 * 6 * (8 + 8 + 6) + 4 * 8 * 6 * (4 + 8 + 6)) / 8);
    assert_true(report.io_cycles >= 6 * 8 * 8 * 6);
    assert_true(report.coef_cycles >= 8 * 8 + 8 * 8 + 6 * 6);
    assert_true(report.cycles >= report.ideal_cycles);
    assert_float_equal(report.efficiency, (double)report.ideal_cycles / (double)report.cycles, 1e-12);
    assert_true(report.seconds.total >= report.seconds.compute && report.seconds.compute > 0);

    orb_close(device);
}

static void coefficients_are_loaded_once(void **state)
{
    orb_plan_desc desc = {.n = {8, 8, 6}, .type = {2, 2, 3}};
    orb_device *device = open_device(ENGINE ",jobs=1");
    const double in[8 * 8 * 6] = {1.0};
    orb_report report;

    (void)state;
    free(run_plan(device, &desc, in, &report));
    assert_true(report.coef_cycles > 0);
    assert_int_equal(report.coef_words, 8 * 8 + 8 * 8 + 6 * 6);
    free(run_plan(device, &desc, in, &report)); /* another plan with the same matrices */
    assert_int_equal(report.coef_cycles, 0);
    assert_int_equal(report.coef_words, 0);
    desc.type[2] = 2;
    free(run_plan(device, &desc, in, &report));
    assert_true(report.coef_cycles > 0);
    orb_close(device);
}

static void stages_of_identities_at_the_ends_are_left_out(void **state)
{
    const orb_plan_desc desc = {.n = {8, 8, 8}, .kind = {ORB_IDENTITY, ORB_DCT, ORB_IDENTITY}};
    orb_device *device = open_device(ENGINE);
    double in[512];
    orb_report report;
    errors e;

    (void)state;
    for (int i = 0; i < 512; i++)
        in[i] = random_uniform();
    e = measure_plan(device, &desc, in, &report);
    assert_true(e.rms <= 0.6 * rms_slack(points_of(desc.n)));
    assert_int_equal(report.ideal_cycles, 512 * 8 / 8);
    assert_true(report.cycles < 2 * report.ideal_cycles);
    orb_close(device);
}

static void zeros_stay_zeros(void **state)
{
    const orb_plan_desc desc = {.n = {7, 8, 5}, .shift = ORB_SHIFT_MEASURED};
    orb_device *device = open_device(ENGINE);
    double in[7 * 8 * 5] = {0}, *out;
    orb_report report;

    (void)state;
    out = run_plan(device, &desc, in, &report);
    for (size_t i = 0; i < sizeof in / sizeof *in; i++)
        assert_true(out[i] == 0.0);
    assert_true(report.last_place == 0.0);
    free(out);
    orb_close(device);
}

/* A thread's own device, plan and data. */
typedef struct thread_case {
    const char *engine;
    orb_plan_desc desc;
    double in[512], *first, *second;
    orb_status status;
} thread_case;

static void *run_case(void *argument)
{
    thread_case *t = argument;
    orb_device *device = NULL;
    orb_plan *plan = NULL;

    t->status = orb_open(&device, t->engine);
    if (!t->status)
        t->status = orb_plan_create(&plan, device, &t->desc);
    for (int round = 0; round < 20 && !t->status; round++)
        t->status = orb_execute(plan, t->in, t->second, NULL);
    orb_plan_destroy(plan);
    orb_close(device);
    return NULL;
}

static void devices_in_threads_do_not_meet(void **state)
{
    thread_case cases[2] = {
        {.engine = "hls:p=2,b=4,jobs=2", .desc = {.n = {8, 8, 8}, .element_in = ORB_F64, .element_out = ORB_F64}},
        {.engine = "sim:p=2,b=4,jobs=1",
         .desc = {.n = {8, 4, 8}, .kind = {ORB_DST, ORB_DHT, ORB_DCT}, .element_in = ORB_F64, .element_out = ORB_F64}},
    };
    pthread_t threads[2];

    (void)state;
    for (int i = 0; i < 2; i++) {
        orb_device *device = open_device(cases[i].engine);

        for (int p = 0; p < 512; p++)
            cases[i].in[p] = random_uniform();
        cases[i].first = run_plan(device, &cases[i].desc, cases[i].in, NULL);
        cases[i].second = calloc(512, sizeof *cases[i].second);
        assert_non_null(cases[i].second);
        orb_close(device);
    }
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, run_case, &cases[i]), 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(threads[i], NULL);
        assert_ok(cases[i].status);
        assert_memory_equal(cases[i].first, cases[i].second, points_of(cases[i].desc.n) * sizeof(double));
        free(cases[i].first);
        free(cases[i].second);
    }
}

static unsigned count_threads(void)
{
    DIR *tasks = opendir("/proc/self/task");
    unsigned count = 0;

    assert_non_null(tasks);
    while (readdir(tasks))
        count++;
    closedir(tasks);
    return count - 2; /* without . and .. */
}

/* Two an instance, for all executions and plans. */
static void threads_live_as_long_as_their_device(void **state)
{
    const orb_plan_desc desc = {.n = {16, 8, 8}, .block = {4, 4, 4}};
    const unsigned before = count_threads();
    orb_device *device = open_device(ENGINE ",jobs=2");
    double *in = random_volume(points_of(desc.n));

    (void)state;
    assert_int_equal(count_threads(), before); /* none before they are needed */
    for (int i = 0; i < 5; i++) {
        free(run_plan(device, &desc, in, NULL));
        assert_int_equal(count_threads(), before + 4);
    }
    orb_close(device);
    assert_int_equal(count_threads(), before);
    free(in);
}

/* A child of fork goes on with the arrays of its parent's simulation, and with "cpu": nothing waits for threads that it
 * does not have. An alarm ends one that would. */
static void a_forked_process_computes_too(void **state)
{
    static const char *const engines[] = {ENGINE ",jobs=2", "cpu:threads=3"};
    const orb_plan_desc desc = {.n = {64, 64, 64}, .block = {8, 8, 8}};
    double *in = random_volume(points_of(desc.n));

    (void)state;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        orb_device *device = open_device(engines[i]), *own;
        double *expected = run_plan(device, &desc, in, NULL), *out;
        int status;
        const pid_t child = fork();

        assert_true(child >= 0);
        if (!child) {
            alarm(100);
            out = run_plan(device, &desc, in, NULL);
            status = memcmp(out, expected, points_of(desc.n) * sizeof *out) != 0;
            orb_close(device);
            own = open_device(engines[i]);
            free(out);
            out = run_plan(own, &desc, in, NULL);
            status |= memcmp(out, expected, points_of(desc.n) * sizeof *out) != 0;
            orb_close(own);
            _exit(status);
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
        out = run_plan(device, &desc, in, NULL); /* and the parent goes on */
        assert_memory_equal(out, expected, points_of(desc.n) * sizeof *out);
        free(out);
        free(expected);
        orb_close(device);
    }
    free(in);
}

static void simulated_array_and_its_c_model_agree(void **state)
{
    static const char *const configurations[] = {"p=4,b=8,full=4", "p=4,b=8,full=8", "p=2,b=4", "p=3,b=5"};

    (void)state;
    for (size_t c = 0; c < sizeof configurations / sizeof *configurations; c++) {
        char names[2][32] = {"sim:", "hls:"};
        const orb_plan_desc desc = {.n = {7, 6, 8}, .type = {2, 4, 1}, .shift = ORB_SHIFT_MEASURED};
        double in[7 * 6 * 8], *out[2];
        orb_report report[2];

        for (size_t i = 0; i < sizeof in / sizeof *in; i++)
            in[i] = random_normal();
        for (int m = 0; m < 2; m++) {
            orb_device *device = open_device(strcat(names[m], configurations[c]));

            out[m] = run_plan(device, &desc, in, &report[m]);
            orb_close(device);
        }
        assert_memory_equal(out[0], out[1], sizeof in);
        assert_int_equal(report[0].cycles, report[1].cycles);
        free(out[0]);
        free(out[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_batch_is_its_volumes_one_by_one),
        cmocka_unit_test(blocks_at_the_edge_are_filled_with_zeros),
        cmocka_unit_test(progress_is_told_and_can_cancel),
        cmocka_unit_test(a_report_counts_what_was_done),
        cmocka_unit_test(coefficients_are_loaded_once),
        cmocka_unit_test(stages_of_identities_at_the_ends_are_left_out),
        cmocka_unit_test(zeros_stay_zeros),
        cmocka_unit_test(devices_in_threads_do_not_meet),
        cmocka_unit_test(threads_live_as_long_as_their_device),
        cmocka_unit_test(a_forked_process_computes_too),
        cmocka_unit_test(simulated_array_and_its_c_model_agree),
    };

    support_start("test_execute");
    return cmocka_run_group_tests_name("execute", tests, NULL, NULL);
}
