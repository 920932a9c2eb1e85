/* Axes that have fast transforms in the engine "cpu".
 * SPDX-License-Identifier: Apache-2.0 */
#include "fast_axes.h"

#include <string.h>

bool ought_to_be_fast(fast_axis a)
{
    return a.kind == ORB_DCT ? a.type > 1 || a.n > 1 : a.kind == ORB_DST || a.kind == ORB_DHT || a.kind == ORB_DFT;
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
