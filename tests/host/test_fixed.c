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

    (void)state;
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
        for (unsigned bits = 8; bits <= 25; bits += 5) {
            int exponent;

            for (int i = 0; i < 64; i++)
                x[i] = random_uniform() * sizes[s];
            x[17] = -sizes[s];
            exponent = orb_fixed_pack(x, 64, orb_largest(x, 64), bits, words);
            for (int i = 0; i < 64; i++) {
                assert_in_range(abs(words[i]), 0, orb_word_max(bits));
                assert_true(fabs(ldexp(x[i], -exponent) - words[i]) <= 0.5);
            }
            assert_true(abs(words[17]) > orb_word_max(bits) / 2);
        }
}

static void a_block_of_zeros_stays_one(void **state)
{
    const double x[4] = {0.0, -0.0, 0.0, 0.0};
    int32_t words[4] = {1, 1, 1, 1};

    (void)state;
    assert_int_equal(orb_fixed_pack(x, 4, orb_largest(x, 4), 18, words), 0);
    for (int i = 0; i < 4; i++)
        assert_int_equal(words[i], 0);
}

static const orb_format narrow = {.w = 18, .cw = 18, .aw = 36, .ps = 8};

/* An axis of a plan without norm; to be freed. */
static orb_axis axis_of(orb_kind kind, size_t n, orb_direction direction)
{
    const orb_plan_desc desc = {.kind = {kind}, .direction = direction};
    orb_axis axis;

    assert_ok(orb_axis_init(&axis, &desc, 0, n));
    assert_ok(orb_axis_fill(&axis));
    return axis;
}

static void coefficients_are_near_to_the_matrix(void **state)
{
    enum { N = 12, SIDE = 8 };

    (void)state;
    for (int kind = ORB_DCT; kind <= ORB_DHT; kind++)
        for (int direction = ORB_FORWARD; direction <= ORB_INVERSE; direction++) {
            orb_axis axis = axis_of((orb_kind)kind, N, (orb_direction)direction);
            int32_t tile[SIDE * SIDE];
            orb_fixed_matrix m;

            assert_ok(orb_fixed_matrix_init(&m, &axis, 1, 1, &narrow));
            for (size_t part = 0; part < 4; part++) {
                const size_t row = part / 2 * SIDE, column = part % 2 * SIDE;

                orb_fixed_matrix_tile(&m, 0, 0, row, column, SIDE, tile);
                for (size_t i = 0; i < SIDE; i++)
                    for (size_t k = 0; k < SIDE; k++) {
                        const bool within = row + i < N && column + k < N;
                        const double exact = within ? axis.matrix[(row + i) * N + column + k] * m.scale : 0.0;

                        assert_true(fabs(tile[i * SIDE + k] - exact) <= 0.5);
                        assert_in_range(abs(tile[i * SIDE + k]), 0, 131071);
                    }
            }
            for (size_t k = 0; k < N; k++)
                assert_float_equal(m.unit[k] * m.scale, 1.0, 1e-5);
            assert_float_equal(m.line_norm / m.scale, 1.0, 1e-5);
            assert_true(m.gain >= m.line_norm * (1 - 1e-9) && m.gain <= m.scale * 1.001);
            orb_fixed_matrix_free(&m);
            orb_axis_free(&axis);
        }
}

/* Block (from, to) of a complex matrix takes part `from` of the points to part `to` of the results. */
static void complex_matrices_are_real_ones_of_blocks(void **state)
{
    enum { N = 5 };

    (void)state;
    for (unsigned in = 1; in <= 2; in++)
        for (unsigned out = 1; out <= 2; out++) {
            orb_axis axis = axis_of(ORB_DFT, N, ORB_FORWARD);
            orb_fixed_matrix m;

            assert_ok(orb_fixed_matrix_init(&m, &axis, in, out, &narrow));
            for (unsigned from = 0; from < in; from++)
                for (unsigned to = 0; to < out; to++) {
                    int32_t tile[N * N];

                    orb_fixed_matrix_tile(&m, from, to, 0, 0, N, tile);
                    for (int i = 0; i < N * N; i++) {
                        const double angle = -2 * acos(-1.0) * (i / N) * (i % N) / N;
                        const double part = from == to ? cos(angle) : from < to ? sin(angle) : -sin(angle);

                        assert_true(fabs(tile[i] - part / sqrt(N) * m.scale) <= 0.5 + 1e-6);
                    }
                }
            orb_fixed_matrix_free(&m);
            orb_axis_free(&axis);
        }
}

static void identities_and_equal_coefficients_are_exact(void **state)
{
    orb_axis axis = axis_of(ORB_IDENTITY, 16, ORB_FORWARD);
    int32_t tile[64];
    orb_fixed_matrix m;

    (void)state;
    assert_ok(orb_fixed_matrix_init(&m, &axis, 1, 1, &narrow));
    assert_true(m.scale == 65536.0 && m.unit[3] == ldexp(1.0, -16) && m.words[17] == 65536);
    orb_fixed_matrix_free(&m);
    orb_axis_free(&axis);

    axis = axis_of(ORB_DCT, 2, ORB_FORWARD); /* four times sqrt(1/2) but for the sign: whole numbers at some scale */
    assert_ok(orb_fixed_matrix_init(&m, &axis, 1, 1, &narrow));
    orb_fixed_matrix_tile(&m, 0, 0, 0, 0, 8, tile);
    assert_true(tile[0] > 130000 && tile[9] == -tile[0] && tile[2] == 0);
    assert_float_equal(axis.matrix[0] * m.scale, tile[0], 1e-9);
    orb_fixed_matrix_free(&m);
    orb_axis_free(&axis);
}

static void matrices_of_any_magnitude_have_finite_units(void **state)
{
    static const double magnitudes[] = {1e300, 1e160, 1e-160, 1e-300, 1e-306, 5e-324};

    (void)state;
    for (size_t i = 0; i < sizeof magnitudes / sizeof *magnitudes; i++) {
        double c[4] = {magnitudes[i], 0.0, 0.0, -magnitudes[i]};
        const orb_axis axis = {.n = 2, .kind = ORB_MATRIX, .matrix = c};
        orb_fixed_matrix m;

        assert_ok(orb_fixed_matrix_init(&m, &axis, 1, 1, &narrow));
        assert_true(isfinite(m.scale) && m.scale > 0.0);
        assert_in_range(m.words[0], 0, 131071);
        assert_int_equal(m.words[3], -m.words[0]);
        if (magnitudes[i] > 1e-307)
            assert_true(fabs(m.unit[0] * m.words[0] / magnitudes[i] - 1.0) < 1e-12);
        orb_fixed_matrix_free(&m);
    }
}

static void the_longest_sum_is_known(void **state)
{
    const orb_format plain = {.w = 16, .cw = 16, .aw = 34, .ps = 0}, tight = {.w = 18, .cw = 18, .aw = 30, .ps = 4};
    const orb_format binary32 = {.w = 32, .cw = 32, .aw = 32, .exponent = 8};

    (void)state;
    assert_int_equal(orb_products_max(&narrow), 512);
    assert_int_equal(orb_products_max(&plain), 8);
    assert_int_equal(orb_products_max(&tight), 1);
    assert_int_equal(orb_products_max(&binary32), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exponent_fills_the_word),
        cmocka_unit_test(powers_of_two_are_exact_at_both_ends),
        cmocka_unit_test(packing_rounds_to_the_nearest_word),
        cmocka_unit_test(a_block_of_zeros_stays_one),
        cmocka_unit_test(coefficients_are_near_to_the_matrix),
        cmocka_unit_test(complex_matrices_are_real_ones_of_blocks),
        cmocka_unit_test(identities_and_equal_coefficients_are_exact),
        cmocka_unit_test(matrices_of_any_magnitude_have_finite_units),
        cmocka_unit_test(the_longest_sum_is_known),
    };

    support_start("test_fixed");
    return cmocka_run_group_tests_name("fixed", tests, NULL, NULL);
}
