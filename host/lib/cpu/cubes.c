/* Small cubes, of 8 or 16 points an axis: all that a block needs stays in registers and the first cache.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Some cubes beside each other along axis 2 are computed at once, so that lines of the caches are used whole. Along
 * axes 0 and 1 whole vectors are added and multiplied, halved by the symmetry of the matrix; along axis 2 a row of
 * results is a sum of rows of the matrix. Loops have constant ends, so that compilers unroll them, and folds are
 * constants too, as compilers spill the matrix around a branch in a line. */
#include "code.h"

#include <string.h>

typedef real vec __attribute__((vector_size(ORB_VECTOR), aligned(sizeof(real)), may_alias));

#define ALWAYS __attribute__((always_inline)) static inline

enum {
    LARGEST = 16, /* points an axis */
    ROWS = 4,     /* rows of axis 2 at a time */
    SUMS = 4,     /* vectors of results of a line at a time, of each half */
    BESIDE = 2    /* lines at a time, at most */
};

/* ---- axis 2 ---- */

/* Rows of n points to rows of n results. */
ALWAYS void transform_rows(const real *matrix, int n, const real *from, size_t from_row, real *to, size_t to_row)
{
    const size_t matrix_row = round_up((size_t)n, WIDTH);
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

/* Lines of vectors beside each other: a number of the matrix that is fetched serves all of them. */
typedef struct lines {
    real *at;
    size_t row; /* numbers from one vector of a line to the next */
} lines;

ALWAYS vec *vector_of(const lines *l, int k, int b)
{
    return (vec *)(l->at + (size_t)k * l->row + b * LANES);
}

/* Of `beside` lines the results from `first` on, SUMS vectors of them: the matrix is in panels of TILE. */
ALWAYS void multiply(const cpu_factor *factor, int n, int beside, int first, vec x[][BESIDE], vec y[][BESIDE])
{
    const real *left = (const real *)factor->left + first / TILE * TILE * n + first % TILE;

    for (int i = 0; i < n; i++)
        for (int r = 0; r < SUMS / beside; r++)
            for (int b = 0; b < beside; b++)
                y[r][b] = (i ? y[r][b] : (vec){0}) + x[i][b] * left[i * TILE + r];
}

/* Two vectors to their sum and difference. */
ALWAYS void add(vec *a, vec *b)
{
    const vec x = *a, y = *b;

    *a = x + y;
    *b = x - y;
}

/* Lines of n vectors; the results may replace them. */
ALWAYS void transform_lines(const cpu_axis *axis, cpu_fold fold, int n, int beside, lines from, lines to)
{
    vec x[LARGEST][BESIDE], even[LARGEST / 2][BESIDE], odd[LARGEST / 2][BESIDE], y[SUMS][BESIDE], z[SUMS][BESIDE];
    const int step = SUMS / beside, half = n / 2;
    const bool input = fold == CPU_FOLD_INPUT;

    for (int k = 0; k < n; k++)
        for (int b = 0; b < beside; b++)
            x[k][b] = *vector_of(&from, k, b);
    for (int k = 0; k < n && fold == CPU_WHOLE; k += step) {
        multiply(&axis->factor[0], n, beside, k, x, y);
        for (int r = 0; r < step; r++)
            for (int b = 0; b < beside; b++)
                *vector_of(&to, k + r, b) = y[r][b];
    }
    for (int k = 0; k < half && fold != CPU_WHOLE; k++)
        for (int b = 0; b < beside; b++) {
            even[k][b] = x[input ? k : 2 * k][b];
            odd[k][b] = x[input ? n - 1 - k : 2 * k + 1][b];
            if (input)
                add(&even[k][b], &odd[k][b]);
        }
    for (int k = 0; k < half && fold != CPU_WHOLE; k += step) {
        multiply(&axis->factor[0], half, beside, k, even, y);
        multiply(&axis->factor[1], half, beside, k, odd, z);
        for (int r = 0; r < step; r++)
            for (int b = 0; b < beside; b++) {
                if (!input)
                    add(&y[r][b], &z[r][b]);
                *vector_of(&to, input ? 2 * (k + r) : k + r, b) = y[r][b];
                *vector_of(&to, input ? 2 * (k + r) + 1 : n - 1 - k - r, b) = z[r][b];
            }
    }
}

/* ---- cubes beside each other ---- */

/* Where numbers lie: those of (i,j,k) at i*plane + j*row + k. */
typedef struct place {
    real *at;
    size_t plane, row;
} place;

/* Lines along axis 0 or 1, beside each other for `width` numbers. Of 16 points one takes all registers. */
ALWAYS void transform_strip(const cpu_axis *axis, cpu_fold fold, int n, size_t width, lines from, lines to)
{
    size_t k = 0;

    for (; n < LARGEST && k + BESIDE * LANES <= width; k += BESIDE * LANES)
        transform_lines(axis, fold, n, BESIDE, (lines){from.at + k, from.row}, (lines){to.at + k, to.row});
    for (; k < width; k += LANES)
        transform_lines(axis, fold, n, 1, (lines){from.at + k, from.row}, (lines){to.at + k, to.row});
}

ALWAYS void transform_any_fold(const cpu_axis *axis, int n, size_t width, lines from, lines to)
{
    if (axis->fold == CPU_WHOLE)
        transform_strip(axis, CPU_WHOLE, n, width, from, to);
    else if (axis->fold == CPU_FOLD_INPUT)
        transform_strip(axis, CPU_FOLD_INPUT, n, width, from, to);
    else
        transform_strip(axis, CPU_FOLD_OUTPUT, n, width, from, to);
}

/* A plane at a time, so that what is read lies together as far as it can, then all planes. `cubes` is the place between
 * the axes; the other two may be the same. What is so many numbers ahead is fetched into the second cache meanwhile, as
 * planes are too far apart for processors to foresee it. */
ALWAYS void transform(const cpu_axis *axis, int n, size_t width, size_t ahead, place from, place cubes, place to)
{
    for (int i = 0; i < n; i++) {
        const real *const x = from.at + (size_t)i * from.plane;
        real *const y = cubes.at + (size_t)i * cubes.plane;

        for (int j = 0; j < n; j += ROWS) {
            for (int r = j; r < j + ROWS; r++)
                for (size_t k = 0; k < width; k += WIDTH)
                    __builtin_prefetch(x + (size_t)r * from.row + k + ahead, 0, 2);
            for (size_t k = 0; k < width; k += (size_t)n)
                transform_rows(axis[2].whole.right, n, x + (size_t)j * from.row + k, from.row,
                               y + (size_t)j * cubes.row + k, cubes.row);
        }
        transform_any_fold(&axis[1], n, width, (lines){y, cubes.row}, (lines){y, cubes.row});
    }
    for (int j = 0; j < n; j++)
        transform_any_fold(&axis[0], n, width, (lines){cubes.at + (size_t)j * cubes.row, cubes.plane},
                           (lines){to.at + (size_t)j * to.row, to.plane});
}

static void transform_any(const cpu_axis *axis, size_t width, size_t ahead, place from, place cubes, place to)
{
    if (axis->n == LARGEST)
        transform(axis, LARGEST, width, ahead, from, cubes, to);
    else
        transform(axis, LARGEST / 2, width, ahead, from, cubes, to);
}

/* ---- blocks ---- */

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The place of `width` numbers of each row from column k on in a volume, if all of them are there and its elements are
 * numbers as they are; else `cubes`. */
static place place_of(const cpu_block *b, const cpu_view *view, const size_t points[3], size_t k, size_t width,
                      place cubes)
{
    const size_t n = b->axis->n;

    if (is_plain(view) && points[0] == n && points[1] == n && points[2] >= k + width)
        return (place){(real *)(void *)orb_cpu_at(view, 0, 0, k), (size_t)view->plane, (size_t)view->row};
    return cubes;
}

static void load(const cpu_block *b, size_t k, size_t width, place re, place im)
{
    memset(re.at, 0, b->axis->n * re.plane * sizeof(real));
    if (orb_is_complex(b->from.element))
        memset(im.at, 0, b->axis->n * im.plane * sizeof(real));
    for (size_t i = 0; i < b->have[0]; i++)
        for (size_t j = 0; j < b->have[1] && k < b->have[2]; j++)
            CODE(load)
    (b->from.element, orb_cpu_at(&b->from, i, j, k), b->from.step, smaller(b->have[2] - k, width),
     re.at + i * re.plane + j * re.row, im.at + i * im.plane + j * im.row);
}

static void store(const cpu_block *b, size_t k, size_t width, place re, place im, bool complex)
{
    for (size_t i = 0; i < b->want[0]; i++)
        for (size_t j = 0; j < b->want[1]; j++)
            CODE(store)
    (b->to.element, orb_cpu_at(&b->to, i, j, k), b->to.step, smaller(b->want[2] - k, width),
     re.at + i * re.plane + j * re.row, complex ? im.at + i * im.plane + j * im.row : NULL);
}

/* All cubes of so many columns from column k on. */
static void transform_width(const cpu_block *b, size_t k, size_t width, real *scratch)
{
    const size_t n = b->axis->n;
    const bool complex = orb_is_complex(b->from.element);
    const place re = {scratch, n * width, width}, im = {scratch + CPU_CUBES, n * width, width};
    const place from = place_of(b, &b->from, b->have, k, width, re), to = place_of(b, &b->to, b->want, k, width, re);

    if (from.at == re.at)
        load(b, k, width, re, im);
    transform_any(b->axis, width, k + width < b->want[2] ? width : n * from.row - k, from, re, to);
    if (complex)
        transform_any(b->axis, width, 0, im, im, im);
    if (to.at == re.at)
        store(b, k, width, re, im, complex);
}

void CODE(cubes)(const cpu_block *b, void *scratch)
{
    const size_t n = b->axis->n, most = CPU_CUBES / n / n, there = smaller(b->have[2], b->want[2]);

    for (size_t k = 0, width; k < b->want[2]; k += width) {
        width = k + n <= there ? smaller((there - k) / n * n, most) : n;
        transform_width(b, k, width, scratch);
    }
}
