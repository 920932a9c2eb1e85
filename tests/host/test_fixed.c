/* Block floating point and coefficients: full range, exact scales, nothing out of range.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <coefficients.h>
#include <fixed.h>
#include <matrix.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>

static void the_exponent_fills_the_word(void **state)
{
    (void)state;
    for (unsigned bits = 8; bits <= 25; bits++)
        for (int trial = 0; trial < 1000; trial++) {
            const double x = ldexp(1.0 + random_uniform(), (int)random_below(2000) - 1000);
            const int e = orb_fixed_exponent(x, bits);
            const double word = rint(ldexp(x, -e));

            assert_true(word <= orb_word_max(bits));
            assert_true(rint(ldexp(x, -(e - 1))) > orb_word_max(bits));
        }
    assert_int_equal(orb_fixed_exponent(0.0, 18), 0);
    assert_int_equal(orb_fixed_exponent(131071.0, 18), 0);
    assert_int_equal(orb_fixed_exponent(131071.4, 18), 0);
    assert_int_equal(orb_fixed_exponent(131071.6, 18), 1);
}

static void powers_of_two_are_exact_at_both_ends(void **state)
{
    (void)state;
    for (int e = -2000; e <= 2000; e += 7) {
        const orb_power p = orb_power_of_two(e);
        const int away = e < 0 ? 900 : -900; /* brings the product back into range */

        if (abs(e + away) < 1000)
            assert_true(ldexp(1.0, away) * p.first * p.second == ldexp(1.0, e + away));
    }
}

static void packing_rounds_to_the_nearest_word(void **state)
{
    static const double sizes[] = {1.0, 1e300, 1e-300, DBL_TRUE_MIN * 7, DBL_MAX / 2, 255.0};
    double x[64];
    int32_t words[64];
    int zero;

    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (unsigned bits = 8; bits <= 25; bits += 5) {
            int exponent;

            for (int i = 0; i < 64; i++)
                x[i] = random_uniform() * sizes[s];
            x[17] = -sizes[s];
            exponent = orb_fixed_pack(x, 64, bits, words, &zero);
            assert_false(zero);
            for (int i = 0; i < 64; i++) {
                assert_in_range(abs(words[i]), 0, orb_word_max(bits));
                assert_true(fabs(ldexp(x[i], -exponent) - words[i]) <= 0.5);
            }
            assert_true(abs(words[17]) > orb_word_max(bits) / 2);
        }
}

static void a_block_of_zeros_is_said_to_be_one(void **state)
{
    const double x[4] = {0.0, -0.0, 0.0, 0.0};
    int32_t words[4] = {1, 1, 1, 1};
    int zero = 0;

    (void)state;
    assert_int_equal(orb_fixed_pack(x, 4, 18, words, &zero), 0);
    assert_true(zero);
    for (int i = 0; i < 4; i++)
        assert_int_equal(words[i], 0);
}

static void coefficients_are_near_to_the_matrix(void **state)
{
    enum { N = 12, PADDED = 16 };

    (void)state;
    for (int kind = ORB_DCT; kind <= ORB_IDENTITY; kind++)
        for (int inverse = 0; inverse <= 1; inverse++) {
            double c[N * N];
            orb_fixed_matrix m;

            if (kind == ORB_DWHT)
                continue; /* 12 is no power of two */
            orb_matrix_fill((orb_kind)kind, 2, N, c);
            assert_ok(orb_fixed_matrix_init(&m, c, N, PADDED, 18, inverse));
            for (size_t i = 0; i < PADDED; i++)
                for (size_t k = 0; k < PADDED; k++) {
                    const double exact = i < N && k < N ? c[i * N + k] * m.scale : 0.0;

                    assert_true(fabs(m.words[i * PADDED + k] - exact) <= 0.5);
                    assert_in_range(abs(m.words[i * PADDED + k]), 0, 131071);
                }
            for (size_t k = 0; k < N; k++)
                assert_float_equal(m.unit[k] * m.scale, 1.0, 1e-5);
            assert_float_equal(m.line_norm / m.scale, 1.0, 1e-5);
            assert_true(m.gain >= m.line_norm * (1 - 1e-9) && m.gain <= m.scale * 1.001);
            orb_fixed_matrix_free(&m);
        }
}

static void identities_and_equal_coefficients_are_exact(void **state)
{
    double c[16 * 16];
    orb_fixed_matrix m;

    (void)state;
    orb_matrix_fill(ORB_IDENTITY, 0, 16, c);
    assert_ok(orb_fixed_matrix_init(&m, c, 16, 16, 18, 0));
    assert_true(m.scale == 65536.0 && m.unit[3] == ldexp(1.0, -16) && m.words[17] == 65536);
    orb_fixed_matrix_free(&m);

    orb_matrix_fill(ORB_DCT, 2, 2, c); /* four times sqrt(1/2) but for the sign: whole numbers at some scale */
    assert_ok(orb_fixed_matrix_init(&m, c, 2, 8, 18, 0));
    assert_true(m.words[0] > 130000 && m.words[9] == -m.words[0]);
    assert_float_equal(c[0] * m.scale, m.words[0], 1e-9);
    orb_fixed_matrix_free(&m);
}

static void matrices_of_any_magnitude_have_finite_units(void **state)
{
    static const double magnitudes[] = {1e300, 1e160, 1e-160, 1e-300, 1e-306, 5e-324};

    (void)state;
    for (size_t i = 0; i < sizeof magnitudes / sizeof *magnitudes; i++) {
        const double c[4] = {magnitudes[i], 0.0, 0.0, -magnitudes[i]};
        orb_fixed_matrix m;

        assert_ok(orb_fixed_matrix_init(&m, c, 2, 4, 18, 0));
        assert_true(isfinite(m.scale) && m.scale > 0.0);
        assert_in_range(m.words[0], 0, 131071);
        assert_int_equal(m.words[5], -m.words[0]);
        if (magnitudes[i] > 1e-307)
            assert_true(fabs(m.unit[0] * m.words[0] / magnitudes[i] - 1.0) < 1e-12);
        orb_fixed_matrix_free(&m);
    }
}

static void long_sums_are_known_to_wrap(void **state)
{
    const orb_format wide = {.w = 18, .cw = 18, .aw = 36, .ps = 8}, narrow = {.w = 16, .cw = 16, .aw = 34, .ps = 0};

    (void)state;
    assert_false(orb_sums_can_wrap(&wide, 1));
    assert_false(orb_sums_can_wrap(&wide, 512));
    assert_true(orb_sums_can_wrap(&wide, 513));
    assert_false(orb_sums_can_wrap(&narrow, 8));
    assert_true(orb_sums_can_wrap(&narrow, 9));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exponent_fills_the_word),
        cmocka_unit_test(powers_of_two_are_exact_at_both_ends),
        cmocka_unit_test(packing_rounds_to_the_nearest_word),
        cmocka_unit_test(a_block_of_zeros_is_said_to_be_one),
        cmocka_unit_test(coefficients_are_near_to_the_matrix),
        cmocka_unit_test(identities_and_equal_coefficients_are_exact),
        cmocka_unit_test(matrices_of_any_magnitude_have_finite_units),
        cmocka_unit_test(long_sums_are_known_to_wrap),
    };

    support_start("test_fixed");
    return cmocka_run_group_tests_name("fixed", tests, NULL, NULL);
}
