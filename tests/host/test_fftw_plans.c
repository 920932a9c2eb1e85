/* FFTW in the engine "cpu": where it is not there, names, what it cannot transform, threads that plan, progress.
 * SPDX-License-Identifier: Apache-2.0 */
#include "scattered.h"
#include "watch_fftw.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static const orb_plan_desc cube = {
    .n = {32, 32, 32}, .kind = {ORB_DFT, ORB_DFT, ORB_DFT}, .element_in = ORB_C64, .element_out = ORB_C64};

/* Makes and destroys a plan; a length for each thread, as FFTW plans no length twice. */
static void *plan_once(void *user)
{
    orb_device *const device = user;
    static size_t length = 1; /* atomic */
    orb_plan_desc desc = cube;
    orb_plan *plan = NULL;

    desc.n[0] = __atomic_add_fetch(&length, 1, __ATOMIC_RELAXED);
    if (orb_plan_create(&plan, device, &desc))
        return NULL;
    orb_plan_destroy(plan);
    return user;
}

/* FFTW plans for one thread at a time. */
static void planning(void **state)
{
    orb_device *device = open_device("cpu:threads=1,fft=fftw");
    pthread_t thread[4];

    (void)state;
    now.crowd = 0;
    now.slow = true;
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, plan_once, device), 0);
    for (int i = 0; i < 4; i++) {
        void *result = NULL;

        assert_int_equal(pthread_join(thread[i], &result), 0);
        assert_ptr_equal(result, device);
    }
    now.slow = false;
    assert_int_equal(now.crowd, 1);
    orb_close(device);
}

/* How often it was called, and when it stops. */
typedef struct progress {
    int calls, stop_at;
    size_t done, total;
} progress;

static int count_calls(void *user, size_t done, size_t total)
{
    progress *p = user;

    p->done = done;
    p->total = total;
    return ++p->calls == p->stop_at;
}

/* It is told between blocks, and can stop there. */
static void progress_and_stop(void **state)
{
    array in = new_array((const int64_t[3]){1024, 32, 1}, cube.n, ORB_C64, 0), out = copy_of(&in);

    (void)state;
    for (size_t blocks = 1; blocks <= 8; blocks *= 8)
        for (int stop = 0; stop < 2; stop++) {
            progress p = {.stop_at = stop};
            orb_plan_desc desc = cube;
            orb_device *device = open_device(blocks == 1 ? "cpu:threads=2,fft=fftw" : "cpu:threads=1,fft=fftw");
            orb_plan *plan = NULL;

            desc.block[0] = 32 / blocks;
            desc.progress = count_calls;
            desc.progress_user = &p;
            assert_ok(orb_plan_create(&plan, device, &desc));
            now.executed = 0;
            assert_int_equal(orb_execute(plan, in.first, out.first, NULL), stop ? ORB_CANCELLED : ORB_OK);
            assert_int_equal(now.executed, stop ? 1 : blocks);
            assert_int_equal(p.calls, now.executed);
            assert_true((p.done == p.total) == (blocks == 1 || !stop));
            orb_plan_destroy(plan);
            orb_close(device);
        }
    free(in.memory);
    free(out.memory);
}

static void assert_reason(const char *engine, const orb_plan_desc *desc, const char *reason)
{
    array in = new_array((const int64_t[3]){2048, 64, 2}, (const size_t[3]){36, 36, 36}, ORB_C128, 1024);
    array out = copy_of(&in);
    orb_report report;

    now.executed = 0;
    run_volume(engine, desc, in.first, out.first, &report);
    if (!strstr(report.why, reason) || strlen(report.why) > sizeof report.why - 2)
        fail_msg("\"%s\" does not say \"%s\"", report.why, reason);
    assert_int_equal(now.executed, 0);
    free(in.memory);
    free(out.memory);
}

/* What FFTW cannot transform, and why. */
static void other_plans(void **state)
{
    orb_plan_desc plans[7] = {cube, cube, cube, cube, cube, cube, cube};

    (void)state;
    plans[0].kind[1] = ORB_DCT;
    plans[1].kind[0] = plans[1].kind[1] = plans[1].kind[2] = ORB_IDENTITY;
    plans[2].element_in = ORB_C128;
    plans[3].element_in = ORB_F32;
    plans[4].half_axis = 2;
    plans[4].element_out = ORB_F32;
    plans[4].direction = ORB_INVERSE;
    plans[5].block[1] = 33;
    plans[6].stride_in[2] = -1;
    plans[6].stride_in[1] = 40;
    for (int i = 0; i < 7; i++)
        assert_reason("cpu:fft=fftw", &plans[i],
                      i < 2    ? "; no FFTW, as it has only dft and identity"
                      : i < 4  ? "; no FFTW, as elements have other types"
                      : i == 4 ? "; no FFTW, as its inverse would destroy half spectra"
                      : i == 5 ? "; no FFTW, as no block is whole"
                               : "; no FFTW, as strides are negative");
}

/* Does the engine choose FFTW for a Fourier transform of complex points in float? */
static bool chooses_fftw(const char *engine, size_t n0, size_t n1, size_t n2)
{
    const size_t n[3] = {n0, n1, n2};
    orb_plan_desc desc = cube;
    array in = new_array((const int64_t[3]){(int64_t)(n1 * n2), (int64_t)n2, 1}, n, ORB_C64, 0), out = copy_of(&in);
    orb_report report;

    memcpy(desc.n, n, sizeof n);
    now.executed = 0;
    run_volume(engine, &desc, in.first, out.first, &report);
    assert_true(now.executed || strstr(report.why, "; no FFTW, as it is hardly faster"));
    free(in.memory);
    free(out.memory);
    return now.executed;
}

/* The choice is by the nearest line of a table, which has some for avx512 only. */
static void automatic(void **state)
{
    orb_device *device = NULL;

    (void)state;
    assert_false(chooses_fftw("cpu:threads=1,simd=plain,fft=auto", 32, 32, 32));
    if (orb_open(&device, "cpu:simd=avx512")) {
        print_message("this processor has no avx512: the lines of the table for it are not tried\n");
        return;
    }
    orb_close(device);
    assert_true(chooses_fftw("cpu:threads=1,simd=avx512,fft=auto", 32, 32, 32));
    assert_false(chooses_fftw("cpu:threads=1,simd=avx512,fft=auto", 32, 32, 31));    /* a prime */
    assert_false(chooses_fftw("cpu:threads=1,simd=avx512,fft=auto", 2, 1024, 1024)); /* as many points as 128^3 */
}

/* Comes first, as what is loaded stays. */
static void what_is_not_there(void **state)
{
    static const struct {
        const char *engine, *missing, *named;
    } cases[] = {{"cpu:fft=fftw", "libfftw3", "libfftw3f_omp.so.3"},
                 {"cpu:fft=fftw,float32", "libfftw3f", "libfftw3f_omp.so.3"},
                 {"cpu:fft=fftw", "libfftw3_", "libfftw3_omp.so.3"}};
    orb_device *device = NULL;
    orb_report report;
    float x[2] = {3, 4}, z[2];
    orb_plan_desc desc = cube;

    (void)state;
    desc.n[0] = desc.n[1] = desc.n[2] = 1;
    run_volume("cpu", &desc, x, z, &report);
    run_volume("cpu:fft=own,threads=2", &desc, x, z, &report);
    assert_null(strstr(report.why, "FFTW"));
    assert_int_equal(now.loads, 0);
    now.empty = true; /* closed again, as it is not FFTW */
    assert_int_equal(orb_open(&device, "cpu:fft=fftw"), ORB_NO_DEVICE);
    assert_int_equal(now.closed, 1);
    now.empty = false;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        now.missing = cases[i].missing;
        assert_int_equal(orb_open(&device, cases[i].engine), ORB_NO_DEVICE);
        assert_null(device);
        assert_non_null(strstr(orb_last_error(), cases[i].named));
        assert_non_null(strstr(orb_last_error(), ": install it (Debian: apt install libfftw3-single3 "));
    }
    device = open_device("cpu:fft=fftw,float32"); /* needs no double precision */
    orb_close(device);
    now.missing = NULL;
}

static void names(void **state)
{
    static const char *const wrong[] = {"cpu:fft", "cpu:fft=", "cpu:fft=FFTW", "cpu:fft=own,fft=own", "cpu:fft=autos"};
    static const char *const right[][2] = {
        {"cpu:fft=own,threads=2", "cpu:threads=2"},
        {"cpu:threads=2,fft=auto,fast=yes", "cpu:threads=2,fast=yes,fft=auto"},
        {"cpu:float32,fft=fftw,threads=1", "cpu:threads=1,fft=fftw,float32"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        orb_device *device;

        assert_int_equal(orb_open(&device, wrong[i]), ORB_INVALID);
        assert_non_null(strstr(orb_last_error(), "fft=own|fftw|auto"));
    }
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        orb_device *device = open_device(right[i][0]);
        orb_device_info info;

        assert_ok(orb_device_query(device, &info));
        assert_string_equal(info.engine, right[i][1]);
        orb_close(device);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_not_there), cmocka_unit_test(names),       cmocka_unit_test(planning),
        cmocka_unit_test(progress_and_stop), cmocka_unit_test(other_plans), cmocka_unit_test(automatic),
    };

    support_start("test_fftw_plans");
    return cmocka_run_group_tests_name("fftw_plans", tests, NULL, NULL);
}
