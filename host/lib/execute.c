/* Executes plans: worker threads take blocks from one list, and instances of the device from a pool.
 * SPDX-License-Identifier: Apache-2.0
 *
 * There are two workers an instance: while one computes, the other converts the block before or behind. */
#define _POSIX_C_SOURCE 200809L /* pthread_sigmask */
#include "checked.h"
#include "report.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

typedef struct execution {
    const orb_plan *plan;
    const void *const *in;
    void *const *out;
    size_t per_volume, total; /* blocks */

    pthread_mutex_t lock;      /* of all that follows */
    pthread_cond_t progressed; /* a block is done, or a worker has ended */
    pthread_cond_t instance_free;
    size_t next, done;          /* blocks */
    unsigned running;           /* workers */
    unsigned *idle, idle_count; /* instances that nobody uses */
    orb_status status;          /* the first failure; it stops all */
    orb_cost cost;
} execution;

static unsigned take_instance(execution *e)
{
    unsigned instance;

    pthread_mutex_lock(&e->lock);
    while (e->idle_count == 0)
        pthread_cond_wait(&e->instance_free, &e->lock);
    instance = e->idle[--e->idle_count];
    pthread_mutex_unlock(&e->lock);
    return instance;
}

static void give_instance(execution *e, unsigned instance)
{
    pthread_mutex_lock(&e->lock);
    e->idle[e->idle_count++] = instance;
    pthread_cond_signal(&e->instance_free);
    pthread_mutex_unlock(&e->lock);
}

static orb_status transform_block(execution *e, orb_job *job, size_t index)
{
    const orb_plan *plan = e->plan;
    const orb_engine *engine = plan->device->engine;
    const size_t volume = index / e->per_volume, block = index % e->per_volume;
    double start = orb_seconds(), end;
    orb_status status = orb_block_gather(plan, block, e->in[volume], job->cube);

    if (!status) {
        unsigned instance;

        engine->pack(plan->setup, job);
        end = orb_seconds();
        job->cost.send += end - start;

        instance = take_instance(e);
        start = orb_seconds();
        status = engine->run(plan->device->backend, instance, plan->setup, job);
        end = orb_seconds();
        job->cost.compute += end - start;
        give_instance(e, instance);
    }
    if (!status) {
        start = orb_seconds();
        engine->unpack(plan->setup, job);
        orb_block_scatter(plan, block, job->cube, e->out[volume]);
        end = orb_seconds();
        job->cost.receive += end - start;
    }
    return status;
}

static void *work(void *argument)
{
    execution *e = argument;
    const orb_engine *engine = e->plan->device->engine;
    orb_job *job = NULL;
    orb_status status = engine->job_new(e->plan->setup, &job);

    pthread_mutex_lock(&e->lock);
    while (!status && !e->status && e->next < e->total) {
        const size_t index = e->next++;

        pthread_mutex_unlock(&e->lock);
        status = transform_block(e, job, index);
        pthread_mutex_lock(&e->lock);
        e->done += !status;
        pthread_cond_signal(&e->progressed);
    }
    if (!e->status)
        e->status = status;
    if (job)
        orb_cost_add(&e->cost, &job->cost);
    e->running--;
    pthread_cond_signal(&e->progressed);
    pthread_mutex_unlock(&e->lock);
    engine->job_free(job);
    return NULL;
}

/* Starts up to `wanted` workers, at which no signal arrives. Returns how many started. */
static unsigned start_workers(execution *e, pthread_t *threads, unsigned wanted)
{
    sigset_t all, before;
    unsigned started = 0;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pthread_mutex_lock(&e->lock);
    while (started < wanted && pthread_create(&threads[started], NULL, work, e) == 0)
        started++;
    e->running = started;
    pthread_mutex_unlock(&e->lock);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* Waits until all workers have ended, and reports progress meanwhile. */
static void watch(execution *e)
{
    const orb_plan *plan = e->plan;
    size_t shown = SIZE_MAX;

    pthread_mutex_lock(&e->lock);
    while (e->running) {
        const size_t done = e->done;

        if (plan->progress && done != shown && !e->status) {
            int stop;

            pthread_mutex_unlock(&e->lock);
            stop = plan->progress(plan->progress_user, done, e->total);
            pthread_mutex_lock(&e->lock);
            if (stop && !e->status)
                e->status = ORB_CANCELLED;
            shown = done;
        } else {
            pthread_cond_wait(&e->progressed, &e->lock);
        }
    }
    pthread_mutex_unlock(&e->lock);
    if (plan->progress && !e->status && shown != e->done && plan->progress(plan->progress_user, e->done, e->total))
        e->status = ORB_CANCELLED;
}

static orb_status run_workers(execution *e)
{
    const unsigned instances = e->plan->device->info.instances;
    const unsigned wanted = e->total < 2 * instances ? (unsigned)e->total : 2 * instances;
    pthread_t *threads = malloc(wanted * sizeof *threads);

    e->idle = malloc(instances * sizeof *e->idle);
    if (!threads || !e->idle) {
        e->status = ORB_NO_MEMORY;
    } else {
        unsigned started;

        while (e->idle_count < instances) {
            e->idle[e->idle_count] = instances - 1 - e->idle_count;
            e->idle_count++;
        }
        pthread_mutex_init(&e->lock, NULL);
        pthread_cond_init(&e->progressed, NULL);
        pthread_cond_init(&e->instance_free, NULL);
        started = start_workers(e, threads, wanted);
        watch(e);
        for (unsigned i = 0; i < started; i++)
            pthread_join(threads[i], NULL);
        pthread_cond_destroy(&e->instance_free);
        pthread_cond_destroy(&e->progressed);
        pthread_mutex_destroy(&e->lock);
        if (!started)
            e->status = ORB_NO_MEMORY;
    }
    free(threads);
    free(e->idle);
    return e->status;
}

static size_t size_of(orb_element element)
{
    return element == ORB_F32 ? sizeof(float) : sizeof(double);
}

/* Do the input and the output of a volume share any memory? Their sizes were checked with the plan. */
static bool overlap(const orb_plan *plan, const void *in, const void *out)
{
    const uintptr_t from = (uintptr_t)in, to = (uintptr_t)out;
    const size_t in_size = plan->in[0] * plan->in[1] * plan->in[2] * size_of(plan->element_in);
    const size_t out_size = plan->out[0] * plan->out[1] * plan->out[2] * size_of(plan->element_out);

    return from < to ? to - from < in_size : from - to < out_size;
}

orb_status orb_execute_batch(orb_plan *plan, size_t count, const void *const *in, void *const *out, orb_report *report)
{
    const double start = orb_seconds();
    execution e = {.plan = plan, .in = in, .out = out};
    orb_status status = ORB_OK;

    if (!plan || !count || !in || !out)
        status = ORB_INVALID;
    for (size_t v = 0; !status && v < count; v++)
        if (!in[v] || !out[v] || overlap(plan, in[v], out[v]))
            status = ORB_INVALID;
    if (!status) {
        e.per_volume = orb_plan_blocks(plan);
        if (!orb_mul(e.per_volume, count, &e.total))
            status = ORB_INVALID;
    }
    if (!status)
        status = run_workers(&e);
    if (!status && e.cost.saturations)
        status = ORB_SATURATED;
    if (report && plan)
        orb_report_fill(report, plan, &e.cost, e.done, orb_seconds() - start);
    return status;
}

orb_status orb_execute(orb_plan *plan, const void *in, void *out, orb_report *report)
{
    return orb_execute_batch(plan, 1, &in, &out, report);
}
