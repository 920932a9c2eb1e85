/* Execution over an engine that clips, fails or runs out of memory: what it reports.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* nanosleep, sigaction */
#include "support.h"

#include <engine.h>
#include <rounds.h>
#include <workers.h>

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* An engine that doubles its cubes. */
struct orb_backend {
    pthread_mutex_t lock;
    unsigned runs, at_once, most_at_once;
    bool busy[2], shared; /* instances; has one been used by two at once? */
    unsigned fails_in;    /* 0 or the run that fails */
    unsigned clips;       /* results in every cube */
    bool slow;            /* each run takes 20 ms */
    bool no_job;
    unsigned rounds;
};

static struct orb_backend doubler = {.lock = PTHREAD_MUTEX_INITIALIZER, .rounds = 1};

/* The blocks of a volume; two rounds of them if asked. */
typedef struct doubler_setup {
    orb_setup base;
    size_t block[3], blocks[3];
} doubler_setup;

typedef struct doubler_job {
    orb_job base;
    double *cube;
} doubler_job;

static orb_status doubler_prepare(orb_backend *backend, const orb_problem *problem, orb_setup **setup)
{
    doubler_setup *s = calloc(1, sizeof *s);

    assert_non_null(s);
    s->base.rounds = backend->rounds;
    for (unsigned r = 0; r < backend->rounds; r++)
        s->base.items[r] = problem->blocks[0] * problem->blocks[1] * problem->blocks[2];
    for (int a = 0; a < 3; a++) {
        s->block[a] = problem->axis[a].n;
        s->blocks[a] = problem->blocks[a];
        s->base.products[a] = 1.0;
    }
    *setup = &s->base;
    return ORB_OK;
}

static void doubler_discard(orb_setup *setup)
{
    free(setup);
}

static orb_status doubler_job_new(const orb_setup *setup, orb_job **job)
{
    const doubler_setup *s = (const doubler_setup *)setup;
    doubler_job *j;

    *job = NULL;
    if (doubler.no_job)
        return ORB_NO_MEMORY;
    j = calloc(1, sizeof *j);
    assert_non_null(j);
    j->cube = malloc(points_of(s->block) * sizeof *j->cube);
    assert_non_null(j->cube);
    *job = &j->base;
    return ORB_OK;
}

static void doubler_job_free(orb_job *job)
{
    if (job)
        free(((doubler_job *)job)->cube);
    free(job);
}

static orb_box box_of(const doubler_setup *s, size_t item)
{
    orb_box box = {.axis = {0, 1, 2}};

    for (int a = 2; a >= 0; a--) {
        box.first[a] = item % s->blocks[a] * s->block[a];
        item /= s->blocks[a];
        box.extent[a] = box.cube[a] = s->block[a];
    }
    return box;
}

static orb_status doubler_pack(const orb_setup *setup, orb_job *job, const orb_field *from)
{
    const orb_box box = box_of((const doubler_setup *)setup, job->item);

    return orb_field_gather(from, &box, 0, ((doubler_job *)job)->cube) ? ORB_OK : ORB_NOT_FINITE;
}

static void doubler_unpack(const orb_setup *setup, orb_job *job, const orb_field *to)
{
    const orb_box box = box_of((const doubler_setup *)setup, job->item);

    orb_field_scatter(to, &box, 0, ((doubler_job *)job)->cube);
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
    backend->shared = backend->shared || backend->busy[instance];
    backend->busy[instance] = true;
    pthread_mutex_unlock(&backend->lock);
    if (backend->slow)
        nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    for (size_t i = 0; i < points_of(((const doubler_setup *)setup)->block); i++)
        ((doubler_job *)job)->cube[i] *= 2.0;
    job->cost.saturations += backend->clips;
    job->cost.passes++;
    job->cost.last_place = job->round ? 1.0 : 3.0; /* the coarsest step is that of the first round */
    pthread_mutex_lock(&backend->lock);
    backend->at_once--;
    backend->busy[instance] = false;
    pthread_mutex_unlock(&backend->lock);
    return status;
}

static const orb_items doubler_items = {
    .job_new = doubler_job_new,
    .job_free = doubler_job_free,
    .pack = doubler_pack,
    .run = doubler_run,
    .unpack = doubler_unpack,
};

static const orb_engine doubler_engine = {
    .prepare = doubler_prepare,
    .discard = doubler_discard,
    .execute = orb_rounds_execute,
    .items = &doubler_items,
};

enum { SIDE = 12, COUNT = SIDE * SIDE * SIDE };

static orb_device device = {.engine = &doubler_engine,
                            .backend = &doubler,
                            .info = {.p = 4, .bmax = 8, .lanes = 1, .io_words = 1, .instances = 2}};

/* Doubles a volume in blocks of 5 x 4 x 3, in every round. */
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
            assert_true(out[i] == (float)(1 << doubler.rounds) * in[i]);
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

static void an_instance_works_on_one_item_at_a_time(void **state)
{
    (void)state;
    doubler.slow = true;
    assert_ok(run(NULL, NULL));
    assert_false(doubler.shared);
    doubler.slow = false;
}

/* In one round all at once, else one after the other. */
static void volumes_of_a_batch_stay_apart(void **state)
{
    enum { VOLUMES = 2, POINTS = 6 * 6 * 6 };
    const orb_plan_desc desc = {.n = {6, 6, 6}, .block = {3, 3, 3}, .element_in = ORB_F64, .element_out = ORB_F64};
    static double numbers[VOLUMES][POINTS], doubled[VOLUMES][POINTS];
    const void *in[VOLUMES] = {numbers[0], numbers[1]};
    void *out[VOLUMES] = {doubled[0], doubled[1]};

    (void)state;
    for (int i = 0; i < VOLUMES * POINTS; i++)
        numbers[i / POINTS][i % POINTS] = i;
    for (doubler.rounds = 1; doubler.rounds <= 2; doubler.rounds++) {
        orb_plan *plan = NULL;
        orb_report report;

        memset(doubled, 0, sizeof doubled);
        assert_ok(orb_plan_create(&plan, &device, &desc));
        assert_ok(orb_execute_batch(plan, VOLUMES, in, out, &report));
        assert_int_equal(report.blocks, VOLUMES * 8);
        assert_int_equal(report.passes, VOLUMES * 8 * doubler.rounds);
        for (int i = 0; i < VOLUMES * POINTS; i++)
            assert_true(doubled[i / POINTS][i % POINTS] == (double)((1 << doubler.rounds) * i));
        orb_plan_destroy(plan);
    }
    doubler.rounds = 1;
}

static size_t told, all;

static int note_progress(void *user, size_t done, size_t total)
{
    (void)user;
    assert_true(done <= total && done >= told);
    told = done;
    all = total;
    return 0;
}

static void rounds_follow_each_other(void **state)
{
    orb_report report;

    (void)state;
    for (doubler.rounds = 2; doubler.rounds <= ORB_ROUNDS_MAX; doubler.rounds++) {
        told = 0;
        assert_ok(run(note_progress, &report));
        assert_int_equal(report.rounds, doubler.rounds);
        assert_int_equal(report.blocks, 36);
        assert_int_equal(report.passes, 36 * doubler.rounds);
        assert_true(report.last_place == 3.0);
        assert_int_equal(told, 36 * doubler.rounds * ORB_ITEM_PARTS);
        assert_int_equal(all, told);
    }
    doubler.rounds = 2;
    doubler.fails_in = 36 + 5;
    assert_int_equal(run(NULL, &report), ORB_DEVICE_FAILED);
    assert_int_equal(doubler.runs >= 41 && doubler.runs < 72, 1);
    doubler.fails_in = 0;
    doubler.rounds = 1;
}

static size_t stop_at;

static int stop_later(void *user, size_t done, size_t total)
{
    (void)user, (void)total;
    return done >= stop_at;
}

static void cancelling_in_a_later_round_stops_it(void **state)
{
    orb_report report;

    (void)state;
    doubler.rounds = 3;
    stop_at = (36 + 10) * ORB_ITEM_PARTS;
    assert_int_equal(run(stop_later, &report), ORB_CANCELLED);
    assert_true(doubler.runs >= 36 + 10 && doubler.runs < 3 * 36);
    assert_int_equal(report.blocks, 0);
    doubler.rounds = 1;
}

static void clipped_results_are_told(void **state)
{
    orb_report report;

    (void)state;
    doubler.clips = 3;
    doubler.slow = true; /* so that both instances take part, and the counts of both are added */
    assert_int_equal(run(NULL, &report), ORB_SATURATED);
    assert_int_equal(report.saturations, 3 * 36);
    doubler.slow = false;
    doubler.clips = 0;
}

static void a_failure_stops_the_rest(void **state)
{
    orb_report report;

    (void)state;
    doubler.fails_in = 7;
    assert_int_equal(run(NULL, &report), ORB_DEVICE_FAILED);
    assert_true(doubler.runs < 36 && report.blocks < 36);
    doubler.fails_in = 36; /* the last one */
    assert_int_equal(run(NULL, &report), ORB_DEVICE_FAILED);
    assert_int_equal(report.blocks, 35);
    doubler.fails_in = 1; /* while others, which succeed, are at work */
    doubler.slow = true;
    assert_int_equal(run(NULL, &report), ORB_DEVICE_FAILED);
    doubler.slow = false;
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

static int signals; /* atomic */

static void count_signals(int number)
{
    (void)number;
    __atomic_fetch_add(&signals, 1, __ATOMIC_RELAXED);
}

/* Where the program's own threads block a signal, no worker takes it. */
static void workers_receive_no_signals(void **state)
{
    const struct sigaction counting = {.sa_handler = count_signals};
    struct sigaction before;
    sigset_t set, pending;

    (void)state;
    assert_ok(run(NULL, NULL)); /* workers start at the latest here: the signal is not blocked */
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    assert_int_equal(sigaction(SIGUSR1, &counting, &before), 0);
    assert_int_equal(pthread_sigmask(SIG_BLOCK, &set, NULL), 0);
    assert_int_equal(kill(getpid(), SIGUSR1), 0);
    nanosleep(&(struct timespec){.tv_nsec = 50000000}, NULL);
    assert_int_equal(__atomic_load_n(&signals, __ATOMIC_RELAXED), 0);
    assert_int_equal(sigpending(&pending), 0);
    assert_true(sigismember(&pending, SIGUSR1));
    assert_int_equal(pthread_sigmask(SIG_UNBLOCK, &set, NULL), 0); /* it comes now, to this thread */
    assert_int_equal(__atomic_load_n(&signals, __ATOMIC_RELAXED), 1);
    assert_int_equal(sigaction(SIGUSR1, &before, NULL), 0);
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
        cmocka_unit_test(rounds_follow_each_other),
        cmocka_unit_test(cancelling_in_a_later_round_stops_it),
        cmocka_unit_test(blocks_come_back_where_they_were),
        cmocka_unit_test(clipped_results_are_told),
        cmocka_unit_test(a_failure_stops_the_rest),
        cmocka_unit_test(cancelling_leaves_the_rest_undone),
        cmocka_unit_test(an_instance_works_on_one_item_at_a_time),
        cmocka_unit_test(volumes_of_a_batch_stay_apart),
        cmocka_unit_test(workers_receive_no_signals),
        cmocka_unit_test(lack_of_memory_is_told),
    };

    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
