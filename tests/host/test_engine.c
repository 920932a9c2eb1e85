/* Execution over an engine that clips, fails or runs out of memory: what the caller is told.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* nanosleep */
#include "support.h"

#include <engine.h>

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

/* An engine that doubles its cubes. */
struct orb_backend {
    pthread_mutex_t lock;
    unsigned runs, at_once, most_at_once;
    unsigned fails_in; /* 0 or the run that fails */
    unsigned clips;    /* results in every cube */
    bool slow;         /* each run takes 20 ms */
    bool no_job;
};

static struct orb_backend doubler = {.lock = PTHREAD_MUTEX_INITIALIZER};

static orb_status doubler_prepare(orb_backend *backend, const orb_axis axes[3], orb_direction direction,
                                  orb_shift shift, orb_setup **setup)
{
    (void)backend, (void)direction, (void)shift;
    *setup = calloc(1, sizeof **setup);
    assert_non_null(*setup);
    for (int a = 0; a < 3; a++) {
        (*setup)->cube[a] = axes[a].n + 1; /* larger than the block, as an array's cubes may be */
        (*setup)->runs[a] = true;
    }
    return ORB_OK;
}

static void doubler_discard(orb_setup *setup)
{
    free(setup);
}

static orb_status doubler_job_new(const orb_setup *setup, orb_job **job)
{
    *job = NULL;
    if (doubler.no_job)
        return ORB_NO_MEMORY;
    *job = calloc(1, sizeof **job);
    assert_non_null(*job);
    (*job)->cube = malloc(points_of(setup->cube) * sizeof *(*job)->cube);
    assert_non_null((*job)->cube);
    return ORB_OK;
}

static void doubler_job_free(orb_job *job)
{
    if (job)
        free(job->cube);
    free(job);
}

static void doubler_convert(const orb_setup *setup, orb_job *job)
{
    (void)setup, (void)job;
}

static orb_status doubler_run(orb_backend *backend, unsigned instance, const orb_setup *setup, orb_job *job)
{
    orb_status status = ORB_OK;

    assert_true(instance < 2);
    pthread_mutex_lock(&backend->lock);
    if (++backend->runs == backend->fails_in)
        status = ORB_DEVICE_FAILED;
    if (++backend->at_once > backend->most_at_once)
        backend->most_at_once = backend->at_once;
    pthread_mutex_unlock(&backend->lock);
    if (backend->slow)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    for (size_t i = 0; i < points_of(setup->cube); i++)
        job->cube[i] *= 2.0;
    job->cost.saturations += backend->clips;
    job->cost.passes++;
    pthread_mutex_lock(&backend->lock);
    backend->at_once--;
    pthread_mutex_unlock(&backend->lock);
    return status;
}

static const orb_engine doubler_engine = {
    .prepare = doubler_prepare,
    .discard = doubler_discard,
    .job_new = doubler_job_new,
    .job_free = doubler_job_free,
    .pack = doubler_convert,
    .run = doubler_run,
    .unpack = doubler_convert,
};

enum { SIDE = 12, COUNT = SIDE * SIDE * SIDE };

static orb_device device = {
    .engine = &doubler_engine, .backend = &doubler, .info = {.p = 4, .bmax = 8, .lanes = 1, .instances = 2}};

/* Doubles a volume in blocks of 5 x 4 x 3. */
static orb_status run(orb_progress progress, orb_report *report)
{
    const orb_plan_desc desc = {.n = {SIDE, SIDE, SIDE},
                                .block = {5, 4, 3},
                                .element_in = ORB_F32,
                                .element_out = ORB_F32,
                                .progress = progress};
    static float in[COUNT], out[15 * SIDE * SIDE];
    orb_plan *plan = NULL;
    orb_status status;

    for (int i = 0; i < COUNT; i++)
        in[i] = (float)i;
    doubler.runs = 0;
    assert_ok(orb_plan_create(&plan, &device, &desc));
    status = orb_execute(plan, in, out, report);
    if (status == ORB_OK || status == ORB_SATURATED)
        for (int i = 0; i < COUNT; i++)
            assert_true(out[i] == 2.0f * in[i]);
    orb_plan_destroy(plan);
    return status;
}

static void blocks_come_back_where_they_were(void **state)
{
    orb_report report;

    (void)state;
    assert_ok(run(NULL, &report));
    assert_int_equal(report.blocks, 3 * 3 * 4);
    assert_int_equal(report.saturations, 0);
    assert_in_range(doubler.most_at_once, 1, 2);
}

static void clipped_results_are_told(void **state)
{
    orb_report report;

    (void)state;
    doubler.clips = 3;
    assert_int_equal(run(NULL, &report), ORB_SATURATED);
    assert_int_equal(report.saturations, 3 * 36);
    doubler.clips = 0;
}

static void a_failure_stops_the_rest(void **state)
{
    orb_report report;

    (void)state;
    doubler.fails_in = 7;
    assert_int_equal(run(NULL, &report), ORB_DEVICE_FAILED);
    assert_true(doubler.runs < 36 && report.blocks < 36);
    doubler.fails_in = 0;
    assert_ok(run(NULL, NULL));
}

static int stop_at_once(void *user, size_t done, size_t total)
{
    (void)user, (void)done, (void)total;
    return 1;
}

static void cancelling_leaves_the_rest_undone(void **state)
{
    orb_report report;

    (void)state;
    doubler.slow = true;
    assert_int_equal(run(stop_at_once, &report), ORB_CANCELLED);
    assert_true(report.blocks < 36);
    doubler.slow = false;
}

static void lack_of_memory_is_told(void **state)
{
    (void)state;
    doubler.no_job = true;
    assert_int_equal(run(NULL, NULL), ORB_NO_MEMORY);
    doubler.no_job = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_come_back_where_they_were), cmocka_unit_test(clipped_results_are_told),
        cmocka_unit_test(a_failure_stops_the_rest),         cmocka_unit_test(cancelling_leaves_the_rest_undone),
        cmocka_unit_test(lack_of_memory_is_told),
    };

    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
