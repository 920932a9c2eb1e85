/* Block floating point: doubles to words and back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fixed.h"

#include <math.h>
#include <string.h>

int32_t orb_word_max(unsigned bits)
{
    return (int32_t)((UINT32_C(1) << (bits - 1)) - 1);
}

double orb_largest(const double *x, size_t count)
{
    double lane[ORB_LANES] = {0.0}, largest = 0.0;
    size_t i = 0;

    for (; i + ORB_LANES <= count; i += ORB_LANES)
        for (size_t l = 0; l < ORB_LANES; l++)
            lane[l] = fabs(x[i + l]) > lane[l] ? fabs(x[i + l]) : lane[l];
    for (; i < count; i++)
        largest = fabs(x[i]) > largest ? fabs(x[i]) : largest;
    for (size_t l = 0; l < ORB_LANES; l++)
        largest = lane[l] > largest ? lane[l] : largest;
    return largest;
}

int orb_fixed_exponent(double largest, unsigned bits)
{
    int exponent = 0;

    if (largest > 0.0) {
        const double mantissa = frexp(largest, &exponent); /* 0.5 <= mantissa < 1 */

        exponent -= (int)bits - 1;
        if (rint(ldexp(mantissa, (int)bits - 1)) > orb_word_max(bits))
            exponent++;
    }
    return exponent;
}

orb_power orb_power_of_two(int exponent)
{
    return (orb_power){ldexp(1.0, exponent / 2), ldexp(1.0, exponent - exponent / 2)};
}

/* The integer nearest to a number of at most 31 bits, ties to even. The sum with 1.5 * 2^52 has a last place of 1, so
 * that its low bits are that integer; a processor converts several numbers so at once, unlike with lrint. */
static inline int32_t nearest(double x)
{
    const double sum = x + 0x1.8p52;
    int64_t bits;

    memcpy(&bits, &sum, sizeof bits);
    return (int32_t)bits;
}

int orb_fixed_pack(const double *x, size_t count, double largest, unsigned bits, int32_t *words)
{
    const int exponent = orb_fixed_exponent(largest, bits);
    const orb_power scale = orb_power_of_two(-exponent);

    for (size_t i = 0; i < count; i++)
        words[i] = nearest(x[i] * scale.first * scale.second);
    return exponent;
}

size_t orb_products_max(const orb_format *format)
{
    const unsigned bits = format->w + format->cw - 1, room = format->aw + format->ps;

    if (format->exponent)
        return 0;
    return room < bits ? 1 : (size_t)1 << (room - bits);
}
