/* Chooses the rounds of a transform by what they move.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every order of the axes is tried, every way to divide it into rounds, and for each round every size of torus and the
 * coarsest ways to cut. What is moved is counted in the very scripts that would run. */
#include "choose.h"

#include "checked.h"
#include "text.h"

#include <math.h>

/* How many ways to cut an axis are tried: the coarsest that fits and some finer ones, which may fill cubes better. */
enum { CUTS_TRIED = 4 };

/* What the units of a round cost each, in descriptors; coefficients are often there already for all but the first. */
typedef struct tally {
    size_t loads, unloads;       /* of a unit */
    size_t first[3], further[3]; /* tiles that the first unit loads, and each further one, by stage */
    size_t stages[3];            /* of a unit */
} tally;

typedef struct chooser {
    const orb_problem *problem;
    const orb_core_info *info;
    orb_shape shape;
    orb_room room;
    size_t n[3];
    orb_script script;
    orb_choice best;
    orb_status status;
} chooser;

/* All words that are moved. */
static double all_words(const orb_expense *e)
{
    return e->words_in + e->words_out + e->coef_words;
}

static bool cheaper(const orb_expense *a, const orb_expense *b)
{
    const double wa = all_words(a), wb = all_words(b);

    return wa < wb || (wa == wb && a->cycles < b->cycles);
}

/* Schedules one and two units, and counts. False if there are too few buffers. */
static bool count_units(chooser *c, const orb_round *round, const orb_recipe *recipe, orb_ahead ahead, tally *t)
{
    size_t moves[3][4] = {0}, tiles[3][3] = {{0}};
    orb_status status = ORB_OK;

    *t = (tally){0};
    for (size_t units = 1; units <= 2 && !status; units++) {
        status = orb_schedule(&c->script, round, recipe, &c->room, units, ahead);
        for (size_t i = 0; i < c->script.count && !status; i++) {
            const orb_step *step = &c->script.step[i];

            moves[units][step->move]++;
            tiles[units][step->stage] += step->move == ORB_MOVE_COEFFICIENTS;
            t->stages[step->stage] += units == 1 && step->move == ORB_MOVE_STAGE;
        }
    }
    if (status == ORB_NO_MEMORY)
        c->status = status;
    t->loads = moves[2][ORB_MOVE_LOAD] - moves[1][ORB_MOVE_LOAD];
    t->unloads = moves[1][ORB_MOVE_UNLOAD];
    for (unsigned s = 0; s < 3; s++) {
        t->first[s] = tiles[1][s];
        t->further[s] = tiles[2][s] - tiles[1][s];
    }
    return !status;
}

/* Cycles of a node for one of its points in one step, without waits. */
static double slot_cycles(const orb_core_info *info, unsigned extent)
{
    const double link = fmax(info->sum_cycles, info->lanes);

    return info->cell == ORB_CELL_FINE ? 1.0 : fmax(extent, link) / info->lanes;
}

static orb_expense expense_of(const chooser *c, const orb_round *r, const tally *t)
{
    const orb_core_info *info = c->info;
    const double units = (double)r->units, words = (double)orb_round_words(r);
    const double points = (double)r->block[0] * r->block[1] * r->block[2] * r->ring;
    orb_expense e = {.words_in = units * (double)t->loads * words, .words_out = units * (double)t->unloads * words};
    double compute = 0.0, stream;

    for (unsigned s = 0; s < r->stages; s++) {
        const unsigned x = orb_axis_of_stage[s];
        const double tile = (double)r->cube[x] * (double)r->cube[x];

        e.coef_words += ((double)t->first[s] + (units - 1.0) * (double)t->further[s]) * tile;
        compute += units * (double)t->stages[s] * points * slot_cycles(info, r->block[x]);
    }
    stream = fmax(e.words_in, e.words_out) / info->io_words;
    e.cycles = (info->nbuf > 2 ? fmax(compute, stream) : compute + stream) + e.coef_words;
    return e;
}

/* The parts into which an axis has to be cut at least, on tori of this size. */
static size_t cuts_least(const chooser *c, unsigned axis, unsigned ring)
{
    return orb_parts(c->n[axis], (size_t)ring * c->shape.bmax);
}

/* Tries the ways to cut the other axes of a round whose first axis is cut into cuts[0] parts at least. What is loaded
 * and unloaded is the same for all of them. best: the best one round so far, or none. */
static void try_others(chooser *c, orb_round *r, size_t cuts[3], orb_choice *best)
{
    const size_t from[3] = {0, cuts_least(c, r->axis[1], r->ring), cuts_least(c, r->axis[2], r->ring)};
    const size_t ways[3] = {0, r->stages > 1 ? 1 : CUTS_TRIED, r->stages > 2 ? 1 : CUTS_TRIED};
    orb_recipe recipe = {0};
    tally t[ORB_AHEAD_WAYS] = {{0}};
    bool known = false, enough[ORB_AHEAD_WAYS] = {false};

    for (size_t i = 0; i < ways[1] * ways[2] && !c->status; i++) {
        cuts[1] = from[1] + i / ways[2];
        cuts[2] = from[2] + i % ways[2];
        if (orb_round_fit(r, &c->shape, c->n, c->problem->blocks, cuts)) {
            if (!known)
                c->status = orb_recipe_init(&recipe, r);
            for (int way = 0; way < ORB_AHEAD_WAYS && !known && !c->status; way++)
                enough[way] = count_units(c, r, &recipe, (orb_ahead)way, &t[way]);
            known = true;
            for (int way = ORB_AHEAD_WAYS; way-- > 0 && !c->status;) { /* of equal ones the earliest */
                const orb_expense e = expense_of(c, r, &t[way]);

                if (enough[way] && (!best->rounds || cheaper(&e, &best->expense)))
                    *best = (orb_choice){1, {*r}, {(orb_ahead)way}, e};
            }
        }
    }
    orb_recipe_free(&recipe);
}

/* Completes a round of which stages, axes and parts are set. */
static orb_choice best_round(chooser *c, orb_round *round)
{
    orb_choice best = {0};

    for (unsigned ring = c->info->p; ring >= 2; ring--) {
        const bool legal = ring == c->info->p || (c->info->divides && ring % 2 == 0 && c->info->p % ring == 0);

        round->ring = ring;
        for (size_t way = 0; way < CUTS_TRIED && legal && !c->status; way++) {
            size_t cuts[3] = {cuts_least(c, round->axis[0], ring) + way, 0, 0};

            try_others(c, round, cuts, &best);
        }
    }
    return best;
}

/* Fills in the stages of a round: axes order[first] to order[last - 1] of `count`. */
static orb_round describe_round(const chooser *c, const unsigned *order, unsigned count, unsigned first, unsigned last,
                                unsigned *parts)
{
    orb_round r = {.stages = last - first, .parts = {*parts}};
    unsigned used = 0;

    for (unsigned s = first; s < last; s++) {
        bool later = false;

        for (unsigned i = s + 1; i < count; i++)
            later = later || c->problem->axis[order[i]].kind == ORB_DFT;
        r.axis[used] = order[s];
        r.fourier[used] = c->problem->axis[order[s]].kind == ORB_DFT;
        if (r.fourier[used]) /* nothing after the last one needs imaginary parts if nobody wants them */
            *parts = later || c->problem->complex_out ? 2 : 1;
        r.parts[++used] = *parts;
    }
    for (unsigned a = 0; a < 3; a++) {
        bool there = false;

        for (unsigned s = 0; s < r.stages; s++)
            there = there || r.axis[s] == a;
        if (!there)
            r.axis[used++] = a;
    }
    return r;
}

/* Tries one division of one order: bit i of `ends` says that a round ends after axis i. */
static void try_division(chooser *c, const unsigned *order, unsigned count, unsigned ends)
{
    orb_choice choice = {0};
    unsigned parts = c->problem->complex_in ? 2 : 1, first = 0;
    bool possible = true;

    for (unsigned i = 0; i < count && possible; i++)
        if (i + 1 == count || ends >> i & 1) {
            orb_round round = describe_round(c, order, count, first, i + 1, &parts);
            const orb_choice best = best_round(c, &round);

            possible = best.rounds > 0;
            choice.round[choice.rounds] = best.round[0];
            choice.ahead[choice.rounds++] = best.ahead[0];
            choice.expense.words_in += best.expense.words_in;
            choice.expense.words_out += best.expense.words_out;
            choice.expense.coef_words += best.expense.coef_words;
            choice.expense.cycles += best.expense.cycles;
            first = i + 1;
        }
    if (possible && !c->status && (!c->best.rounds || cheaper(&choice.expense, &c->best.expense)))
        c->best = choice;
}

/* The axes that are worked on, in the order that is taken where others are no better: an inverse goes back the way of
 * the forward transform. Identities are left out, but for the shortest one if there is nothing else. */
static unsigned usual_order(const orb_problem *problem, unsigned order[3])
{
    static const unsigned usual[2][3] = {{2, 0, 1}, {1, 0, 2}};
    const unsigned *axes = usual[problem->direction == ORB_INVERSE];
    unsigned count = 0;

    for (unsigned i = 0; i < 3; i++)
        if (problem->axis[axes[i]].kind != ORB_IDENTITY)
            order[count++] = axes[i];
    if (count == 0) {
        order[count++] = axes[0];
        for (unsigned i = 1; i < 3; i++)
            order[0] = problem->axis[axes[i]].n < problem->axis[order[0]].n ? axes[i] : order[0];
    }
    return count;
}

orb_status orb_choose(orb_choice *choice, const orb_problem *problem, const orb_core_info *info)
{
    static const unsigned permutation[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    chooser c = {
        .problem = problem,
        .info = info,
        .shape = {info->p, info->cell == ORB_CELL_FINE ? 1 : 2, info->bmax},
        .room = {info->nbuf, info->cbanks},
        .n = {problem->axis[0].n, problem->axis[1].n, problem->axis[2].n},
    };
    unsigned usual[3], order[3];
    const unsigned count = usual_order(problem, usual), orders = count == 3 ? 6 : count;

    for (unsigned o = 0; o < orders && !c.status; o++) {
        for (unsigned i = 0; i < count; i++)
            order[i] = usual[count == 2 ? permutation[2 * o][i] : permutation[o][i]];
        for (unsigned ends = 0; ends < 1u << (count - 1) && !c.status; ends++)
            try_division(&c, order, count, ends);
    }
    orb_script_free(&c.script);
    if (!c.status && !c.best.rounds)
        c.status = ORB_NO_MEMORY;
    *choice = c.best;
    return c.status;
}

void orb_choice_explain(const orb_choice *choice, const orb_core_info *info, char *text, size_t size)
{
    const double words = all_words(&choice->expense);
    const orb_round *first = &choice->round[0];

    *text = '\0';
    for (unsigned r = 0; r < choice->rounds; r++) {
        const orb_round *round = &choice->round[r];
        const bool single = round->stages == 1;

        orb_append(text, size, "%s%u %s", r ? ", then " : "", round->stages, single ? "axis" : "axes at once");
        if (round->cuts[2] > 1)
            orb_append(text, size, "%s in %zu parts", single ? "" : ", the first", round->cuts[2]);
    }
    orb_append(text, size, ": fewest words, %.0f, %.2g %% of them coefficients", words,
               100.0 * choice->expense.coef_words / words);
    if (first->ring < info->p)
        orb_append(text, size, "; %u tori of %u^3 fit better than %u^3", first->tori, first->ring, info->p);
}
