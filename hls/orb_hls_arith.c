/* Numbers of the array: multiply-add, rounding, bit length.
 * SPDX-License-Identifier: Apache-2.0 */
#include "orb_hls.h"
#include "orb_hls_float.h"

/* A value as a register of that many bits holds it. */
static int64_t wrap(int64_t v, unsigned bits)
{
    const uint64_t u = (uint64_t)v << (64 - bits);
    return (int64_t)u >> (64 - bits);
}

/* Formats of words and of sums; used where ORB_EXP is not 0. */
static orb_hls_format word_format(void)
{
    return (orb_hls_format){ORB_EXP, ORB_W - 1 - ORB_EXP};
}
static orb_hls_format sum_format(void)
{
    return ORB_AW == ORB_W ? word_format() : (orb_hls_format){8, 23};
}

int64_t orb_hls_fma(int64_t a, int32_t x, int32_t c)
{
    ORB_PRAGMA(INLINE)
    const int64_t half = ORB_PS ? (int64_t)1 << (ORB_PS ? ORB_PS - 1 : 0) : 0;
    const uint32_t word = UINT32_MAX >> (32 - ORB_W % 64);

    if (ORB_EXP != 0)
        return wrap(orb_hls_float_fma(sum_format(), word_format(), (uint32_t)a, (uint32_t)x & word, (uint32_t)c & word),
                    ORB_AW);
    return wrap(a + (((int64_t)x * c + half) >> ORB_PS), ORB_AW);
}

/* Fixed point. */
static int32_t shift_and_round(int64_t v, unsigned shift, unsigned *clipped)
{
    const int64_t largest = ((int64_t)1 << (ORB_W - 1)) - 1;
    int64_t q = v >> shift;
    const int64_t rest = v & (((int64_t)1 << shift) - 1);
    const int64_t half = shift ? (int64_t)1 << (shift - 1) : 1;

    if (rest > half || (shift && rest == half && (q & 1)))
        ++q;
    *clipped = q > largest || q < -largest - 1;
    return (int32_t)(q > largest ? largest : q < -largest - 1 ? -largest - 1 : q);
}

int32_t orb_hls_round(int64_t v, unsigned shift, unsigned *clipped)
{
    ORB_PRAGMA(INLINE)
    if (ORB_EXP != 0) {
        bool not_finite;
        const uint32_t q = orb_hls_float_round(sum_format(), word_format(), (uint32_t)v, &not_finite);
        *clipped = not_finite;
        return (int32_t)wrap(q, ORB_W);
    }
    return shift_and_round(v, shift, clipped);
}

unsigned orb_hls_bits(int64_t v)
{
    ORB_PRAGMA(INLINE)
    uint64_t u = (uint64_t)(v < 0 ? ~v : v);
    unsigned n = 0;

    for (unsigned k = 0; ORB_EXP == 0 && k < ORB_AW; ++k) {
        ORB_PRAGMA(UNROLL)
        if ((u >> k) & 1)
            n = k + 1;
    }
    return n;
}
