/* What an execution cost: sums over blocks, and the cycles of an ideal array.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "report.h"

#include "checked.h"

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
    orb_count(&total->compute_cycles, cost->compute_cycles);
    orb_count(&total->wait_cycles, cost->wait_cycles);
    orb_count(&total->io_cycles, cost->io_cycles);
    orb_count(&total->coef_cycles, cost->coef_cycles);
    orb_count(&total->run_cycles, cost->run_cycles);
    total->words_in += cost->words_in;
    total->words_out += cost->words_out;
    total->coef_words += cost->coef_words;
    orb_count(&total->saturations, cost->saturations);
    total->passes += cost->passes;
    total->repeats += cost->repeats;
    for (int r = 0; r < ORB_ROUNDS_MAX; r++) {
        total->error_squares[r] += cost->error_squares[r];
        total->error_points[r] += cost->error_points[r];
        total->error_bound[r] = fmax(total->error_bound[r], cost->error_bound[r]);
    }
    for (int stage = 0; stage < 3; stage++)
        if (cost->bits_used[stage] > total->bits_used[stage])
            total->bits_used[stage] = cost->bits_used[stage];
    total->multiply_adds += cost->multiply_adds;
    total->last_place = fmax(total->last_place, cost->last_place);
    total->send += cost->send;
    total->compute += cost->compute;
    total->receive += cost->receive;
}

/* Multiply-adds of a block of n points: as many for each as the lines of the axes that are worked on are long, times
 * those of a product, which is more than one for complex numbers. */
static double multiply_adds(const orb_setup *setup, const size_t n[3])
{
    double lines = 0.0;

    for (int a = 0; a < 3; a++)
        lines += setup->products[a] * (double)n[a];
    return lines * (double)n[0] * (double)n[1] * (double)n[2];
}

/* The same of the true shape of all blocks of a volume: whole ones, and those that its edges cut. */
static double useful_multiply_adds(const orb_plan *plan)
{
    double sum = 0.0;

    for (unsigned edges = 0; edges < 8; edges++) {
        size_t n[3];
        double count = 1.0;

        for (int a = 0; a < 3; a++) {
            const bool edge = edges >> a & 1;
            const size_t cut = plan->n[a] % plan->block[a], whole = plan->n[a] / plan->block[a];

            n[a] = edge ? cut : plan->block[a];
            count *= edge ? 1.0 : (double)whole;
        }
        sum += count * multiply_adds(plan->setup, n);
    }
    return sum;
}

/* Of a board only the cycles that it computed count as computing; the rest of the time words were on the link, and it
 * goes to both ways as the words do. */
static orb_cost split_time(const orb_cost *cost, double clock_hz)
{
    const double in = (double)cost->words_in + (double)cost->coef_words, words = in + (double)cost->words_out;
    orb_cost split = *cost;

    if (clock_hz > 0 && words > 0) {
        split.compute = fmin(cost->compute, (double)cost->compute_cycles / clock_hz);
        split.send += (cost->compute - split.compute) * in / words;
        split.receive += (cost->compute - split.compute) * (1.0 - in / words);
    }
    return split;
}

/* The errors of the volume in units of the output: those of each round go through the rounds behind it, and then take
 * the norm's factors. The error of a complex number is that of both its parts. A real result of complex points has as
 * large an error: the points are conjugate to each other, and so are their roundings, so the errors add up in the real
 * part and cancel in the imaginary one. */
static void fill_errors(orb_report *report, const orb_plan *plan, const orb_cost *cost)
{
    const bool complex_in = orb_is_complex(plan->element_in), complex_out = orb_is_complex(plan->element_out);
    long double variance = 0.0;
    double bound = 0.0;

    if (plan->device->info.exponent_bits > 0 || plan->device->info.node == ORB_CELL_NONE) {
        report->error_rms = report->error_bound = NAN;
        return;
    }
    for (unsigned r = 0; r < plan->setup->rounds; r++) {
        const long double mean = cost->error_points[r] > 0.0 ? cost->error_squares[r] / cost->error_points[r] : 0.0;

        variance = variance * plan->setup->spread[r] + mean;
        bound = bound * plan->setup->reach[r] + cost->error_bound[r];
    }
    for (int a = 0; a < 3; a++) {
        long double squares = 0.0;
        double most = 0.0;

        for (size_t i = 0; i < plan->block[a]; i++) {
            squares += (long double)plan->axis[a].out[i] * plan->axis[a].out[i];
            most = fmax(most, fabs(plan->axis[a].out[i]));
        }
        variance *= squares / (long double)plan->block[a];
        bound *= most;
    }
    report->error_rms = (double)sqrtl(complex_in || complex_out ? 2.0 * variance : variance);
    report->error_bound = complex_out ? sqrt(2.0) * bound : bound;
}

void orb_report_fill(orb_report *report, const orb_plan *plan, const orb_cost *cost, uint64_t done, double seconds)
{
    const orb_device_info *info = &plan->device->info;
    const orb_setup *setup = plan->setup;
    const bool array = info->node != ORB_CELL_NONE;
    const double width = array ? (double)info->p * info->p * info->p * info->lanes : INFINITY; /* no cycles to count */
    const orb_cost time = split_time(cost, info->clock_hz);
    const double volumes = (double)done / (double)orb_plan_blocks(plan), io = array ? info->io_words : INFINITY;

    *report = (orb_report){
        .cycles = cost->compute_cycles,
        .ideal_cycles = (uint64_t)ceil(cost->multiply_adds / width),
        .useful_cycles = (uint64_t)ceil(useful_multiply_adds(plan) * volumes / width),
        .io_cycles = cost->io_cycles,
        .coef_cycles = cost->coef_cycles,
        .wait_cycles = cost->wait_cycles,
        .run_cycles = cost->run_cycles,
        .words_in = cost->words_in,
        .words_out = cost->words_out,
        .coef_words = cost->coef_words,
        .saturations = cost->saturations,
        .blocks = done,
        .passes = cost->passes,
        .repeats = cost->repeats,
        .rounds = setup->rounds,
        .torus = setup->torus,
        .tori = setup->tori,
        .last_place = cost->last_place,
        .seconds = {time.send / info->instances, time.compute / info->instances, time.receive / info->instances,
                    seconds},
    };
    for (int stage = 0; stage < 3; stage++)
        report->headroom[stage] = cost->bits_used[stage] ? (int)info->w - (int)cost->bits_used[stage] : -1;
    report->efficiency = report->cycles ? (double)report->ideal_cycles / (double)report->cycles : 0.0;
    report->bound_cycles =
        (uint64_t)ceil(fmax((double)report->ideal_cycles, fmax((double)cost->words_in, (double)cost->words_out) / io));
    fill_errors(report, plan, cost);
    memcpy(report->engine, info->engine, sizeof report->engine);
    memcpy(report->cuts, setup->cuts, sizeof report->cuts);
    memcpy(report->why, setup->why, sizeof report->why);
}
