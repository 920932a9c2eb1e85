/* One cube through an array, seen from the registers: when a second pass runs, and which result stays.
 * SPDX-License-Identifier: Apache-2.0 */
#include "recorder.h"

#include <array.h>

#include <math.h>
#include <string.h>

enum { SIDE = 8, POINTS = SIDE * SIDE * SIDE };

/* An array of one core, which is a recorder. */
typedef struct bench {
    recorder recorder;
    orb_core core;
    orb_backend backend;
    orb_axis axes[3];
    orb_setup *setup;
    orb_job *job;
    double in[POINTS], out[POINTS];
} bench;

/* Where the stages stand in the program: after three matrices and the cube. */
enum { FIRST_STAGE = 4 };

static void start(bench *b, orb_shift shift)
{
    const orb_plan_desc desc = {0};
    orb_problem problem = {.blocks = {1, 1, 1}, .shift = shift};
    orb_field from = {.element = ORB_F64, .n = {SIDE, SIDE, SIDE}};

    *b = (bench){.recorder = recorder_make()};
    problem.axis = b->axes;
    from.from = b->in;
    assert_ok(orb_core_open(&b->core, &b->recorder.base));
    b->backend = (orb_backend){.core = &b->core, .cores = 1};
    for (int a = 0; a < 3; a++) {
        assert_ok(orb_axis_init(&b->axes[a], &desc, a, SIDE));
        assert_ok(orb_axis_fill(&b->axes[a]));
    }
    assert_ok(orb_array_prepare(&b->backend, &problem, &b->setup));
    assert_ok(orb_array_job_new(b->setup, &b->job));
    for (int i = 0; i < POINTS; i++)
        b->in[i] = random_uniform();
    assert_ok(orb_array_pack(b->setup, b->job, &from));
}

static void finish(bench *b)
{
    orb_field to = {.element = ORB_F64, .n = {SIDE, SIDE, SIDE}, .to = b->out};

    orb_array_unpack(b->setup, b->job, &to);
}

static void stop(bench *b)
{
    orb_array_job_free(b->job);
    orb_array_discard(b->setup);
    for (int a = 0; a < 3; a++)
        orb_axis_free(&b->axes[a]);
    orb_core_close(&b->core);
}

/* Every result word is the number of the transfer. */
static int32_t result_of(const bench *b)
{
    return ((const array_job *)b->job)->result[0];
}

static void one_pass_with_safe_shifts(void **state)
{
    bench b;

    (void)state;
    start(&b, ORB_SHIFT_BOUND);
    assert_ok(orb_array_run(&b.backend, 0, b.setup, b.job));
    assert_int_equal(b.job->cost.passes, 1);
    assert_int_equal(result_of(&b), 1);
    assert_int_equal(b.job->cost.words_in, POINTS);
    assert_int_equal(b.job->cost.words_out, POINTS);
    assert_int_equal(b.job->cost.coef_words, 3 * SIDE * SIDE);
    stop(&b);
}

static void a_second_pass_where_magnitudes_allow_it(void **state)
{
    bench b;
    uint32_t first, second;

    (void)state;
    start(&b, ORB_SHIFT_MEASURED);
    for (int s = 0; s < 3; s++) /* sums of 2^22: a shift of 5 fits them to 18 bits */
        b.recorder.registers[ADDRESS(MAGNITUDE) / 4 + FIRST_STAGE + s] = 22;
    assert_ok(orb_array_run(&b.backend, 0, b.setup, b.job));
    assert_int_equal(b.job->cost.passes, 2);
    assert_int_equal(b.job->cost.saturations, 0);
    assert_int_equal(result_of(&b), 2);
    assert_int_equal(b.job->cost.coef_words, 3 * SIDE * SIDE); /* still there: the stages moved up by three */
    first = b.recorder.registers[ADDRESS(PROGRAM) / 4 + 2 * (FIRST_STAGE - 3)];
    assert_int_equal(first >> ORBITAL__PROGRAM__LO__SHIFT_bp, 5);
    second = b.recorder.registers[ADDRESS(PROGRAM) / 4 + 2 * (FIRST_STAGE - 2)];
    assert_true(second >> ORBITAL__PROGRAM__LO__SHIFT_bp > 5); /* its operands are longer now */
    stop(&b);
}

static void no_second_pass_where_nothing_is_gained(void **state)
{
    bench b;

    (void)state;
    start(&b, ORB_SHIFT_MEASURED);
    for (int s = 0; s < 3; s++)
        b.recorder.registers[ADDRESS(MAGNITUDE) / 4 + FIRST_STAGE + s] = 35;
    assert_ok(orb_array_run(&b.backend, 0, b.setup, b.job));
    assert_int_equal(b.job->cost.passes, 1);
    assert_int_equal(result_of(&b), 1);
    stop(&b);
}

static void the_first_result_stays_if_the_second_is_clipped(void **state)
{
    bench kept, plain;
    orb_field from = {.element = ORB_F64, .n = {SIDE, SIDE, SIDE}, .from = kept.in};

    (void)state;
    start(&kept, ORB_SHIFT_MEASURED);
    start(&plain, ORB_SHIFT_BOUND);
    assert_ok(orb_array_pack(plain.setup, plain.job, &from));
    kept.recorder.clips_in = 2;
    kept.recorder.clips = 1;
    assert_ok(orb_array_run(&kept.backend, 0, kept.setup, kept.job));
    assert_ok(orb_array_run(&plain.backend, 0, plain.setup, plain.job));
    assert_int_equal(kept.job->cost.passes, 2);
    assert_int_equal(kept.job->cost.saturations, 0);
    finish(&kept);
    finish(&plain);
    assert_memory_equal(kept.out, plain.out, sizeof kept.out);
    stop(&kept);
    stop(&plain);
}

static unsigned shift_of_stage(const bench *b, unsigned stage)
{
    return b->recorder.registers[ADDRESS(PROGRAM) / 4 + 2 * stage] >> ORBITAL__PROGRAM__LO__SHIFT_bp;
}

/* Says that the first runs clip sums; the second stage needs 3 bits more than its shift. Returns the shifts of the
 * first run, and of the last. */
static void run_clipped(bench *b, unsigned runs, unsigned first[3], unsigned last[3])
{
    const array_job *job = (const array_job *)b->job;

    for (unsigned s = 0; s < 3; s++) {
        first[s] = job->shift[0].stage[s];
        b->recorder.registers[ADDRESS(MAGNITUDE) / 4 + FIRST_STAGE + s] = 17 + first[s] + (s == 1 ? 3 : 0);
    }
    b->recorder.clips_in = 1;
    b->recorder.clips = runs;
    assert_ok(orb_array_run(&b->backend, 0, b->setup, b->job));
    assert_int_equal(b->job->cost.passes, runs + 1);
    assert_int_equal(b->job->cost.repeats, runs);
    assert_int_equal(b->job->cost.saturations, 0);
    assert_int_equal(result_of(b), runs + 1);
    for (unsigned s = 0; s < 3; s++) { /* the coefficients are there already, so that the stages moved up */
        last[s] = shift_of_stage(b, FIRST_STAGE - (runs ? 3 : 0) + s);
        assert_int_equal(last[s], job->shift[0].stage[s]);
    }
}

static void what_was_clipped_runs_again_with_what_was_measured(void **state)
{
    unsigned first[3], last[3];
    bench b;

    (void)state;
    start(&b, ORB_SHIFT_AUTO);
    run_clipped(&b, 0, first, last);
    assert_memory_equal(first, last, sizeof first);
    stop(&b);
    start(&b, ORB_SHIFT_AUTO);
    run_clipped(&b, 1, first, last);
    assert_int_equal(last[0], first[0]);
    assert_int_equal(last[1], first[1] + 3);
    assert_int_equal(last[2], first[2] > 3 ? first[2] - 3 : 0); /* its operands are shorter */
    stop(&b);
}

static void what_is_clipped_again_runs_with_the_bound(void **state)
{
    unsigned first[3], last[3], bound[3], fewer = 0;
    bench b, plain;
    orb_field from = {.element = ORB_F64, .n = {SIDE, SIDE, SIDE}, .from = b.in};

    (void)state;
    start(&b, ORB_SHIFT_AUTO);
    start(&plain, ORB_SHIFT_BOUND);
    assert_ok(orb_array_pack(plain.setup, plain.job, &from));
    memcpy(bound, ((array_job *)plain.job)->shift[0].stage, sizeof bound);
    run_clipped(&b, 3, first, last);
    assert_memory_equal(last, bound, sizeof bound);
    for (unsigned s = 0; s < 3; s++)
        fewer += first[s] < bound[s];
    assert_true(fewer > 0); /* random points need less than the bound */
    stop(&b);
    stop(&plain);
}

static void a_core_that_fails_is_reported(void **state)
{
    bench b;

    (void)state;
    start(&b, ORB_SHIFT_BOUND);
    b.recorder.dead = true;
    assert_int_equal(orb_array_run(&b.backend, 0, b.setup, b.job), ORB_DEVICE_FAILED);
    stop(&b);
}

/* Whatever fails, the item ends with it: words, registers and magnitudes of both passes. */
static void each_request_may_fail(void **state)
{
    orb_status status = ORB_UNPLUGGED;
    unsigned n = 0;

    (void)state;
    while (status) {
        bench b;

        start(&b, ORB_SHIFT_MEASURED);
        for (int s = 0; s < 3; s++)
            b.recorder.registers[ADDRESS(MAGNITUDE) / 4 + FIRST_STAGE + s] = 22;
        b.recorder.asked = 0;
        b.recorder.fails_at = ++n;
        status = orb_array_run(&b.backend, 0, b.setup, b.job);
        assert_int_equal(status, b.recorder.asked == n ? ORB_UNPLUGGED : ORB_OK);
        assert_int_equal(b.job->cost.passes, n <= 2 ? 0 : n <= 7 ? 1 : 2); /* those that began */
        stop(&b);
    }
    /* BLOCK, TORUS; twice PROGRAM, CONTROL, words, how it ended, and the magnitudes */
    assert_int_equal(n - 1, 2 + 2 * 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_pass_with_safe_shifts),
        cmocka_unit_test(a_second_pass_where_magnitudes_allow_it),
        cmocka_unit_test(no_second_pass_where_nothing_is_gained),
        cmocka_unit_test(the_first_result_stays_if_the_second_is_clipped),
        cmocka_unit_test(what_was_clipped_runs_again_with_what_was_measured),
        cmocka_unit_test(what_is_clipped_again_runs_with_the_bound),
        cmocka_unit_test(a_core_that_fails_is_reported),
        cmocka_unit_test(each_request_may_fail),
    };

    support_start("test_array");
    return cmocka_run_group_tests_name("array", tests, NULL, NULL);
}
