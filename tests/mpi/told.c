/* What an execution tells a progress function.
 * SPDX-License-Identifier: Apache-2.0 */
#include "told.h"

#include "gauge.h"
#include "scene.h"

int told_call(void *user, size_t done, size_t total)
{
    told *t = user;

    CHECK(total > 0 && done <= total, "%zu of %zu are done", done, total);
    CHECK(!t->calls || (total == t->total && done >= t->done), "%zu of %zu after %zu of %zu", done, total, t->done,
          t->total);
    t->calls++;
    t->done = done;
    t->total = total;
    return 1; /* an execution is not stopped */
}

void told_check(const told *t, bool has_points)
{
    CHECK(t->calls && t->done == t->total, "%u calls, %zu of %zu", t->calls, t->done, t->total);
    CHECK(!has_points || t->calls >= t->total / ORB_GAUGE_UNITS, "%u calls for %zu units", t->calls, t->total);
}
