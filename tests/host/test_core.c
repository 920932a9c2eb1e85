/* The core reached through a transport: who is refused, what is written, what is loaded again.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include "recorder.h"

#include <core.h>

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

static void others_are_refused(void **state)
{
    const uint32_t one_lane = recorder_make().registers[ADDRESS(CAPS) / 4];
    const struct {
        uint32_t address, value;
    } wrong[] = {
        {ADDRESS(ID), 0},
        {ADDRESS(ID), UINT32_MAX},
        {ADDRESS(VERSION), (ORBITAL__VERSION__MAJOR_reset + 1) << ORBITAL__VERSION__MAJOR_bp},
        {ADDRESS(ARRAY), 0},
        {ADDRESS(FORMAT), 0},
        {ADDRESS(FORMAT), UINT32_MAX},
        {ADDRESS(CAPS), 0},
        {ADDRESS(CAPS), UINT32_MAX},
        {ADDRESS(CAPS), one_lane | 1 << ORBITAL__CAPS__ARITHMETIC_bp}, /* float without a format */
        {ADDRESS(CAPS), one_lane | 8u << ORBITAL__CAPS__EXP_bp},       /* a format without float */
        {ADDRESS(CAPS), one_lane | 2 << ORBITAL__CAPS__CELL_bp},       /* a cell that nobody knows */
        {ADDRESS(CAPS),
         one_lane ^ 2u << ORBITAL__CAPS__IO_WORDS_bp}, /* beats of three words, which do not divide four nodes */
    };

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        recorder r = recorder_make();
        orb_core core;

        r.registers[wrong[i].address / 4] = wrong[i].value;
        assert_int_equal(orb_core_open(&core, &r.base), ORB_WRONG_DEVICE);
        orb_core_close(&core);
        assert_true(r.closed);
    }
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
        cmocka_unit_test(others_are_refused),
        cmocka_unit_test(only_changed_words_of_a_program_are_written),
        cmocka_unit_test(a_program_that_was_left_running_is_stopped),
        cmocka_unit_test(counters_are_added_up),
        cmocka_unit_test(held_coefficients_are_known),
        cmocka_unit_test(failures_are_seen),
    };

    return cmocka_run_group_tests_name("core", tests, NULL, NULL);
}
