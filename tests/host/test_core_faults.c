/* A core whose transport fails, or whose program is stopped.
 * SPDX-License-Identifier: Apache-2.0 */
#include "recorder.h"

#include <core.h>

/* Opens a core and has it do a program. */
static orb_status do_all(orb_core *core, recorder *r)
{
    const orb_descriptor program = {1, 0};
    const unsigned block[3] = {2, 2, 2};
    orb_cost cost = {0};
    unsigned bits;
    orb_status status = orb_core_open(core, &r->base);

    if (!status)
        status = orb_core_configure(core, block, 4);
    if (!status)
        status = orb_core_execute(core, &program, 1, &(orb_transfer){0}, &cost);
    return status ? status : orb_core_magnitudes(core, 1, &bits);
}

static void each_request_may_fail(void **state)
{
    orb_status status = ORB_UNPLUGGED;
    unsigned n = 0;

    (void)state;
    while (status) {
        recorder r = recorder_make();
        orb_core core;

        r.fails_at = ++n;
        status = do_all(&core, &r);
        assert_int_equal(status, r.asked == n ? ORB_UNPLUGGED : ORB_OK);
        orb_core_close(&core);
        assert_true(r.closed);
        orb_core_close(&core); /* once more does no harm */
    }
    /* identity, status; REPEAT, BLOCK, TORUS, PROGRAM, CONTROL; words; how it ended; a magnitude */
    assert_int_equal(n - 1, 10);
}

/* A program that is stopped is aborted, and what was in transit is forgotten; both may fail. */
static void a_stopped_program_is_aborted(void **state)
{
    static const orb_status expected[] = {ORB_CANCELLED, ORB_UNPLUGGED, ORB_UNPLUGGED};

    (void)state;
    for (unsigned fails = 0; fails < 3; fails++) {
        recorder r = recorder_make();
        orb_core core;

        r.stops = true;
        r.fails_at = fails ? 8 + fails : 0; /* after the words */
        assert_int_equal(do_all(&core, &r), expected[fails]);
        assert_int_equal(r.asked, fails == 1 ? 9 : 10);
        assert_int_equal(r.control, fails == 1 ? ORBITAL__CONTROL__START_bm : ORBITAL__CONTROL__ABORT_bm);
        orb_core_close(&core);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_request_may_fail),
        cmocka_unit_test(a_stopped_program_is_aborted),
    };

    return cmocka_run_group_tests_name("core_faults", tests, NULL, NULL);
}
