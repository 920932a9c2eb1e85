/* Allocates buffers and coefficient banks to the values and tiles of a recipe.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Operands that have to give way are loaded again; of several, the one that is needed last goes, as do coefficients. */
#include "schedule.h"

#include <stdlib.h>

#define FREE UINT32_MAX
#define TAKEN (UINT32_MAX - 1)
#define NOWHERE UINT32_MAX

typedef struct scheduler {
    const orb_round *round;
    const orb_recipe *recipe;
    const orb_room *room;
    orb_script *script;
    size_t unit, at;                        /* the op that is worked on */
    unsigned buffer[ORB_BUFFERS_MAX];       /* the value in each, or FREE, or TAKEN by this op */
    size_t buffer_unit[ORB_BUFFERS_MAX];    /* whose value it is */
    size_t needed[ORB_BUFFERS_MAX];         /* the op of that unit that needs an operand next */
    size_t touched[ORB_BUFFERS_MAX], clock; /* when it was used last */
    unsigned leaving;                       /* the buffer that was unloaded last, or NOWHERE */
    unsigned tile[3][ORB_BANKS_MAX];        /* the tile of each stage in each bank, or FREE */
    size_t tile_needed[3][ORB_BANKS_MAX];   /* the op of this unit that needs it next; from count on, of the next */
    orb_status status;
} scheduler;

static void add_step(scheduler *s, orb_step step)
{
    orb_script *script = s->script;

    if (script->count == script->room) {
        const size_t room = 2 * script->room + 32;
        orb_step *grown = realloc(script->step, room * sizeof *grown);

        if (!grown) {
            s->status = ORB_NO_MEMORY;
            return;
        }
        script->step = grown;
        script->room = room;
    }
    script->step[script->count++] = step;
}

static unsigned find_value(const scheduler *s, size_t unit, unsigned value)
{
    for (unsigned b = 0; b < s->room->buffers; b++)
        if (s->buffer[b] == value && s->buffer_unit[b] == unit)
            return b;
    return NOWHERE;
}

/* The free buffer that was used longest ago; the one whose result is still leaving only if there is no other. */
static unsigned find_free(const scheduler *s)
{
    unsigned best = NOWHERE;

    for (unsigned b = 0; b < s->room->buffers; b++)
        if (s->buffer[b] == FREE &&
            (best == NOWHERE || best == s->leaving || (b != s->leaving && s->touched[b] < s->touched[best])))
            best = b;
    return best;
}

/* A free buffer, or that of the operand that is needed last, if this is after op `after`, counted from the first of
 * this unit. Buffer `except` stays as it is. */
static unsigned find_room(const scheduler *s, size_t after, unsigned except)
{
    unsigned best = find_free(s);
    size_t farthest = after;

    for (unsigned b = 0; b < s->room->buffers && (best == NOWHERE || s->buffer[best] != FREE); b++)
        if (s->buffer[b] < s->recipe->inputs && b != except) {
            const size_t use = s->needed[b] + (s->buffer_unit[b] - s->unit) * s->recipe->count;

            if (use > farthest) {
                best = b;
                farthest = use;
            }
        }
    return best;
}

/* Gives a buffer to a value. */
static void put(scheduler *s, unsigned b, size_t unit, unsigned value)
{
    s->buffer[b] = value;
    s->buffer_unit[b] = unit;
    s->touched[b] = ++s->clock;
}

static unsigned take(scheduler *s)
{
    const unsigned b = find_room(s, s->at, NOWHERE);

    if (b == NOWHERE)
        s->status = s->status ? s->status : ORB_INVALID;
    else
        put(s, b, s->unit, TAKEN);
    return b;
}

/* Loads the operand of op `at` of a unit. */
static void load(scheduler *s, unsigned b, size_t unit, size_t at)
{
    const unsigned value = s->recipe->op[at].source;

    put(s, b, unit, value);
    s->needed[b] = at;
    add_step(s, (orb_step){.descriptor = orb_program_load(b), .move = ORB_MOVE_LOAD, .value = value, .unit = unit});
}

/* The bank with the tile of an op, or NOWHERE. */
static unsigned find_tile(const scheduler *s, const orb_op *op)
{
    unsigned b = 0;

    while (b < s->room->banks && s->tile[op->stage][b] != op->tile)
        b++;
    return b < s->room->banks ? b : NOWHERE;
}

/* The bank that has none, or the one whose tile is needed last. */
static unsigned find_bank(const scheduler *s, unsigned stage)
{
    unsigned best = 0;

    for (unsigned b = 0; b < s->room->banks && s->tile[stage][best] != FREE; b++)
        if (s->tile[stage][b] == FREE || s->tile_needed[stage][b] > s->tile_needed[stage][best])
            best = b;
    return best;
}

static void load_tile(scheduler *s, size_t at, unsigned bank)
{
    const orb_op *op = &s->recipe->op[at];

    s->tile[op->stage][bank] = op->tile;
    s->tile_needed[op->stage][bank] = at;
    add_step(s, (orb_step){.descriptor = orb_program_coefficients(orb_axis_of_stage[op->stage], bank),
                           .move = ORB_MOVE_COEFFICIENTS,
                           .stage = op->stage,
                           .bank = (unsigned char)bank,
                           .tile = op->tile});
}

/* Fills the banks before anything else, since coefficients have to wait until the array is at rest. */
static void fill_banks(scheduler *s)
{
    for (size_t i = 0; i < s->recipe->count; i++) {
        const orb_op *op = &s->recipe->op[i];

        if (!op->unload && find_tile(s, op) == NOWHERE) {
            const unsigned bank = find_bank(s, op->stage);

            if (s->tile[op->stage][bank] == FREE)
                load_tile(s, i, bank);
        }
    }
}

/* The bank with the tile of this op, which is loaded if it is not there. */
static unsigned choose_bank(scheduler *s, const orb_op *op)
{
    unsigned bank = find_tile(s, op);

    if (bank == NOWHERE) {
        bank = find_bank(s, op->stage);
        load_tile(s, s->at, bank);
    }
    s->tile_needed[op->stage][bank] = op->tile_again;
    return bank;
}

/* Another unit: what was needed in the next one is now needed in this one. */
static void begin_unit(scheduler *s)
{
    for (unsigned stage = 0; stage < 3 && s->unit > 0; stage++)
        for (unsigned b = 0; b < s->room->banks; b++)
            if (s->tile[stage][b] != FREE)
                s->tile_needed[stage][b] -= s->recipe->count;
}

/* Loads the next operand that is not there, if there is room, beside the stage that reads buffer src. */
static void load_ahead(scheduler *s, size_t units, orb_ahead ahead, unsigned src)
{
    const size_t count = s->recipe->count, end = (s->unit + 1 < units ? 2 : 1) * count;
    bool found = false;

    for (size_t i = s->at + 1; i < end && !found; i++) {
        const unsigned source = s->recipe->op[i % count].source;
        const size_t unit = s->unit + i / count;

        found = source < s->recipe->inputs && find_value(s, unit, source) == NOWHERE;
        if (found) {
            const unsigned b = ahead == ORB_AHEAD_EVICTING ? find_room(s, i, src) : find_free(s);

            if (b != NOWHERE)
                load(s, b, unit, i % count);
        }
    }
}

/* The buffers of a stage. An operand that rolls is written to roll0 and roll1 in turn; in the last step the result may
 * go to any buffer that this step does not read. An operand that is needed again stays if there is room. */
static orb_stage place_stage(scheduler *s, const orb_op *op, unsigned src)
{
    const unsigned steps = s->round->ring;
    const bool rolls = orb_operand_rolls(op->stage) && steps > 1;
    bool kept = op->again != ORB_NEVER;
    orb_stage stage = {.stage = op->stage,
                       .steps = steps,
                       .clear = op->clear,
                       .store = op->store,
                       .src = src,
                       .roll0 = src,
                       .roll1 = src,
                       .dst = src};
    unsigned read_last = src;

    s->buffer[src] = TAKEN;
    if (rolls) {
        stage.roll0 = take(s);
        if (kept && steps > 2) {
            const unsigned b = op->source < s->recipe->inputs ? find_free(s) : take(s);

            kept = b != NOWHERE;
            stage.roll1 = kept ? b : src;
            put(s, stage.roll1, s->unit, TAKEN);
        }
        read_last = steps % 2 ? stage.roll1 : stage.roll0;
    }
    if (op->store) {
        if (rolls && stage.roll0 != read_last)
            stage.dst = stage.roll0;
        else if (rolls && (stage.roll1 != src || !kept))
            stage.dst = stage.roll1;
        else
            stage.dst = take(s);
    }
    for (unsigned b = 0; b < s->room->buffers; b++)
        if (s->buffer[b] == TAKEN)
            s->touched[b] = ++s->clock;
    if (kept) {
        put(s, src, s->unit, op->source);
        s->needed[src] = op->again;
    }
    return stage;
}

static void schedule_stage(scheduler *s, const orb_op *op, size_t units, orb_ahead ahead)
{
    unsigned src = find_value(s, s->unit, op->source), bank;
    orb_stage stage;

    bank = choose_bank(s, op);
    if (src == NOWHERE) {
        src = take(s);
        if (s->status)
            return;
        load(s, src, s->unit, s->at);
    }
    stage = place_stage(s, op, src);
    if (s->status)
        return;
    stage.bank = bank;
    if (op->store)
        put(s, stage.dst, s->unit, op->result);
    if (ahead != ORB_AHEAD_NEVER)
        load_ahead(s, units, ahead, src);
    add_step(s, (orb_step){.descriptor = orb_program_stage(&stage),
                           .move = ORB_MOVE_STAGE,
                           .store = op->store,
                           .stage = op->stage,
                           .unit = s->unit,
                           .cut = op->cut});
    for (unsigned b = 0; b < s->room->buffers; b++)
        if (s->buffer[b] == TAKEN)
            s->buffer[b] = FREE;
}

static void schedule_unload(scheduler *s, const orb_op *op)
{
    const unsigned src = find_value(s, s->unit, op->source);

    put(s, src, s->unit, FREE);
    s->leaving = src;
    add_step(s, (orb_step){.descriptor = orb_program_unload(src),
                           .move = ORB_MOVE_UNLOAD,
                           .value = op->result,
                           .unit = s->unit,
                           .cut = op->cut});
}

orb_status orb_schedule(orb_script *script, const orb_round *round, const orb_recipe *recipe, const orb_room *room,
                        size_t units, orb_ahead ahead)
{
    scheduler s = {.round = round, .recipe = recipe, .room = room, .script = script, .leaving = NOWHERE};

    script->count = 0;
    for (unsigned b = 0; b < ORB_BUFFERS_MAX; b++)
        s.buffer[b] = FREE;
    for (unsigned stage = 0; stage < 3; stage++)
        for (unsigned b = 0; b < ORB_BANKS_MAX; b++)
            s.tile[stage][b] = FREE;
    fill_banks(&s);
    for (s.unit = 0; s.unit < units && !s.status; s.unit++) {
        begin_unit(&s);
        for (s.at = 0; s.at < recipe->count && !s.status; s.at++)
            if (recipe->op[s.at].unload)
                schedule_unload(&s, &recipe->op[s.at]);
            else
                schedule_stage(&s, &recipe->op[s.at], units, ahead);
    }
    return s.status;
}

void orb_script_free(orb_script *script)
{
    free(script->step);
    *script = (orb_script){0};
}
