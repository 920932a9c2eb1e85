/* The shifts of stages, at the very sums at which another one is needed.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <shift.h>

#include <math.h>

/* Words of 8 bits, of at most 127: a sum of 127.5 is one that rounds to too much. */
static const orb_format format = {.w = 8, .cw = 8, .aw = 20, .ps = 0};

/* A stage whose matrix leaves norms as they are; `reach` and `norm` are what a test varies. */
static orb_fixed_matrix matrix_of(double *reach, double norm)
{
    return (orb_fixed_matrix){.n = 1,
                              .parts_in = 1,
                              .parts_out = 1,
                              .scale = 1.0,
                              .reach = reach,
                              .line_norm = norm,
                              .line_sum = 1e9,
                              .gain = 1.0,
                              .terms = 1.0};
}

static unsigned shift_of(const orb_norms *norms, double reach, double norm)
{
    const orb_round round = {.stages = 1, .parts = {1, 1}, .cube = {1, 1, 1}, .cuts = {1, 1, 1}, .n = {1, 1, 1}};
    const orb_fixed_matrix matrix[3] = {matrix_of(&reach, norm)};
    unsigned shift[3] = {0};

    orb_shift_bound(&round, matrix, norms, &format, shift);
    return shift[0];
}

static void a_sum_that_rounds_to_the_largest_word_fits(void **state)
{
    orb_norms norms = {.peak = 127.4, .with = {127.4}};

    (void)state;
    assert_int_equal(shift_of(&norms, 1.0, 1.0), 0);
    norms.peak = norms.with[0] = 127.6; /* rounds to 128 */
    assert_int_equal(shift_of(&norms, 1.0, 1.0), 1);
    norms.peak = norms.with[0] = 254.9;
    assert_int_equal(shift_of(&norms, 1.0, 1.0), 1);
    norms.peak = norms.with[0] = 255.1;
    assert_int_equal(shift_of(&norms, 1.0, 1.0), 2);
}

/* The best of three bounds: the norm of all, the peak beside the norm of the rest, and other lines. */
static void sums_are_bounded_by_norms(void **state)
{
    const orb_norms together = {.peak = 100, .rest = {60}, .with = {116.7}};
    const orb_norms apart = {.peak = 120, .rest = {20}, .with = {150}};
    const orb_norms others = {.peak = 10, .with = {10}, .others = {200}};

    (void)state;
    assert_int_equal(shift_of(&together, 1.0, 1.0), 0); /* 160 apart, 116.7 together */
    assert_int_equal(shift_of(&apart, 1.0, 1.0), 1);    /* 140 apart, 150 together */
    assert_int_equal(shift_of(&apart, 0.8, 1.0), 0);    /* the peak meets a smaller coefficient: 116 apart */
    assert_int_equal(shift_of(&others, 1.0, 1.0), 1);   /* 200 elsewhere */
}

/* What the first stage rounds makes the sums of the second larger: here from 122.4 to 127.5. */
static void roundings_are_carried_on(void **state)
{
    const orb_round round = {.stages = 2, .parts = {1, 1, 1}, .cube = {10, 1, 10}, .cuts = {1, 1, 1}, .n = {10, 1, 10}};
    const orb_norms norms = {.peak = 100, .rest = {0, 60}, .with = {100, 120}};
    double reach[10] = {1.0};
    orb_fixed_matrix matrix[3];
    unsigned shift[3] = {0};

    (void)state;
    for (int i = 0; i < 10; i++)
        reach[i] = 1.0;
    matrix[0] = matrix_of(reach, 1.0);
    matrix[1] = matrix_of(reach, 1.02);
    orb_shift_bound(&round, matrix, &norms, &format, shift);
    assert_int_equal(shift[0], 0);
    assert_int_equal(shift[1], 1);
    matrix[1] = matrix_of(reach, 1.01);
    orb_shift_bound(&round, matrix, &norms, &format, shift);
    assert_int_equal(shift[1], 0);
}

/* Likely sums of 300, 100 and 1000 words; each stage rounds to the words that it needs, and none is coarser than with
 * the bounds, whose shifts add up. */
static void likely_sums_just_fit(void **state)
{
    double reach = 1.0;
    const orb_fixed_matrix matrix[3] = {matrix_of(&reach, 1.0), matrix_of(&reach, 1.0), matrix_of(&reach, 1.0)};
    const double likely[3] = {300.0, 100.0, 1000.0}, huge[3] = {1e6, 1e6, 1e6};
    const unsigned bound[3] = {3, 0, 2}, tight[3] = {1, 0, 0};
    unsigned shift[3] = {0};

    (void)state;
    orb_shift_likely(3, matrix, likely, &format, bound, shift);
    assert_int_equal(shift[0], 2); /* 75 */
    assert_int_equal(shift[1], 0); /* 25, and a word for the roundings */
    assert_int_equal(shift[2], 1); /* 250: with one for the roundings more than 127.5, and 125.5 after a shift */
    orb_shift_likely(3, matrix, huge, &format, tight, shift);
    assert_true(shift[0] == 1 && shift[1] == 0 && shift[2] == 0);
    orb_shift_likely(3, matrix, huge, &format, bound, shift);
    assert_true(shift[0] == 3 && shift[1] == 0 && shift[2] == 2);
}

/* Measured sums of so many bits, in a run with other shifts: a word has 7 bits and a sign. */
static void measured_sums_need_what_is_over(void **state)
{
    unsigned shift[3] = {5, 4, 3};
    const unsigned small[3] = {9, 8, 7}, exact[3] = {12, 11, 10};

    (void)state;
    assert_false(orb_shift_tighten(3, exact, &format, shift));
    assert_true(shift[0] == 5 && shift[1] == 4 && shift[2] == 3);
    assert_true(orb_shift_tighten(3, small, &format, shift));
    assert_int_equal(shift[0], 2);
    assert_int_equal(shift[1], 4); /* its operands are three bits longer now */
    assert_int_equal(shift[2], 3);
}

/* Clipped sums, in words of 7 bits and a sign: a stage that was not clipped keeps the scale of its results. */
static void clipped_sums_get_room(void **state)
{
    const unsigned none[3] = {12, 11, 10}, first[3] = {14, 11, 10}, all[3] = {13, 13, 13};
    unsigned shift[3] = {5, 4, 3};

    (void)state;
    orb_shift_loosen(3, none, &format, shift);
    assert_true(shift[0] == 5 && shift[1] == 4 && shift[2] == 3);
    orb_shift_loosen(3, first, &format, shift);
    assert_true(shift[0] == 7 && shift[1] == 2 && shift[2] == 3);
    shift[1] = 1;
    orb_shift_loosen(3, all, &format, shift); /* the first has room */
    assert_true(shift[0] == 7 && shift[1] == 6 && shift[2] == 1);
    shift[0] = shift[1] = shift[2] = 0;
    orb_shift_loosen(3, (unsigned[]){8, 7, 7}, &format, shift); /* no shift is less than 0 */
    assert_true(shift[0] == 1 && shift[1] == 0 && shift[2] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sum_that_rounds_to_the_largest_word_fits),
        cmocka_unit_test(sums_are_bounded_by_norms),
        cmocka_unit_test(roundings_are_carried_on),
        cmocka_unit_test(likely_sums_just_fit),
        cmocka_unit_test(measured_sums_need_what_is_over),
        cmocka_unit_test(clipped_sums_get_room),
    };

    return cmocka_run_group_tests_name("shift", tests, NULL, NULL);
}
