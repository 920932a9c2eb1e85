/* The matrices of the kinds: orthonormal, and with their scalings what scipy.fft defines.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <matrix.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const size_t lengths[] = {1, 2, 3, 4, 5, 7, 8, 13, 16, 31, 32};

enum { LENGTHS = sizeof lengths / sizeof *lengths, LONGEST = 32 };

typedef void check(orb_kind kind, int type, size_t n);

/* Calls a check for every kind, type and length that exists. */
static void for_all_kinds(check *what)
{
    for (int kind = ORB_DCT; kind <= ORB_IDENTITY; kind++)
        for (int type = 1; type <= 4; type++)
            for (int l = 0; l < LENGTHS; l++) {
                int same = type;

                if (orb_kind_check((orb_kind)kind, &same, lengths[l]) == ORB_OK)
                    what((orb_kind)kind, type, lengths[l]);
            }
}

static void check_orthonormal(orb_kind kind, int type, size_t n)
{
    double c[LONGEST * LONGEST];

    orb_matrix_fill(kind, type, n, c);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            double sum = 0.0;

            for (size_t k = 0; k < n; k++)
                sum += c[i * n + k] * c[j * n + k];
            assert_float_equal(sum, i == j, 1e-13);
        }
}

static void matrices_are_orthonormal(void **state)
{
    (void)state;
    for_all_kinds(check_orthonormal);
}

/* Sends each unit vector through in, matrix and out, and compares with the definition. */
static void check_definition(orb_kind kind, int type, size_t n)
{
    const size_t shape[3] = {1, 1, n};

    if (kind == ORB_DWHT && type == 2)
        return; /* defined by its sign changes, below */
    for (int norm = ORB_ORTHO; norm <= ORB_FORWARD_NORM; norm++)
        for (int direction = ORB_FORWARD; direction <= ORB_INVERSE; direction++) {
            const orb_plan_desc desc = {.n = {1, 1, n},
                                        .kind = {ORB_IDENTITY, ORB_IDENTITY, kind},
                                        .type = {0, 0, type},
                                        .norm = (orb_norm)norm,
                                        .direction = (orb_direction)direction};
            orb_axis axis;

            assert_ok(orb_axis_init(&axis, &desc, 2, n));
            assert_ok(orb_axis_fill(&axis));
            for (size_t from = 0; from < n; from++) {
                double x[LONGEST] = {0};

                x[from] = 1.0;
                define_transform(&desc, shape, x);
                for (size_t to = 0; to < n; to++) {
                    const double c = axis.matrix ? axis.matrix[from * n + to] : from == to;

                    assert_float_equal(axis.in[from] * c * axis.out[to], x[to], 1e-12);
                }
                assert_true(axis.in[from] <= 1.0);
            }
            orb_axis_free(&axis);
        }
}

static void kinds_are_those_of_scipy(void **state)
{
    (void)state;
    for_all_kinds(check_definition);
}

static void the_fourier_matrix_is_that_of_scipy(void **state)
{
    const double pi = acos(-1.0);

    (void)state;
    for (int l = 0; l < LENGTHS; l++)
        for (int norm = ORB_ORTHO; norm <= ORB_FORWARD_NORM; norm++)
            for (int direction = ORB_FORWARD; direction <= ORB_INVERSE; direction++) {
                const orb_plan_desc desc = {
                    .kind = {ORB_DFT}, .norm = (orb_norm)norm, .direction = (orb_direction)direction};
                const double n = (double)lengths[l], sign = direction == ORB_FORWARD ? -1.0 : 1.0;
                const bool divided = (norm == ORB_FORWARD_NORM) == (direction == ORB_FORWARD);
                const double factor = norm == ORB_ORTHO ? 1.0 / sqrt(n) : divided ? 1.0 / n : 1.0;
                orb_axis axis;

                assert_ok(orb_axis_init(&axis, &desc, 0, lengths[l]));
                assert_ok(orb_axis_fill(&axis));
                for (size_t i = 0; i < lengths[l]; i++)
                    for (size_t k = 0; k < lengths[l]; k++) {
                        const double angle = sign * 2.0 * pi * (double)(i * k) / n, scale = axis.in[i] * axis.out[k];
                        const size_t at = i * lengths[l] + k;

                        assert_float_equal(scale * axis.matrix[at], factor * cos(angle), 1e-12);
                        assert_float_equal(scale * axis.imaginary[at], factor * sin(angle), 1e-12);
                    }
                orb_axis_free(&axis);
            }
}

static void sequency_counts_sign_changes(void **state)
{
    double c[LONGEST * LONGEST];

    (void)state;
    for (size_t n = 1; n <= LONGEST; n *= 2) {
        orb_matrix_fill(ORB_DWHT, 2, n, c);
        for (size_t k = 0; k < n; k++) {
            size_t changes = 0;

            for (size_t i = 1; i < n; i++)
                changes += c[i * n + k] * c[(i - 1) * n + k] < 0.0;
            assert_int_equal(changes, k);
        }
    }
}

static void kinds_that_do_not_exist_are_refused(void **state)
{
    static const struct {
        orb_kind kind;
        int type;
        size_t n;
    } bad[] = {{ORB_DCT, 5, 8},  {ORB_DCT, -1, 8},  {ORB_DST, 5, 8},  {ORB_DCT, 1, 1},
               {ORB_DWHT, 3, 8}, {ORB_DWHT, -1, 8}, {ORB_DWHT, 1, 12}};
    int type = 0;

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        type = bad[i].type;
        assert_int_equal(orb_kind_check(bad[i].kind, &type, bad[i].n), ORB_BAD_KIND);
    }
    type = 0;
    assert_int_equal(orb_kind_check((orb_kind)77, &type, 8), ORB_INVALID);
}

static void zero_is_the_usual_type(void **state)
{
    int type = 0;

    (void)state;
    assert_ok(orb_kind_check(ORB_DCT, &type, 8));
    assert_int_equal(type, 2);
    type = 0;
    assert_ok(orb_kind_check(ORB_DWHT, &type, 8));
    assert_int_equal(type, 1);
}

/* The unscaled Hartley and Fourier transforms of n points make n times the identity, of angles that are n-th parts of a
 * turn; what is the caller's, or nothing, is not scaled. */
static void other_kinds_have_lengths_too(void **state)
{
    (void)state;
    for (size_t n = 1; n < 20; n++) {
        assert_true(orb_norm_length(ORB_DFT, 0, n) == (double)n && orb_norm_length(ORB_DHT, 0, n) == (double)n);
        assert_true(orb_norm_length(ORB_MATRIX, 0, n) == 1.0 && orb_norm_length(ORB_IDENTITY, 0, n) == 1.0);
        assert_int_equal(orb_angle_count(ORB_DFT, 0, n), n);
        assert_int_equal(orb_angle_count(ORB_DHT, 0, n), n);
    }
}

static void a_users_matrix_is_checked_and_copied(void **state)
{
    const double rotation[4] = {0.6, -0.8, 0.8, 0.6}, shear[4] = {1.0, 2.0, 0.0, 1.0}, back[4] = {1.0, -2.0, 0.0, 1.0};
    const double holes[4] = {1.0, NAN, 0.0, 1.0}, last_hole[4] = {1.0, 0.0, 0.0, INFINITY};
    const double oblique[4] = {1.0, 0.0, 0.6, 0.8}; /* rows of length 1, but not at right angles */
    const double turned_back[4] = {0.6, 0.8, -0.8, 0.6}, nearly[4] = {1.0, 1e-7, 0.0, 1.0},
                 not_quite[4] = {1.0, 1e-5, 0.0, 1.0};
    orb_plan_desc desc = {.kind = {ORB_MATRIX}, .norm = ORB_BACKWARD};
    orb_axis axis;

    (void)state;
    desc.matrix[0] = rotation;
    assert_ok(orb_axis_init(&axis, &desc, 0, 2));
    assert_memory_equal(axis.matrix, rotation, sizeof rotation);
    assert_true(axis.in[1] == 1.0 && axis.out[1] == 1.0);
    orb_axis_free(&axis);
    desc.direction = ORB_INVERSE;
    assert_ok(orb_axis_init(&axis, &desc, 0, 2));
    assert_memory_equal(axis.matrix, turned_back, sizeof turned_back);
    orb_axis_free(&axis);
    desc.direction = ORB_FORWARD;

    desc.matrix[0] = nearly;
    assert_ok(orb_axis_init(&axis, &desc, 0, 2));
    orb_axis_free(&axis);
    desc.matrix[0] = not_quite;
    assert_int_equal(orb_axis_init(&axis, &desc, 0, 2), ORB_NOT_ORTHONORMAL);
    orb_axis_free(&axis);
    desc.matrix[0] = oblique;
    assert_int_equal(orb_axis_init(&axis, &desc, 0, 2), ORB_NOT_ORTHONORMAL);
    orb_axis_free(&axis);

    desc.matrix[0] = shear;
    assert_int_equal(orb_axis_init(&axis, &desc, 0, 2), ORB_NOT_ORTHONORMAL);
    orb_axis_free(&axis);
    desc.inverse[0] = back;
    assert_ok(orb_axis_init(&axis, &desc, 0, 2));
    assert_memory_equal(axis.matrix, shear, sizeof shear);
    orb_axis_free(&axis);
    desc.direction = ORB_INVERSE;
    assert_ok(orb_axis_init(&axis, &desc, 0, 2));
    assert_memory_equal(axis.matrix, back, sizeof back);
    orb_axis_free(&axis);
    desc.inverse[0] = last_hole;
    assert_int_equal(orb_axis_init(&axis, &desc, 0, 2), ORB_INVALID);
    orb_axis_free(&axis);

    desc.matrix[0] = holes;
    assert_int_equal(orb_axis_init(&axis, &desc, 0, 2), ORB_INVALID);
    orb_axis_free(&axis);
    desc.matrix[0] = NULL;
    assert_int_equal(orb_axis_init(&axis, &desc, 0, 2), ORB_INVALID);
    orb_axis_free(&axis);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(matrices_are_orthonormal),
        cmocka_unit_test(kinds_are_those_of_scipy),
        cmocka_unit_test(the_fourier_matrix_is_that_of_scipy),
        cmocka_unit_test(sequency_counts_sign_changes),
        cmocka_unit_test(kinds_that_do_not_exist_are_refused),
        cmocka_unit_test(zero_is_the_usual_type),
        cmocka_unit_test(other_kinds_have_lengths_too),
        cmocka_unit_test(a_users_matrix_is_checked_and_copied),
    };

    support_start("test_matrix");
    return cmocka_run_group_tests_name("matrix", tests, NULL, NULL);
}
