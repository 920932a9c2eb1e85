/* The rates that an FTDI chip and an orbital core can both make.
 * SPDX-License-Identifier: Apache-2.0 */
#include "baud.h"

#include <math.h>

/* Divisors in eighths: 8, 12, and from 16 on all, as far as they have 14 bits before the point. */
enum { EIGHTHS_MAX = 8 * 0x3fff };

static unsigned legal_divisor(double eighths)
{
    const unsigned up = eighths >= EIGHTHS_MAX ? EIGHTHS_MAX : (unsigned)ceil(eighths);

    return up <= 8 ? 8 : up <= 12 ? 12 : up <= 16 ? 16 : up;
}

static unsigned rate(unsigned base, unsigned eighths)
{
    return (unsigned)lround(8.0 * base / eighths);
}

unsigned orb_baud_below(unsigned base, double limit)
{
    /* A hair of tolerance, so that a limit which is a rate of the chip is one here too. */
    const unsigned found = limit >= 1.0 ? rate(base, legal_divisor(8.0 * base / limit * (1.0 - 1e-9))) : 0;

    return found <= limit + 0.5 ? found : 0;
}

unsigned orb_baud_nearest(unsigned base, unsigned requested)
{
    const unsigned divisor = legal_divisor(8.0 * base / requested);
    const unsigned slow = rate(base, divisor), fast = rate(base, divisor == 16 ? 12 : divisor == 12 ? 8 : divisor - 1);
    const bool slow_is_nearer = divisor == 8 || fabs((double)slow - requested) <= fabs((double)fast - requested);

    return slow_is_nearer ? slow : fast;
}

uint32_t orb_baud_word(unsigned baud, double clock_hz)
{
    const double word = clock_hz > 0 ? round(baud * 65536.0 / clock_hz) : 0.0;
    const bool good = word >= 1.0 && word <= 16384.0 && fabs(word * clock_hz / 65536.0 / baud - 1.0) <= 0.02;

    return good ? (uint32_t)word : 0;
}
