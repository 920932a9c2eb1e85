/* Conditions: branches, a switch, choices between loads of one memory, comparisons and what becomes of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "exact.h"

INT(48) chosen(UINT(6) n, UINT(3) kind, const INT(24) x[restrict static 64], INT(24) out[restrict static 64]);
INT(48) chosen(UINT(6) n, UINT(3) kind, const INT(24) x[restrict static 64], INT(24) out[restrict static 64])
{
    INT(48) sum = 0;

    for (UINT(7) i = 0; i < n; ++i) {
        const INT(24) v = x[(UINT(6))i];
        switch (TO_UINT(3, kind + i)) {
        case 0:
            sum += v;
            break;
        case 1:
        case 6:
            sum -= v;
            break;
        case 2:
            sum = sum > v ? sum : v;
            break;
        case 3:
            sum = sum < v ? sum : v;
            break;
        case 4:
            sum ^= v;
            break;
        default:
            sum = v < 0 ? -sum : sum;
        }
        sum = TO_INT(48, sum);
        if (v > 1000 && sum < 0)
            out[(UINT(6))i] = TO_INT(24, sum);
        else if (v < -1000)
            out[(UINT(6))i] = v;
    }
    return sum;
}

/* Each path reads one of the words; so the memory has one port. */
UINT(32) either(UINT(8) n, const UINT(16) x[restrict static 512]);
UINT(32) either(UINT(8) n, const UINT(16) x[restrict static 512])
{
    UINT(32) hash = 1;

    for (UINT(9) i = 0; i < n; ++i) {
        UINT(16) v;
        if (hash % 8 < 3)
            v = x[(UINT(9))(2 * i)];
        else
            v = TO_UINT(16, x[(UINT(9))(511 - i)] + 1);
        hash = TO_UINT(32, hash * 31 + v);
    }
    return hash;
}

/* Least, largest and absolute values, and differences that stop at zero, for which LLVM has names. */
UINT(32) bounds(UINT(7) n, const int32_t x[restrict static 128], int32_t out[restrict static 128]);
UINT(32) bounds(UINT(7) n, const int32_t x[restrict static 128], int32_t out[restrict static 128])
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    uint32_t rest = 4000000000U, least = UINT32_MAX, most = 0;

    for (UINT(8) i = 0; i < n; ++i) {
        const int32_t v = x[(UINT(7))i];
        const uint32_t size = v < 0 ? 0U - (uint32_t)v : (uint32_t)v;
        low = v < low ? v : low;
        high = v > high ? v : high;
        least = size < least ? size : least;
        most = size > most ? size : most;
        rest = rest > size / 16 ? rest - size / 16 : 0;
        out[(UINT(7))i] = (int32_t)(low ^ high);
    }
    return TO_UINT(32, least ^ most << 3 ^ rest);
}

/* A switch of one bit. */
int32_t flags(UINT(6) n, UINT(6) m, int32_t s);
int32_t flags(UINT(6) n, UINT(6) m, int32_t s)
{
    for (UINT(6) i = 0; i < n; ++i)
        switch (TO_UINT(1, i < m)) {
        case 0:
            s = (int32_t)((uint32_t)s * 3 + 1);
            break;
        case 1:
            s ^= (int32_t)i << 3;
            break;
        }
    return s;
}

/* char has a sign. A function that is seldom called is inlined, too. */
static int32_t seldom(int32_t n)
{
    for (int i = 0; i < 3; ++i)
        n ^= (int32_t)((uint32_t)n << 3) ^ n >> 5;
    return n;
}

int32_t letters(char c, int32_t n);
int32_t letters(char c, int32_t n)
{
    if (__builtin_expect(n == 5, 0))
        return seldom(n + c);
    return c < 0 ? seldom(n) : n;
}

/* Checks for overflow in branches, of which LLVM makes pairs that are chosen as a whole. */
int32_t overflows(UINT(2) op, int32_t a, int32_t b, int64_t c, uint64_t d);
int32_t overflows(UINT(2) op, int32_t a, int32_t b, int64_t c, uint64_t d)
{
    int32_t t = 0;
    int64_t u;
    bool lost;
    switch (op) {
    case 0:
        lost = __builtin_add_overflow(a, b, &t);
        break;
    case 1:
        lost = __builtin_sub_overflow(a, b, &t);
        break;
    case 2:
        lost = __builtin_mul_overflow(a, b, &t);
        break;
    default:
        lost = a < 0 ? __builtin_add_overflow(a, b, &t) : __builtin_add_overflow(b, t, &t);
        break;
    }
    const bool mixed = __builtin_add_overflow(c, d, &u);
    return (lost ? -1 : t) ^ (int32_t)u ^ (mixed ? 1 << 20 : 0);
}
