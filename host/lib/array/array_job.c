/* One item through an array: its memory, one run or two, and what they cost.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "checked.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of each kind that the largest item of any round needs. */
typedef struct sizes {
    size_t line, scratch, words, results, strands, shifts;
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
        free(j->exponent);
        free(j->zero);
        free(j->shift);
        free(j->again);
        free(j->bits);
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
    s->words = larger(s->words, words * operands * r->item_units);
    s->results = larger(s->results, words * results * r->item_units);
    s->strands = larger(s->strands, shape->tori * r->item_units);
    s->shifts = larger(s->shifts, shape->cuts[2] * r->item_units);
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
        j->exponent = calloc(size.strands, sizeof *j->exponent);
        j->zero = calloc(size.strands, sizeof *j->zero);
        j->shift = calloc(size.shifts, sizeof *j->shift);
        j->again = calloc(size.shifts, sizeof *j->again);
        j->bits = calloc(size.shifts, sizeof *j->bits);
        good = j->line && j->packed && j->scratch && j->words && j->result &&
               (j->repeat || s->mode != ORB_SHIFT_MEASURED) && j->exponent && j->zero && j->shift && j->again &&
               j->bits;
    }
    if (!good) {
        orb_array_job_free((orb_job *)j);
        j = NULL;
    }
    *job = (orb_job *)j;
    return good ? ORB_OK : ORB_NO_MEMORY;
}

/* Repeats the run with the shifts that its magnitudes allow. A sum within half a place of a power of two may then
 * round up into saturation; in this rare case the first result stays. */
static orb_status run_again(orb_core *core, const array_setup *s, array_job *j)
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
        status = orb_array_run_script(core, r, j, j->again, j->repeat, NULL);
        if (!status && j->base.cost.saturations == saturations) {
            int32_t *result = j->result;
            array_shifts *shift = j->shift;

            j->result = j->repeat;
            j->repeat = result;
            j->shift = j->again;
            j->again = shift;
        }
        j->base.cost.saturations = saturations; /* those of a result that is not taken do not count */
    }
    return status;
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
            if (!j->zero[strand])
                j->base.cost.last_place = fmax(j->base.cost.last_place, coarsest);
        }
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
    orb_core *core = &backend->core[instance];
    const bool measured = s->mode == ORB_SHIFT_MEASURED;
    orb_status status = orb_schedule(&j->script, &r->shape, &r->recipe, &room, j->units, r->ahead);

    if (!status)
        __atomic_store_n(&job->words, (measured ? 2 : 1) * count_words(r, &j->script), __ATOMIC_RELAXED);
    memset(j->bits, 0, j->units * r->shape.cuts[2] * sizeof *j->bits);
    if (!status)
        status = orb_array_run_script(core, r, j, j->shift, j->result, measured ? j->bits : NULL);
    if (!status && measured)
        status = run_again(core, s, j);
    if (!status && !s->info.format.exponent)
        note_places(s, j);
    return status;
}
