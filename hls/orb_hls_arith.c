/* Numbers of the array: multiply-add, rounding, bit length.
 * SPDX-License-Identifier: Apache-2.0 */
#include "orb_hls.h"

/* A value as a register of that many bits holds it. */
static int64_t wrap(int64_t v, unsigned bits)
{
    const uint64_t u = (uint64_t)v << (64 - bits);
    return (int64_t)u >> (64 - bits);
}

int64_t orb_hls_fma(int64_t a, int32_t x, int32_t c)
{
    ORB_PRAGMA(INLINE)
    const int64_t half = ORB_PS ? (int64_t)1 << (ORB_PS ? ORB_PS - 1 : 0) : 0;
    return wrap(a + (((int64_t)x * c + half) >> ORB_PS), ORB_AW);
}

int32_t orb_hls_round(int64_t v, unsigned shift, unsigned *clipped)
{
    ORB_PRAGMA(INLINE)
    const int64_t largest = ((int64_t)1 << (ORB_W - 1)) - 1;
    int64_t q = v >> shift;
    const int64_t rest = v & (((int64_t)1 << shift) - 1);
    const int64_t half = shift ? (int64_t)1 << (shift - 1) : 1;

    if (rest > half || (shift && rest == half && (q & 1)))
        ++q;
    *clipped = q > largest || q < -largest - 1;
    return (int32_t)(q > largest ? largest : q < -largest - 1 ? -largest - 1 : q);
}

unsigned orb_hls_bits(int64_t v)
{
    ORB_PRAGMA(INLINE)
    uint64_t u = (uint64_t)(v < 0 ? ~v : v);
    unsigned n = 0;

    for (unsigned k = 0; k < ORB_AW; ++k) {
        ORB_PRAGMA(UNROLL)
        if ((u >> k) & 1)
            n = k + 1;
    }
    return n;
}
