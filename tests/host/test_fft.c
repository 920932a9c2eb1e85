/* The Fourier transforms of the engine "cpu" alone: every length, in a strip and as a single line, by the definition.
 * SPDX-License-Identifier: Apache-2.0 */
#define ORB_CODE f64_plain
#define ORB_FULL 1
#define ORB_VECTOR 16
#include "support.h"

#include <cpu/code.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = WIDTH };

/* Result k of a line of pairs, number `line` of LINES. Sums are long doubles, so that their roundings do not matter. */
static void define(const double *x, size_t n, size_t line, size_t k, double *re, double *im)
{
    long double a = 0.0L, b = 0.0L;

    for (size_t j = 0; j < n; j++) {
        const long double c = cos_pi(2 * j * k % (2 * n), n), s = -sin_pi(2 * j * k % (2 * n), n);
        const long double p = x[2 * j * LINES + line], q = x[(2 * j + 1) * LINES + line];

        a += p * c - q * s;
        b += p * s + q * c;
    }
    *re = (double)a;
    *im = (double)b;
}

/* A few results of two lines of a strip, and of the first line alone, which may be where the points were. */
static void check(size_t n)
{
    const double scale = random_uniform(), root = sqrt((double)n);
    cpu_fft *f = orb_cpu_fft_new(n, sizeof(double));
    const size_t strip = f ? LINES * orb_cpu_fft_memory(f) : 0;
    const size_t alone = f ? orb_cpu_fft_line_memory(f, sizeof(double)) : 0;
    double *x = random_volume(2 * n * LINES), *z = malloc(2 * n * LINES * sizeof *z),
           *line = malloc(2 * n * sizeof *line);
    double *memory = calloc(strip > alone ? strip + 1 : alone + 1, sizeof *memory);
    const bool in_place = random_below(2);
    pairs from;

    assert_true(f && z && line && memory);
    memcpy(z, x, 2 * n * LINES * sizeof *z);
    for (size_t j = 0; j < n; j++) {
        line[j] = x[2 * j * LINES];
        line[n + j] = x[(2 * j + 1) * LINES];
    }
    from = (pairs){{in_place ? z : x, (in_place ? z : x) + LINES}, 2 * LINES};
    CODE(fft)(f, from, (pairs){{z, z + LINES}, 2 * LINES}, scale, LINES, memory);
    CODE(fft_line)(f, (pairs){{line, line + n}, 1}, (pairs){{line, line + n}, 1}, scale, memory);
    for (int trial = 0; trial < 6; trial++) {
        const size_t k = trial ? random_below(n) : n - 1, l = trial % 2 ? random_below(LINES) : 0;
        double re, im;

        define(x, n, l, k, &re, &im);
        if (!(hypot(z[2 * k * LINES + l] - scale * re, z[(2 * k + 1) * LINES + l] - scale * im) <= 1e-14 * root))
            fail_msg("%zu points, result %zu of line %zu", n, k, l);
        if (l == 0 && !(hypot(line[k] - scale * re, line[n + k] - scale * im) <= 1e-14 * root))
            fail_msg("%zu points, result %zu of the line alone", n, k);
    }
    orb_cpu_fft_free(f);
    free(x);
    free(z);
    free(line);
    free(memory);
}

static void short_lengths(void **state)
{
    (void)state;
    for (size_t n = 1; n <= 300; n++)
        check(n);
}

/* Each radix, and lengths on both sides of those that are transformed in passes. */
static void long_lengths(void **state)
{
    static const size_t lengths[] = {FFT_LONGEST - 1, FFT_LONGEST,     FFT_LONGEST + 1, 2 * 3 * 5 * 7 * 11,
                                     13 * 13 * 13,    7 * 7 * 7 * 7,   11 * 11 * 11,    1 << 15,
                                     59049,           1009 * 2 * 2 * 2};

    (void)state;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        check(lengths[i]);
    for (int trial = 0; trial < 40; trial++)
        check(300 + random_below(4000));
}

/* To the last place: the tables of all transforms are made of these. */
static void roots(void **state)
{
    (void)state;
    for (int trial = 0; trial < 20000; trial++) {
        const size_t n = 1 + random_below(trial % 2 ? 40 : 1 << 20), j = random_below(n);
        double c, s;

        orb_cpu_root(j, n, &c, &s);
        assert_true(fabs(c - cos_pi(2 * j, n)) <= 0x1p-52);
        assert_true(fabs(s + sin_pi(2 * j, n)) <= 0x1p-52);
    }
}

/* What is longer takes longer, but for lengths with large prime factors. */
static void costs(void **state)
{
    (void)state;
    for (size_t n = 1; n < 1 << 14; n *= 2) {
        assert_true(orb_cpu_fft_cost(2 * n) > orb_cpu_fft_cost(n));
        assert_true(orb_cpu_fft_cost(n + (n > 16 ? 0 : 1)) > 0.0);
    }
    assert_true(orb_cpu_fft_cost(1009) > 2 * orb_cpu_fft_cost(1024));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(short_lengths),
        cmocka_unit_test(long_lengths),
        cmocka_unit_test(roots),
        cmocka_unit_test(costs),
    };

    support_start("test_fft");
    return cmocka_run_group_tests_name("fft", tests, NULL, NULL);
}
