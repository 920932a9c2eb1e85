/* Block floating point: doubles to words and back.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fixed.h"

#include <math.h>

int32_t orb_word_max(unsigned bits)
{
    return (int32_t)((UINT32_C(1) << (bits - 1)) - 1);
}

double orb_largest(const double *x, size_t count)
{
    double largest = 0.0;

    for (size_t i = 0; i < count; i++) {
        const double magnitude = fabs(x[i]);

        largest = magnitude > largest ? magnitude : largest;
    }
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

int orb_fixed_pack(const double *x, size_t count, unsigned bits, int32_t *words, int *zero)
{
    const double largest = orb_largest(x, count);
    const int exponent = orb_fixed_exponent(largest, bits);
    const orb_power scale = orb_power_of_two(-exponent);

    for (size_t i = 0; i < count; i++)
        words[i] = (int32_t)lrint(x[i] * scale.first * scale.second);
    *zero = largest == 0.0;
    return exponent;
}

size_t orb_products_max(const orb_format *format)
{
    const unsigned bits = format->w + format->cw - 1, room = format->aw + format->ps;

    if (format->exponent)
        return 0;
    return room < bits ? 1 : (size_t)1 << (room - bits);
}
