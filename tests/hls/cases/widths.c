/* All widths from 1 to 63 bits in one function: the operators on numbers with and without sign.
 * SPDX-License-Identifier: Apache-2.0 */
#include "exact.h"

/* Shifts are by less than 8, or by less than the width where it is smaller. */
#define SHIFT(n) ((n) < 8 ? 0 : 7)
#define UNSIGNED(n)                                                                                                    \
    {                                                                                                                  \
        const UINT(n) x = TO_UINT(n, a), y = TO_UINT(n, b);                                                            \
        const UINT(n) sum = TO_UINT(n, x + y), difference = TO_UINT(n, x - y), product = TO_UINT(n, x * y);            \
        const UINT(n) left = TO_UINT(n, x << (b & SHIFT(n))), right = x >> (b & SHIFT(n));                             \
        r = (uint64_t)sum ^ (uint64_t)difference << 1 ^ (uint64_t)product ^ (uint64_t)left ^ (uint64_t)right << 1 ^    \
            (uint64_t)(x < y ? x & y : x | y);                                                                         \
    }
#define SIGNED(n)                                                                                                      \
    {                                                                                                                  \
        const INT(n) x = TO_INT(n, a), y = TO_INT(n, b);                                                               \
        const INT(n) half = x >> (b & SHIFT(n)), other = TO_INT(n, ~y);                                                \
        r ^= (uint64_t)(int64_t)(x < y ? half : other) ^ (uint64_t)(x <= other) << 1;                                  \
    }
#define BOTH(n)                                                                                                        \
    case n:                                                                                                            \
        UNSIGNED(n);                                                                                                   \
        SIGNED(n);                                                                                                     \
        break
#define FOUR(n)                                                                                                        \
    BOTH(n);                                                                                                           \
    BOTH(n + 1);                                                                                                       \
    BOTH(n + 2);                                                                                                       \
    BOTH(n + 3)

/* out[i] = what the operators of width i make of a[i] and b[i]. */
void widths(const uint64_t in_a[restrict static 64], const uint64_t in_b[restrict static 64],
            uint64_t out[restrict static 64]);
void widths(const uint64_t in_a[restrict static 64], const uint64_t in_b[restrict static 64],
            uint64_t out[restrict static 64])
{
    for (UINT(7) i = 1; i < 64; ++i) {
        const uint64_t a = in_a[(UINT(6))i], b = in_b[(UINT(6))i];
        uint64_t r = 0;
        switch (i) {
        case 1:
            UNSIGNED(1);
            break;
            BOTH(2);
            BOTH(3);
            FOUR(4);
            FOUR(8);
            FOUR(12);
            FOUR(16);
            FOUR(20);
            FOUR(24);
            FOUR(28);
            FOUR(32);
            FOUR(36);
            FOUR(40);
            FOUR(44);
            FOUR(48);
            FOUR(52);
            FOUR(56);
            FOUR(60);
        }
        out[(UINT(6))i] = r;
    }
}

/* Quotients and remainders by powers of two: those of signed numbers are rounded towards 0. */
void divided(const int32_t x[restrict static 64], int32_t out[restrict static 64]);
void divided(const int32_t x[restrict static 64], int32_t out[restrict static 64])
{
    for (UINT(7) i = 0; i < 64; ++i) {
        const int32_t v = x[(UINT(6))i];
        const uint32_t u = (uint32_t)v;
        out[(UINT(6))i] = v / 8 ^ v % 16 * 512 ^ v / 1073741824 ^ (v - v / 64) ^ (int32_t)(u / 4 ^ u % 32 << 20);
    }
}

/* Arguments, words and answers of one width, which the caller of the compiler gives. */
#ifndef BITS
#define BITS 18
#endif
UINT(BITS) ports(UINT(BITS) a, UINT(3) n, const UINT(BITS) x[restrict static 8], UINT(BITS) out[restrict static 8]);
UINT(BITS) ports(UINT(BITS) a, UINT(3) n, const UINT(BITS) x[restrict static 8], UINT(BITS) out[restrict static 8])
{
    for (UINT(4) i = 0; i < n; ++i) {
        a = TO_UINT(BITS, a + x[(UINT(3))i]);
        out[(UINT(3))i] = a;
    }
    return a;
}

/* What LLVM has instructions for: rotations, sums that stay at the ends of their range, bytes the other way round. */
uint32_t idioms(uint32_t a, UINT(5) k, int16_t x, int16_t y);
uint32_t idioms(uint32_t a, UINT(5) k, int16_t x, int16_t y)
{
    const uint32_t turned = a << k | a >> (-k & 31);
    const int32_t sum = x + y, difference = x - y;
    const int16_t most = (int16_t)(sum > 32767 ? 32767 : sum < -32768 ? -32768 : sum);
    const int16_t least = (int16_t)(difference > 32767 ? 32767 : difference < -32768 ? -32768 : difference);
    const uint32_t swapped = a << 24 | (a & 0xff00) << 8 | (a >> 8 & 0xff00) | a >> 24;
    return turned ^ (a << 25 | a >> 7) * 5 ^ (uint32_t)most ^ (uint32_t)least << 9 ^ swapped * 3;
}

/* What LLVM recognises: products and sums that overflow, powers of two, counted bits, two numbers shifted as one. */
uint32_t counts(uint32_t a, uint32_t b, int8_t x, int8_t y, UINT(18) p, UINT(18) q);
uint32_t counts(uint32_t a, uint32_t b, int8_t x, int8_t y, UINT(18) p, UINT(18) q)
{
    const uint64_t product = (uint64_t)a * b;
    const uint32_t saturated = product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
    const int sum = x + y;
    const int8_t kept = (unsigned)(sum + 128) > 255 ? 1 : (int8_t)sum;
    const uint32_t power = a && !(a & (a - 1));
    const UINT(18) moved = TO_UINT(18, p << 5 | q >> 13);
    uint32_t more;
    const bool carried = __builtin_add_overflow(a, b, &more);
    return saturated ^ (uint32_t)kept << 3 ^ power << 9 ^ (uint32_t)moved * 7 ^ more ^ (uint32_t)carried << 20 ^
           (uint32_t)__builtin_popcount(b) << 5 ^ (uint32_t)__builtin_clz(a | 1) << 11 ^
           (uint32_t)__builtin_ctz(b | 1u << 31) << 17;
}
