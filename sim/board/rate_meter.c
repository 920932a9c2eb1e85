/* The rate of a direction while it runs.
 * SPDX-License-Identifier: Apache-2.0 */
#include "rate_meter.h"

void rate_meter_add(rate_meter *meter, size_t bytes, uint64_t now)
{
    meter->bytes += bytes;
    for (; meter->marks < meter->bytes / METER_STEP; meter->marks++) {
        uint64_t *mark = &meter->times[meter->marks % METER_STEPS];
        const uint64_t took = now - *mark;

        if (meter->marks >= METER_STEPS && (!meter->least || took < meter->least))
            meter->least = took;
        *mark = now;
    }
}

double rate_meter_most(const rate_meter *meter)
{
    return meter->least ? 1e12 * METER_STEP * METER_STEPS / (double)meter->least : 0;
}
