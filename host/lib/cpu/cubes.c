/* Small cubes, of 8 or 16 points an axis: all that a block needs stays in registers and the first cache.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A vector is a part of a row, along axis 2. Along axes 0 and 1 whole vectors are added and multiplied, halved by the
 * symmetry of the matrix; along axis 2 a row of results is a sum of rows of the matrix. Loops have constant ends, so
 * that compilers unroll them. */
#include "code.h"

#include <string.h>

typedef real vec __attribute__((vector_size(ORB_VECTOR), aligned(sizeof(real)), may_alias));

#define ALWAYS __attribute__((always_inline)) static inline

enum {
    ROWS = 4,     /* rows of axis 2 at a time */
    RESULTS = 4,  /* results of a line at a time, of each half */
    LARGEST = 16, /* points an axis */
    AHEAD = 2     /* cubes */
};

/* ---- axis 2 ---- */

/* Rows of n points to rows of n results, which may be the same. */
ALWAYS void transform_rows(const real *matrix, int n, size_t matrix_row, const real *from, size_t from_row, real *to,
                           size_t to_row)
{
    vec sum[ROWS][LARGEST / LANES];

    for (int r = 0; r < ROWS; r++)
        for (int v = 0; v < n / LANES; v++)
            sum[r][v] = (vec){0};
    for (int i = 0; i < n; i++)
        for (int v = 0; v < n / LANES; v++) {
            const vec c = *(const vec *)(matrix + (size_t)i * matrix_row + v * LANES);

            for (int r = 0; r < ROWS; r++)
                sum[r][v] += c * from[(size_t)r * from_row + i];
        }
    for (int r = 0; r < ROWS; r++)
        for (int v = 0; v < n / LANES; v++)
            *(vec *)(to + (size_t)r * to_row + v * LANES) = sum[r][v];
}

/* ---- axes 0 and 1 ---- */

/* Results first to first + RESULTS of a half: their matrix is in panels of TILE. */
ALWAYS void multiply(const cpu_factor *factor, int n, int first, const vec *x, vec *y)
{
    const real *left = (const real *)factor->left + (size_t)first * (size_t)n;

    for (int r = 0; r < RESULTS; r++)
        y[r] = x[0] * left[r];
    for (int i = 1; i < n; i++)
        for (int r = 0; r < RESULTS; r++)
            y[r] += x[i] * left[i * TILE + r];
}

/* A line of n vectors, `from_row` and `to_row` numbers apart. The results may replace it. */
ALWAYS void transform_line(const cpu_axis *axis, int n, const real *from, size_t from_row, real *to, size_t to_row)
{
    vec x[LARGEST], even[LARGEST / 2], odd[LARGEST / 2], y[RESULTS], z[RESULTS];

    for (int k = 0; k < n; k++)
        x[k] = *(const vec *)(from + (size_t)k * from_row);
    if (axis->fold == CPU_WHOLE)
        for (int k = 0; k < n; k += RESULTS) {
            multiply(&axis->factor[0], n, k, x, y);
            for (int r = 0; r < RESULTS; r++)
                *(vec *)(to + (size_t)(k + r) * to_row) = y[r];
        }
    else if (axis->fold == CPU_FOLD_INPUT) {
        for (int k = 0; k < n / 2; k++) {
            even[k] = x[k] + x[n - 1 - k];
            odd[k] = x[k] - x[n - 1 - k];
        }
        for (int k = 0; k < n / 2; k += RESULTS) {
            multiply(&axis->factor[0], n / 2, k, even, y);
            multiply(&axis->factor[1], n / 2, k, odd, z);
            for (int r = 0; r < RESULTS; r++) {
                *(vec *)(to + (size_t)(2 * (k + r)) * to_row) = y[r];
                *(vec *)(to + (size_t)(2 * (k + r) + 1) * to_row) = z[r];
            }
        }
    } else {
        for (int k = 0; k < n / 2; k++) {
            even[k] = x[2 * k];
            odd[k] = x[2 * k + 1];
        }
        for (int k = 0; k < n / 2; k += RESULTS) {
            multiply(&axis->factor[0], n / 2, k, even, y);
            multiply(&axis->factor[1], n / 2, k, odd, z);
            for (int r = 0; r < RESULTS; r++) {
                *(vec *)(to + (size_t)(k + r) * to_row) = y[r] + z[r];
                *(vec *)(to + (size_t)(n - 1 - k - r) * to_row) = y[r] - z[r];
            }
        }
    }
}

/* ---- a cube ---- */

/* Where numbers lie: those of (i,j,k) at i*plane + j*row + k. */
typedef struct place {
    real *at;
    size_t plane, row;
} place;

/* `cube` is the place between the axes; the other two may be the same. The cubes behind this one are those that come
 * next: their rows are fetched ahead, as each is a place of its own in memory. */
ALWAYS void transform_cube(const cpu_axis *axis, int n, place from, place cube, place to)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j += ROWS) {
            for (int r = j; r < j + ROWS; r++) {
                __builtin_prefetch(from.at + (size_t)i * from.plane + (size_t)r * from.row + AHEAD * n);
                __builtin_prefetch(to.at + (size_t)i * to.plane + (size_t)r * to.row + AHEAD * n, 1);
            }
            transform_rows(axis[2].whole.right, n, round_up((size_t)n, WIDTH),
                           from.at + (size_t)i * from.plane + (size_t)j * from.row, from.row,
                           cube.at + (size_t)i * cube.plane + (size_t)j * cube.row, cube.row);
        }
    for (int i = 0; i < n; i++)
        for (int v = 0; v < n; v += LANES) {
            real *const line = cube.at + (size_t)i * cube.plane + v;

            transform_line(&axis[1], n, line, cube.row, line, cube.row);
        }
    for (int j = 0; j < n; j++)
        for (int v = 0; v < n; v += LANES)
            transform_line(&axis[0], n, cube.at + (size_t)j * cube.row + v, cube.plane, to.at + (size_t)j * to.row + v,
                           to.plane);
}

static void transform_any(const cpu_axis *axis, place from, place cube, place to)
{
    if (axis->n == LARGEST)
        transform_cube(axis, LARGEST, from, cube, to);
    else
        transform_cube(axis, LARGEST / 2, from, cube, to);
}

/* The place of a block in a volume, if all of it is there and its elements are numbers as they are; else that of the
 * cube. */
static place place_of(const cpu_view *view, const size_t points[3], place cube)
{
    const orb_element plain = sizeof(real) == sizeof(float) ? ORB_F32 : ORB_F64;
    const size_t n = cube.row;

    if (view->element == plain && points[0] == n && points[1] == n && points[2] == n)
        return (place){(real *)(void *)view->first, view->plane, view->row};
    return cube;
}

static char *row_of(const cpu_view *view, size_t i, size_t j)
{
    return view->first + (i * view->plane + j * view->row) * orb_element_size(view->element);
}

static void load(const cpu_block *b, place re, place im)
{
    const size_t n = re.row;

    memset(re.at, 0, n * n * n * sizeof(real));
    memset(im.at, 0, n * n * n * sizeof(real));
    for (size_t i = 0; i < b->have[0]; i++)
        for (size_t j = 0; j < b->have[1]; j++)
            CODE(load)
    (b->from.element, row_of(&b->from, i, j), b->have[2], re.at + i * re.plane + j * n, im.at + i * im.plane + j * n);
}

static void store(const cpu_block *b, place re, place im, bool complex)
{
    const size_t n = re.row;

    for (size_t i = 0; i < b->want[0]; i++)
        for (size_t j = 0; j < b->want[1]; j++)
            CODE(store)
    (b->to.element, row_of(&b->to, i, j), b->want[2], re.at + i * re.plane + j * n,
     complex ? im.at + i * im.plane + j * n : NULL);
}

void CODE(cube)(const cpu_block *b, void *scratch)
{
    const size_t n = b->axis->n;
    const bool complex = orb_is_complex(b->from.element);
    const place re = {scratch, n * n, n}, im = {re.at + n * n * n, n * n, n};
    const place from = place_of(&b->from, b->have, re), to = place_of(&b->to, b->want, re);

    if (from.at == re.at)
        load(b, re, im);
    transform_any(b->axis, from, re, to);
    if (complex)
        transform_any(b->axis, im, im, im);
    if (to.at == re.at)
        store(b, re, im, complex);
}
