/* Streams: where each word of a cube or of a coefficient matrix is stored.
 * SPDX-License-Identifier: Apache-2.0 */
#include "orb_hls.h"

orb_hls_place orb_hls_cube_place(const unsigned b[3], unsigned ring, unsigned placement, uint32_t position)
{
    const unsigned part = position % ORB_IO_WORDS, beat = position / ORB_IO_WORDS;
    const unsigned n3 = beat % (ORB_P * b[2]);
    const unsigned n2 = beat / (ORB_P * b[2]) % (ORB_P * b[1]);
    const unsigned n1 = beat / (ORB_P * b[2]) / (ORB_P * b[1]);
    const unsigned k1 = n1 / b[0] + part * (ORB_P / ORB_IO_WORDS), k2 = n2 / b[1], k3 = n3 / b[2];
    const unsigned d = (k3 + 2 * ORB_P - k1 - k2) % ORB_P; /* the coordinate for which (Q+R+S) mod P is K3 */
    orb_hls_place place;

    place.q = orb_hls_fold(ring, placement == 2 ? d : placement == 3 ? k2 : k1);
    place.r = orb_hls_fold(ring, placement == 3 ? d : k2);
    place.s = orb_hls_fold(ring, placement == 0 ? k3 : placement == 1 ? d : k1);
    place.address = (n1 % b[0] * b[1] + n2 % b[1]) * b[2] + n3 % b[2];
    return place;
}

void orb_hls_coef_write(orb_hls_torus *torus, const unsigned b[3], unsigned ring, unsigned bank, unsigned axis,
                        uint32_t position, int32_t value)
{
    const unsigned extent = b[axis];
    const unsigned pitch = (extent + ORB_LANES - 1) / ORB_LANES * ORB_LANES;
    const unsigned row = position / (ring * extent), column = position % (ring * extent);
    const unsigned block_row = row / extent, block_column = column / extent;
    const unsigned address = bank * ORB_BANK + row % extent * pitch + column % extent;

    for (unsigned q = 0; q < ORB_P; ++q)
        for (unsigned r = 0; r < ORB_P; ++r)
            for (unsigned s = 0; s < ORB_P; ++s) {
                ORB_PRAGMA(UNROLL)
                int32_t *c = torus->node[q][r][s].c + address;
                const unsigned lq = orb_hls_unfold(ring, q), lr = orb_hls_unfold(ring, r), ls = orb_hls_unfold(ring, s);
                const unsigned t = (lq + lr + ls) % ring;
                if (axis == 2 && block_row == ls)
                    c[(block_column + ring - t) % ring * ORB_BLOCK] = value;
                if (axis == 0 && block_row == lq && block_column == ls)
                    c[ORB_P * ORB_BLOCK] = value;
                if (axis == 1 && block_row == lr && block_column == lq)
                    c[(ORB_P + 1) * ORB_BLOCK] = value;
            }
}
