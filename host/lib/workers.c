/* Worker threads take items from one list, and instances of the device from a pool.
 * SPDX-License-Identifier: Apache-2.0
 *
 * There are two workers an instance: while one computes, the other converts the item before or behind. */
#define _POSIX_C_SOURCE 200809L /* pthread_sigmask, clock_gettime */
#include "workers.h"

#include "checked.h"
#include "report.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

typedef struct crew {
    const orb_work *work;
    size_t items; /* of all volumes */

    pthread_mutex_t lock;      /* of all that follows */
    pthread_cond_t progressed; /* an item is done, or a worker has ended */
    pthread_cond_t instance_free;
    size_t next, done;          /* items */
    unsigned running;           /* workers */
    unsigned *idle, idle_count; /* instances that nobody uses */
    orb_status status;          /* the first failure; it stops all */
    orb_cost cost;
    orb_job **job; /* of the workers, so far */
    unsigned jobs;

    int stop; /* atomic: the same for workers in the middle of an item */
} crew;

/* Between two calls of the progress function, so that a user who asks to stop is heard. */
enum { PROGRESS_NANOSECONDS = 100000000 };

static unsigned take_instance(crew *c)
{
    unsigned instance;

    pthread_mutex_lock(&c->lock);
    while (c->idle_count == 0)
        pthread_cond_wait(&c->instance_free, &c->lock);
    instance = c->idle[--c->idle_count];
    pthread_mutex_unlock(&c->lock);
    return instance;
}

static void give_instance(crew *c, unsigned instance)
{
    pthread_mutex_lock(&c->lock);
    c->idle[c->idle_count++] = instance;
    pthread_cond_signal(&c->instance_free);
    pthread_mutex_unlock(&c->lock);
}

static orb_status do_item(crew *c, orb_job *job, size_t index)
{
    const orb_work *work = c->work;
    const orb_plan *plan = work->plan;
    const orb_items *items = plan->device->engine->items;
    const size_t volume = index / plan->setup->items[work->round];
    double start = orb_seconds(), end;
    orb_status status;

    job->round = work->round;
    job->item = index % plan->setup->items[work->round];
    job->stop = &c->stop;
    status = items->pack(plan->setup, job, &work->from[volume]);
    end = orb_seconds();
    job->cost.send += end - start;
    if (!status) {
        const unsigned instance = take_instance(c);

        start = orb_seconds();
        status = items->run(plan->device->backend, instance, plan->setup, job);
        end = orb_seconds();
        job->cost.compute += end - start;
        give_instance(c, instance);
    }
    if (!status) {
        start = orb_seconds();
        items->unpack(plan->setup, job, &work->to[volume]);
        end = orb_seconds();
        job->cost.receive += end - start;
    }
    return status;
}

/* Ends all work for this reason, unless there is one already. */
static void give_up(crew *c, orb_status status)
{
    if (!c->status)
        c->status = status;
    __atomic_store_n(&c->stop, c->status != ORB_OK, __ATOMIC_RELAXED);
}

static void *work_items(void *argument)
{
    crew *c = argument;
    const orb_plan *plan = c->work->plan;
    orb_job *job = NULL;
    orb_status status = plan->device->engine->items->job_new(plan->setup, &job);

    pthread_mutex_lock(&c->lock);
    if (!status)
        c->job[c->jobs++] = job;
    while (!status && !c->status && c->next < c->items) {
        const size_t index = c->next++;

        pthread_mutex_unlock(&c->lock);
        status = do_item(c, job, index);
        pthread_mutex_lock(&c->lock);
        c->done += !status;
        if (!status)
            job->words = job->moved = 0;
        pthread_cond_signal(&c->progressed);
    }
    give_up(c, status);
    for (unsigned i = 0; i < c->jobs; i++)
        if (c->job[i] == job)
            c->job[i] = c->job[--c->jobs];
    if (job)
        orb_cost_add(&c->cost, &job->cost);
    c->running--;
    pthread_cond_signal(&c->progressed);
    pthread_mutex_unlock(&c->lock);
    plan->device->engine->items->job_free(job);
    return NULL;
}

/* Starts up to `wanted` workers, at which no signal arrives. Returns how many started. */
static unsigned start_workers(crew *c, pthread_t *threads, unsigned wanted)
{
    sigset_t all, before;
    unsigned started = 0;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_mutex_lock(&c->lock);
    while (started < wanted && pthread_create(&threads[started], NULL, work_items, c) == 0)
        started++;
    c->running = started;
    pthread_mutex_unlock(&c->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* What is done of all items, in parts of one; those in work count by the words that they have moved. */
static size_t parts_done(const crew *c)
{
    size_t parts = c->done * ORB_ITEM_PARTS;

    for (unsigned i = 0; i < c->jobs; i++) {
        const size_t words = __atomic_load_n(&c->job[i]->words, __ATOMIC_RELAXED);
        const double moved = (double)__atomic_load_n(&c->job[i]->moved, __ATOMIC_RELAXED);

        if (words)
            parts += smaller((size_t)(ORB_ITEM_PARTS * moved / (double)words), ORB_ITEM_PARTS - 1);
    }
    return parts;
}

static int tell(const crew *c, size_t parts)
{
    const orb_work *work = c->work;

    return work->plan->progress(work->plan->progress_user, work->before * ORB_ITEM_PARTS + parts,
                                work->total * ORB_ITEM_PARTS);
}

/* Waits for what workers do, but not for long. */
static void wait_a_moment(crew *c)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += PROGRESS_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&c->progressed, &c->lock, &until);
}

/* Waits until all workers have ended, and reports progress meanwhile. */
static void watch(crew *c)
{
    const bool told = c->work->plan->progress != NULL;
    size_t shown = SIZE_MAX;

    pthread_mutex_lock(&c->lock);
    while (c->running) {
        const size_t done = c->done, parts = parts_done(c);

        if (told && !c->status) {
            int stop;

            pthread_mutex_unlock(&c->lock);
            stop = tell(c, parts);
            pthread_mutex_lock(&c->lock);
            if (stop)
                give_up(c, ORB_CANCELLED);
            shown = parts;
        }
        if (c->running && c->done == done)
            wait_a_moment(c);
    }
    pthread_mutex_unlock(&c->lock);
    if (told && !c->status && shown != c->done * ORB_ITEM_PARTS && tell(c, c->done * ORB_ITEM_PARTS))
        c->status = ORB_CANCELLED;
}

static void run_crew(crew *c, pthread_t *threads, unsigned wanted, unsigned instances)
{
    pthread_condattr_t clock;
    unsigned started;

    while (c->idle_count < instances) {
        c->idle[c->idle_count] = instances - 1 - c->idle_count;
        c->idle_count++;
    }
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->progressed, &clock);
    pthread_condattr_destroy(&clock);
    pthread_cond_init(&c->instance_free, NULL);
    started = start_workers(c, threads, wanted);
    watch(c);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&c->instance_free);
    pthread_cond_destroy(&c->progressed);
    pthread_mutex_destroy(&c->lock);
    if (!started)
        c->status = ORB_NO_MEMORY;
}

orb_status orb_work_do(const orb_work *work, size_t *done, orb_cost *cost)
{
    const unsigned instances = work->plan->device->info.instances;
    crew c = {.work = work, .items = work->volumes * work->plan->setup->items[work->round]};
    const unsigned wanted = c.items < 2 * instances ? (unsigned)c.items : 2 * instances;
    pthread_t *threads = malloc(wanted * sizeof *threads);

    c.idle = malloc(instances * sizeof *c.idle);
    c.job = malloc(wanted * sizeof(orb_job *));
    if (threads && c.idle && c.job)
        run_crew(&c, threads, wanted, instances);
    else
        c.status = ORB_NO_MEMORY;
    *done = c.done;
    orb_cost_add(cost, &c.cost);
    free(threads);
    free(c.job);
    free(c.idle);
    return c.status;
}
