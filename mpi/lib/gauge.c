/* How much of its local work a rank has done in an execution.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gauge.h"

#include <math.h>

static void tell(const orb_gauge *g, double done)
{
    const size_t total = (size_t)(ORB_GAUGE_UNITS * fmax(g->total, 1.0)); /* 1 for a rank without work */

    if (g->progress)
        g->progress(g->user, (size_t)fmin(ORB_GAUGE_UNITS * done, (double)total), total);
}

void orb_gauge_start(orb_gauge *g)
{
    g->done = g->next = 0.0;
}

void orb_gauge_add(orb_gauge *g, double parts)
{
    g->done += parts;
    g->next = 0.0;
    tell(g, g->done);
}

int orb_gauge_show(void *gauge, size_t done, size_t total)
{
    const orb_gauge *g = gauge;

    tell(g, g->done + g->next * (double)done / (double)total);
    return 0;
}

void orb_gauge_finish(orb_gauge *g)
{
    g->done = fmax(g->total, 1.0);
    tell(g, g->done);
}
