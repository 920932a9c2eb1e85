/* Programs: the fields of the descriptors, and that no step writes a buffer which it reads.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <orbital_regs.h>
#include <program.h>

#define LO(d, field) (((d).lo & ORBITAL__PROGRAM__LO__##field##_bm) >> ORBITAL__PROGRAM__LO__##field##_bp)
#define HI(d, field) (((d).hi & ORBITAL__PROGRAM__HI__##field##_bm) >> ORBITAL__PROGRAM__HI__##field##_bp)

enum { STAGE = 0, LOAD = 1, UNLOAD = 2, COEFFICIENTS = 3 };

static void a_whole_transform_has_five_descriptors(void **state)
{
    /* axis, x, y and c roll of each stage, from the tables of docs/architecture.md; 1 2 3 is Q R S */
    static const unsigned tables[2][3][4] = {{{2, 0, 3, 1}, {0, 3, 1, 0}, {1, 1, 2, 0}},
                                             {{1, 2, 1, 0}, {0, 1, 3, 0}, {2, 3, 0, 1}}};

    (void)state;
    for (unsigned p = 2; p <= 6; p++)
        for (unsigned inverse = 0; inverse <= 1; inverse++) {
            const orb_route route = {.p = p, .inverse = inverse, .first = 0, .count = 3};
            orb_descriptor d[ORB_CUBE_DESCRIPTORS_MAX];

            assert_int_equal(orb_program_cube(&route, d), 5);
            assert_int_equal(LO(d[0], OP), LOAD);
            assert_int_equal(HI(d[0], PLACEMENT), inverse ? 3 : 0);
            assert_int_equal(LO(d[4], OP), UNLOAD);
            assert_int_equal(HI(d[4], PLACEMENT), inverse ? 0 : 3);
            for (unsigned s = 0; s < 3; s++) {
                const orb_descriptor stage = d[ORB_CUBE_STAGE + s];

                assert_int_equal(LO(stage, OP), STAGE);
                assert_int_equal(LO(stage, AXIS), tables[inverse][s][0]);
                assert_int_equal(LO(stage, AXIS), orb_stage_axis(inverse, s));
                assert_int_equal(LO(stage, X_ROLL), tables[inverse][s][1]);
                assert_int_equal(LO(stage, Y_ROLL), tables[inverse][s][2]);
                assert_int_equal(LO(stage, C_ROLL), tables[inverse][s][3]);
                assert_int_equal(LO(stage, TRANSPOSED), inverse);
                assert_int_equal(LO(stage, STEPS), p);
                assert_true(LO(stage, CLEAR) && LO(stage, STORE) && !LO(stage, LAST));
            }
            assert_true(LO(d[4], LAST) && !LO(d[0], LAST));
        }
}

/* The buffer that step `step` of a stage reads. */
static unsigned read_in(orb_descriptor d, unsigned step)
{
    if (step == 0 || LO(d, X_ROLL) == 0)
        return HI(d, SRC);
    return step % 2 ? HI(d, ROLL0) : HI(d, ROLL1);
}

static void buffers_are_handed_on_without_collision(void **state)
{
    (void)state;
    for (unsigned p = 2; p <= 7; p++)
        for (unsigned inverse = 0; inverse <= 1; inverse++)
            for (unsigned first = 0; first < 3; first++)
                for (unsigned count = 1; first + count <= 3; count++) {
                    const orb_route route = {p, inverse, first, count};
                    orb_descriptor d[ORB_CUBE_DESCRIPTORS_MAX];
                    unsigned holds = 0;

                    assert_int_equal(orb_program_cube(&route, d), count + 2);
                    holds = HI(d[0], DST);
                    for (unsigned s = 1; s <= count; s++) {
                        assert_int_equal(HI(d[s], SRC), holds);
                        for (unsigned step = 0; step + 1 < p && LO(d[s], X_ROLL); step++)
                            assert_int_not_equal(read_in(d[s], step), read_in(d[s], step + 1));
                        assert_int_not_equal(HI(d[s], DST), read_in(d[s], p - 1));
                        assert_in_range(HI(d[s], DST), 0, 1);
                        holds = HI(d[s], DST);
                    }
                    assert_int_equal(HI(d[count + 1], SRC), holds);
                }
}

static void parts_start_and_end_where_their_stages_do(void **state)
{
    orb_descriptor d[ORB_CUBE_DESCRIPTORS_MAX];

    (void)state;
    orb_program_cube(&(orb_route){.p = 4, .inverse = false, .first = 1, .count = 1}, d);
    assert_int_equal(HI(d[0], PLACEMENT), 1);
    assert_int_equal(HI(d[2], PLACEMENT), 2);
    orb_program_cube(&(orb_route){.p = 4, .inverse = true, .first = 2, .count = 1}, d);
    assert_int_equal(HI(d[0], PLACEMENT), 1);
    assert_int_equal(HI(d[2], PLACEMENT), 0);
}

static void a_shift_changes_nothing_else(void **state)
{
    orb_descriptor d = {UINT32_MAX, 0};

    (void)state;
    orb_program_shift(&d, 9);
    assert_int_equal(LO(d, SHIFT), 9);
    assert_int_equal(d.lo | ORBITAL__PROGRAM__LO__SHIFT_bm, UINT32_MAX);
}

static void coefficients_name_their_axes(void **state)
{
    const orb_descriptor d = orb_program_coefficients(5);

    (void)state;
    assert_int_equal(LO(d, OP), COEFFICIENTS);
    assert_int_equal(HI(d, AXES), 5);
    assert_true(LO(d, LAST));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_whole_transform_has_five_descriptors),
        cmocka_unit_test(buffers_are_handed_on_without_collision),
        cmocka_unit_test(parts_start_and_end_where_their_stages_do),
        cmocka_unit_test(a_shift_changes_nothing_else),
        cmocka_unit_test(coefficients_name_their_axes),
    };

    return cmocka_run_group_tests_name("program", tests, NULL, NULL);
}
