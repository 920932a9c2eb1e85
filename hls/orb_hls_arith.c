/* Arithmetic of the array: multiply-add, rounding, bit length.
 * SPDX-License-Identifier: Apache-2.0 */
#include "orb_hls.h"
#include "orb_hls_float.h"

/* Floating-point formats of words and of sums, used only if ORB_EXP is not 0. */
static orb_hls_format word_format(void)
{
    return (orb_hls_format){ORB_EXP, ORB_W - 1 - ORB_EXP};
}
static orb_hls_format sum_format(void)
{
    return ORB_AW == ORB_W ? word_format() : (orb_hls_format){8, 23};
}

orb_sum orb_hls_fma(orb_sum a, orb_word x, orb_coef c)
{
    ORB_PRAGMA(INLINE)
    const uint32_t word = UINT32_MAX >> (32 - ORB_W % 64);
    const orb_product p = (orb_product)x * c;

    if (ORB_EXP != 0)
        return ORB_WRAP(ORB_AW, orb_hls_float_fma(sum_format(), word_format(), (uint32_t)a, (uint32_t)x & word,
                                                  (uint32_t)c & word));
    if (ORB_PS == 0)
        return ORB_WRAP(ORB_AW, (orb_twice)a + (orb_twice)p);
    /* A one is appended below the last place of a. Its carry rounds, so one addition both adds and rounds. */
    return ORB_WRAP(ORB_AW, ((orb_twice)a * 2 + 1 + (orb_twice)(p >> (ORB_PS ? ORB_PS - 1 : 0))) >> 1);
}

/* Fixed point. */
static orb_word shift_and_round(orb_sum v, orb_shift shift, bool *clipped)
{
    const orb_word largest = (orb_word)((UINT64_C(1) << (ORB_W - 1)) - 1);
    const orb_rest below = (orb_rest)(((orb_rest)1 << shift) - 1); /* mask of the bits that are lost */
    const orb_rest half = below ^ below >> 1, rest = (orb_rest)v & below;
    const orb_sum q = v >> shift;
    const bool up = (rest & half) != 0 && ((rest ^ half) != 0 || (q & 1));
    /* One bit more than a word, because rounding up may still bring a quotient into the range of words. */
    const orb_rounded near = (orb_rounded)ORB_WRAP(ORB_W + 1, q), r = (orb_rounded)(near + up);

    *clipped = near != q || r > largest || r < -largest - 1;
    return *clipped ? (v < 0 ? (orb_word)(-largest - 1) : largest) : (orb_word)r;
}

orb_word orb_hls_round(orb_sum v, orb_shift shift, bool *clipped)
{
    ORB_PRAGMA(INLINE)
    if (ORB_EXP != 0) {
        const uint32_t q = orb_hls_float_round(sum_format(), word_format(), (uint32_t)v, clipped);
        return (orb_word)ORB_WRAP(ORB_W, q);
    }
    return shift_and_round(v, shift, clipped);
}

orb_bits orb_hls_bits(orb_sum v)
{
    ORB_PRAGMA(INLINE)
    orb_size u = (orb_size)(v < 0 ? ~v : v);
    orb_bits n = 0;

    if (ORB_EXP != 0)
        return 0;
    ORB_UNROLL
    for (unsigned step = 32; step; step /= 2) {
        ORB_PRAGMA(UNROLL)
        if (step < ORB_AW && u >> step) {
            n = (orb_bits)(n + step);
            u >>= step;
        }
    }
    return (orb_bits)(n + (u != 0));
}
