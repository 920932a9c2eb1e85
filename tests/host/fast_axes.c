/* Axes that have fast transforms in the engine "cpu".
 * SPDX-License-Identifier: Apache-2.0 */
#include "fast_axes.h"

#include <string.h>

static bool has_small_factors(size_t n)
{
    for (size_t p = 2; p <= n; p++)
        for (; n % p == 0; n /= p)
            if (p > 5)
                return false;
    return true;
}

bool ought_to_be_fast(fast_axis a)
{
    switch (a.kind) {
    case ORB_DCT:
    case ORB_DST:
        if (a.type == 1)
            return a.kind == ORB_DCT ? a.n >= 3 && has_small_factors(a.n - 1) : has_small_factors(a.n + 1);
        return a.n >= 4 && a.n % 2 == 0 && has_small_factors(a.n);
    case ORB_DHT:
        return a.n >= 4 && a.n % 2 == 0 && has_small_factors(a.n);
    case ORB_DFT:
        return a.n >= 4 && has_small_factors(a.n);
    default:
        return false;
    }
}

fast_axis random_axis(size_t least, size_t most)
{
    static const orb_kind kinds[] = {ORB_DCT, ORB_DCT, ORB_DST, ORB_DST, ORB_DHT, ORB_DFT};
    fast_axis a;

    do
        a = (fast_axis){kinds[random_below(6)], 1 + (int)random_below(4), least + random_below(most - least + 1)};
    while (!ought_to_be_fast(a));
    return a;
}

unsigned fast_axes(const orb_report *report)
{
    const char *const count = strstr(report->why, " by fast transforms");

    assert_non_null(count);
    return (unsigned)(count[-1] - '0');
}
