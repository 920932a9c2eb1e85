/* Rates of a UART: those that libftdi's chips make, and that the core's divider makes too.
 * SPDX-License-Identifier: Apache-2.0 */
#include "support.h"

#include <baud.h>

#include <math.h>

/* All rates of a chip, by its divisors in eighths: 8, 12, 16, 17, 18, ... */
static double chip_rate(unsigned base, unsigned number)
{
    static const unsigned first[] = {8, 12};

    return 8.0 * base / (number < 2 ? first[number] : number + 14);
}

static void known_rates_are_nearest(void **state)
{
    const struct {
        unsigned base, requested, baud;
    } cases[] = {
        {12000000, 12000000, 12000000}, {12000000, 11000000, 12000000}, {12000000, 9000000, 8000000},
        {12000000, 8000000, 8000000},   {12000000, 6100000, 6000000},   {12000000, 5600000, 5647059},
        {12000000, 921600, 923077},     {12000000, 115200, 115246},     {12000000, 100, 732},
        {3000000, 12000000, 3000000},   {3000000, 2000000, 2000000},    {3000000, 1500000, 1500000},
        {3000000, 921600, 923077},      {3000000, 115200, 115385},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_int_equal(orb_baud_nearest(cases[i].base, cases[i].requested), cases[i].baud);
}

/* Against a search through all rates. */
static void no_rate_is_better(void **state)
{
    const unsigned bases[] = {12000000, 3000000};

    (void)state;
    for (int i = 0; i < 4000; i++) {
        const unsigned base = bases[i % 2];
        const double limit = 1000 * pow(2e4, fabs(random_uniform()));
        const unsigned requested = (unsigned)limit;
        double below = 0.0, almost = 0.0, nearest = chip_rate(base, 0);
        unsigned found;

        for (unsigned n = 0; chip_rate(base, n) > 900; n++) {
            const double rate = chip_rate(base, n);

            if (rate <= limit && below == 0.0)
                below = rate;
            if (rate <= limit * (1.0 + 2e-9) && almost == 0.0)
                almost = rate; /* the function takes a rate that exceeds the limit by a billionth */
            if (fabs(rate - requested) < fabs(nearest - requested))
                nearest = rate;
        }
        found = orb_baud_below(base, limit);
        if (below > 1000)
            assert_true(fabs(found - below) <= 0.5 || fabs(found - almost) <= 0.5);
        if (nearest > 1000)
            assert_true(fabs(orb_baud_nearest(base, requested) - (double)requested) <= fabs(nearest - requested) + 1.0);
    }
    assert_int_equal(orb_baud_below(12000000, 25e6 / 4), 6000000);
    assert_int_equal(orb_baud_below(12000000, 12e6 / 4), 3000000);
    assert_int_equal(orb_baud_below(3000000, 140e6 / 4), 3000000);
    assert_int_equal(orb_baud_below(12000000, 10), 0);
}

static void words_of_the_core_are_within_two_percent(void **state)
{
    (void)state;
    assert_int_equal(orb_baud_word(3000000, 12e6), 16384);
    assert_int_equal(orb_baud_word(12000000, 48e6), 16384);
    assert_int_equal(orb_baud_word(1000000, 100e6), 655);
    assert_int_equal(orb_baud_word(12000000, 47e6), 0); /* more than a quarter of the clock */
    assert_int_equal(orb_baud_word(300, 100e6), 0);
    assert_int_equal(orb_baud_word(115200, 0), 0);
    for (int i = 0; i < 4000; i++) {
        const double clock = 1e6 * (1 + 200 * fabs(random_uniform()));
        const unsigned baud = 1 + (unsigned)random_below(13000000);
        const uint32_t word = orb_baud_word(baud, clock);
        const double exact = baud * 65536.0 / clock;

        if (word)
            assert_true(word <= 16384 && fabs(word / exact - 1) <= 0.02);
        else
            assert_true(exact > 16384.4 || exact < 25.6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_rates_are_nearest),
        cmocka_unit_test(no_rate_is_better),
        cmocka_unit_test(words_of_the_core_are_within_two_percent),
    };

    support_start("baud");
    return cmocka_run_group_tests_name("baud", tests, NULL, NULL);
}
