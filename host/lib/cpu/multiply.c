/* Products of matrices that lie in the caches.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A tile of results stays in registers, four vectors by four rows or fewer by eight: 8 sums at least, as a processor
 * begins two multiply-adds a cycle and has each for four. The strip of the right matrix below the tile, depth x 256
 * bytes or less, stays in the first cache, and the left matrix passes by. */
#include "code.h"

typedef real vec __attribute__((vector_size(ORB_VECTOR), aligned(sizeof(real)), may_alias));

/* Vectors of a tile's row, and rows of a narrower one: with 32 registers, or with 16. */
enum { STRIP = ORB_VECTOR == 64 ? 4 : 2, TALL = 2 * TILE, TALL_STRIP = STRIP / 2 };

#define ALWAYS __attribute__((always_inline)) static inline

ALWAYS void tile(const product *p, size_t m, size_t n, int rows, int vectors)
{
    const real *left = p->left + m / TILE * p->panel, *right = p->right + n;
    vec sum[TALL][STRIP];

    for (int r = 0; r < rows; r++)
        for (int v = 0; v < vectors; v++)
            sum[r][v] = (vec){0};
    for (size_t k = 0; k < p->depth; k++) {
        vec b[STRIP];

        for (int v = 0; v < vectors; v++)
            b[v] = *(const vec *)(right + k * p->right_row + v * LANES);
        for (int r = 0; r < rows; r++) {
            const real a = left[(size_t)(r / TILE) * p->panel + (size_t)(r % TILE) * p->row + k * p->step];

            for (int v = 0; v < vectors; v++)
                sum[r][v] += b[v] * a;
        }
    }
    for (int r = 0; r < rows; r++)
        for (int v = 0; v < vectors; v++) {
            vec *to = (vec *)(p->result + (m + (size_t)r) * p->result_row + n + v * LANES);

            if (p->mode == PRODUCT_SET)
                *to = sum[r][v];
            else if (p->mode == PRODUCT_ADD)
                *to += sum[r][v];
            else
                *to -= sum[r][v];
        }
}

/* All rows of a strip; whole tiles first. */
ALWAYS void strip(const product *p, size_t n, int vectors)
{
    size_t m = 0;

    for (; vectors <= TALL_STRIP && m + TALL <= p->rows; m += TALL)
        tile(p, m, n, TALL, vectors);
    for (; m + TILE <= p->rows; m += TILE)
        tile(p, m, n, TILE, vectors);
    switch (p->rows - m) {
    case 3:
        tile(p, m, n, 3, vectors);
        break;
    case 2:
        tile(p, m, n, 2, vectors);
        break;
    case 1:
        tile(p, m, n, 1, vectors);
        break;
    default:
        break;
    }
}

void CODE(multiply)(const product *p)
{
    const size_t columns = round_up(p->columns, WIDTH);
    size_t n = 0;

    for (; n + STRIP * LANES <= columns; n += STRIP * LANES)
        strip(p, n, STRIP);
    if (STRIP > 2 && n + 2 * LANES <= columns) {
        strip(p, n, 2);
        n += 2 * LANES;
    }
    for (; n < columns; n += LANES)
        strip(p, n, 1);
}
