/* Programs: the fields of the descriptors, and where the stages leave the blocks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <orbital_regs.h>
#include <program.h>

#define LO(d, field) (((d).lo & ORBITAL__PROGRAM__LO__##field##_bm) >> ORBITAL__PROGRAM__LO__##field##_bp)
#define HI(d, field) (((d).hi & ORBITAL__PROGRAM__HI__##field##_bm) >> ORBITAL__PROGRAM__HI__##field##_bp)

enum { STAGE = 0, LOAD = 1, UNLOAD = 2, COEFFICIENTS = 3 };

static void stages_roll_as_the_tables_say(void **state)
{
    /* axis, x, y and c roll of each stage, from the table of docs/architecture.md; 1 2 3 is Q R S */
    static const unsigned table[3][4] = {{2, 0, 3, 1}, {0, 3, 1, 0}, {1, 1, 2, 0}};

    (void)state;
    for (unsigned s = 0; s < 3; s++) {
        const orb_descriptor d = orb_program_stage(
            &(orb_stage){.stage = s, .steps = 6, .bank = 3, .src = 1, .roll0 = 2, .roll1 = 4, .dst = 5, .store = true});

        assert_int_equal(LO(d, OP), STAGE);
        assert_int_equal(LO(d, AXIS), table[s][0]);
        assert_int_equal(LO(d, X_ROLL), table[s][1]);
        assert_int_equal(LO(d, Y_ROLL), table[s][2]);
        assert_int_equal(LO(d, C_ROLL), table[s][3]);
        assert_int_equal(orb_operand_rolls(s), table[s][1] != 0);
        assert_int_equal(LO(d, STEPS), 6);
        assert_true(!LO(d, CLEAR) && LO(d, STORE) && !LO(d, LAST) && !LO(d, TRANSPOSED));
        assert_true(HI(d, SRC) == 1 && HI(d, ROLL0) == 2 && HI(d, ROLL1) == 4 && HI(d, DST) == 5 && HI(d, BANK) == 3);
    }
}

static void cubes_and_coefficients_name_their_place(void **state)
{
    orb_descriptor d = orb_program_load(3);

    (void)state;
    assert_true(LO(d, OP) == LOAD && HI(d, DST) == 3 && HI(d, PLACEMENT) == 0);
    d = orb_program_unload(2);
    assert_true(LO(d, OP) == UNLOAD && HI(d, SRC) == 2 && HI(d, PLACEMENT) == 0 && !LO(d, LAST));
    orb_program_end(&d);
    assert_true(LO(d, OP) == UNLOAD && HI(d, SRC) == 2 && LO(d, LAST));
    d = orb_program_coefficients(2, 7);
    assert_true(LO(d, OP) == COEFFICIENTS && HI(d, AXES) == 4 && HI(d, BANK) == 7);
}

static void a_shift_changes_nothing_else(void **state)
{
    orb_descriptor d = {UINT32_MAX, 0};

    (void)state;
    orb_program_shift(&d, 9);
    assert_int_equal(LO(d, SHIFT), 9);
    assert_int_equal(d.lo | ORBITAL__PROGRAM__LO__SHIFT_bm, UINT32_MAX);
}

/* The placements of docs/programming.md: node (Q,R,S) holds (Q,R,T), (S,R,T), (S,Q,T) with T = (Q+R+S) mod P. */
static void every_block_is_found_at_its_node(void **state)
{
    (void)state;
    for (unsigned p = 2; p <= 7; p++)
        for (unsigned node = 0; node < p * p * p; node++) {
            const unsigned q = node / (p * p), r = node / p % p, s = node % p, t = (q + r + s) % p;
            const unsigned blocks[3][3] = {{q, r, t}, {s, r, t}, {s, q, t}};

            for (unsigned stages = 1; stages <= 3; stages++) {
                unsigned at[3];

                orb_program_home(stages, p, blocks[stages - 1], at);
                assert_true(at[0] == q && at[1] == r && at[2] == s);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stages_roll_as_the_tables_say),
        cmocka_unit_test(cubes_and_coefficients_name_their_place),
        cmocka_unit_test(a_shift_changes_nothing_else),
        cmocka_unit_test(every_block_is_found_at_its_node),
    };

    return cmocka_run_group_tests_name("program", tests, NULL, NULL);
}
