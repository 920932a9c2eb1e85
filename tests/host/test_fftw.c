/* Fourier transforms of the engine "cpu" by FFTW: the same results as by its own and by the definition, whatever the
 * layout.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* fork, alarm */
#include "scattered.h"
#include "watch_fftw.h"

#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static double tolerance(orb_element element)
{
    return is_single(element) ? 2e-6 : 4e-15;
}

/* By FFTW and by the engine's own transforms. Returns the blocks that FFTW transformed. */
static int compare(const char *engine, orb_plan_desc desc, layout l, bool in_place)
{
    size_t padded[3];
    orb_device *device = open_device("cpu");
    orb_plan *plan = NULL;
    const bool forward = desc.direction == ORB_FORWARD;
    const size_t *const points = forward ? desc.n : padded, *const results = forward ? padded : desc.n;
    orb_report report;
    array in, out, wanted;

    assert_ok(orb_plan_create(&plan, device, &desc));
    assert_ok(orb_plan_padded(plan, padded));
    orb_plan_destroy(plan);
    orb_close(device);
    choose_strides(desc.stride_in, points, l);
    choose_strides(desc.stride_out, results, l);
    if (in_place)
        memcpy(desc.stride_out, desc.stride_in, sizeof desc.stride_in);
    in = new_array(desc.stride_in, points, desc.element_in, l.shift[0]);
    out = in_place ? in : new_array(desc.stride_out, results, desc.element_out, l.shift[1]);
    wanted = copy_of(&out);
    now.executed = 0;
    run_volume("cpu:threads=1", &desc, in_place ? wanted.first : in.first, wanted.first, NULL);
    assert_int_equal(now.executed, 0);
    run_volume(engine, &desc, in.first, out.first, &report);
    assert_non_null(strstr(report.why, is_single(desc.element_in) ? "float, FFTW, " : "double, FFTW, "));
    if (!(difference(&out, &wanted) <= tolerance(desc.element_in)))
        fail_msg("%s, %zu x %zu x %zu, kinds %d %d %d, norm %d, half %d, direction %d: %g", engine, desc.n[0],
                 desc.n[1], desc.n[2], desc.kind[0], desc.kind[1], desc.kind[2], desc.norm, (int)desc.half_axis,
                 desc.direction, difference(&out, &wanted));
    free(wanted.memory);
    free(in.memory);
    if (!in_place)
        free(out.memory);
    return now.executed;
}

/* A Fourier transform of some axes, in either precision: of complex points, or forward with half a spectrum. */
static orb_plan_desc random_fourier(size_t longest)
{
    const bool single = random_below(2);
    const size_t first = random_below(3);
    orb_plan_desc desc = {.norm = (orb_norm)random_below(3),
                          .element_in = single ? ORB_C64 : ORB_C128,
                          .element_out = single ? ORB_C64 : ORB_C128,
                          .direction = random_below(2) ? ORB_INVERSE : ORB_FORWARD};

    for (size_t a = 0; a < 3; a++) {
        desc.n[a] = 1 + random_below(longest);
        desc.kind[a] = a == first || random_below(3) ? ORB_DFT : ORB_IDENTITY;
    }
    if (random_below(3) == 0) {
        desc.half_axis = first + 1;
        desc.direction = ORB_FORWARD;
        desc.element_in = single ? ORB_F32 : ORB_F64;
    }
    return desc;
}

static void random_plans(void **state)
{
    (void)state;
    for (int trial = 0; trial < 48; trial++) { /* measuring takes long, and threads on a busy machine longer */
        const orb_plan_desc desc = random_fourier(trial % 8 ? 12 : 30);
        const layout l = {.strided = random_below(2)};
        const bool in_place = !desc.half_axis && random_below(2);

        assert_int_equal(compare(trial % 8 ? "cpu:threads=1,fft=fftw" : "cpu:threads=2,fft=fftw", desc, l, in_place),
                         1);
    }
}

/* Sums over all points, for complex ones in double. */
static void definitions(void **state)
{
    (void)state;
    for (int trial = 0; trial < 24; trial++) {
        orb_plan_desc desc = random_fourier(9);
        const size_t count = points_of(desc.n), half = desc.half_axis ? (size_t)desc.half_axis - 1 : 3;
        double *re = random_volume(count), *im = random_volume(count), *x = malloc(2 * count * sizeof *x);
        double *z = malloc(2 * count * sizeof *z), largest = 0.0;
        size_t at = 0;

        assert_true(x && z);
        desc.element_in = half < 3 ? ORB_F64 : ORB_C128;
        desc.element_out = ORB_C128;
        for (size_t p = 0; p < count; p++) {
            im[p] = half < 3 ? 0.0 : im[p];
            x[half < 3 ? p : 2 * p] = re[p];
            if (half == 3)
                x[2 * p + 1] = im[p];
        }
        run_volume("cpu:threads=1,fft=fftw", &desc, x, z, NULL);
        define_complex(&desc, re, im);
        for (size_t p = 0; p < count; p++)
            largest = worse(largest, hypot(re[p], im[p]));
        for (size_t p = 0; p < count; p++) {
            const size_t index[3] = {p / desc.n[2] / desc.n[1], p / desc.n[2] % desc.n[1], p % desc.n[2]};

            if (half < 3 && index[half] > desc.n[half] / 2)
                continue;
            assert_true(hypot(z[2 * at] - re[p], z[2 * at + 1] - im[p]) <= 4e-15 * largest);
            at++;
        }
        free(re);
        free(im);
        free(x);
        free(z);
    }
}

static const orb_plan_desc cube = {
    .n = {32, 32, 32}, .kind = {ORB_DFT, ORB_DFT, ORB_DFT}, .element_in = ORB_C64, .element_out = ORB_C64};

/* FFTW takes those that are whole; one that is not where FFTW wants it is transformed all the same. */
static void blocks(void **state)
{
    orb_plan_desc desc = cube;

    (void)state;
    for (unsigned threads = 1; threads <= 2; threads++) {
        char engine[40];

        snprintf(engine, sizeof engine, "cpu:threads=%u,fft=fftw", threads);
        desc = cube;
        for (int a = 0; a < 3; a++)
            desc.block[a] = 12;
        assert_int_equal(compare(engine, desc, (layout){0}, false), 8);
        desc.direction = ORB_INVERSE;
        assert_int_equal(compare(engine, desc, (layout){0}, false), 8);
        assert_int_equal(compare(engine, cube, (layout){.shift = {8, 0}}, false), 0);
        assert_int_equal(compare(engine, cube, (layout){.shift = {0, 8}}, false), 0);
        assert_int_equal(compare(engine, cube, (layout){.shift = {8, 8}}, true), 0);
        desc = cube;
        desc.block[0] = 2;
        desc.direction = ORB_INVERSE;
        assert_int_equal(compare(engine, desc, (layout){0}, true), 16);
    }
}

/* Lines that are longer than FFTW's largest codes for one line. */
static void long_lines_in_place(void **state)
{
    orb_plan_desc desc = cube;

    (void)state;
    desc.n[0] = 3;
    desc.n[2] = 2;
    for (desc.n[1] = 120; desc.n[1] <= 1920; desc.n[1] *= 4)
        assert_int_equal(compare("cpu:threads=1,fft=fftw", desc, (layout){0}, true), 1);
}

/* Several threads for a block. FFTW's planner and this thread have the same numbers of threads afterwards as before. */
static void threads(void **state)
{
    const int team = omp_get_max_threads();

    (void)state;
    now.most = 0;
    assert_int_equal(compare("cpu:threads=2,fft=fftw", cube, (layout){0}, false), 1);
    assert_int_equal(now.most, 2);
    assert_int_equal(now.last, 1);
    watch_set_threads(3);
    omp_set_num_threads(5);
    assert_int_equal(compare("cpu:threads=2,fft=fftw", cube, (layout){0}, true), 1);
    assert_int_equal(now.last, 3);
    assert_int_equal(now.team, 2);
    assert_int_equal(omp_get_max_threads(), 5);
    watch_set_threads(1);
    omp_set_num_threads(team);
}

/* A child has not the threads of its parent: one that was planned there computes without FFTW. */
static void a_forked_process(void **state)
{
    array in = new_array((const int64_t[3]){1024, 32, 1}, cube.n, ORB_C64, 0), out = copy_of(&in), again = copy_of(&in);
    orb_device *device = open_device("cpu:threads=2,fft=fftw");
    orb_plan *plan = NULL;
    int status = 1;
    pid_t child;

    (void)state;
    assert_ok(orb_plan_create(&plan, device, &cube));
    assert_ok(orb_execute(plan, in.first, out.first, NULL));
    child = fork();
    assert_true(child >= 0);
    if (!child) {
        now.executed = 0;
        alarm(60); /* ends a child that waits for threads */
        _exit(orb_execute(plan, in.first, again.first, NULL) || now.executed ||
              !(difference(&again, &out) <= tolerance(ORB_C64)));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    orb_plan_destroy(plan);
    orb_close(device);
    free(in.memory);
    free(out.memory);
    free(again.memory);
}

/* A NaN spoils its line, and no other. */
static void not_a_number(void **state)
{
    orb_plan_desc desc = cube;
    array in = new_array((const int64_t[3]){1024, 32, 1}, cube.n, ORB_C64, 0), out = copy_of(&in);

    (void)state;
    desc.kind[0] = desc.kind[2] = ORB_IDENTITY;
    set_number(&in, 2 * (7 * 1024 + 5 * 32 + 3), NAN);
    run_volume("cpu:threads=1,fft=fftw", &desc, in.first, out.first, NULL);
    for (size_t p = 0; p < 1024 * 32; p++)
        assert_true((isnan(number_at(&out, 2 * p)) || isnan(number_at(&out, 2 * p + 1))) ==
                    (p / 1024 == 7 && p % 32 == 3));
    free(in.memory);
    free(out.memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_plans),        cmocka_unit_test(definitions), cmocka_unit_test(blocks),
        cmocka_unit_test(long_lines_in_place), cmocka_unit_test(threads),     cmocka_unit_test(a_forked_process),
        cmocka_unit_test(not_a_number),
    };

    support_start("test_fftw");
    return cmocka_run_group_tests_name("fftw", tests, NULL, NULL);
}
