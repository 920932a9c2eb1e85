/* One cube through an array: doubles to words, one run or two, and back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void orb_array_job_free(orb_job *job)
{
    array_job *j = (array_job *)job;

    if (j) {
        free(j->base.cube);
        free(j->words);
        free(j->result);
        free(j->repeat);
        free(j->scratch);
        free(j);
    }
}

orb_status orb_array_job_new(const orb_setup *setup, orb_job **job)
{
    const array_setup *s = (const array_setup *)setup;
    array_job *j = calloc(1, sizeof *j);
    orb_status status = ORB_OK;

    if (j) {
        j->base.cube = calloc(s->points, sizeof *j->base.cube);
        j->words = calloc(s->points, sizeof *j->words);
        j->result = calloc(s->points, sizeof *j->result);
        j->repeat = calloc(s->points, sizeof *j->repeat);
        j->scratch = calloc(s->points, sizeof *j->scratch);
    }
    if (!j || !j->base.cube || !j->words || !j->result || !j->repeat || !j->scratch) {
        status = ORB_NO_MEMORY;
        orb_array_job_free((orb_job *)j);
        j = NULL;
    }
    *job = (orb_job *)j;
    return status;
}

void orb_array_pack(const orb_setup *setup, orb_job *job)
{
    const array_setup *s = (const array_setup *)setup;
    array_job *j = (array_job *)job;
    orb_norms norms;

    j->exponent = orb_fixed_pack(job->cube, s->points, s->format.w, j->words, &j->zero);
    norms = orb_norms_of(j->words, s->base.cube, s->stages.axis, j->scratch);
    orb_shift_bound(&s->stages, &norms, &s->format, s->base.cube, j->shift);
}

/* Runs the job's words once with these shifts. */
static orb_status run_pass(orb_core *core, const array_setup *s, array_job *j, const unsigned shift[3], int32_t *result,
                           orb_counters *counters)
{
    orb_descriptor program[ORB_CUBE_DESCRIPTORS_MAX];
    const orb_core_run run = {program, s->descriptors, j->words, s->points, result, s->points};

    memcpy(program, s->program, sizeof program);
    for (unsigned i = 0; i < s->stages.count; i++)
        orb_program_shift(&program[ORB_CUBE_STAGE + i], shift[i]);
    j->base.cost.passes++;
    return orb_core_execute(core, &run, counters);
}

/* Repeats the run with the shifts that its magnitudes allow. A sum within half a place of a power of two may then
 * round up into saturation; in this rare case the first result stays. */
static orb_status run_again(orb_core *core, const array_setup *s, array_job *j, orb_counters *counters)
{
    unsigned bits[3] = {0}, shift[3];
    orb_counters second = {0};
    orb_status status = ORB_OK;

    memcpy(shift, j->shift, sizeof shift);
    for (unsigned i = 0; i < s->stages.count && !status; i++)
        status = orb_core_magnitude(core, ORB_CUBE_STAGE + i, &bits[i]);
    if (!status && orb_shift_tighten(s->stages.count, bits, &s->format, shift)) {
        status = run_pass(core, s, j, shift, j->repeat, &second);
        if (!status && second.saturations == 0) {
            int32_t *first = j->result;

            j->result = j->repeat;
            j->repeat = first;
            memcpy(j->shift, shift, sizeof shift);
        }
        counters->compute += second.compute;
        counters->wait += second.wait;
        counters->load += second.load;
        counters->unload += second.unload;
    }
    return status;
}

/* The exponent of the words behind the last stage, and the coarsest step between values on the way to it. */
static void follow_scale(const array_setup *s, array_job *j)
{
    double place = ldexp(1.0, j->exponent), coarsest = place;

    for (unsigned i = 0; i < s->stages.count; i++) {
        const int shift = (int)(j->shift[i] + s->format.ps);

        j->exponent += shift;
        place = ldexp(place / s->stages.m[i]->scale, shift);
        coarsest = fmax(coarsest, place);
    }
    if (!j->zero)
        j->base.cost.last_place = fmax(j->base.cost.last_place, coarsest);
}

orb_status orb_array_run(orb_backend *backend, unsigned instance, const orb_setup *setup, orb_job *job)
{
    const array_setup *s = (const array_setup *)setup;
    array_job *j = (array_job *)job;
    orb_core *core = &backend->core[instance];
    orb_counters counters = {0};
    orb_status status = orb_core_load(core, &s->coefficients, &counters);

    if (!status)
        status = run_pass(core, s, j, j->shift, j->result, &counters);
    if (!status && s->mode == ORB_SHIFT_MEASURED)
        status = run_again(core, s, j, &counters);
    follow_scale(s, j);
    job->cost.compute_cycles += counters.compute;
    job->cost.wait_cycles += counters.wait;
    job->cost.io_cycles += counters.load + counters.unload;
    job->cost.coef_cycles += counters.coefficients;
    job->cost.saturations += counters.saturations;
    return status;
}

/* The factor of result k of an axis. */
static double unit_of(const array_setup *s, unsigned axis, size_t k)
{
    return s->base.runs[axis] ? s->matrix[axis].unit[k] : 1.0;
}

void orb_array_unpack(const orb_setup *setup, orb_job *job)
{
    const array_setup *s = (const array_setup *)setup;
    const array_job *j = (const array_job *)job;
    const orb_power power = orb_power_of_two(j->exponent);
    const size_t *n = s->base.cube;

    for (size_t x = 0; x < s->matrix[0].lines; x++)
        for (size_t y = 0; y < s->matrix[1].lines; y++) {
            const size_t line = (x * n[1] + y) * n[2];
            const double unit = unit_of(s, 0, x) * unit_of(s, 1, y);

            for (size_t z = 0; z < s->matrix[2].lines; z++)
                job->cube[line + z] = j->result[line + z] * unit * unit_of(s, 2, z) * power.first * power.second;
        }
}
