/* Writes down what a unit computes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "recipe.h"

#include "checked.h"

#include <stdlib.h>

#define NONE UINT32_MAX

typedef struct writer {
    const orb_round *round;
    orb_recipe *recipe;
    size_t cut;          /* of the results that are worked on */
    unsigned made[3][2]; /* the value of each part after each stage, or NONE */
    bool backwards;      /* the next sum takes its operands in the reverse order */
} writer;

unsigned orb_tile(size_t cuts, unsigned from_part, unsigned to_part, size_t j, size_t k)
{
    const unsigned kind = from_part == to_part ? 0 : to_part ? 1 : 2;

    return (unsigned)((kind * cuts + j) * cuts + k);
}

/* One term of a sum of so many. */
static void add_term(writer *w, unsigned stage, unsigned source, unsigned tile, size_t index, size_t terms)
{
    const bool last = index + 1 == terms;

    w->recipe->op[w->recipe->count++] = (orb_op){
        .clear = index == 0,
        .store = last,
        .stage = (unsigned char)stage,
        .source = source,
        .result = last ? w->recipe->values++ : NONE,
        .tile = tile,
        .cut = w->cut,
    };
}

/* The sum over the operands of a line. Every second sum goes backwards: what it takes first may still be there. */
static void sum_operands(writer *w, unsigned part)
{
    const orb_round *r = w->round;
    const size_t cuts = r->cuts[2];
    const bool all = r->fourier[0] && r->parts[0] == 2;
    const size_t terms = all ? 2 * cuts : cuts;

    for (size_t t = 0; t < terms; t++) {
        const size_t at = w->backwards ? terms - 1 - t : t;
        const unsigned from = all ? (unsigned)(at % 2) : r->fourier[0] || r->apart ? 0 : part;
        const size_t j = all ? at / 2 : at;

        add_term(w, 0, (unsigned)(from * cuts + j), orb_tile(cuts, from, r->fourier[0] ? part : from, j, w->cut), t,
                 terms);
    }
    w->backwards = !w->backwards;
}

/* The value of a part after a stage, made when it is needed first, so that few are kept at a time. */
static unsigned make(writer *w, unsigned stage, unsigned part)
{
    const orb_round *r = w->round;

    if (w->made[stage][part] == NONE && stage == 0) {
        sum_operands(w, part);
        w->made[stage][part] = w->recipe->values - 1;
    } else if (w->made[stage][part] == NONE) {
        const bool fourier = r->fourier[stage], all = fourier && r->parts[stage] == 2;
        const unsigned terms = all ? 2 : 1;
        unsigned source[2];

        for (unsigned i = 0; i < terms; i++)
            source[i] = make(w, stage - 1, all ? i : fourier ? 0 : part);
        for (unsigned i = 0; i < terms; i++)
            add_term(w, stage, source[i], fourier ? orb_tile(1, i, part, 0, 0) : 0, i, terms);
        w->made[stage][part] = w->recipe->values - 1;
    }
    return w->made[stage][part];
}

/* A number for each tile of each stage; only the first stage has more than one a kind. */
static size_t tile_index(const orb_op *op, size_t cuts)
{
    return op->stage ? ORB_TILE_KINDS * (cuts * cuts + op->stage - 1) + op->tile : op->tile;
}

/* Notes where each source and each tile is needed again. */
static orb_status look_ahead(orb_recipe *recipe, size_t cuts)
{
    size_t *value = malloc(recipe->values * sizeof *value);
    size_t *tile = malloc(ORB_TILE_KINDS * (cuts * cuts + 2) * sizeof *tile);
    orb_status status = ORB_OK;

    if (value && tile) {
        for (size_t v = 0; v < recipe->values; v++)
            value[v] = ORB_NEVER;
        for (size_t i = recipe->count; i-- > 0;) /* leaves the first use of each, in the next unit */
            if (!recipe->op[i].unload)
                tile[tile_index(&recipe->op[i], cuts)] = i + recipe->count;
        for (size_t i = recipe->count; i-- > 0;) {
            orb_op *op = &recipe->op[i];

            op->again = value[op->source];
            value[op->source] = i;
            if (!op->unload) {
                op->tile_again = tile[tile_index(op, cuts)];
                tile[tile_index(op, cuts)] = i;
            }
        }
    } else {
        status = ORB_NO_MEMORY;
    }
    free(value);
    free(tile);
    return status;
}

orb_status orb_recipe_init(orb_recipe *recipe, const orb_round *round)
{
    const size_t cuts = round->cuts[2], results = orb_round_results(round);
    writer w = {.round = round, .recipe = recipe};
    size_t most;

    *recipe =
        (orb_recipe){.inputs = (unsigned)orb_round_operands(round), .values = (unsigned)orb_round_operands(round)};
    /* for each cube of the line: two sums over both parts, two such stages more, two results */
    if (!orb_mul(cuts, 4, &most) || !orb_mul(most + 4 + 4 + 2, cuts, &most) || most > UINT32_MAX / 2 ||
        !orb_mul(most, sizeof *recipe->op, &most) || !(recipe->op = malloc(most)))
        return ORB_NO_MEMORY;
    for (w.cut = 0; w.cut < cuts; w.cut++) {
        for (unsigned s = 0; s < 3; s++)
            w.made[s][0] = w.made[s][1] = NONE;
        for (unsigned part = 0; part < results / cuts; part++) {
            const unsigned value = make(&w, round->stages - 1, part);

            recipe->op[recipe->count++] = (orb_op){
                .unload = true,
                .source = value,
                .result = (unsigned)(w.cut * (results / cuts) + part),
                .cut = w.cut,
            };
        }
    }
    return look_ahead(recipe, cuts);
}

void orb_recipe_free(orb_recipe *recipe)
{
    free(recipe->op);
    *recipe = (orb_recipe){0};
}
