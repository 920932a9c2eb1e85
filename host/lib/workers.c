/* Worker threads take items from one list, and instances of the device from a pool.
 * SPDX-License-Identifier: Apache-2.0
 *
 * There are two workers an instance: while one computes, the other converts the item before or after. They start when
 * the first items need them, and sleep between two rounds until the device is closed. */
#define _POSIX_C_SOURCE 200809L /* pthread_sigmask, clock_gettime */
#include "workers.h"

#include "checked.h"
#include "error.h"
#include "report.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

struct orb_crew {
    pid_t owner; /* the process in which the threads run: a child of fork has none of them */
    pthread_t *thread;
    unsigned threads;

    pthread_mutex_t lock;      /* of all that follows */
    pthread_cond_t begins;     /* there are items, or all is over */
    pthread_cond_t progressed; /* an item is done, or a worker sleeps again */
    pthread_cond_t instance_free;
    bool over;                  /* the device is being closed */
    unsigned *idle, idle_count; /* instances that nobody uses */

    const orb_work *work;     /* that goes on, and of it: */
    size_t items;             /* of all volumes */
    size_t next, done;        /* items */
    unsigned running;         /* workers that are awake */
    orb_status status;        /* the first failure; it stops all */
    char line[ORB_LINE_SIZE]; /* on it, from the thread that failed; may be empty */
    orb_cost cost;
    orb_job **job; /* of the workers, so far */
    unsigned jobs;

    int stop; /* atomic: the same for workers in the middle of an item */
};

/* Between two calls of the progress function, so that a user who asks to stop is heard. */
enum { PROGRESS_NANOSECONDS = 100000000 };

static unsigned take_instance(orb_crew *c)
{
    unsigned instance;

    pthread_mutex_lock(&c->lock);
    while (c->idle_count == 0)
        pthread_cond_wait(&c->instance_free, &c->lock);
    instance = c->idle[--c->idle_count];
    pthread_mutex_unlock(&c->lock);
    return instance;
}

static void give_instance(orb_crew *c, unsigned instance)
{
    pthread_mutex_lock(&c->lock);
    c->idle[c->idle_count++] = instance;
    pthread_cond_signal(&c->instance_free);
    pthread_mutex_unlock(&c->lock);
}

static void add_time_since(double start, double *sum)
{
    *sum += orb_seconds() - start;
}

static orb_status do_item(orb_crew *c, orb_job *job, size_t index)
{
    const orb_work *work = c->work;
    const orb_plan *plan = work->plan;
    const orb_items *items = plan->device->engine->items;
    const size_t volume = index / plan->setup->items[work->round];
    double start = orb_seconds();
    orb_status status;

    job->round = work->round;
    job->item = index % plan->setup->items[work->round];
    job->stop = &c->stop;
    status = items->pack(plan->setup, job, &work->from[volume]);
    add_time_since(start, &job->cost.send);
    if (!status) {
        const unsigned instance = take_instance(c);

        start = orb_seconds();
        status = items->run(plan->device->backend, instance, plan->setup, job);
        add_time_since(start, &job->cost.compute);
        give_instance(c, instance);
    }
    if (!status) {
        start = orb_seconds();
        items->unpack(plan->setup, job, &work->to[volume]);
        add_time_since(start, &job->cost.receive);
    }
    return status;
}

/* Ends all work for this reason, unless there is one already. */
static void give_up(orb_crew *c, orb_status status)
{
    if (status && !c->status) {
        c->status = status;
        snprintf(c->line, sizeof c->line, "%s", orb_last_error());
    }
    __atomic_store_n(&c->stop, c->status != ORB_OK, __ATOMIC_RELAXED);
}

static bool has_items(const orb_crew *c)
{
    return c->next < c->items && !c->status;
}

/* The lock is held before and after it. */
static void work_items(orb_crew *c)
{
    const orb_plan *plan = c->work->plan;
    orb_job *job = NULL;
    orb_status status;

    c->running++;
    pthread_mutex_unlock(&c->lock);
    orb_begin();
    status = plan->device->engine->items->job_new(plan->setup, &job);
    pthread_mutex_lock(&c->lock);
    if (!status)
        c->job[c->jobs++] = job;
    while (!status && has_items(c)) {
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
    plan->device->engine->items->job_free(job);
    c->running--;
    pthread_cond_signal(&c->progressed);
}

static void *live(void *argument)
{
    orb_crew *c = argument;

    pthread_mutex_lock(&c->lock);
    while (!c->over)
        if (has_items(c))
            work_items(c);
        else
            pthread_cond_wait(&c->begins, &c->lock);
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* Starts workers, with all signals blocked, until there are as many as requested. */
static void start_workers(orb_crew *c, unsigned requested)
{
    sigset_t all, before;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (c->threads < requested && pthread_create(&c->thread[c->threads], NULL, live, c) == 0)
        c->threads++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* What is done of all items, in parts of one; those in work count by the words that they have moved. */
static size_t parts_done(const orb_crew *c)
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

static int tell(const orb_crew *c, size_t parts)
{
    const orb_work *work = c->work;

    return work->plan->progress(work->plan->progress_user, work->before * ORB_ITEM_PARTS + parts,
                                work->total * ORB_ITEM_PARTS);
}

/* Waits for what workers do, but not for long. */
static void wait_a_moment(orb_crew *c)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += PROGRESS_NANOSECONDS;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&c->progressed, &c->lock, &until);
}

/* Waits until all items are done and all workers asleep, and reports progress meanwhile. */
static void watch(orb_crew *c)
{
    const bool told = c->work->plan->progress != NULL;
    size_t shown = SIZE_MAX;

    pthread_mutex_lock(&c->lock);
    while (c->running || has_items(c)) {
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
        if ((c->running || has_items(c)) && c->done == done)
            wait_a_moment(c);
    }
    pthread_mutex_unlock(&c->lock);
    if (told && !c->status && shown != c->done * ORB_ITEM_PARTS && tell(c, c->done * ORB_ITEM_PARTS))
        c->status = ORB_CANCELLED;
}

static orb_crew *new_crew(unsigned instances)
{
    orb_crew *c = calloc(1, sizeof *c);
    pthread_condattr_t clock;

    if (!c)
        return NULL;
    c->owner = getpid();
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->begins, NULL);
    pthread_cond_init(&c->progressed, &clock);
    pthread_cond_init(&c->instance_free, NULL);
    pthread_condattr_destroy(&clock);
    c->thread = malloc(2 * instances * sizeof *c->thread);
    c->job = malloc(2 * instances * sizeof *c->job);
    c->idle = malloc(instances * sizeof *c->idle);
    if (!c->thread || !c->job || !c->idle) {
        orb_crew_free(c);
        return NULL;
    }
    for (; c->idle_count < instances; c->idle_count++)
        c->idle[c->idle_count] = instances - 1 - c->idle_count;
    return c;
}

void orb_crew_free(orb_crew *c)
{
    if (c && c->owner == getpid()) {
        pthread_mutex_lock(&c->lock);
        c->over = true;
        pthread_cond_broadcast(&c->begins);
        pthread_mutex_unlock(&c->lock);
        for (unsigned i = 0; i < c->threads; i++)
            pthread_join(c->thread[i], NULL);
        pthread_cond_destroy(&c->instance_free);
        pthread_cond_destroy(&c->progressed);
        pthread_cond_destroy(&c->begins);
        pthread_mutex_destroy(&c->lock);
    }
    if (c) {
        free(c->thread);
        free(c->job);
        free(c->idle);
    }
    free(c);
}

orb_status orb_work_do(const orb_work *work, size_t *done, orb_cost *cost)
{
    orb_device *device = work->plan->device;
    const size_t items = work->volumes * work->plan->setup->items[work->round], most = 2 * device->info.instances;
    orb_crew *c = device->crew;

    *done = 0;
    if (c && c->owner != getpid()) {
        orb_crew_free(c);
        c = NULL;
    }
    if (!c)
        c = device->crew = new_crew(device->info.instances);
    if (!c)
        return ORB_NO_MEMORY;
    start_workers(c, (unsigned)smaller(items, most));
    if (!c->threads)
        return ORB_NO_MEMORY;
    pthread_mutex_lock(&c->lock);
    c->work = work;
    c->items = items;
    c->next = c->done = 0;
    c->status = ORB_OK;
    *c->line = '\0';
    c->cost = (orb_cost){0};
    __atomic_store_n(&c->stop, 0, __ATOMIC_RELAXED);
    pthread_cond_broadcast(&c->begins);
    pthread_mutex_unlock(&c->lock);
    watch(c);
    *done = c->done;
    orb_cost_add(cost, &c->cost);
    return *c->line ? orb_refuse(c->status, "%s", c->line) : c->status;
}
