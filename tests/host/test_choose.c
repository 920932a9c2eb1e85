/* The choice of rounds: what it moves and takes, where that can be counted by hand, and elsewhere no more than the best
 * that has been found.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <choose.h>

/* 2 x 2 x 2 nodes with blocks of up to 4 x 4 x 4. */
static orb_core_info small_core(unsigned buffers)
{
    return (orb_core_info){.cell = ORB_CELL_BLOCK,
                           .p = 2,
                           .bmax = 4,
                           .bfull = 4,
                           .nbuf = buffers,
                           .cbanks = 2,
                           .lanes = 1,
                           .io_words = 1,
                           .depth = 32,
                           .divides = true,
                           .sum_cycles = 1,
                           .format = {.w = 16, .cw = 16, .aw = 40, .ps = 0}};
}

/* Blocks of a volume, of real or complex points. */
static orb_choice choose(const orb_core_info *core, const size_t n[3], const size_t blocks[3], orb_kind kind)
{
    orb_axis axis[3];
    orb_problem problem = {.axis = axis, .order = {0, 1, 2}, .complex_out = kind == ORB_DFT};
    orb_choice choice;

    problem.complex_in = kind == ORB_DFT;
    for (int a = 0; a < 3; a++) {
        axis[a] = (orb_axis){.n = n[a], .kind = n[a] == 1 ? ORB_IDENTITY : kind};
        problem.blocks[a] = blocks[a];
    }
    assert_ok(orb_choose(&choice, &problem, core));
    return choice;
}

/* Five blocks that just fill the array: each word goes in and out once, and each matrix is loaded once. A node has 4^3
 * points, which meet 2 blocks of 4 coefficients in each of 3 stages. */
static void what_fits_is_counted_by_hand(void **state)
{
    const size_t n[3] = {8, 8, 8}, blocks[3] = {5, 1, 1};
    const double words = 5 * 512, coefficients = 3 * 64, compute = 5 * 3 * 64 * 2 * 4;

    (void)state;
    for (unsigned buffers = 2; buffers <= 3; buffers++) {
        const orb_core_info core = small_core(buffers);
        const orb_choice choice = choose(&core, n, blocks, ORB_DCT);

        assert_int_equal(choice.rounds, 1);
        assert_int_equal(choice.round[0].stages, 3);
        assert_int_equal(choice.round[0].ring, 2);
        assert_true(choice.expense.words_in == words && choice.expense.words_out == words);
        assert_true(choice.expense.coef_words == coefficients);
        /* with two buffers words move before and after the stages, with three beside them */
        assert_true(choice.expense.cycles == compute + coefficients + (buffers == 2 ? words : 0.0));
    }
}

/* A complex block is two cubes each way, as long as there are buffers for both parts of the sums. */
static void complex_blocks_move_twice_as_much(void **state)
{
    const size_t n[3] = {8, 8, 8}, blocks[3] = {3, 1, 1};
    const orb_core_info core = small_core(6);
    const orb_choice choice = choose(&core, n, blocks, ORB_DFT);

    (void)state;
    assert_int_equal(choice.rounds, 1);
    assert_true(choice.expense.words_in == 2 * 3 * 512 && choice.expense.words_out == 2 * 3 * 512);
}

/* Small cubes go through small tori where more of them fit than are lost. */
static void small_blocks_share_an_array(void **state)
{
    const size_t n[3] = {4, 4, 4}, blocks[3] = {16, 4, 1};
    orb_core_info core = small_core(3);
    orb_choice choice;

    (void)state;
    core.p = 4;
    choice = choose(&core, n, blocks, ORB_DCT);
    assert_int_equal(choice.round[0].ring, 2);
    assert_int_equal(choice.round[0].tori, 8);
    core.divides = false; /* a torus that cannot be divided has nodes without points */
    choice = choose(&core, n, blocks, ORB_DCT);
    assert_int_equal(choice.round[0].ring, 4);
    core.p = 3;
    core.divides = true; /* 3 is no multiple of 2 */
    choice = choose(&core, n, blocks, ORB_DCT);
    assert_int_equal(choice.round[0].ring, 3);
}

/* Volumes that have to be cut. A better choice may move less, and then takes its place here. */
static void what_is_cut_moves_no_more_than_was_found(void **state)
{
    static const struct {
        size_t n[3];
        unsigned buffers;
        orb_kind kind;
        double words;
    } cases[] = {
        {{16, 8, 8}, 3, ORB_DCT, 2944},    {{16, 8, 8}, 2, ORB_DCT, 3456},    {{16, 16, 8}, 3, ORB_DCT, 10048},
        {{16, 16, 16}, 4, ORB_DCT, 26496}, {{9, 17, 5}, 3, ORB_DCT, 7596},    {{40, 8, 1}, 4, ORB_DCT, 7296},
        {{16, 8, 8}, 6, ORB_DFT, 6656},    {{11, 13, 17}, 4, ORB_DFT, 82272}, {{1, 30, 7}, 3, ORB_DST, 5440},
    };
    const size_t one[3] = {1, 1, 1};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const orb_core_info core = small_core(cases[i].buffers);
        const orb_choice choice = choose(&core, cases[i].n, one, cases[i].kind);
        const orb_expense *e = &choice.expense;
        const double words = e->words_in + e->words_out + e->coef_words;

        assert_true(words <= cases[i].words);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_fits_is_counted_by_hand),
        cmocka_unit_test(complex_blocks_move_twice_as_much),
        cmocka_unit_test(small_blocks_share_an_array),
        cmocka_unit_test(what_is_cut_moves_no_more_than_was_found),
    };

    return cmocka_run_group_tests_name("choose", tests, NULL, NULL);
}
