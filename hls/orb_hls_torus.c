/* The array: all nodes multiply and add, and then pass sums and operands to their -1 neighbours.
 * SPDX-License-Identifier: Apache-2.0 */
#include "orb_hls.h"

unsigned orb_hls_fold(unsigned ring, unsigned index)
{
    const unsigned l = index % ring;
    return index - l + (l <= (ring - 1) / 2 ? 2 * l : 2 * (ring - 1 - l) + 1);
}

unsigned orb_hls_unfold(unsigned ring, unsigned place)
{
    const unsigned p = place % ring;
    return p % 2 ? ring - 1 - p / 2 : p / 2;
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The place of the next node along a side, within the same ring. */
static unsigned next_place(unsigned ring, unsigned place)
{
    ORB_PRAGMA(INLINE)
    return place - place % ring + orb_hls_fold(ring, (orb_hls_unfold(ring, place) + 1) % ring);
}

/* The node whose words (q,r,s) receives: 0 itself, or its neighbour along 1 Q, 2 R, 3 S. */
static void neighbour(unsigned ring, unsigned direction, unsigned q, unsigned r, unsigned s, unsigned from[3])
{
    ORB_PRAGMA(INLINE)
    from[0] = direction == 1 ? next_place(ring, q) : q;
    from[1] = direction == 2 ? next_place(ring, r) : r;
    from[2] = direction == 3 ? next_place(ring, s) : s;
}

/* The coefficient block of its bank that a node uses in a step. C3 has P blocks, C1 and C2 have one each. */
static unsigned coefficient_block(const orb_hls_stage *stage, unsigned step)
{
    if (stage->axis == 2)
        return stage->c_rolls && !ORB_FINE ? step : 0;
    return ORB_P + stage->axis;
}

/* The place along Q whose coefficients a node uses. A fine cell holds only the first block of C3; others roll by. */
static unsigned coefficient_place(const orb_hls_stage *stage, unsigned step, unsigned q)
{
    ORB_PRAGMA(INLINE)
    for (unsigned n = 0; ORB_FINE && stage->c_rolls && n < step; ++n)
        q = next_place(stage->ring, q);
    return q;
}

/* Address distance between neighbours along the contracted axis. */
static unsigned stride_of(const orb_hls_stage *stage)
{
    return stage->axis == 0 ? stage->b[1] * stage->b[2] : stage->axis == 1 ? stage->b[2] : 1;
}

/* Number of slots along each axis. The lanes of a slot lie along the contracted axis. */
static void slots_of(const orb_hls_stage *stage, unsigned slots[3])
{
    for (unsigned a = 0; a < 3; ++a)
        slots[a] = a == stage->axis ? (stage->b[a] + ORB_LANES - 1) / ORB_LANES : stage->b[a];
}

unsigned orb_hls_sum_count(const orb_hls_stage *stage)
{
    unsigned slots[3];
    slots_of(stage, slots);
    return slots[0] * slots[1] * slots[2] * ORB_LANES;
}

int orb_hls_sum_place(const orb_hls_stage *stage, unsigned n)
{
    unsigned slots[3], at[3];
    const unsigned slot = n / ORB_LANES, lane = n % ORB_LANES;

    slots_of(stage, slots);
    at[0] = slot / slots[2] / slots[1];
    at[1] = slot / slots[2] % slots[1];
    at[2] = slot % slots[2];
    at[stage->axis] *= ORB_LANES;
    if (at[stage->axis] + lane >= stage->b[stage->axis])
        return -1;
    return (int)((at[0] * stage->b[1] + at[1]) * stage->b[2] + at[2] + lane * stride_of(stage));
}

/* Stores what the neighbours computed: operands and results at their places in the block, sums in slot order. */
static void take_over(orb_hls_torus *torus, const orb_hls_stage *stage, unsigned step, const int *place, unsigned q,
                      unsigned r, unsigned s)
{
    ORB_PRAGMA(INLINE)
    const bool last = step + 1 == stage->steps;
    const unsigned count = orb_hls_sum_count(stage);
    const unsigned write = step % 2 ? stage->roll1 : stage->roll0;
    orb_hls_cell *cell = &torus->node[q][r][s];
    unsigned fy[3], fx[3];

    neighbour(stage->ring, stage->y_roll, q, r, s, fy);
    neighbour(stage->ring, stage->x_roll, q, r, s, fx);
    const orb_hls_outbox *sums = &torus->out[fy[0]][fy[1]][fy[2]], *operands = &torus->out[fx[0]][fx[1]][fx[2]];

    for (unsigned n = 0; n < count; ++n) {
        ORB_PRAGMA(PIPELINE II = 1)
        if (stage->x_roll != 0 && !last && place[n] >= 0)
            cell->x[write * ORB_CUBE + (unsigned)place[n]] = operands->rolled[n];
        if (!(last && stage->store))
            cell->y[n] = sums->sums[n];
        else if (place[n] >= 0)
            cell->x[stage->dst * ORB_CUBE + (unsigned)place[n]] = sums->results[n];
    }
}

void orb_hls_torus_stage(orb_hls_torus *torus, const orb_hls_stage *stage, unsigned *magnitude, uint32_t *saturations)
{
    const unsigned count = orb_hls_sum_count(stage);
    int place[ORB_SUMS] = {0};
    unsigned read = stage->src;

    for (unsigned n = 0; n < count; ++n)
        place[n] = orb_hls_sum_place(stage, n);

    for (unsigned step = 0; step < stage->steps; ++step) {
        for (unsigned q = 0; q < ORB_P; ++q)
            for (unsigned r = 0; r < ORB_P; ++r)
                for (unsigned s = 0; s < ORB_P; ++s) {
                    ORB_PRAGMA(UNROLL)
                    const unsigned from = coefficient_place(stage, step, q);
                    const unsigned block = stage->bank * ORB_BANK + coefficient_block(stage, step) * ORB_BLOCK;
                    orb_hls_cell_step(stage, step, read, &torus->node[q][r][s], torus->node[from][r][s].c, block,
                                      &torus->out[q][r][s]);
                    const orb_report report = torus->out[q][r][s].report;
                    *magnitude = *magnitude > report % 256 ? *magnitude : report % 256;
                    *saturations += smaller(report / 256, UINT32_MAX - *saturations);
                }
        for (unsigned q = 0; q < ORB_P; ++q)
            for (unsigned r = 0; r < ORB_P; ++r)
                for (unsigned s = 0; s < ORB_P; ++s) {
                    ORB_PRAGMA(UNROLL)
                    take_over(torus, stage, step, place, q, r, s);
                }
        if (stage->x_roll != 0)
            read = step % 2 ? stage->roll1 : stage->roll0;
    }
}
