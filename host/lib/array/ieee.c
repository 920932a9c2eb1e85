/* IEEE 754 binary formats up to binary32 in words.
 * SPDX-License-Identifier: Apache-2.0 */
#include "ieee.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned exponent, w; /* w of fixed point: any */
} formats[] = {{"fixed", 0, 0}, {"float32", 8, 32}, {"bfloat16", 8, 16}, {"float16", 5, 16}};

enum { FORMATS = sizeof formats / sizeof *formats };

/* Bits after the leading one, and the largest exponent of a number. */
static int mantissa_bits(const orb_format *format)
{
    return (int)(format->w - 1 - format->exponent);
}

static int bias_of(const orb_format *format)
{
    return (1 << (format->exponent - 1)) - 1;
}

static uint32_t encode(double x, const orb_format *format)
{
    const int mantissa = mantissa_bits(format), bias = bias_of(format);
    const uint32_t infinity = ((UINT32_C(1) << format->exponent) - 1) << mantissa;
    uint32_t bits = infinity;

    if (isnan(x)) {
        bits = infinity | UINT32_C(1) << (mantissa - 1); /* quiet */
    } else if (isfinite(x) && x != 0.0) {
        int exponent;
        double steps;

        frexp(x, &exponent); /* 0.5 <= fraction < 1 */
        exponent = exponent - 1 < 1 - bias ? 1 - bias : exponent - 1;
        steps = rint(ldexp(fabs(x), mantissa - exponent)); /* of the last place; 2^mantissa is the leading one */
        if (exponent <= bias)
            bits = ((uint32_t)(exponent + bias - 1) << mantissa) + (uint32_t)steps; /* a carry runs into the exponent */
    } else if (x == 0.0) {
        bits = 0;
    }
    return bits | (uint32_t)(signbit(x) != 0) << (format->w - 1);
}

int orb_float_exponent(const double *x, size_t count, const orb_format *format)
{
    /* Room for sums above, and below for small numbers beside the largest. */
    const int lowest = -bias_of(format) / 2, highest = bias_of(format) / 4;
    double largest = 0.0;
    int exponent = 0;

    for (size_t i = 0; i < count; i++) {
        const double magnitude = fabs(x[i]);

        largest = magnitude > largest && isfinite(magnitude) ? magnitude : largest;
    }
    if (largest > 0.0)
        exponent = ilogb(largest);
    return exponent >= lowest && exponent <= highest ? 0 : exponent;
}

void orb_float_pack(const double *x, size_t count, int exponent, const orb_format *format, int32_t *words)
{
    const uint32_t sign = UINT32_C(1) << (format->w - 1);
    const orb_power scale = orb_power_of_two(-exponent);

    for (size_t i = 0; i < count; i++) {
        const uint32_t bits = encode(x[i] * scale.first * scale.second, format);
        const uint32_t extended = (bits ^ sign) - sign;

        memcpy(&words[i], &extended, sizeof extended);
    }
}

double orb_float_value(int32_t word, const orb_format *format)
{
    const int mantissa = mantissa_bits(format), bias = bias_of(format);
    const uint32_t bits = (uint32_t)word, fraction = bits & ((UINT32_C(1) << mantissa) - 1);
    const int exponent = (int)(bits >> mantissa & ((UINT32_C(1) << format->exponent) - 1));
    double value;

    if (exponent == (1 << format->exponent) - 1)
        value = fraction ? (double)NAN : (double)INFINITY;
    else if (exponent == 0)
        value = ldexp(fraction, 1 - bias - mantissa);
    else
        value = ldexp((double)(fraction | UINT32_C(1) << mantissa), exponent - bias - mantissa);
    return bits >> (format->w - 1) & 1 ? -value : value;
}

const char *orb_format_name(const orb_format *format)
{
    const char *name = NULL;

    for (size_t i = 0; i < FORMATS; i++)
        if (formats[i].exponent == format->exponent && (!format->exponent || formats[i].w == format->w))
            name = formats[i].name;
    return name;
}

bool orb_format_find(const char *name, size_t length, orb_format *format)
{
    bool found = false;

    for (size_t i = 0; i < FORMATS && !found; i++)
        if (strlen(formats[i].name) == length && !strncmp(name, formats[i].name, length)) {
            format->exponent = formats[i].exponent;
            format->w = formats[i].w;
            found = true;
        }
    return found;
}
