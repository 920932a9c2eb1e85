/* Cubes one after the other through an array, seen from the registers: one whose sums were clipped runs again, and no
 * other, whether the programs hold one cube each or samples tell their saturations apart.
 * SPDX-License-Identifier: Apache-2.0 */
#include "recorder.h"

#include <array.h>

#include <stdlib.h>

enum { SIDE = 32, POINTS = SIDE * SIDE * SIDE, CUBES = 10, SHARE = CUBES / 2 };

/* Runs the first half of the cubes, of which so many from `first` on clip sums in their first run. Returns the result
 * word of each, which is the number of the transfer that gave it. */
static void run_cubes(recorder *r, unsigned first, unsigned clips, int32_t result[SHARE], orb_cost *cost)
{
    const orb_plan_desc desc = {0};
    orb_axis axes[3];
    orb_problem problem = {.blocks = {1, 1, CUBES}, .axis = axes, .shift = ORB_SHIFT_AUTO};
    double *in = malloc(CUBES * POINTS * sizeof *in);
    orb_field from = {.element = ORB_F64, .n = {SIDE, SIDE, CUBES * SIDE}, .from = in};
    orb_core core;
    orb_backend backend = {.core = &core, .cores = 1};
    orb_setup *setup;
    orb_job *job;

    assert_non_null(in);
    for (int i = 0; i < CUBES * POINTS; i++)
        in[i] = random_uniform();
    assert_ok(orb_core_open(&core, &r->base));
    for (int a = 0; a < 3; a++) {
        assert_ok(orb_axis_init(&axes[a], &desc, a, SIDE));
        assert_ok(orb_axis_fill(&axes[a]));
    }
    assert_ok(orb_array_prepare(&backend, &problem, &setup));
    assert_ok(orb_array_job_new(setup, &job));
    assert_ok(orb_array_pack(setup, job, &from));
    assert_int_equal(((array_job *)job)->units, SHARE);
    r->clips_in = first + 1;
    r->clips = clips;
    assert_ok(orb_array_run(&backend, 0, setup, job));
    for (size_t u = 0; u < SHARE; u++)
        result[u] = ((array_job *)job)->result[u * POINTS];
    *cost = job->cost;
    orb_array_job_free(job);
    orb_array_discard(setup);
    for (int a = 0; a < 3; a++)
        orb_axis_free(&axes[a]);
    orb_core_close(&core);
    free(in);
}

static void the_cube_that_was_clipped_runs_again(void **state)
{
    (void)state;
    for (unsigned sampling = 0; sampling < 2; sampling++)
        for (unsigned first = 0; first < SHARE; first++)
            for (unsigned clips = 0; clips <= 2 && first + clips <= SHARE; clips++) {
                recorder r = sampling ? recorder_make_sampling() : recorder_make();
                int32_t result[SHARE];
                orb_cost cost;

                run_cubes(&r, first, clips, result, &cost);
                assert_int_equal(cost.repeats, clips);
                assert_int_equal(cost.saturations, 0);
                for (unsigned u = 0; u < SHARE; u++) {
                    const bool again = u >= first && u < first + clips;

                    /* Without samples, a run of one cube alone is two transfers. */
                    if (((unsigned)result[u] > r.transfers - (sampling ? 1 : 2) * clips) != again)
                        fail_msg("cube %u: the result of transfer %d of %u, where %u of them from %u on were clipped",
                                 u, (int)result[u], r.transfers, clips, first);
                }
            }
}

/* 32 descriptors are enough for five cubes and their coefficients. */
static void samples_save_programs(void **state)
{
    recorder alone = recorder_make(), sampling = recorder_make_sampling();
    int32_t result[SHARE];
    orb_cost cost;

    (void)state;
    run_cubes(&alone, 0, 0, result, &cost);
    assert_int_equal(alone.starts, SHARE + 1);
    run_cubes(&sampling, 0, 0, result, &cost);
    assert_int_equal(sampling.starts, 1);
    assert_int_equal(sampling.sections, alone.sections);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_cube_that_was_clipped_runs_again),
        cmocka_unit_test(samples_save_programs),
    };

    support_start("test_array_sections");
    return cmocka_run_group_tests_name("array sections", tests, NULL, NULL);
}
