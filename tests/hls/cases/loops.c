/* Loops: without a turn, within each other, with bounds that depend on one another, left early.
 * SPDX-License-Identifier: Apache-2.0 */
#include "exact.h"

INT(40) total(UINT(10) n, const INT(18) x[restrict static 1000]);
INT(40) total(UINT(10) n, const INT(18) x[restrict static 1000])
{
    INT(40) sum = 0;

    for (UINT(10) i = 0; i < n; ++i)
        sum += x[i];
    return sum;
}

/* A triangle: the inner loop has no turn at first. */
void triangle(UINT(5) n, const INT(20) x[restrict static 1024], INT(30) out[restrict static 32]);
void triangle(UINT(5) n, const INT(20) x[restrict static 1024], INT(30) out[restrict static 32])
{
    for (UINT(5) i = 0; i != n; ++i) {
        INT(30) sum = -1;
        for (UINT(5) j = 0; j < i; ++j)
            sum += (INT(30))x[(UINT(10))i * 32 + j] * (j + 1);
        out[i] = sum;
    }
}

void product(UINT(4) rows, UINT(4) columns, UINT(4) depth, const INT(16) a[restrict static 256],
             const INT(16) b[restrict static 256], INT(36) out[restrict static 256]);
void product(UINT(4) rows, UINT(4) columns, UINT(4) depth, const INT(16) a[restrict static 256],
             const INT(16) b[restrict static 256], INT(36) out[restrict static 256])
{
    for (UINT(5) i = 0; i < rows; ++i)
        for (UINT(5) j = 0; j < columns; ++j) {
            INT(36) sum = 0;
            for (UINT(5) k = 0; k < depth; ++k)
                sum += (INT(36))a[(UINT(8))(i * 16 + k)] * b[(UINT(8))(k * 16 + j)];
            out[(UINT(8))(i * 16 + j)] = sum;
        }
}

/* A number of turns that only the data tell; left at two places. */
UINT(24) steps(UINT(16) start, UINT(12) most);
UINT(24) steps(UINT(16) start, UINT(12) most)
{
    UINT(32) v = (UINT(32))start + 1;
    UINT(12) n = 0;

    while (v != 1) {
        if (n == most)
            return TO_UINT(24, (UINT(24))1 << 23 | n);
        v = TO_UINT(32, v % 2 ? 3 * v + 1 : v / 2);
        ++n;
    }
    return n;
}

/* Continue and break, and a loop that some turns of the outer one leave out. */
UINT(32) filtered(UINT(7) n, const UINT(8) x[restrict static 128], UINT(12) out[restrict static 128]);
UINT(32) filtered(UINT(7) n, const UINT(8) x[restrict static 128], UINT(12) out[restrict static 128])
{
    UINT(32) found = 0;

    for (UINT(8) i = 0; i < n; ++i) {
        const UINT(8) v = x[(UINT(7))i];
        UINT(12) weight = 0;
        if (v == 0)
            break;
        if (v % 4 == 3)
            continue;
        if (v & 16)
            for (UINT(8) k = v; k > 3; k = TO_UINT(8, k - 3))
                weight = TO_UINT(12, weight + k);
        out[(UINT(7))i] = weight;
        found = TO_UINT(32, found * 5 + weight + 1);
    }
    return found;
}
