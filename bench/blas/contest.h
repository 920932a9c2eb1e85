/* What the programs beside share: plans of the engine "cpu", and contests of one thread.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef CONTEST_H
#define CONTEST_H

#include <orbital/orbital.h>
#include <stdbool.h>
#include <stddef.h>

/* Something to measure. */
typedef struct contestant {
    void (*run)(void *user);
    void *user;
} contestant;

/* A plan with its arrays, and what runs it. */
typedef struct contestant_plan {
    orb_plan *plan;
    const float *in;
    float *out;
} contestant_plan;

void run_plan(void *plan);

/* Runs all of them alternately, and gives the least seconds of this thread that each took. */
void contest(const contestant *contestants, size_t count, double *best);

/* These end the program with a message where they fail. */
orb_device *new_device(const char *engine);
orb_plan *new_plan(orb_device *device, const orb_plan_desc *desc);
float *random_numbers(size_t count);

#endif
