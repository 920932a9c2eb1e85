/* What an execution cost: sums over blocks, and the cycles of an ideal array.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "report.h"

#include <math.h>
#include <string.h>
#include <time.h>

double orb_seconds(void)
{
    struct timespec now = {0};

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void orb_cost_add(orb_cost *total, const orb_cost *cost)
{
    total->compute_cycles += cost->compute_cycles;
    total->wait_cycles += cost->wait_cycles;
    total->io_cycles += cost->io_cycles;
    total->coef_cycles += cost->coef_cycles;
    total->saturations += cost->saturations;
    total->passes += cost->passes;
    total->last_place = fmax(total->last_place, cost->last_place);
    total->send += cost->send;
    total->compute += cost->compute;
    total->receive += cost->receive;
}

/* Multiply-adds of one cube: as many for each point as the lines of the axes that are worked on are long. */
static double multiply_adds(const orb_setup *setup, const size_t n[3])
{
    double lines = 0.0;

    for (int a = 0; a < 3; a++)
        lines += setup->runs[a] ? (double)n[a] : 0.0;
    return lines * (double)n[0] * (double)n[1] * (double)n[2];
}

/* The same of the true shape of all blocks of a volume. */
static double useful_multiply_adds(const orb_plan *plan)
{
    double sum = 0.0;

    for (size_t b = 0; b < orb_plan_blocks(plan); b++) {
        size_t origin[3], extent[3];

        orb_block_place(plan, b, plan->n, origin, extent);
        sum += multiply_adds(plan->setup, extent);
    }
    return sum;
}

void orb_report_fill(orb_report *report, const orb_plan *plan, const orb_cost *cost, uint64_t done, double seconds)
{
    const orb_device_info *info = &plan->device->info;
    const double width = (double)info->p * info->p * info->p * info->lanes;
    const double volumes = (double)done / (double)orb_plan_blocks(plan);

    memset(report, 0, sizeof *report);
    memcpy(report->engine, info->engine, sizeof report->engine);
    report->cycles = cost->compute_cycles;
    report->ideal_cycles = (uint64_t)ceil(multiply_adds(plan->setup, plan->setup->cube) * (double)cost->passes / width);
    report->useful_cycles = (uint64_t)ceil(useful_multiply_adds(plan) * volumes / width);
    report->io_cycles = cost->io_cycles;
    report->coef_cycles = cost->coef_cycles;
    report->wait_cycles = cost->wait_cycles;
    report->efficiency = report->cycles ? (double)report->ideal_cycles / (double)report->cycles : 0.0;
    report->saturations = cost->saturations;
    report->blocks = done;
    report->passes = cost->passes;
    report->last_place = cost->last_place;
    report->seconds.send = cost->send / info->instances;
    report->seconds.compute = cost->compute / info->instances;
    report->seconds.receive = cost->receive / info->instances;
    report->seconds.total = seconds;
}
