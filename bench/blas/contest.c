/* What the programs beside share: plans of the engine "cpu", and contests of one thread.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "contest.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Turns go on for so long, or for a few where one is longer: what else runs here is not in the least of many. */
static const double long_enough = 0.3;
enum { FEWEST = 2, MOST = 1000 };

static void must(orb_status status)
{
    if (status) {
        fprintf(stderr, "%s\n", orb_strerror(status));
        exit(1);
    }
}

orb_device *new_device(const char *engine)
{
    orb_device *device = NULL;

    must(orb_open(&device, engine));
    return device;
}

orb_plan *new_plan(orb_device *device, const orb_plan_desc *desc)
{
    orb_plan *plan = NULL;

    must(orb_plan_create(&plan, device, desc));
    return plan;
}

float *random_numbers(size_t count)
{
    float *x = aligned_alloc(64, (count * sizeof *x + 63) / 64 * 64);

    if (!x)
        must(ORB_NO_MEMORY);
    srand(1);
    for (size_t i = 0; i < count; i++)
        x[i] = (float)rand() / (float)RAND_MAX - 0.5F;
    return x;
}

void run_plan(void *plan)
{
    const contestant_plan *p = plan;

    must(orb_execute(p->plan, p->in, p->out, NULL));
}

/* Of this thread only, as other processes may have the processor meanwhile. */
static double seconds(void)
{
    struct timespec now;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void contest(const contestant *contestants, size_t count, double *best)
{
    const double start = seconds();

    for (size_t i = 0; i < count; i++)
        best[i] = INFINITY;
    for (int turn = 0; turn < FEWEST || (turn < MOST && seconds() - start < long_enough); turn++)
        for (size_t i = 0; i < count; i++) {
            const double before = seconds();

            contestants[i].run(contestants[i].user);
            best[i] = fmin(best[i], seconds() - before);
        }
}
