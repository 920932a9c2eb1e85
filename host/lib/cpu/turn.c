/* Transposition of lines and columns, vectors at a time.
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"

typedef real vec __attribute__((vector_size(ORB_VECTOR), aligned(sizeof(real)), may_alias));

#define ALWAYS __attribute__((always_inline)) static inline

#define LOW(l, s) ((l) & (s) ? LANES + ((l) ^ (s)) : (l))
#define HIGH(l, s) ((l) & (s) ? LANES + (l) : (l) | (s))
#define TWO(X, l, s) X(l, s), X((l) + 1, s)
#define FOUR(X, l, s) TWO(X, l, s), TWO(X, (l) + 2, s)
#define EIGHT(X, l, s) FOUR(X, l, s), FOUR(X, (l) + 4, s)
#define SIXTEEN(X, s) EIGHT(X, 0, s), EIGHT(X, 8, s)
#if ORB_VECTOR == 16 && ORB_FULL
#define ALL(X, s) TWO(X, 0, s)
#elif ORB_VECTOR == 16 || (ORB_VECTOR == 32 && ORB_FULL)
#define ALL(X, s) FOUR(X, 0, s)
#elif ORB_VECTOR == 32 || ORB_FULL
#define ALL(X, s) EIGHT(X, 0, s)
#else
#define ALL(X, s) SIXTEEN(X, s)
#endif

/* Of vectors i and i+s lanes l+s and l change places: with all s that is a transposition. */
#define EXCHANGE(s)                                                                                                    \
    for (int i = 0; i < LANES && (s) < LANES; i++)                                                                     \
        if (!(i & (s))) {                                                                                              \
            const vec a = v[i], b = v[(i | (s)) % LANES];                                                              \
            v[i] = __builtin_shufflevector(a, b, ALL(LOW, (s) % LANES));                                               \
            v[(i | (s)) % LANES] = __builtin_shufflevector(a, b, ALL(HIGH, (s) % LANES));                              \
        }

ALWAYS void turn_vectors(vec *v, real *to, size_t to_row)
{
    EXCHANGE(1)
    EXCHANGE(2)
    EXCHANGE(4)
    EXCHANGE(8)
    for (int i = 0; i < LANES; i++)
        *(vec *)(to + (size_t)i * to_row) = v[i];
}

ALWAYS void turn_tile(const real *from, size_t from_row, real *to, size_t to_row)
{
    vec v[LANES];

    for (int i = 0; i < LANES; i++)
        v[i] = *(const vec *)(from + (size_t)i * from_row);
    turn_vectors(v, to, to_row);
}

#define EVEN(l, s) (2 * (l) + (s))
ALWAYS void turn_pairs_tile(const real *from, size_t from_row, pairs to)
{
    vec re[LANES], im[LANES];

    for (int i = 0; i < LANES; i++) {
        const vec a = *(const vec *)(from + (size_t)i * from_row),
                  b = *(const vec *)(from + (size_t)i * from_row + LANES);

        re[i] = __builtin_shufflevector(a, b, ALL(EVEN, 0));
        im[i] = __builtin_shufflevector(a, b, ALL(EVEN, 1));
    }
    turn_vectors(re, to.part[0], to.row);
    turn_vectors(im, to.part[1], to.row);
}

void CODE(turn_pairs_over)(rows from, pairs to, size_t lines, size_t numbers)
{
    const size_t whole_lines = lines / LANES * LANES, whole = numbers / LANES * LANES;

    for (size_t l = 0; l < whole_lines; l += LANES)
        for (size_t i = 0; i < whole; i += LANES)
            turn_pairs_tile(from.at + l * from.row + 2 * i, from.row,
                            (pairs){{to.part[0] + i * to.row + l, to.part[1] + i * to.row + l}, to.row});
    for (size_t l = 0; l < lines; l++)
        for (size_t i = l < whole_lines ? whole : 0; i < numbers; i++)
            for (int part = 0; part < 2; part++)
                to.part[part][i * to.row + l] = from.at[l * from.row + 2 * i + (size_t)part];
}

void CODE(turn_over)(rows from, rows to, size_t lines, size_t numbers)
{
    const size_t whole_lines = lines / LANES * LANES, whole = numbers / LANES * LANES;

    for (size_t l = 0; l < whole_lines; l += LANES)
        for (size_t i = 0; i < whole; i += LANES)
            turn_tile(from.at + l * from.row + i, from.row, to.at + i * to.row + l, to.row);
    for (size_t l = 0; l < lines; l++)
        for (size_t i = l < whole_lines ? whole : 0; i < numbers; i++)
            to.at[i * to.row + l] = from.at[l * from.row + i];
}
