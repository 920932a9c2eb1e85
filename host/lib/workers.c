/* Worker threads take items from one list, and instances of the device from a pool.
 * SPDX-License-Identifier: Apache-2.0
 *
 * There are two workers an instance: while one computes, the other converts the item before or behind. */
#define _POSIX_C_SOURCE 200809L /* pthread_sigmask */
#include "workers.h"

#include "report.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>

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
} crew;

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

static void *work_items(void *argument)
{
    crew *c = argument;
    const orb_plan *plan = c->work->plan;
    orb_job *job = NULL;
    orb_status status = plan->device->engine->items->job_new(plan->setup, &job);

    pthread_mutex_lock(&c->lock);
    while (!status && !c->status && c->next < c->items) {
        const size_t index = c->next++;

        pthread_mutex_unlock(&c->lock);
        status = do_item(c, job, index);
        pthread_mutex_lock(&c->lock);
        c->done += !status;
        pthread_cond_signal(&c->progressed);
    }
    if (!c->status)
        c->status = status;
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

static int tell(const crew *c, size_t done)
{
    return c->work->plan->progress(c->work->plan->progress_user, c->work->before + done, c->work->total);
}

/* Waits until all workers have ended, and reports progress meanwhile. */
static void watch(crew *c)
{
    const bool told = c->work->plan->progress != NULL;
    size_t shown = c->work->before ? 0 : SIZE_MAX; /* where the round before ended is known */

    pthread_mutex_lock(&c->lock);
    while (c->running) {
        const size_t done = c->done;

        if (told && done != shown && !c->status) {
            int stop;

            pthread_mutex_unlock(&c->lock);
            stop = tell(c, done);
            pthread_mutex_lock(&c->lock);
            if (stop && !c->status)
                c->status = ORB_CANCELLED;
            shown = done;
        } else {
            pthread_cond_wait(&c->progressed, &c->lock);
        }
    }
    pthread_mutex_unlock(&c->lock);
    if (told && !c->status && shown != c->done && tell(c, c->done))
        c->status = ORB_CANCELLED;
}

static void run_crew(crew *c, pthread_t *threads, unsigned wanted, unsigned instances)
{
    unsigned started;

    while (c->idle_count < instances) {
        c->idle[c->idle_count] = instances - 1 - c->idle_count;
        c->idle_count++;
    }
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->progressed, NULL);
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
    if (threads && c.idle)
        run_crew(&c, threads, wanted, instances);
    else
        c.status = ORB_NO_MEMORY;
    *done = c.done;
    orb_cost_add(cost, &c.cost);
    free(threads);
    free(c.idle);
    return c.status;
}
