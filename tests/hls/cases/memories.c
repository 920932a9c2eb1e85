/* Memories: several at once, one after the other, and several accesses of one of them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "exact.h"

/* Three that are read, two that are written, addresses of several terms. */
void several(UINT(4) n, UINT(6) base, const INT(9) a[restrict static 16], const INT(33) b[restrict static 100],
             const bool c[restrict static 64], INT(45) p[restrict static 64], INT(33) q[restrict static 16]);
void several(UINT(4) n, UINT(6) base, const INT(9) a[restrict static 16], const INT(33) b[restrict static 100],
             const bool c[restrict static 64], INT(45) p[restrict static 64], INT(33) q[restrict static 16])
{
    for (UINT(5) i = 0; i < n; ++i) {
        const INT(33) v = b[(UINT(7))(TO_UINT(6, base) + 2 * i)];
        p[TO_UINT(6, base + i)] = (INT(45))v * a[(UINT(4))i];
        if (c[TO_UINT(6, base ^ i)])
            q[(UINT(4))i] = v;
    }
}

/* Addresses of terms that LLVM keeps apart. */
UINT(32) offsets(UINT(4) n, UINT(5) base, const INT(16) x[restrict static 128]);
UINT(32) offsets(UINT(4) n, UINT(5) base, const INT(16) x[restrict static 128])
{
    const INT(16) *const line = x + base;
    UINT(32) sum = 0;

    for (UINT(5) i = 0; i < n; ++i)
        sum = TO_UINT(32, sum * 3 + (UINT(32))(line + 64)[(UINT(5))i]);
    return sum;
}

/* Two loops that use the same ports, one behind the other, and twice in an outer one. */
INT(32) twice(UINT(5) n, UINT(3) rounds, const INT(16) x[restrict static 64], INT(32) out[restrict static 64]);
INT(32) twice(UINT(5) n, UINT(3) rounds, const INT(16) x[restrict static 64], INT(32) out[restrict static 64])
{
    INT(32) sum = 0;

    for (UINT(4) r = 0; r < rounds; ++r) {
        for (UINT(6) i = 0; i < n; ++i) {
            sum = TO_INT(32, sum + x[i]);
            out[i] = sum;
        }
        for (UINT(6) i = 0; i < n; ++i) {
            sum = TO_INT(32, sum - 3 * x[(UINT(6))(63 - i)]);
            out[(UINT(6))(32 + i)] = sum;
        }
    }
    return sum;
}

/* Two words of one memory in a turn, and two that are written. */
void pairs(UINT(5) n, const INT(18) x[restrict static 64], INT(20) out[restrict static 64]);
void pairs(UINT(5) n, const INT(18) x[restrict static 64], INT(20) out[restrict static 64])
{
    for (UINT(6) i = 0; i < n; ++i) {
        const INT(20) a = x[i], b = x[(UINT(6))(63 - i)];
        out[i] = a + b;
        out[(UINT(6))(63 - i)] = a - b;
    }
}

/* The words tell where to go on: a turn has to wait for the word of the one before. */
UINT(20) chase(UINT(8) start, UINT(7) n, const UINT(8) next[restrict static 256]);
UINT(20) chase(UINT(8) start, UINT(7) n, const UINT(8) next[restrict static 256])
{
    UINT(8) at = start;
    UINT(20) sum = 0;

    for (UINT(7) i = 0; i < n; ++i) {
        at = next[at];
        sum = TO_UINT(20, sum + at);
    }
    return sum;
}

/* A product of each turn in the next. */
UINT(31) horner(UINT(6) n, UINT(31) z, const UINT(31) x[restrict static 64]);
UINT(31) horner(UINT(6) n, UINT(31) z, const UINT(31) x[restrict static 64])
{
    UINT(31) v = 1;

    for (UINT(7) i = 0; i < n; ++i)
        v = TO_UINT(31, v * z + x[(UINT(6))i]);
    return v;
}

/* No argument but memories. */
void copy(const INT(18) x[restrict static 8], INT(18) out[restrict static 8]);
void copy(const INT(18) x[restrict static 8], INT(18) out[restrict static 8])
{
    for (UINT(4) i = 0; i < 8; ++i)
        out[(UINT(3))i] = x[(UINT(3))(7 - i)];
}

/* Three words of one array, each in an activation of its own. */
uint32_t three(UINT(4) a, UINT(4) b, UINT(4) c, const uint8_t x[restrict static 16]);
uint32_t three(UINT(4) a, UINT(4) b, UINT(4) c, const uint8_t x[restrict static 16])
{
    uint32_t sum = x[a];
    sum = sum * 3 + x[b];
    return sum * 3 + x[c];
}

/* Three loads of one array on paths of which one is taken, and one on all of them. */
uint32_t arms(UINT(4) a, UINT(4) b, const uint8_t x[restrict static 32]);
uint32_t arms(UINT(4) a, UINT(4) b, const uint8_t x[restrict static 32])
{
    uint32_t sum = 1;
    for (UINT(5) i = 0; i < 16; ++i) {
        if (i < a)
            sum = sum * 3 + x[i];
        else if (i < b)
            sum = sum * 5 + x[(UINT(5))(i + 16)];
        else
            sum = sum * 7 + x[(UINT(5))(31 - i)];
        sum ^= x[(UINT(5))(sum & 31)];
    }
    return sum;
}

/* Addresses that no argument tells. */
uint32_t known(uint32_t n, const uint32_t x[restrict static 8]);
uint32_t known(uint32_t n, const uint32_t x[restrict static 8])
{
    for (UINT(3) i = 0; i < 4; ++i)
        n = n * 3 + x[i];
    return n;
}

/* Two arrays that address each other, on different paths. */
int32_t each_other(int32_t n, const uint8_t x[restrict static 64], const uint8_t z[restrict static 64]);
int32_t each_other(int32_t n, const uint8_t x[restrict static 64], const uint8_t z[restrict static 64])
{
    int32_t sum = 0;
    for (UINT(4) i = 0; i < 9; ++i)
        sum += (n >> i & 1) ? x[z[(n + i) & 63] & 63] + 1 : z[x[(n - i) & 63] & 63] * 3;
    return sum;
}

/* One word of two arrays: both are read before the choice. */
int16_t choice(int32_t n, const int16_t x[restrict static 64], const int16_t z[restrict static 64]);
int16_t choice(int32_t n, const int16_t x[restrict static 64], const int16_t z[restrict static 64])
{
    const int16_t a = x[n & 63], b = z[n >> 6 & 63];
    return n < 0 ? a : b;
}
