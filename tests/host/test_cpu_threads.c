/* The threads of the engine "cpu": the same results from any number of them, their names, progress and stops.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* setenv */
#include "definition.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

static void check_threads(orb_plan_desc desc)
{
    double *in = random_volume(points_of(desc.n)), *first = NULL;

    for (unsigned threads = 1; threads <= 7; threads++) {
        orb_device *device = open_cpu("plain", threads);
        double *out = run_plan(device, &desc, in, NULL);

        if (first)
            assert_memory_equal(out, first, points_of(desc.n) * sizeof *out);
        if (first)
            free(out);
        else
            first = out;
        orb_close(device);
    }
    free(first);
    free(in);
}

static void results_do_not_depend_on_threads(void **state)
{
    (void)state;
    check_threads((orb_plan_desc){.n = {33, 20, 50}});
    check_threads((orb_plan_desc){.n = {16, 16, 320}, .block = {8, 8, 8}});
}

static void names_and_threads(void **state)
{
    static const char *const wrong[] = {"cpu:threads=0",
                                        "cpu:threads=",
                                        "cpu:threads=2,",
                                        "cpu:p=4",
                                        "cpu:threads=1x",
                                        "cpu:threads=-1",
                                        "cpu:threads=1025",
                                        "cpu:threadsx4",
                                        "cpu:simd=plain,simd=plain",
                                        "cpu:threads=1,threads=2",
                                        "cpu:simd=everything",
                                        "cpu:,",
                                        "cpu:float16",
                                        "cpu:float32,float64",
                                        "cpu:threads=99999999999999999999"};
    const int threads = omp_get_max_threads();
    orb_device_info info;
    orb_device *device;

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(orb_open(&device, wrong[i]), ORB_INVALID);
        assert_non_null(strstr(orb_last_error(), ": use threads=1 to 1024, "));
    }
    assert_int_equal(orb_open(&device, "cpu:threads=2,"), ORB_INVALID);
    assert_ptr_equal(strstr(orb_last_error(), "an empty item "), orb_last_error());
    assert_int_equal(setenv("ORB_NUM_THREADS", "5", 1), 0);
    device = open_device("cpu");
    assert_ok(orb_device_query(device, &info));
    assert_string_equal(info.engine, "cpu:threads=5");
    assert_int_equal(info.instances, 5);
    assert_int_equal(info.node, ORB_CELL_NONE);
    orb_close(device);
    assert_int_equal(setenv("ORB_NUM_THREADS", "many", 1), 0);
    assert_int_equal(orb_open(&device, "cpu"), ORB_INVALID);
    device = open_device("cpu:threads=3"); /* what is said goes first */
    orb_close(device);
    assert_int_equal(setenv("ORB_NUM_THREADS", "", 1), 0); /* as if it were not set */
    device = open_device("cpu");
    orb_close(device);
    assert_int_equal(unsetenv("ORB_NUM_THREADS"), 0);
    omp_set_num_threads(5000); /* more than the name of an engine may say */
    device = open_device("cpu");
    assert_ok(orb_device_query(device, &info));
    assert_string_equal(info.engine, "cpu:threads=1024");
    orb_close(device);
    omp_set_num_threads(threads);
}

/* Asks to stop at a certain call. */
typedef struct stopper {
    int calls, stop_at;
    size_t done, total;
} stopper;

static int count_calls(void *user, size_t done, size_t total)
{
    stopper *s = user;

    assert_true(done <= total && done > s->done);
    s->done = done;
    s->total = total;
    return ++s->calls == s->stop_at;
}

static void progress_and_stop(void **state)
{
    enum { N = 24 };
    double *in = random_volume(N * N * N), *out = malloc(N * N * N * sizeof *out);

    (void)state;
    assert_non_null(out);
    for (size_t block = 0; block <= 8; block += 8)
        for (unsigned threads = 1; threads <= 2; threads++) {
            orb_device *device = open_cpu("plain", threads);
            stopper s = {0};
            orb_plan_desc desc = {.n = {N, N, N},
                                  .block = {block, block, block},
                                  .element_in = ORB_F64,
                                  .element_out = ORB_F64,
                                  .progress = count_calls,
                                  .progress_user = &s};
            orb_plan *plan = NULL;

            assert_ok(orb_plan_create(&plan, device, &desc));
            assert_ok(orb_execute(plan, in, out, NULL));
            assert_true(s.calls > 0 && s.total > 0);
            if (threads == 1)
                assert_int_equal(s.done, s.total);
            s = (stopper){.stop_at = 1};
            assert_int_equal(orb_execute(plan, in, out, NULL), ORB_CANCELLED);
            assert_int_equal(s.calls, 1);
            orb_plan_destroy(plan);
            orb_close(device);
        }
    free(in);
    free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_do_not_depend_on_threads),
        cmocka_unit_test(names_and_threads),
        cmocka_unit_test(progress_and_stop),
    };

    support_start("test_cpu_threads");
    return cmocka_run_group_tests_name("cpu_threads", tests, NULL, NULL);
}
