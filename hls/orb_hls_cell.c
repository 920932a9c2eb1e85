/* One node: a block of operands, sums and coefficients, one multiply-add.
 * SPDX-License-Identifier: Apache-2.0 */
#include "orb_hls.h"

void orb_hls_cell_step(const orb_hls_stage *stage, bool zero, const int32_t *x, const int32_t *c, const int64_t *y,
                       int64_t *sums)
{
    const unsigned *b = stage->b;
    const unsigned extent = b[stage->axis];
    const unsigned stride = stage->axis == 0 ? b[1] * b[2] : stage->axis == 1 ? b[2] : 1;
    unsigned slot = 0;

    for (unsigned i = 0; i < b[0]; ++i) {
        ORB_PRAGMA(LOOP_TRIPCOUNT max = ORB_BMAX)
        for (unsigned j = 0; j < b[1]; ++j) {
            ORB_PRAGMA(LOOP_TRIPCOUNT max = ORB_BMAX)
            for (unsigned k = 0; k < b[2]; ++k, ++slot) {
                ORB_PRAGMA(LOOP_TRIPCOUNT max = ORB_BMAX)
                const unsigned index = stage->axis == 0 ? i : stage->axis == 1 ? j : k;
                const unsigned line = slot - index * stride;
                int64_t sum = zero ? 0 : y[slot];

                for (unsigned m = 0; m < extent; ++m) {
                    ORB_PRAGMA(PIPELINE II = 1)
                    const int32_t factor = stage->transposed ? c[index * extent + m] : c[m * extent + index];
                    sum = orb_hls_fma(sum, x[line + m * stride], factor);
                }
                sums[slot] = sum;
            }
        }
    }
}
