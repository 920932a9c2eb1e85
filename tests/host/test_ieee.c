/* Words of IEEE 754 formats: binary32 against the compiler's float, the short ones against all their numbers.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <ieee.h>

#include <float.h>
#include <math.h>
#include <string.h>

static const orb_format binary32 = {.w = 32, .cw = 32, .aw = 32, .exponent = 8};
static const orb_format bfloat16 = {.w = 16, .cw = 16, .aw = 32, .exponent = 8};
static const orb_format binary16 = {.w = 16, .cw = 16, .aw = 16, .exponent = 5};

static int32_t word_of(double x, const orb_format *format)
{
    int32_t word;

    orb_float_pack(&x, 1, 0, format, &word);
    return word;
}

static void binary32_is_the_compilers_float(void **state)
{
    static const double corners[] = {0.0,
                                     -0.0,
                                     FLT_MIN,
                                     FLT_TRUE_MIN,
                                     FLT_TRUE_MIN / 2,
                                     FLT_TRUE_MIN * 1.5,
                                     FLT_MAX,
                                     FLT_MAX * (1 + FLT_EPSILON / 4),
                                     FLT_MAX * (1 + FLT_EPSILON / 8),
                                     DBL_MAX,
                                     -DBL_MAX,
                                     DBL_TRUE_MIN,
                                     INFINITY,
                                     -INFINITY,
                                     1 + FLT_EPSILON / 2,
                                     1 + FLT_EPSILON * 1.5};
    enum { CORNERS = sizeof corners / sizeof *corners };

    (void)state;
    for (int i = 0; i < 200000; i++) {
        const double x = i < CORNERS ? corners[i] : ldexp(random_uniform(), (int)random_below(340) - 180);
        const float f = (float)x;
        const int32_t word = word_of(x, &binary32);
        const float back = (float)orb_float_value(word, &binary32);

        assert_memory_equal(&word, &f, sizeof f);
        assert_memory_equal(&back, &f, sizeof f);
    }
    assert_true(isnan(orb_float_value(word_of(NAN, &binary32), &binary32)));
    assert_int_equal(word_of(NAN, &binary32), 0x7fc00000); /* quiet */
}

/* Every number of the format comes back as itself, and what lies between two goes to the nearer, or to the even one. */
static void check_short(const orb_format *format, double largest, double smallest)
{
    const int32_t infinity = word_of(INFINITY, format);

    assert_true(orb_float_value(word_of(1.0, format), format) == 1.0);
    assert_true(orb_float_value(infinity - 1, format) == largest);
    assert_true(orb_float_value(1, format) == smallest);
    for (int32_t word = 0; word < infinity; word++) {
        const double x = orb_float_value(word, format);
        const double next =
            word + 1 == infinity ? 2 * x - orb_float_value(word - 1, format) : orb_float_value(word + 1, format);
        const double middle = x + (next - x) / 2; /* exact */

        assert_int_equal(word_of(x, format), word);
        assert_int_equal(word_of(-x, format), word - 0x8000);
        assert_int_equal(word_of(middle, format), word + word % 2);
        assert_int_equal(word_of(nextafter(middle, 0), format), word);
        assert_int_equal(word_of(nextafter(middle, INFINITY), format), word + 1);
    }
    assert_true(isnan(orb_float_value(word_of(NAN, format), format)));
    assert_true(isnan(orb_float_value(infinity + 1, format)));
}

static void short_formats_round_to_nearest_even(void **state)
{
    (void)state;
    check_short(&binary16, 65504.0, ldexp(1.0, -24));
    check_short(&bfloat16, ldexp(255.0, 120), ldexp(1.0, -133));
}

/* What a transform of them would lose to the ends of the format is moved to its middle, exactly; else nothing is. */
static void numbers_keep_clear_of_the_ends(void **state)
{
    static const struct {
        double x[3];
        const orb_format *format;
        int exponent;
    } cases[] = {
        {{0, -0.0, 0}, &binary32, 0},
        {{1e9, -3, 1e-300}, &binary32, 0},
        {{1e-18, 0, 1e-30}, &binary32, 0},
        {{3, -0x1.8p127, 1}, &binary32, 127},
        {{0x1p-149, -0x1p-300, 0}, &bfloat16, -149},
        {{INFINITY, DBL_TRUE_MIN, NAN}, &binary32, -1074},
        {{15, 0.25, 0}, &binary16, 0},
        {{DBL_MAX, -INFINITY, 0}, &binary16, 1023},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const int exponent = orb_float_exponent(cases[i].x, 3, cases[i].format);
        int32_t words[3];

        assert_int_equal(exponent, cases[i].exponent);
        orb_float_pack(cases[i].x, 3, exponent, cases[i].format, words);
        for (int k = 0; k < 3; k++)
            assert_int_equal(words[k], word_of(ldexp(cases[i].x[k], -exponent), cases[i].format));
    }
}

static void formats_have_names(void **state)
{
    const orb_format fixed = {.w = 18}, odd = {.w = 24, .exponent = 7};

    (void)state;
    assert_string_equal(orb_format_name(&fixed), "fixed");
    assert_string_equal(orb_format_name(&binary32), "float32");
    assert_string_equal(orb_format_name(&bfloat16), "bfloat16");
    assert_string_equal(orb_format_name(&binary16), "float16");
    assert_null(orb_format_name(&odd));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(binary32_is_the_compilers_float),
        cmocka_unit_test(short_formats_round_to_nearest_even),
        cmocka_unit_test(numbers_keep_clear_of_the_ends),
        cmocka_unit_test(formats_have_names),
    };

    support_start("test_ieee");
    return cmocka_run_group_tests_name("ieee", tests, NULL, NULL);
}
