/* The array: all nodes multiply and add, then roll sums and operands to their -1 neighbours.
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

/* The next node's place along a side, modulo the ring. */
static unsigned next_place(unsigned ring, unsigned place)
{
    ORB_PRAGMA(INLINE)
    return place - place % ring + orb_hls_fold(ring, (orb_hls_unfold(ring, place) + 1) % ring);
}

/* The node from which (q,r,s) takes over along a direction: 0 itself, 1 Q, 2 R, 3 S. */
static void neighbour(unsigned ring, unsigned direction, unsigned q, unsigned r, unsigned s, unsigned from[3])
{
    ORB_PRAGMA(INLINE)
    from[0] = direction == 1 ? next_place(ring, q) : q;
    from[1] = direction == 2 ? next_place(ring, r) : r;
    from[2] = direction == 3 ? next_place(ring, s) : s;
}

/* Which coefficient block of its bank a node uses in a step: C3 comes as P blocks, C1 and C2 as one each. */
static unsigned coefficient_block(const orb_hls_stage *stage, unsigned step)
{
    if (stage->axis == 2)
        return stage->c_rolls && !ORB_FINE ? step : 0;
    return ORB_P + stage->axis;
}

/* From which place along Q coefficients come: a fine cell has the first block of C3 only, and the others roll by. */
static unsigned coefficient_place(const orb_hls_stage *stage, unsigned step, unsigned q)
{
    ORB_PRAGMA(INLINE)
    for (unsigned n = 0; ORB_FINE && stage->c_rolls && n < step; ++n)
        q = next_place(stage->ring, q);
    return q;
}

void orb_hls_torus_stage(orb_hls_torus *torus, const orb_hls_stage *stage, unsigned *magnitude, uint32_t *saturations)
{
    const unsigned points = stage->b[0] * stage->b[1] * stage->b[2];
    const unsigned count = orb_hls_sum_count(stage);
    int place[ORB_SUMS] = {0};
    unsigned read = stage->src;

    for (unsigned n = 0; n < count; ++n)
        place[n] = orb_hls_sum_place(stage, n);

    for (unsigned step = 0; step < stage->steps; ++step) {
        const bool last = step + 1 == stage->steps;
        const bool rolls = stage->x_roll != 0 && !last;
        const unsigned write = step % 2 ? stage->roll1 : stage->roll0;
        const unsigned c = stage->bank * ORB_BANK + coefficient_block(stage, step) * ORB_BLOCK;

        for (unsigned q = 0; q < ORB_P; ++q)
            for (unsigned r = 0; r < ORB_P; ++r)
                for (unsigned s = 0; s < ORB_P; ++s) {
                    ORB_PRAGMA(UNROLL)
                    const orb_hls_cell *cell = &torus->node[q][r][s];
                    const int32_t *factors = torus->node[coefficient_place(stage, step, q)][r][s].c + c;
                    orb_hls_cell_step(stage, stage->clear && step == 0, cell->x + read * ORB_CUBE, factors, cell->y,
                                      torus->sums[q][r][s]);
                }

        for (unsigned q = 0; q < ORB_P; ++q)
            for (unsigned r = 0; r < ORB_P; ++r)
                for (unsigned s = 0; s < ORB_P; ++s) {
                    ORB_PRAGMA(UNROLL)
                    orb_hls_cell *cell = &torus->node[q][r][s];
                    unsigned fy[3], fx[3];
                    neighbour(stage->ring, stage->y_roll, q, r, s, fy);
                    neighbour(stage->ring, stage->x_roll, q, r, s, fx);
                    const int64_t *sums = torus->sums[fy[0]][fy[1]][fy[2]];
                    const int32_t *operands = torus->node[fx[0]][fx[1]][fx[2]].x + read * ORB_CUBE;

                    for (unsigned n = 0; rolls && n < points; ++n)
                        cell->x[write * ORB_CUBE + n] = operands[n];
                    for (unsigned n = 0; n < count; ++n) {
                        ORB_PRAGMA(PIPELINE II = 1)
                        if (!(last && stage->store))
                            cell->y[n] = sums[n];
                        else if (place[n] >= 0) {
                            unsigned clipped;
                            const unsigned bits = orb_hls_bits(sums[n]);
                            cell->x[stage->dst * ORB_CUBE + (unsigned)place[n]] =
                                orb_hls_round(sums[n], stage->shift, &clipped);
                            *saturations += clipped && *saturations != UINT32_MAX;
                            *magnitude = bits > *magnitude ? bits : *magnitude;
                        }
                    }
                }

        if (stage->x_roll != 0)
            read = write;
    }
}
