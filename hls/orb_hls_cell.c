/* One node: a block of operands, sums and coefficients, one multiply-add a lane.
 * SPDX-License-Identifier: Apache-2.0 */
#include "orb_hls.h"

/* Slots along each axis: lanes lie along the contracted one. */
static void slots_of(const orb_hls_stage *stage, unsigned slots[3])
{
    ORB_PRAGMA(INLINE)
    for (unsigned a = 0; a < 3; ++a)
        slots[a] = a == stage->axis ? (stage->b[a] + ORB_LANES - 1) / ORB_LANES : stage->b[a];
}

unsigned orb_hls_sum_count(const orb_hls_stage *stage)
{
    unsigned slots[3];
    slots_of(stage, slots);
    return slots[0] * slots[1] * slots[2] * ORB_LANES;
}

/* Distance of neighbours along the contracted axis. */
static unsigned stride_of(const orb_hls_stage *stage)
{
    return stage->axis == 0 ? stage->b[1] * stage->b[2] : stage->axis == 1 ? stage->b[2] : 1;
}

/* Element (i,j,k) of lane 0 of the slot of sum n, and n's index along the contracted axis. */
static unsigned element_of(const orb_hls_stage *stage, unsigned n, unsigned *index)
{
    ORB_PRAGMA(INLINE)
    unsigned slots[3], at[3];
    const unsigned slot = n / ORB_LANES;

    slots_of(stage, slots);
    at[0] = slot / slots[2] / slots[1];
    at[1] = slot / slots[2] % slots[1];
    at[2] = slot % slots[2];
    at[stage->axis] *= ORB_LANES;
    *index = at[stage->axis] + n % ORB_LANES;
    return (at[0] * stage->b[1] + at[1]) * stage->b[2] + at[2];
}

int orb_hls_sum_place(const orb_hls_stage *stage, unsigned n)
{
    unsigned index;
    const unsigned element = element_of(stage, n, &index);
    return index < stage->b[stage->axis] ? (int)(element + n % ORB_LANES * stride_of(stage)) : -1;
}

void orb_hls_cell_step(const orb_hls_stage *stage, bool zero, const int32_t *x, const int32_t *c, const int64_t *y,
                       int64_t *sums)
{
    const unsigned extent = stage->b[stage->axis];
    const unsigned pitch = (extent + ORB_LANES - 1) / ORB_LANES * ORB_LANES;
    const unsigned stride = stride_of(stage);
    const unsigned count = orb_hls_sum_count(stage);

    for (unsigned n = 0; n < count; ++n) {
        ORB_PRAGMA(LOOP_TRIPCOUNT max = ORB_SUMS)
        unsigned index;
        const unsigned element = element_of(stage, n, &index);
        const unsigned line = element - (index - n % ORB_LANES) * stride;
        int64_t sum = zero ? 0 : y[n];

        for (unsigned m = 0; m < extent && index < extent; ++m) {
            ORB_PRAGMA(PIPELINE II = 1)
            const int32_t factor = stage->transposed ? c[index * extent + m] : c[m * pitch + index];
            sum = orb_hls_fma(sum, x[line + m * stride], factor);
        }
        sums[n] = sum;
    }
}
