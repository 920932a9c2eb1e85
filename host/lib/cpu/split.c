/* The transform of an axis whose matrix is split, see factor.c: some lines at a time, which stay in the nearest caches.
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"

#include <string.h>

/* Lines at a time. */
enum { STRIP = CPU_STRIP_BYTES / sizeof(real) };

typedef real vec __attribute__((vector_size(ORB_VECTOR), aligned(sizeof(real)), may_alias));

#define ALWAYS __attribute__((always_inline)) static inline

static rows from_row(rows r, size_t row, size_t step)
{
    return (rows){r.at + row * r.row, step * r.row};
}

void CODE(copy_rows)(rows from, rows to, size_t n, size_t columns)
{
    for (size_t i = 0; i < n; i++)
        memcpy(to.at + i * to.row, from.at + i * from.row, columns * sizeof(real));
}

/* sum[c] = a[c] + b[c], difference[c] = a[c] - b[c]; the results may be where the numbers are */
ALWAYS void add(const real *a, const real *b, real *sum, real *difference, size_t columns)
{
    for (size_t c = 0; c < columns; c += LANES) {
        const vec x = *(const vec *)(a + c), y = *(const vec *)(b + c);

        *(vec *)(sum + c) = x + y;
        *(vec *)(difference + c) = x - y;
    }
}

/* Rows k and n-1-k of x to rows k and even+k of y; back is from those to these. */
static void fold_rows(rows x, rows y, size_t n, size_t columns, bool back)
{
    const size_t even = n - n / 2;

    for (size_t k = 0; k < n / 2; k++) {
        const size_t far = back ? even + k : n - 1 - k, to = back ? n - 1 - k : even + k;

        add(x.at + k * x.row, x.at + far * x.row, y.at + k * y.row, y.at + to * y.row, columns);
    }
    if (n % 2)
        memcpy(y.at + n / 2 * y.row, x.at + n / 2 * x.row, columns * sizeof(real));
}

/* The points of a matrix of type 4 to those of its halves. */
static void turn_rows(const cpu_factor *f, rows x, rows y, size_t columns)
{
    const size_t half = f->n / 2;
    const real *const turn = f->turn;

    for (size_t j = 0; j < half; j++) {
        const real c = turn[2 * j], s = turn[2 * j + 1];
        const real *const a = x.at + (f->sines ? f->n - 1 - j : j) * x.row;
        const real *const b = x.at + (f->sines ? j : f->n - 1 - j) * x.row;

        for (size_t k = 0; k < columns; k += LANES) {
            const vec u = *(const vec *)(a + k), v = *(const vec *)(b + k);

            *(vec *)(y.at + j * y.row + k) = u * c + v * s;
            *(vec *)(y.at + (half + j) * y.row + k) = v * c - u * s;
        }
    }
}

/* The results of its halves, which stand there alternately, to its own. */
static void join_rows(const cpu_factor *f, rows z, size_t columns)
{
    real *const last = z.at + (f->n - 1) * z.row;

    for (size_t k = 1; k < f->n / 2; k++) {
        real *const a = z.at + 2 * k * z.row, *const b = a - z.row;

        for (size_t c = 0; c < columns; c += LANES) {
            const vec u = *(const vec *)(a + c), v = *(const vec *)(b + c);

            *(vec *)(a + c) = u + v;
            *(vec *)(b + c) = f->sines ? v - u : u - v;
        }
    }
    for (size_t c = 0; c < columns && !f->sines; c++)
        last[c] = -last[c];
}

/* z = matrix * x, rows of `columns` numbers, a multiple of WIDTH; `memory` has room for twice the numbers of x. */
static void apply(const cpu_factor *f, rows x, rows z, size_t columns, real *memory)
{
    const size_t even = f->n - f->n / 2;
    const rows y = {memory, columns};
    real *const rest = memory + f->n * columns;
    product whole;

    switch (f->fold) {
    case CPU_WHOLE:
        whole = product_of(f, x, z, columns);
        CODE(multiply)(&whole);
        return;
    case CPU_FOLD_OUTPUT:
        apply(&f->half[0], from_row(x, 0, 2), y, columns, rest);
        apply(&f->half[1], from_row(x, 1, 2), from_row(y, even, 1), columns, rest);
        fold_rows(y, z, f->n, columns, true);
        return;
    case CPU_FOLD_INPUT:
        fold_rows(x, y, f->n, columns, false);
        break;
    case CPU_TURN:
        turn_rows(f, x, y, columns);
        break;
    }
    apply(&f->half[0], y, from_row(z, 0, 2), columns, rest);
    apply(&f->half[1], from_row(y, even, 1), from_row(z, 1, 2), columns, rest);
    if (f->fold == CPU_TURN)
        join_rows(f, z, columns);
}

/* Numbers that are read or written more than once are beside each other meanwhile: rows of a volume are often so far
 * apart that they have the same place in a cache. So are all where a strip is no whole vectors, as what follows in
 * the rows is not its own. */
void CODE(split_columns)(const cpu_factor *f, rows x, rows z, size_t columns, void *memory)
{
    real *const room = memory;

    for (size_t c = 0; c < columns; c += STRIP) {
        const size_t count = columns - c < STRIP ? columns - c : STRIP, width = round_up(count, WIDTH);
        const bool copied_in = f->fold == CPU_FOLD_OUTPUT || count < width;
        const bool copied_out = f->fold != CPU_FOLD_OUTPUT || count < width;
        const rows in = {room, width}, out = {room + f->n * width, width};
        const rows from = {x.at + c, x.row}, to = {z.at + c, z.row};

        if (copied_in)
            CODE(copy_rows)(from, in, f->n, count);
        apply(f, copied_in ? in : from, copied_out ? out : to, width, out.at + f->n * width);
        if (copied_out)
            CODE(copy_rows)(out, to, f->n, count);
    }
}

/* ---- rows ---- */

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
        const vec a = *(const vec *)(from + (size_t)i * from_row), b = *(const vec *)(from + (size_t)i * from_row + LANES);

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

void CODE(split_rows)(const cpu_factor *f, rows x, rows z, size_t lines, void *memory)
{
    real *const room = memory;

    for (size_t l = 0; l < lines; l += STRIP) {
        const size_t count = lines - l < STRIP ? lines - l : STRIP, width = round_up(count, WIDTH);
        const rows from = {room, width}, to = {room + f->n * width, width};

        CODE(turn_over)(from_row(x, l, 1), from, count, f->n);
        apply(f, from, to, width, to.at + f->n * width);
        CODE(turn_over)(to, from_row(z, l, 1), f->n, count);
    }
}
