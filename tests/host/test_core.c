/* The core reached through a transport: who is refused, what is written, what is loaded again.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include "recorder.h"

#include <core.h>
#include <error.h>

#include <string.h>

static void a_core_is_known_by_its_registers(void **state)
{
    recorder r = recorder_make();
    orb_core core;

    (void)state;
    assert_ok(orb_core_open(&core, &r.base));
    assert_int_equal(core.info.p, 4);
    assert_int_equal(core.info.bmax, 8);
    assert_int_equal(core.info.format.w, 18);
    assert_int_equal(core.info.format.ps, 8);
    orb_core_close(&core);
    assert_true(r.closed);
}

/* A register with one field changed. */
#define WITH(reg, field, value)                                                                                        \
    ADDRESS(reg), ORBITAL__##reg##__##field##_bm, (uint32_t)(value) << ORBITAL__##reg##__##field##_bp

/* Opens a core of which one field of a register has another value. */
static orb_status open_with(uint32_t address, uint32_t mask, uint32_t field)
{
    recorder r = recorder_make();
    orb_core core;
    orb_status status;

    r.registers[address / 4] = (r.registers[address / 4] & ~mask) | field;
    status = orb_core_open(&core, &r.base);
    orb_core_close(&core);
    assert_true(r.closed);
    return status;
}

/* One field at a time is wrong, by as little as it can be: no other check sees it. */
static void each_field_is_checked(void **state)
{
    const struct {
        const char *named; /* in the line on what was wrong */
        uint32_t address, mask, field;
    } wrong[] = {
        {"not an orbital core", ADDRESS(ID), UINT32_MAX, 0x4F524248},
        {"version ", WITH(VERSION, MAJOR, ORBITAL__VERSION__MAJOR_reset + 1)},
        {"version ", WITH(VERSION, MINOR, ORBITAL__VERSION__MINOR_reset - 1)},
        {" P=1,", WITH(ARRAY, P, 1)},
        {" P=65,", WITH(ARRAY, P, 65)},
        {" BMAX=1,", WITH(ARRAY, BMAX, 1)},
        {" BMAX=65,", WITH(ARRAY, BMAX, 65)},
        {" BFULL=1,", WITH(ARRAY, BFULL, 1)},
        {" BFULL=37,", WITH(ARRAY, BFULL, 37)},
        {" NBUF=1,", WITH(ARRAY, NBUF, 1)},
        {" NBUF=16,", WITH(ARRAY, NBUF, 16)},
        {" W=7,", WITH(FORMAT, W, 7)},
        {" W=26,", WITH(FORMAT, W, 26)},
        {" CW=7,", WITH(FORMAT, CW, 7)},
        {" CW=19,", WITH(FORMAT, CW, 19)},
        {" AW=17,", WITH(FORMAT, AW, 17)},
        {" AW=64,", WITH(FORMAT, AW, 64)},
        {" PS=18,", WITH(FORMAT, PS, 18)},
        {" PS=231,", WITH(FORMAT, PS, 231)},
        {" PS=3,", WITH(FORMAT, PS, 3)}, /* sums of 32 products could wrap */
        {" CELL=2,", WITH(CAPS, CELL, 2)},
        {" ARITHMETIC=1,", WITH(CAPS, ARITHMETIC, 1)}, /* float without a format */
        {" LANES=0,", WITH(CAPS, LANES, 0)},
        {" LANES=3,", WITH(CAPS, LANES, 3)},
        {" LANES=8,", WITH(CAPS, LANES, 8)},
        {" IO_WORDS=0,", WITH(CAPS, IO_WORDS, 0)},
        {" IO_WORDS=3,", WITH(CAPS, IO_WORDS, 3)},
        {" IO_WORDS=8,", WITH(CAPS, IO_WORDS, 8)},
        {" CBANKS=0,", WITH(CAPS, CBANKS, 0)},
        {" EXP=9,", WITH(CAPS, EXP, 9)},
        {" W=18,", WITH(CAPS, EXP, 8)}, /* of fixed point */
        {" DEPTH=1,", WITH(CAPS, DEPTH, 1)},
        {" DEPTH=24,", WITH(CAPS, DEPTH, 24)},
        {" DEPTH=64,", WITH(CAPS, DEPTH, 64)},
    };
    const uint32_t right[][3] = {
        {WITH(VERSION, MINOR, ORBITAL__VERSION__MINOR_reset + 1)},
        {WITH(VERSION, PATCH, 77)},
        {WITH(ARRAY, P, 64)},
        {WITH(ARRAY, BMAX, 64)},
        {WITH(ARRAY, NBUF, 15)},
        {WITH(FORMAT, PS, 17)},
        {WITH(FORMAT, PS, 4)},
        {WITH(CAPS, CBANKS, 15)},
        {WITH(CAPS, DEPTH, 2)},
        {WITH(CAPS, LANES, 4)},
        {WITH(CAPS, IO_WORDS, 4)},
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        orb_begin();
        assert_int_equal(open_with(wrong[i].address, wrong[i].mask, wrong[i].field), ORB_WRONG_DEVICE);
        orb_end(ORB_WRONG_DEVICE);
        if (!strstr(orb_last_error(), wrong[i].named))
            fail_msg("\"%s\" does not name \"%s\"", orb_last_error(), wrong[i].named);
    }
    for (size_t i = 0; i < sizeof right / sizeof *right; i++)
        assert_ok(open_with(right[i][0], right[i][1], right[i][2]));
}

/* Whatever the counters say, they are added up, and stay at their largest value. */
static void counters_that_jump_do_no_harm(void **state)
{
    recorder r = recorder_make();
    orb_core core;
    orb_cost cost = {0};
    const orb_descriptor program = {0};
    const orb_transfer words = {0};

    (void)state;
    assert_ok(orb_core_open(&core, &r.base));
    for (uint32_t at = ADDRESS(CYCLES_LO); at <= ADDRESS(UNLOAD_HI); at += 4)
        r.registers[at / 4] = UINT32_MAX;
    for (unsigned run = 0; run < 2; run++)
        assert_ok(orb_core_execute(&core, &program, 1, &words, &cost));
    assert_true(cost.run_cycles == UINT64_MAX && cost.compute_cycles == UINT64_MAX && cost.wait_cycles == UINT64_MAX);
    assert_true(cost.coef_cycles == UINT64_MAX && cost.io_cycles == UINT64_MAX);
    orb_core_close(&core);
}

static const orb_transfer no_words = {0};

static void only_changed_words_of_a_program_are_written(void **state)
{
    recorder r = recorder_make();
    orb_core core;
    orb_cost cost = {0};
    orb_descriptor program[2] = {{1, 2}, {3, 4}};

    (void)state;
    assert_ok(orb_core_open(&core, &r.base));
    r.writes = r.requests = 0;
    assert_ok(orb_core_execute(&core, program, 2, &no_words, &cost));
    assert_int_equal(r.writes, 4 + 1); /* four words and the start */
    assert_int_equal(r.requests, 2);
    assert_int_equal(r.registers[ADDRESS(PROGRAM) / 4 + 3], 4);
    assert_ok(orb_core_execute(&core, program, 2, &no_words, &cost));
    assert_int_equal(r.writes, 4 + 2);
    program[1].lo = 77;
    assert_ok(orb_core_execute(&core, program, 2, &no_words, &cost));
    assert_int_equal(r.writes, 4 + 1 + 3);
    assert_int_equal(r.registers[ADDRESS(PROGRAM) / 4 + 2], 77);
    program[0].lo = 5;
    program[1].hi = 6;
    r.requests = 0;
    assert_ok(orb_core_execute(&core, program, 2, &no_words, &cost));
    assert_int_equal(r.requests, 2); /* what lies between goes along */
    assert_int_equal(r.registers[ADDRESS(PROGRAM) / 4], 5);
    assert_int_equal(r.registers[ADDRESS(PROGRAM) / 4 + 3], 6);
    program[0].lo = 8;
    r.deaf = true; /* what did not arrive is written again */
    assert_int_equal(orb_core_execute(&core, program, 2, &no_words, &cost), ORB_DEVICE_FAILED);
    r.deaf = false;
    assert_ok(orb_core_execute(&core, program, 2, &no_words, &cost));
    assert_int_equal(r.registers[ADDRESS(PROGRAM) / 4], 8);
    orb_core_close(&core);
}

/* What the program memory holds at first is not known, whatever the words are. */
static void the_first_program_is_written_whatever_it_is(void **state)
{
    const orb_descriptor program[2] = {{0, 0}, {0, 0}};
    recorder r = recorder_make();
    orb_core core;
    orb_cost cost = {0};

    (void)state;
    for (int i = 0; i < 4; i++)
        r.registers[ADDRESS(PROGRAM) / 4 + (unsigned)i] = 99;
    assert_ok(orb_core_open(&core, &r.base));
    assert_ok(orb_core_execute(&core, program, 2, &no_words, &cost));
    for (int i = 0; i < 4; i++)
        assert_int_equal(r.registers[ADDRESS(PROGRAM) / 4 + (unsigned)i], 0);
    orb_core_close(&core);
}

static void a_program_that_was_left_running_is_stopped(void **state)
{
    (void)state;
    for (uint32_t busy = 0; busy < 2; busy++) {
        recorder r = recorder_make();
        orb_core core;

        r.registers[ADDRESS(STATUS) / 4] = busy ? ORBITAL__STATUS__BUSY_bm : ORBITAL__STATUS__DONE_bm;
        assert_ok(orb_core_open(&core, &r.base));
        assert_int_equal(r.control, busy ? ORBITAL__CONTROL__ABORT_bm : 0);
        orb_core_close(&core);
    }
}

static void counters_are_added_up(void **state)
{
    recorder r = recorder_make();
    orb_core core;
    orb_cost cost = {0};
    const orb_descriptor program = {0};

    (void)state;
    r.clips_in = 2;
    r.clips = 1;
    r.registers[ADDRESS(COMPUTE_LO) / 4] = 5;
    r.registers[ADDRESS(COMPUTE_HI) / 4] = 1;
    r.registers[ADDRESS(LOAD_LO) / 4] = 7;
    r.registers[ADDRESS(UNLOAD_LO) / 4] = 3;
    assert_ok(orb_core_open(&core, &r.base));
    assert_ok(orb_core_execute(&core, &program, 1, &no_words, &cost));
    assert_ok(orb_core_execute(&core, &program, 1, &no_words, &cost));
    assert_true(cost.compute_cycles == 2 * ((UINT64_C(1) << 32) + 5));
    assert_true(cost.io_cycles == 20 && cost.saturations == 1 && cost.run_cycles == 0);
    orb_core_close(&core);
}

static void held_coefficients_are_known(void **state)
{
    recorder r = recorder_make();
    orb_core core;
    const unsigned small[3] = {2, 3, 4}, large[3] = {2, 5, 4};
    int32_t words[4] = {1, 2, 3, 4};

    (void)state;
    assert_ok(orb_core_open(&core, &r.base));
    assert_ok(orb_core_configure(&core, small, 4));
    assert_int_equal(r.registers[ADDRESS(BLOCK) / 4], 0x040302);
    assert_int_equal(r.registers[ADDRESS(TORUS) / 4], 4);
    assert_false(orb_core_holds(&core, 1, 0, words, 4));
    assert_ok(orb_core_note(&core, 1, 0, words, 4));
    assert_true(orb_core_holds(&core, 1, 0, words, 4));
    assert_false(orb_core_holds(&core, 2, 0, words, 4));
    words[2] = 9;
    assert_false(orb_core_holds(&core, 1, 0, words, 4));
    assert_false(orb_core_holds(&core, 1, 0, words, 2));
    words[2] = 3;
    r.writes = 0;
    assert_ok(orb_core_configure(&core, small, 4));
    assert_int_equal(r.writes, 0);
    assert_true(orb_core_holds(&core, 1, 0, words, 4));
    assert_ok(orb_core_configure(&core, large, 4)); /* coefficients lie elsewhere now */
    assert_false(orb_core_holds(&core, 1, 0, words, 4));
    assert_ok(orb_core_note(&core, 1, 0, words, 4));
    assert_ok(orb_core_configure(&core, large, 2)); /* and here for another ring */
    assert_int_equal(r.registers[ADDRESS(TORUS) / 4], 2);
    assert_false(orb_core_holds(&core, 1, 0, words, 4));
    orb_core_close(&core);
}

/* What only other fields make wrong: beats of two words for three nodes, and a float with 6 bits of exponent. */
static void fields_are_checked_together(void **state)
{
    (void)state;
    for (uint32_t p = 3; p <= 4; p++)
        for (uint32_t exponent = 5; exponent <= 6; exponent++) {
            recorder r = recorder_make();
            uint32_t *const registers = r.registers;
            orb_core core;
            const bool good = p == 4 && exponent == 5;

            registers[ADDRESS(ARRAY) / 4] =
                (registers[ADDRESS(ARRAY) / 4] & ~ORBITAL__ARRAY__P_bm) | p << ORBITAL__ARRAY__P_bp;
            registers[ADDRESS(FORMAT) / 4] = 16 | 16 << ORBITAL__FORMAT__CW_bp | 32 << ORBITAL__FORMAT__AW_bp;
            registers[ADDRESS(CAPS) / 4] |= exponent << ORBITAL__CAPS__EXP_bp | 1 << ORBITAL__CAPS__ARITHMETIC_bp;
            registers[ADDRESS(CAPS) / 4] ^= 3u << ORBITAL__CAPS__IO_WORDS_bp; /* 2 in place of 1 */
            assert_int_equal(orb_core_open(&core, &r.base), good ? ORB_OK : ORB_WRONG_DEVICE);
            assert_true(good || strstr(orb_last_error(), exponent == 6 ? " EXP=6," : " IO_WORDS=2,"));
            orb_core_close(&core);
        }
}

/* Each axis has banks of its own. */
static void banks_of_axes_are_apart(void **state)
{
    recorder r = recorder_make();
    orb_core core;
    const int32_t words[2][3][1] = {{{1}, {2}, {3}}, {{4}, {5}, {6}}};

    (void)state;
    r.registers[ADDRESS(CAPS) / 4] ^= 3u << ORBITAL__CAPS__CBANKS_bp; /* 2 in place of 1 */
    assert_ok(orb_core_open(&core, &r.base));
    for (unsigned bank = 0; bank < 2; bank++)
        for (unsigned axis = 0; axis < 3; axis++)
            assert_ok(orb_core_note(&core, axis, bank, words[bank][axis], 1));
    for (unsigned bank = 0; bank < 2; bank++)
        for (unsigned axis = 0; axis < 3; axis++)
            assert_true(orb_core_holds(&core, axis, bank, words[bank][axis], 1));
    orb_core_close(&core);
}

/* On a link a word has as many bytes as the wider of data and coefficients need. */
static void words_have_whole_bytes(void **state)
{
    static const struct {
        uint32_t w, cw;
        unsigned in, out;
    } cases[] = {{18, 18, 3, 3}, {16, 16, 2, 2}, {16, 17, 3, 2}, {9, 8, 2, 2}, {8, 8, 1, 1}, {25, 18, 4, 4}};
    const orb_descriptor program = {0};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        recorder r = recorder_make();
        orb_core core;
        orb_cost cost = {0};

        r.registers[ADDRESS(FORMAT) / 4] =
            cases[i].w | cases[i].cw << ORBITAL__FORMAT__CW_bp | 56u << ORBITAL__FORMAT__AW_bp;
        assert_ok(orb_core_open(&core, &r.base));
        assert_ok(orb_core_execute(&core, &program, 1, &no_words, &cost));
        assert_int_equal(r.in_bytes, cases[i].in);
        assert_int_equal(r.out_bytes, cases[i].out);
        orb_core_close(&core);
    }
}

static void failures_are_seen(void **state)
{
    recorder r = recorder_make();
    orb_core core;
    orb_cost cost = {0};
    const int32_t words[1] = {1};
    const orb_descriptor program = {0};

    (void)state;
    assert_ok(orb_core_open(&core, &r.base));
    assert_ok(orb_core_note(&core, 0, 0, words, 1));
    r.dead = true;
    assert_int_equal(orb_core_execute(&core, &program, 1, &no_words, &cost), ORB_DEVICE_FAILED);
    assert_false(orb_core_holds(&core, 0, 0, words, 1)); /* what failed is not taken for loaded */
    r.dead = false;
    r.registers[ADDRESS(STATUS) / 4] = ORBITAL__STATUS__DONE_bm | 2 << ORBITAL__STATUS__ERROR_bp;
    assert_int_equal(orb_core_execute(&core, &program, 1, &no_words, &cost), ORB_DEVICE_FAILED);
    r.registers[ADDRESS(STATUS) / 4] = 0;
    assert_int_equal(orb_core_execute(&core, &program, 1, &no_words, &cost), ORB_DEVICE_FAILED);
    orb_core_close(&core);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_core_is_known_by_its_registers),
        cmocka_unit_test(each_field_is_checked),
        cmocka_unit_test(counters_that_jump_do_no_harm),
        cmocka_unit_test(only_changed_words_of_a_program_are_written),
        cmocka_unit_test(the_first_program_is_written_whatever_it_is),
        cmocka_unit_test(a_program_that_was_left_running_is_stopped),
        cmocka_unit_test(counters_are_added_up),
        cmocka_unit_test(held_coefficients_are_known),
        cmocka_unit_test(fields_are_checked_together),
        cmocka_unit_test(banks_of_axes_are_apart),
        cmocka_unit_test(words_have_whole_bytes),
        cmocka_unit_test(failures_are_seen),
    };

    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
