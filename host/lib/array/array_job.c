/* One item through an array: its memory, one run or two, and what they cost.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "checked.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How often a unit runs again at most: a sum of a clipped run may be too small, as its operands were clipped. */
enum { RUNS = 3 };

/* Numbers of each kind that the largest item of any round needs. */
typedef struct sizes {
    size_t line, scratch, guess, factor, groups, aside, words, results, strands, shifts, units;
} sizes;

void orb_array_job_free(orb_job *job)
{
    array_job *j = (array_job *)job;

    if (j) {
        free(j->line);
        free(j->packed);
        free(j->scratch);
        free(j->words);
        free(j->result);
        free(j->repeat);
        free(j->guess);
        free(j->factor);
        free(j->exponent);
        free(j->amount);
        free(j->sums);
        free(j->aside);
        free(j->points);
        free(j->clipped);
        free(j->shift);
        free(j->again);
        free(j->bits);
        free(j->first_bits);
        free(j->in.words);
        free(j->out.words);
        orb_script_free(&j->script);
        free(j);
    }
}

/* False if an item has more words than can be counted. */
static bool size_round(const array_round *r, sizes *s)
{
    const orb_round *shape = &r->shape;
    const size_t operands = orb_round_operands(shape), results = orb_round_results(shape);
    const size_t words = orb_round_words(shape), cubes[3] = {words, larger(operands, results), r->item_units};
    size_t bytes;

    s->line = larger(s->line, orb_round_points(shape) * operands);
    s->scratch = larger(s->scratch, shape->cube[0] * shape->cube[1]);
    s->guess = larger(s->guess, r->likely.room);
    s->factor = larger(s->factor, orb_aside_room(shape));
    s->groups = larger(s->groups, orb_aside_groups(shape));
    s->aside = larger(s->aside, shape->tori * r->item_units * orb_aside_groups(shape));
    s->words = larger(s->words, words * operands * r->item_units);
    s->results = larger(s->results, words * results * r->item_units);
    s->strands = larger(s->strands, shape->tori * r->item_units);
    s->shifts = larger(s->shifts, shape->cuts[2] * r->item_units);
    s->units = larger(s->units, r->item_units);
    return orb_volume(cubes, sizeof(double), &bytes);
}

orb_status orb_array_job_new(const orb_setup *setup, orb_job **job)
{
    const array_setup *s = (const array_setup *)setup;
    array_job *j = calloc(1, sizeof *j);
    sizes size = {0};
    bool good = j != NULL;

    for (unsigned r = 0; r < s->base.rounds; r++)
        good = good && size_round(&s->round[r], &size);
    if (good) {
        j->line = calloc(size.line, sizeof *j->line);
        j->packed = calloc(size.line, sizeof *j->packed);
        j->scratch = calloc(size.scratch, sizeof *j->scratch);
        j->words = calloc(size.words, sizeof *j->words);
        j->result = calloc(size.results, sizeof *j->result);
        j->repeat = s->mode == ORB_SHIFT_MEASURED ? calloc(size.results, sizeof *j->repeat) : NULL;
        j->guess = s->mode == ORB_SHIFT_AUTO ? calloc(size.guess, sizeof *j->guess) : NULL;
        j->factor = calloc(size.factor, sizeof *j->factor);
        j->exponent = calloc(size.strands, sizeof *j->exponent);
        j->amount = calloc(size.strands, sizeof *j->amount);
        j->sums = calloc(size.groups, sizeof *j->sums);
        j->aside = calloc(size.aside, sizeof *j->aside);
        j->points = calloc(size.strands, sizeof *j->points);
        j->shift = calloc(size.shifts, sizeof *j->shift);
        j->again = calloc(size.shifts, sizeof *j->again);
        j->bits = calloc(size.shifts, sizeof *j->bits);
        j->first_bits = calloc(size.shifts, sizeof *j->first_bits);
        j->clipped = calloc(size.units, sizeof *j->clipped);
        good = j->line && j->packed && j->scratch && j->words && j->result &&
               (j->repeat || s->mode != ORB_SHIFT_MEASURED) && (j->guess || s->mode != ORB_SHIFT_AUTO) && j->factor &&
               j->exponent && j->amount && j->sums && j->aside && j->points && j->shift && j->again && j->bits &&
               j->first_bits && j->clipped;
    }
    if (!good) {
        orb_array_job_free((orb_job *)j);
        j = NULL;
    }
    *job = (orb_job *)j;
    return good ? ORB_OK : ORB_NO_MEMORY;
}

/* Runs the script for the units of the item, or a part of them. */
static orb_status run_units(orb_core *core, const array_setup *s, array_job *j, size_t first, size_t units,
                            const array_shifts *shift, int32_t *result)
{
    const array_round *r = &s->round[j->base.round];
    const orb_room room = {s->info.nbuf, s->info.cbanks};
    const size_t cuts = r->shape.cuts[2];
    const orb_status status = orb_schedule(&j->script, &r->shape, &r->recipe, &room, units, r->ahead);

    if (status)
        return status;
    j->offset = first;
    memset(j->bits + first * cuts, 0, units * cuts * sizeof *j->bits);
    memset(j->clipped + first, 0, units * sizeof *j->clipped);
    return orb_array_run_script(core, r, j, shift, result, s->mode == ORB_SHIFT_AUTO);
}

/* Repeats the run with the shifts that its magnitudes allow. A sum within half a place of a power of two may then
 * round up into saturation; in this rare case the first result stays. */
static orb_status run_tighter(orb_core *core, const array_setup *s, array_job *j)
{
    const array_round *r = &s->round[j->base.round];
    const size_t cuts = j->units * r->shape.cuts[2];
    const uint64_t saturations = j->base.cost.saturations;
    orb_status status = ORB_OK;
    bool tighter = false;

    memcpy(j->again, j->shift, cuts * sizeof *j->again);
    for (size_t k = 0; k < cuts; k++)
        tighter = orb_shift_tighten(r->shape.stages, j->bits[k].stage, &s->info.format, j->again[k].stage) || tighter;
    if (tighter) {
        memcpy(j->first_bits, j->bits, cuts * sizeof *j->bits);
        status = run_units(core, s, j, 0, j->units, j->again, j->repeat);
        if (!status && j->base.cost.saturations == saturations) {
            int32_t *result = j->result;
            array_shifts *shift = j->shift;

            j->result = j->repeat;
            j->repeat = result;
            j->shift = j->again;
            j->again = shift;
        } else {
            memcpy(j->bits, j->first_bits, cuts * sizeof *j->bits);
        }
        j->base.cost.saturations = saturations; /* those of a result that is not taken do not count */
    }
    return status;
}

/* Repeats the units of which a sum may have been clipped: with the shifts that what was measured asks for, and if these
 * do not suffice either, with the bounds. */
static orb_status run_clipped(orb_core *core, const array_setup *s, array_job *j, uint64_t saturations)
{
    const array_round *r = &s->round[j->base.round];
    const size_t cuts = r->shape.cuts[2];
    orb_status status = ORB_OK;

    if (j->base.cost.saturations == saturations)
        return ORB_OK;
    for (size_t u = 0; u < j->units && !status; u++)
        for (unsigned run = 0; run < RUNS && j->clipped[u] && !status; run++) {
            const uint64_t passes = j->base.cost.passes;

            j->base.cost.saturations = saturations; /* those of a result that is not taken do not count */
            if (run == RUNS - 1)
                memcpy(j->shift + u * cuts, j->again + u * cuts, cuts * sizeof *j->shift);
            else
                for (size_t k = u * cuts; k < (u + 1) * cuts; k++)
                    orb_shift_loosen(r->shape.stages, j->bits[k].stage, &s->info.format, j->shift[k].stage);
            status = run_units(core, s, j, u, 1, j->shift, j->result);
            j->base.cost.repeats += j->base.cost.passes - passes;
        }
    return status;
}

/* How much of the words' range each stage used. */
static void note_range(const array_setup *s, array_job *j)
{
    const array_round *r = &s->round[j->base.round];

    for (size_t k = 0; k < j->units * r->shape.cuts[2]; k++)
        for (unsigned i = 0; i < r->shape.stages; i++) {
            const unsigned bits = j->bits[k].stage[i], shift = j->shift[k].stage[i];
            unsigned *used = &j->base.cost.bits_used[i];
            const unsigned now = 1 + (bits > shift ? bits - shift : 0);

            *used = now > *used ? now : *used;
        }
}

/* The coarsest step between neighbouring words of any result on the way to it. */
static void note_places(const array_setup *s, array_job *j)
{
    const array_round *r = &s->round[j->base.round];
    const orb_round *shape = &r->shape;

    for (size_t strand = 0; strand < j->units * shape->tori; strand++)
        for (size_t k = 0; k < shape->cuts[2]; k++) {
            const array_shifts *shift = &j->shift[strand / shape->tori * shape->cuts[2] + k];
            double place = ldexp(1.0, j->exponent[strand]), coarsest = place;

            for (unsigned i = 0; i < shape->stages; i++) {
                place = ldexp(place / r->matrix[i].scale, (int)(shift->stage[i] + s->info.format.ps));
                coarsest = fmax(coarsest, place);
            }
            if (j->amount[strand].square > 0.0)
                j->base.cost.last_place = fmax(j->base.cost.last_place, coarsest);
        }
}

void orb_array_note_errors(const array_setup *s, array_job *j, size_t strand, size_t cut, double count)
{
    const array_round *r = &s->round[j->base.round];
    const orb_round *shape = &r->shape;
    const size_t local = strand - j->first * shape->tori;
    const array_shifts *shift = &j->shift[local / shape->tori * shape->cuts[2] + cut];
    orb_cost *cost = &j->base.cost;
    orb_accuracy a;

    if (s->info.format.exponent || count == 0.0)
        return;
    a = orb_accuracy_of(shape->stages, r->matrix, &s->info.format, &j->amount[local], ldexp(1.0, j->exponent[local]),
                        shift->stage);
    cost->error_squares[j->base.round] += a.variance * count;
    cost->error_points[j->base.round] += count;
    cost->error_bound[j->base.round] = fmax(cost->error_bound[j->base.round], a.bound);
}

/* The words that the script of an item moves, if no coefficients are there already. */
static size_t count_words(const array_round *r, const orb_script *script)
{
    size_t words = 0;

    for (size_t i = 0; i < script->count; i++) {
        const orb_step *step = &script->step[i];
        size_t count = 0;

        if (step->move == ORB_MOVE_COEFFICIENTS)
            orb_array_tile(r, step, &count);
        else if (step->move != ORB_MOVE_STAGE)
            count = orb_round_words(&r->shape);
        words += count;
    }
    return words;
}

orb_status orb_array_run(orb_backend *backend, unsigned instance, const orb_setup *setup, orb_job *job)
{
    const array_setup *s = (const array_setup *)setup;
    array_job *j = (array_job *)job;
    const array_round *r = &s->round[job->round];
    const orb_room room = {s->info.nbuf, s->info.cbanks};
    const uint64_t saturations = job->cost.saturations;
    orb_core *core = &backend->core[instance];
    orb_status status = orb_schedule(&j->script, &r->shape, &r->recipe, &room, j->units, r->ahead);

    if (!status) {
        const size_t words = count_words(r, &j->script);

        __atomic_store_n(&job->words, s->mode == ORB_SHIFT_MEASURED ? 2 * words : words, __ATOMIC_RELAXED);
        status = run_units(core, s, j, 0, j->units, j->shift, j->result);
    }
    if (!status && s->mode == ORB_SHIFT_MEASURED)
        status = run_tighter(core, s, j);
    if (!status && s->mode == ORB_SHIFT_AUTO)
        status = run_clipped(core, s, j, saturations);
    if (!status && !s->info.format.exponent) {
        note_places(s, j);
        note_range(s, j);
    }
    return status;
}
