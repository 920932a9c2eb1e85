/* Floating-point arithmetic of the array: fused multiply-add and narrowing, bit-exact, with integers only.
 * SPDX-License-Identifier: Apache-2.0 */
#include "orb_hls_float.h"

#include "orb_hls.h"

/* Position of a significand's leading bit after normalisation. Operands are normalised to one bit less, so that their
 * sum fits. */
#define TOP 62

/* (-1)^negative * significand * 2^exponent, unless `nan` or `infinite` is set. */
typedef struct number {
    bool negative, nan, infinite;
    int exponent;
    uint64_t significand;
} number;

static int bias(orb_hls_format format)
{
    return (1 << (format.exp - 1)) - 1;
}

static uint32_t infinity(orb_hls_format format)
{
    return ((UINT32_C(1) << format.exp) - 1) << format.man;
}

static uint32_t quiet_nan(orb_hls_format format)
{
    return infinity(format) | UINT32_C(1) << (format.man - 1);
}

static uint32_t signed_pattern(orb_hls_format format, bool negative, uint32_t magnitude)
{
    return (uint32_t)negative << (format.exp + format.man) | magnitude;
}

static number unpack(orb_hls_format format, uint32_t pattern)
{
    const uint32_t hidden = UINT32_C(1) << format.man;
    const uint32_t fraction = pattern & (hidden - 1);
    const uint32_t field = pattern >> format.man & ((UINT32_C(1) << format.exp) - 1);
    const bool special = field == (UINT32_C(1) << format.exp) - 1;
    number n;

    n.negative = pattern >> (format.exp + format.man) & 1;
    n.nan = special && fraction;
    n.infinite = special && !fraction;
    n.significand = field ? hidden | fraction : fraction;
    n.exponent = (field ? (int)field : 1) - bias(format) - (int)format.man;
    return n;
}

/* Shifts the significand so that its leading bit is bit `top`; zero stays zero. */
static void normalise(number *n, unsigned top)
{
    ORB_UNROLL
    for (unsigned step = 32; step; step /= 2) {
        ORB_PRAGMA(UNROLL)
        if (n->significand >> (top + 1 - step) == 0) {
            n->significand <<= step;
            n->exponent -= (int)step;
        }
    }
}

/* Right shift with a sticky bit: the lowest bit is also set if ones are shifted out. */
static uint64_t shift_sticky(uint64_t v, int shift)
{
    if (shift > 63)
        return v != 0;
    return v >> shift | ((v & ((UINT64_C(1) << shift) - 1)) != 0);
}

/* The bit pattern of a finite number, rounded to nearest even. */
static uint32_t pack(orb_hls_format format, number n)
{
    if (!n.significand)
        return signed_pattern(format, n.negative, 0);
    normalise(&n, TOP);

    const int field = n.exponent + TOP + bias(format);
    if (field > (1 << format.exp) - 2)
        return signed_pattern(format, n.negative, infinity(format));

    /* Two bits below the last place remain: one half, and a sticky bit for all that is less. */
    const int drop = TOP - (int)format.man - 2 + (field < 1 ? 1 - field : 0);
    const uint64_t quarters = shift_sticky(n.significand, drop);
    const bool up = (quarters & 2) && (quarters & 5);

    /* The hidden bit increments the exponent field, as does a carry out of the fraction. Past the largest exponent,
     * this gives infinity. */
    const uint32_t below = (uint32_t)(field < 1 ? 0 : field - 1) << format.man;
    return signed_pattern(format, n.negative, below + (uint32_t)(quarters >> 2) + up);
}

uint32_t orb_hls_float_fma(orb_hls_format sum, orb_hls_format factor, uint32_t a, uint32_t x, uint32_t c)
{
    const number u = unpack(factor, x), v = unpack(factor, c);
    number p = {.negative = u.negative != v.negative, .infinite = u.infinite || v.infinite};
    number s = unpack(sum, a);
    const bool opposite = p.negative != s.negative;

    if (u.nan || v.nan || s.nan)
        return quiet_nan(sum);
    if (p.infinite && (!u.significand || !v.significand))
        return quiet_nan(sum);
    if (p.infinite && s.infinite && opposite)
        return quiet_nan(sum);
    if (p.infinite || s.infinite)
        return signed_pattern(sum, p.infinite ? p.negative : s.negative, infinity(sum));

    p.significand = u.significand * v.significand;
    p.exponent = u.exponent + v.exponent;
    normalise(&p, TOP - 1);
    normalise(&s, TOP - 1);
    if (!p.significand || (s.significand && s.exponent > p.exponent)) {
        const number larger = s;
        s = p;
        p = larger;
    }
    /* The lost bits are far below the last place: if the exponents differ by two or more, at most one bit cancels. */
    s.significand = s.significand ? shift_sticky(s.significand, p.exponent - s.exponent) : 0;
    if (opposite && p.significand == s.significand)
        return 0;
    if (opposite && p.significand < s.significand) {
        p.significand = s.significand - p.significand;
        p.negative = s.negative;
    } else {
        p.significand = opposite ? p.significand - s.significand : p.significand + s.significand;
    }
    return pack(sum, p);
}

uint32_t orb_hls_float_round(orb_hls_format sum, orb_hls_format word, uint32_t v, bool *infinite_or_nan)
{
    const number n = unpack(sum, v);
    const uint32_t q = n.nan        ? quiet_nan(word)
                       : n.infinite ? signed_pattern(word, n.negative, infinity(word))
                                    : pack(word, n);

    *infinite_or_nan = (q & infinity(word)) == infinity(word);
    return q;
}

uint32_t orb_hls_float32_fma(uint32_t a, uint32_t x, uint32_t c)
{
    const orb_hls_format binary32 = {8, 23};
    return orb_hls_float_fma(binary32, binary32, a, x, c);
}
