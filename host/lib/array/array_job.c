/* The memory of one item that an array computes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "checked.h"

#include <stdlib.h>

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
