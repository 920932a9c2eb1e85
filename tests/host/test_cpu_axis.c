/* Which axes the engine "cpu" transforms fast, and how it prepares a Fourier matrix.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <cpu.h>

#include <math.h>
#include <stdlib.h>

/* Lines that are this long take far fewer sums fast than as products, whatever the processor; one that is longer than a
 * fast transform can be is never fast. */
static void long_axes_are_fast(void **state)
{
    static const struct {
        orb_kind kind;
        int type;
        size_t n;
        bool fast;
    } cases[] = {
        {ORB_DCT, 1, 4097, true}, {ORB_DCT, 2, 4096, true},          {ORB_DCT, 4, 4096, true},
        {ORB_DST, 1, 4095, true}, {ORB_DST, 3, 4096, true},          {ORB_DHT, 0, 4096, true},
        {ORB_DFT, 0, 4096, true}, {ORB_DCT, 2, SIZE_MAX / 8, false}, {ORB_DFT, 0, SIZE_MAX / 8, false},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned inverse = 0; inverse < 2; inverse++) {
            const orb_axis axis = {.n = cases[i].n,
                                   .kind = cases[i].kind,
                                   .type = cases[i].type,
                                   .direction = inverse ? ORB_INVERSE : ORB_FORWARD};

            for (int choice = CPU_AUTO; choice <= CPU_YES; choice++) {
                const orb_backend backend = {.threads = 1, .fast = (cpu_choice)choice};

                assert_int_equal(orb_cpu_needs_no_matrix(&backend, &axis, true), cases[i].fast && choice != CPU_NO);
                assert_false(orb_cpu_needs_no_matrix(&backend, &axis, false)); /* fast ones are in float */
            }
        }
}

/* A matrix is halved as often as 32 and two go into its points, but only if it is that of the transform. */
static void only_fourier_matrices_are_halved(void **state)
{
    static const struct {
        size_t n;
        unsigned halvings;
    } cases[] = {{8, 0}, {32, 1}, {33, 0}, {64, 2}, {96, 2}};

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned spoiled = 0; spoiled < 3; spoiled++) {
            const size_t n = cases[i].n, at = random_below(n * n);
            double *re = malloc(n * n * sizeof *re), *im = malloc(n * n * sizeof *im);
            const cpu_matrix m[2] = {{.at = re, .n = n, .points = n, .results = 1},
                                     {.at = im, .n = n, .points = n, .results = 1}};
            const unsigned halvings = spoiled ? 0 : cases[i].halvings;
            cpu_axis axis = {.n = n, .fourier = true};

            assert_true(re && im);
            for (size_t k = 0; k < n * n; k++) {
                re[k] = 0.25 * cos_pi(2 * (k / n) * (k % n), n);
                im[k] = -0.25 * sin_pi(2 * (k / n) * (k % n), n);
            }
            if (spoiled)
                (spoiled == 1 ? re : im)[at] += 1e-9;
            assert_ok(orb_cpu_fourier_init(&axis, m, sizeof(double)));
            assert_int_equal(axis.halvings, halvings);
            assert_int_equal(!axis.roots, !halvings);
            assert_int_equal(axis.factor[0].n, n >> halvings);
            orb_cpu_axis_free(&axis);
            free(re);
            free(im);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_axes_are_fast),
        cmocka_unit_test(only_fourier_matrices_are_halved),
    };

    support_start("cpu_axis");
    return cmocka_run_group_tests_name("cpu_axis", tests, NULL, NULL);
}
