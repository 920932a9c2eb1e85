/* One node: a block of operands, sums and coefficients, one multiply-add per iteration.
 * SPDX-License-Identifier: Apache-2.0
 *
 * orb_hls_step and orb_hls_node_step become Verilog (docs/hls.md). Therefore they divide only by powers of two,
 * addresses advance by strides that are known before the first iteration, and counters count down to zero. */
#include "orb_hls.h"

/* Number of slots along an axis of extent b. A slot has ORB_LANES neighbours along the contracted axis. */
static inline orb_extent slots_of(orb_extent b, bool contracted)
{
    return contracted ? (orb_extent)((b + ORB_LANES - 1) / ORB_LANES) : b;
}

static inline orb_report run(ORB_WALK_ARGUMENTS, bool zero, bool rolls, bool stores, orb_shift shift, orb_x_at x_from,
                             orb_c_at c_from, const orb_word *x, const orb_coef *c, const orb_sum *y, orb_word *rolled,
                             orb_sum *sums, orb_word *results)
{
    ORB_PRAGMA(INLINE)
    const bool along_i = axis == 0, along_j = axis == 1, along_k = axis == 2;
    const orb_extent extent = along_i ? b1 : along_j ? b2 : b3;
    const orb_extent pitch = (orb_extent)(slots_of(extent, true) * ORB_LANES);
    const orb_extent i_last = (orb_extent)(slots_of(b1, along_i) - 1), j_last = (orb_extent)(slots_of(b2, along_j) - 1),
                     k_last = (orb_extent)(slots_of(b3, along_k) - 1), slot_last = (orb_extent)(pitch / ORB_LANES - 1);
    /* address strides of operands and coefficients: to the next product, lane, and slot along each axis */
    const orb_stride x_product = along_i ? b23 : along_j ? (orb_stride)b3 : (orb_stride)1;
    const orb_stride x_i = along_i ? (orb_stride)0 : b23;
    const orb_extent x_j = along_j ? (orb_extent)0 : b3, x_k = !along_k;
    const orb_extent c_product = transposed ? (orb_extent)1 : pitch;
    const orb_extent c_lane = transposed ? extent : (orb_extent)1;
    const orb_c_slot c_slot = (orb_c_slot)c_lane * ORB_LANES;
    const orb_c_slot c_i = along_i ? c_slot : 0, c_j = along_j ? c_slot : 0, c_k = along_k ? c_slot : 0;

    orb_x_at plane = x_from;
    orb_c_at c_plane = c_from;
    orb_y_at n = 0;
    orb_sum reach = 0; /* has the bit length of the longest sum that became a result */
    orb_count clips = 0;
    orb_extent i = i_last;

    do {
        orb_x_at row = plane;
        orb_c_at c_row = c_plane;
        orb_extent j = j_last;
        do {
            orb_x_at line = row;
            orb_c_at c_line = c_row;
            orb_extent k = k_last;
            do {
                const orb_extent slot = along_i ? i : along_j ? j : k;
                for (unsigned lane = 0; lane < ORB_LANES; ++lane) {
                    ORB_PRAGMA(LOOP_TRIPCOUNT max = ORB_LANES)
                    /* Position of the sum in its line: index counts up, own counts down, as m does. */
                    const orb_extent index = ORB_LANES == 1 ? 0 : (orb_extent)((slot_last - slot) * ORB_LANES + lane);
                    const orb_extent own = ORB_LANES == 1 ? slot : (orb_extent)(extent - 1 - index);
                    orb_sum sum = zero ? (orb_sum)0 : y[n];

                    if (ORB_LANES == 1 || index < extent) {
                        orb_x_at x_at = line;
                        orb_c_at c_at = (orb_c_at)(c_line + (ORB_LANES == 1 ? 0 : lane * c_lane));
                        orb_extent m = (orb_extent)(extent - 1);
                        orb_word rolling = 0; /* operand at the sum's own position; leaves with the sum */
                        do {
                            ORB_PRAGMA(PIPELINE II = 1)
                            const orb_word operand = x[x_at];
                            sum = orb_hls_fma(sum, operand, c[c_at]);
                            rolling = m == own ? operand : rolling;
                            x_at = (orb_x_at)(x_at + x_product);
                            c_at = (orb_c_at)(c_at + c_product);
                        } while (m-- != 0);

                        if (rolls)
                            rolled[n] = rolling;
                        if (stores) {
                            bool clipped;
                            results[n] = orb_hls_round(sum, shift, &clipped);
                            reach |= sum < 0 ? ~sum : sum;
                            clips = (orb_count)(clips + clipped);
                        }
                    }
                    if (!stores)
                        sums[n] = sum;
                    ++n;
                }
                line = (orb_x_at)(line + x_k);
                c_line = (orb_c_at)(c_line + c_k);
            } while (k-- != 0);
            row = (orb_x_at)(row + x_j);
            c_row = (orb_c_at)(c_row + c_j);
        } while (j-- != 0);
        plane = (orb_x_at)(plane + x_i);
        c_plane = (orb_c_at)(c_plane + c_i);
    } while (i-- != 0);

    return (orb_report)((orb_report)clips << 8 | orb_hls_bits(reach));
}

void orb_hls_step(ORB_WALK_ARGUMENTS, bool zero, orb_x_at x_from, orb_c_at c_from,
                  const orb_word x[restrict static ORB_OPERANDS], const orb_coef c[restrict static ORB_COEFFICIENTS],
                  const orb_sum y[restrict static ORB_SUMS], orb_sum sums[restrict static ORB_SUMS])
{
    run(b1, b2, b3, b23, axis, transposed, zero, false, false, 0, x_from, c_from, x, c, y, NULL, sums, NULL);
}

orb_report orb_hls_node_step(ORB_WALK_ARGUMENTS, bool zero, bool rolls, bool stores, orb_shift shift, orb_x_at x_from,
                             orb_c_at c_from, const orb_word x[restrict static ORB_OPERANDS],
                             const orb_coef c[restrict static ORB_COEFFICIENTS],
                             const orb_sum y[restrict static ORB_SUMS], orb_word rolled[restrict static ORB_SUMS],
                             orb_sum sums[restrict static ORB_SUMS], orb_word results[restrict static ORB_SUMS])
{
    return run(b1, b2, b3, b23, axis, transposed, zero, rolls, stores, shift, x_from, c_from, x, c, y, rolled, sums,
               results);
}

void orb_hls_cell_step(const orb_hls_stage *stage, unsigned step, unsigned read, const orb_hls_cell *cell,
                       const orb_coef c[restrict static ORB_COEFFICIENTS], unsigned c_from, orb_hls_outbox *out)
{
    const bool last = step + 1 == stage->steps;
    const orb_extent b1 = (orb_extent)stage->b[0], b2 = (orb_extent)stage->b[1], b3 = (orb_extent)stage->b[2];

    out->report = orb_hls_node_step(b1, b2, b3, (orb_stride)(stage->b[1] * stage->b[2]), (orb_axis)stage->axis,
                                    stage->transposed, stage->clear && step == 0, stage->x_roll != 0 && !last,
                                    stage->store && last, (orb_shift)stage->shift, (orb_x_at)(read * ORB_CUBE),
                                    (orb_c_at)c_from, cell->x, c, cell->y, out->rolled, out->sums, out->results);
}
