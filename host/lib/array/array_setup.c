/* Preparing a transform for an array: its rounds, and their coefficients in tiles.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "checked.h"

#include <stdlib.h>

/* Limits of what follows each other without the host in between: units, and words of their operands. So the streams of
 * one unit run beside the streams and stages of another; more of them would take more memory. Where a unit is a single
 * cube, nothing in it runs beside its streams: the first and the last ones of an item count, and so it is longer. */
enum { ITEM_UNITS_MAX = 32, ITEM_WORDS_MAX = 1 << 18, ITEM_CUBES_MAX = 1 << 20 };

void orb_array_discard(orb_setup *setup)
{
    array_setup *s = (array_setup *)setup;

    if (s) {
        for (unsigned r = 0; r < ORB_ROUNDS_MAX; r++) {
            for (unsigned stage = 0; stage < 3; stage++) {
                orb_fixed_matrix_free(&s->round[r].matrix[stage]);
                free(s->round[r].tile[stage]);
            }
            orb_recipe_free(&s->round[r].recipe);
            orb_likely_free(&s->round[r].likely);
        }
        free(s);
    }
}

static size_t cuts_of(const orb_round *shape, unsigned stage)
{
    return stage == 0 ? shape->cuts[2] : 1;
}

const int32_t *orb_array_tile(const array_round *round, const orb_step *step, size_t *count)
{
    const size_t side = round->shape.cube[orb_axis_of_stage[step->stage]];

    *count = side * side;
    return round->tile[step->stage] + step->tile * *count;
}

/* Cuts the matrix of a stage into tiles. */
static orb_status make_tiles(array_round *r, unsigned stage)
{
    const orb_fixed_matrix *m = &r->matrix[stage];
    const size_t side = r->shape.cube[orb_axis_of_stage[stage]], cuts = cuts_of(&r->shape, stage);
    const size_t shape[3] = {side, side, cuts};
    size_t words;

    if (!orb_volume(shape, cuts * ORB_TILE_KINDS * sizeof **r->tile, &words) || !(r->tile[stage] = malloc(words)))
        return ORB_NO_MEMORY;
    for (unsigned from = 0; from < m->parts_in; from++)
        for (unsigned to = 0; to < m->parts_out; to++)
            for (size_t j = 0; j < cuts; j++)
                for (size_t k = 0; k < cuts; k++)
                    orb_fixed_matrix_tile(m, from, to, j * side, k * side, side,
                                          r->tile[stage] + orb_tile(cuts, from, to, j, k) * side * side);
    return ORB_OK;
}

static orb_status prepare_round(array_setup *s, unsigned round, const orb_problem *problem)
{
    array_round *r = &s->round[round];
    const orb_round *shape = &r->shape;
    orb_status status = orb_recipe_init(&r->recipe, shape);

    for (unsigned stage = 0; stage < shape->stages && !status; stage++) {
        const orb_axis *axis = &problem->axis[shape->axis[stage]];
        const unsigned in = shape->fourier[stage] ? shape->parts[stage] : 1;
        const unsigned out = shape->fourier[stage] ? shape->parts[stage + 1] : 1;

        s->base.products[shape->axis[stage]] = shape->fourier[stage] ? in * out : shape->parts[stage];
        s->base.cuts[shape->axis[stage]] = (unsigned)cuts_of(shape, stage);
        r->axis[stage] = axis;
        status = orb_fixed_matrix_init(&r->matrix[stage], axis, in, out, &s->info.format);
        if (!status)
            status = make_tiles(r, stage);
    }
    if (!status && s->mode == ORB_SHIFT_AUTO)
        status = orb_likely_init(&r->likely, shape, r->matrix);
    s->base.spread[round] = s->base.reach[round] = 1.0;
    for (unsigned stage = 0; stage < shape->stages && !s->info.format.exponent && !status; stage++) {
        s->base.spread[round] *= r->matrix[stage].mean_square;
        s->base.reach[round] *= r->matrix[stage].line_sum / r->matrix[stage].scale;
    }
    s->base.complex_after[round] = shape->parts[shape->stages] == 2;
    return status;
}

/* How much goes into an item: several units, unless a second pass of each is decided upon, or there are too few. */
static void divide_round(array_setup *s, unsigned round, unsigned instances)
{
    array_round *r = &s->round[round];
    const size_t share = r->shape.units / (2 * (size_t)instances);
    const size_t operands = orb_round_operands(&r->shape), words = orb_round_words(&r->shape) * operands;
    const size_t room = (operands == 1 ? ITEM_CUBES_MAX : ITEM_WORDS_MAX) / words;

    r->item_units = room < ITEM_UNITS_MAX ? room : ITEM_UNITS_MAX;
    r->item_units = share < r->item_units ? share : r->item_units;
    if (s->mode == ORB_SHIFT_MEASURED || r->item_units == 0)
        r->item_units = 1;
    s->base.items[round] = orb_parts(r->shape.units, r->item_units);
}

/* Whether a round from this one on contracts an axis of the volume. */
static bool is_contracted(const orb_choice *choice, unsigned round, unsigned axis)
{
    bool contracted = false;

    for (; round < choice->rounds; round++)
        for (unsigned stage = 0; stage < choice->round[round].stages; stage++)
            contracted = contracted || choice->round[round].axis[stage] == axis;
    return contracted;
}

orb_status orb_array_prepare(orb_backend *backend, const orb_problem *problem, orb_setup **setup)
{
    orb_status status = ORB_OK;
    orb_choice choice = {0};
    array_setup *s = calloc(1, sizeof *s);

    if (!s)
        status = ORB_NO_MEMORY;
    if (!status) {
        s->info = backend->core->info;
        s->mode = s->info.format.exponent ? ORB_SHIFT_BOUND : problem->shift;
        status = orb_choose(&choice, problem, &s->info);
    }
    if (!status) {
        s->base.rounds = choice.rounds;
        s->base.torus = choice.round[0].ring;
        s->base.tori = choice.round[0].tori;
        for (int a = 0; a < 3; a++)
            s->base.cuts[a] = 1;
        orb_choice_explain(&choice, &s->info, s->base.why, sizeof s->base.why);
        for (unsigned r = 0; r < choice.rounds && !status; r++) {
            s->round[r].shape = choice.round[r];
            s->round[r].ahead = choice.ahead[r];
            for (unsigned a = 0; a < 3; a++)
                s->base.done[r][a] = !is_contracted(&choice, r + 1, a);
            status = prepare_round(s, r, problem);
            divide_round(s, r, backend->cores);
        }
    }
    if (status) {
        orb_array_discard((orb_setup *)s);
        s = NULL;
    }
    *setup = (orb_setup *)s;
    return status;
}
