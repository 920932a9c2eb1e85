/* Scripts, followed descriptor by descriptor: every stage finds its operand and its coefficients where it looks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <orbital_regs.h>
#include <schedule.h>

#include <stdlib.h>

#define LO(d, field) (((d).lo & ORBITAL__PROGRAM__LO__##field##_bm) >> ORBITAL__PROGRAM__LO__##field##_bp)
#define HI(d, field) (((d).hi & ORBITAL__PROGRAM__HI__##field##_bm) >> ORBITAL__PROGRAM__HI__##field##_bp)

enum { NOTHING = -1 };

/* What an array holds. */
typedef struct holdings {
    long value[ORB_BUFFERS_MAX]; /* of the unit it belongs to, or NOTHING */
    size_t unit[ORB_BUFFERS_MAX];
    long tile[3][ORB_BANKS_MAX];
} holdings;

static holdings empty(void)
{
    holdings h;

    for (int b = 0; b < ORB_BUFFERS_MAX; b++)
        h.value[b] = NOTHING;
    for (int s = 0; s < 3; s++)
        for (int b = 0; b < ORB_BANKS_MAX; b++)
            h.tile[s][b] = NOTHING;
    return h;
}

static void put(holdings *h, unsigned buffer, long value, size_t unit)
{
    h->value[buffer] = value;
    h->unit[buffer] = unit;
}

static void follow_stage(holdings *h, const orb_step *step, const orb_op *op, const orb_room *room)
{
    const orb_descriptor d = step->descriptor;
    const unsigned src = HI(d, SRC), roll0 = HI(d, ROLL0), roll1 = HI(d, ROLL1), dst = HI(d, DST), steps = LO(d, STEPS);
    unsigned read_last = src;

    assert_true(src < room->buffers && roll0 < room->buffers && roll1 < room->buffers && dst < room->buffers);
    assert_int_equal(h->value[src], op->source);
    assert_int_equal(h->unit[src], step->unit);
    assert_int_equal(h->tile[op->stage][HI(d, BANK)], op->tile);
    assert_int_equal(LO(d, CLEAR), op->clear);
    assert_int_equal(LO(d, STORE), op->store);
    assert_int_equal(step->cut, op->cut);
    if (LO(d, X_ROLL)) {
        assert_int_not_equal(roll0, src);
        put(h, roll0, NOTHING, 0);
        if (steps > 2) {
            assert_int_not_equal(roll0, roll1);
            put(h, roll1, NOTHING, 0);
        }
        read_last = steps % 2 ? roll1 : roll0;
    }
    if (op->store) {
        assert_int_not_equal(dst, read_last);
        put(h, dst, op->result, step->unit);
    }
}

static void follow(const orb_script *script, const orb_recipe *recipe, const orb_room *room, size_t units)
{
    holdings h = empty();
    size_t done = 0;

    for (size_t i = 0; i < script->count; i++) {
        const orb_step *step = &script->step[i];
        const orb_descriptor d = step->descriptor;
        const orb_op *op = &recipe->op[done % recipe->count];

        if (step->move == ORB_MOVE_LOAD) {
            assert_true(step->value < recipe->inputs && HI(d, DST) < room->buffers);
            put(&h, HI(d, DST), step->value, step->unit);
        } else if (step->move == ORB_MOVE_COEFFICIENTS) {
            assert_int_equal(HI(d, BANK), step->bank);
            assert_true(step->bank < room->banks);
            assert_int_equal(HI(d, AXES), 1u << orb_axis_of_stage[step->stage]);
            h.tile[step->stage][step->bank] = step->tile;
        } else {
            assert_int_equal(step->unit, done / recipe->count);
            assert_int_equal(op->unload, step->move == ORB_MOVE_UNLOAD);
            if (op->unload) {
                assert_int_equal(h.value[HI(d, SRC)], op->source);
                assert_int_equal(h.unit[HI(d, SRC)], step->unit);
                assert_int_equal(step->value, op->result);
            } else {
                follow_stage(&h, step, op, room);
            }
            done++;
        }
    }
    assert_int_equal(done, units * recipe->count);
}

/* A round of the kinds that a plan may make: blocks of `cuts` cubes along the summed axis. */
static orb_round make_round(unsigned p, unsigned ring, unsigned stages, size_t cuts, unsigned parts, unsigned fourier)
{
    orb_round r = {.stages = stages, .axis = {2, 0, 1}, .parts = {parts}, .ring = ring};
    const orb_shape shape = {p, 2, 8};
    const size_t n[3] = {2 * (size_t)ring, 2 * (size_t)ring, 2 * (size_t)ring * cuts}, blocks[3] = {1, 1, 5};
    const size_t at_least[3] = {cuts, 1, 1};

    for (unsigned s = 0; s < stages; s++) {
        r.fourier[s] = fourier >> s & 1;
        r.parts[s + 1] = r.fourier[s] ? 2 : r.parts[s];
    }
    assert_true(orb_round_fit(&r, &shape, n, blocks, at_least));
    assert_int_equal(r.cuts[2], cuts);
    return r;
}

static size_t count_loads(const orb_script *script)
{
    size_t loads = 0;

    for (size_t i = 0; i < script->count; i++)
        loads += script->step[i].move == ORB_MOVE_LOAD;
    return loads;
}

/* Stages beside which nothing is loaded: what is loaded last is their own operand, if anything. */
static size_t count_stages_alone(const orb_script *script)
{
    size_t alone = 0;

    for (size_t i = 1; i < script->count; i++) {
        const orb_step *before = &script->step[i - 1], *step = &script->step[i];

        alone += step->move == ORB_MOVE_STAGE &&
                 (before->move != ORB_MOVE_LOAD || HI(before->descriptor, DST) == HI(step->descriptor, SRC));
    }
    return alone;
}

static void every_stage_finds_what_it_needs(void **state)
{
    orb_script script = {0};
    size_t possible = 0;

    (void)state;
    for (int trial = 0; trial < 3000; trial++) {
        const unsigned ring = 2 + (unsigned)random_below(4), stages = 1 + (unsigned)random_below(3);
        const orb_room room = {2 + (unsigned)random_below(5), 1 + (unsigned)random_below(4)};
        const orb_round r = make_round(ring, ring, stages, 1 + random_below(5), 1 + (unsigned)random_below(2),
                                       (unsigned)random_below(8));
        const size_t units = 1 + random_below(4);
        orb_recipe recipe;
        orb_status status;

        assert_ok(orb_recipe_init(&recipe, &r));
        status = orb_schedule(&script, &r, &recipe, &room, units, (orb_ahead)random_below(ORB_AHEAD_WAYS));
        if (status == ORB_OK)
            follow(&script, &recipe, &room, units);
        else
            assert_int_equal(status, ORB_INVALID);
        if (room.buffers >= 4 || (stages == 1) || (r.parts[stages] == 1)) /* one cube and its way always fit in two */
            assert_ok(status);
        possible += status == ORB_OK;
        orb_recipe_free(&recipe);
    }
    assert_true(possible > 2000);
    orb_script_free(&script);
}

/* Sums go back and forth, so that what one took last the next one finds there. */
static void operands_stay_from_sum_to_sum(void **state)
{
    enum { CUTS = 4 };
    const orb_round r = make_round(4, 4, 1, CUTS, 1, 0);
    orb_script script = {0};
    orb_recipe recipe;

    (void)state;
    assert_ok(orb_recipe_init(&recipe, &r));
    for (unsigned buffers = 2; buffers <= CUTS + 1; buffers++) {
        const orb_room room = {buffers, 1};
        /* one buffer is the result's: the others hold operands, and each sum but the first finds so many of them */
        const size_t expected = CUTS + (CUTS - 1) * (CUTS - (buffers - 1));

        assert_ok(orb_schedule(&script, &r, &recipe, &room, 1, ORB_AHEAD_NEVER));
        assert_int_equal(count_loads(&script), expected);
        if (buffers == 2) { /* loading ahead costs nothing: a sum's operand that gives way is the one needed last */
            assert_ok(orb_schedule(&script, &r, &recipe, &room, 1, ORB_AHEAD_EVICTING));
            assert_int_equal(count_loads(&script), expected);
            assert_int_equal(count_stages_alone(&script), CUTS);
        }
    }
    orb_recipe_free(&recipe);
    orb_script_free(&script);
}

/* With three buffers the next cube is loaded in front of the stages of this one. */
static void cubes_are_loaded_ahead(void **state)
{
    static const orb_move expected[] = {ORB_MOVE_LOAD,  ORB_MOVE_LOAD,   ORB_MOVE_STAGE,  ORB_MOVE_STAGE,
                                        ORB_MOVE_STAGE, ORB_MOVE_UNLOAD, ORB_MOVE_LOAD,   ORB_MOVE_STAGE,
                                        ORB_MOVE_STAGE, ORB_MOVE_STAGE,  ORB_MOVE_UNLOAD, ORB_MOVE_STAGE,
                                        ORB_MOVE_STAGE, ORB_MOVE_STAGE,  ORB_MOVE_UNLOAD};
    const orb_round r = make_round(4, 4, 3, 1, 1, 0);
    const orb_room room = {3, 1};
    orb_script script = {0};
    orb_recipe recipe;

    (void)state;
    assert_ok(orb_recipe_init(&recipe, &r));
    assert_ok(orb_schedule(&script, &r, &recipe, &room, 3, ORB_AHEAD_IF_FREE));
    assert_int_equal(script.count, 3 + sizeof expected / sizeof *expected);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        assert_int_equal(script.step[3 + i].move, expected[i]);
    orb_recipe_free(&recipe);
    orb_script_free(&script);
}

/* What is being unloaded is not written by the stages of the next cube, which would wait for it. */
static void stages_do_not_wait_for_what_leaves(void **state)
{
    (void)state;
    for (unsigned ring = 2; ring <= 5; ring++)
        for (unsigned buffers = 3; buffers <= 5; buffers++) {
            const orb_round r = make_round(ring, ring, 3, 1, 1, 0);
            orb_script script = {0};
            orb_recipe recipe;
            unsigned leaving = buffers;

            assert_ok(orb_recipe_init(&recipe, &r));
            assert_ok(orb_schedule(&script, &r, &recipe, &(orb_room){buffers, 1}, 9, ORB_AHEAD_EVICTING));
            for (size_t i = 0; i < script.count; i++) {
                const orb_descriptor d = script.step[i].descriptor;
                const bool stage = script.step[i].move == ORB_MOVE_STAGE, rolls = stage && LO(d, X_ROLL);

                assert_true(!stage || HI(d, DST) != leaving);
                assert_true(!rolls || HI(d, ROLL0) != leaving);
                assert_true(!rolls || ring == 2 || HI(d, ROLL1) != leaving);
                if (script.step[i].move == ORB_MOVE_UNLOAD)
                    leaving = HI(d, SRC);
            }
            orb_recipe_free(&recipe);
            orb_script_free(&script);
        }
}

static void a_complex_block_needs_four_buffers(void **state)
{
    const orb_round r = make_round(4, 4, 3, 1, 2, 7);
    orb_script script = {0};
    orb_recipe recipe;

    (void)state;
    assert_ok(orb_recipe_init(&recipe, &r));
    assert_int_equal(orb_schedule(&script, &r, &recipe, &(orb_room){3, 1}, 1, ORB_AHEAD_NEVER), ORB_INVALID);
    assert_ok(orb_schedule(&script, &r, &recipe, &(orb_room){4, 1}, 1, ORB_AHEAD_NEVER));
    assert_int_equal(count_loads(&script), 2);
    orb_recipe_free(&recipe);
    orb_script_free(&script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stage_finds_what_it_needs),
        cmocka_unit_test(operands_stay_from_sum_to_sum),
        cmocka_unit_test(cubes_are_loaded_ahead),
        cmocka_unit_test(stages_do_not_wait_for_what_leaves),
        cmocka_unit_test(a_complex_block_needs_four_buffers),
    };

    support_start("test_schedule");
    return cmocka_run_group_tests_name("schedule", tests, NULL, NULL);
}
