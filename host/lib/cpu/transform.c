/* The transform of one axis: products, with the sums and differences before or behind them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * With H = ceil(n/2): even sums are H numbers, odd ones n - H. A middle point is a sum of its own. */
#include "code.h"

#include <string.h>

static void swap(plane *p, int a, int b)
{
    for (int part = 0; part < 2; part++) {
        real *const kept = p->part[part][a];

        p->part[part][a] = p->part[part][b];
        p->part[part][b] = kept;
    }
}

static unsigned parts(const plane *p)
{
    return p->complex ? 2 : 1;
}

/* Makes all the products of buffer 0 with whole matrices, from which buffer 1 comes. `p` has the sizes, and which of
 * the matrix and the data is on the left is set by the caller in *data. */
static void multiply_whole(const cpu_axis *axis, plane *p, product *one, bool data_left)
{
    const unsigned sources = parts(p);

    for (unsigned to = 0; to < (axis->fourier ? 2 : sources); to++)
        for (unsigned from = 0; from < sources; from++) {
            const cpu_factor *factor = &axis->factor[axis->fourier && from != to];

            if (!axis->fourier && from != to)
                continue;
            if (data_left) {
                one->left = p->part[from][0];
                one->right = factor->right;
            } else {
                one->left = factor->left;
                one->right = p->part[from][0];
            }
            one->result = p->part[to][1];
            /* (a + ib)(C + iS): the real part has -bS */
            one->mode = from == 0 ? PRODUCT_SET : to == 0 ? PRODUCT_SUBTRACT : PRODUCT_ADD;
            CODE(multiply)(one);
        }
    p->complex |= axis->fourier;
    swap(p, 0, 1);
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

/* Even sums stand at the start of a row, odd ones `odd` behind it. */
static void fold_row(const real *x, real *y, size_t n, size_t odd)
{
    const size_t half = n / 2;

    for (size_t k = 0; k < half; k++) {
        const real a = x[k], b = x[n - 1 - k];

        y[k] = a + b;
        y[odd + k] = a - b;
    }
    if (n % 2)
        y[half] = x[half];
}

static void unfold_row(const real *x, real *y, size_t n, size_t odd)
{
    const size_t half = n / 2;

    for (size_t k = 0; k < half; k++) {
        const real a = x[k], b = x[odd + k];

        y[k] = a + b;
        y[n - 1 - k] = a - b;
    }
    if (n % 2)
        y[half] = x[half];
}

static void split_row(const real *x, real *y, size_t n, size_t odd)
{
    for (size_t k = 0; k < n / 2; k++) {
        y[k] = x[2 * k];
        y[odd + k] = x[2 * k + 1];
    }
    if (n % 2)
        y[n / 2] = x[n - 1];
}

static void join_row(const real *x, real *y, size_t n, size_t odd)
{
    for (size_t k = 0; k < n / 2; k++) {
        y[2 * k] = x[k];
        y[2 * k + 1] = x[odd + k];
    }
    if (n % 2)
        y[n - 1] = x[n / 2];
}

static void folded_rows(const cpu_axis *axis, plane *p, unsigned part)
{
    const bool input = axis->fold == CPU_FOLD_INPUT;
    const size_t odd = round_up(axis->factor[0].n, WIDTH);
    real *const x = p->part[part][0], *const y = p->part[part][1], *const z = p->part[part][2];

    for (size_t l = 0; l < p->lines; l++)
        (input ? fold_row : split_row)(x + l * p->row, y + l * p->row, axis->n, odd);
    for (unsigned half = 0; half < 2; half++) {
        const size_t n = axis->factor[half].n, at = half ? odd : 0;

        CODE(multiply)(&(product){
            .rows = p->lines,
            .columns = n,
            .depth = n,
            .left = y + at,
            .panel = TILE * p->row,
            .row = p->row,
            .step = 1,
            .right = axis->factor[half].right,
            .right_row = round_up(n, WIDTH),
            .result = z + at,
            .result_row = p->row,
        });
    }
    for (size_t l = 0; l < p->lines; l++)
        (input ? join_row : unfold_row)(z + l * p->row, x + l * p->row, axis->n, odd);
}

void CODE(transform_rows)(const cpu_axis *axis, plane *p)
{
    if (axis->identity)
        return;
    if (axis->fold == CPU_WHOLE)
        multiply_whole(axis, p,
                       &(product){
                           .rows = p->lines,
                           .columns = axis->n,
                           .depth = axis->n,
                           .panel = TILE * p->row,
                           .row = p->row,
                           .step = 1,
                           .right_row = round_up(axis->n, WIDTH),
                           .result_row = p->row,
                       },
                       true);
    else
        for (unsigned part = 0; part < parts(p); part++)
            folded_rows(axis, p, part);
}

/* ---- columns ------------------------------------------------------------------------------------------------------ */

/* y[k] = x[k] + x[other], z[k] = x[k] - x[other], row by row */
static void add_rows(const real *a, const real *b, real *sum, real *difference, size_t columns)
{
    for (size_t c = 0; c < columns; c++) {
        const real x = a[c], y = b[c];

        sum[c] = x + y;
        difference[c] = x - y;
    }
}

/* The even half is in the first rows of buffer 1, the odd one behind it. Input: sums, then products into every other
 * row; output: products of every other row, then sums. */
static void folded_columns(const cpu_axis *axis, plane *p, unsigned part, size_t columns)
{
    const bool input = axis->fold == CPU_FOLD_INPUT;
    const size_t n = axis->n, row = p->row, even = axis->factor[0].n, full = round_up(columns, WIDTH);
    real *const x = p->part[part][0], *const y = p->part[part][1], *const z = p->part[part][2];

    if (input) {
        for (size_t k = 0; k < n / 2; k++)
            add_rows(x + k * row, x + (n - 1 - k) * row, y + k * row, y + (even + k) * row, full);
        if (n % 2)
            memcpy(y + (n / 2) * row, x + (n / 2) * row, full * sizeof(real));
    }
    for (unsigned half = 0; half < 2; half++)
        CODE(multiply)(&(product){
            .rows = axis->factor[half].n,
            .columns = columns,
            .depth = axis->factor[half].n,
            .left = axis->factor[half].left,
            .panel = TILE * axis->factor[half].n,
            .row = 1,
            .step = TILE,
            .right = input ? y + half * even * row : x + half * row,
            .right_row = input ? row : 2 * row,
            .result = input ? z + half * row : y + half * even * row,
            .result_row = input ? 2 * row : row,
        });
    if (!input) {
        for (size_t k = 0; k < n / 2; k++)
            add_rows(y + k * row, y + (even + k) * row, z + k * row, z + (n - 1 - k) * row, full);
        if (n % 2)
            memcpy(z + (n / 2) * row, y + (n / 2) * row, full * sizeof(real));
    }
}

void CODE(transform_columns)(const cpu_axis *axis, plane *p, size_t columns)
{
    if (axis->identity)
        return;
    if (axis->fold == CPU_WHOLE) {
        multiply_whole(axis, p,
                       &(product){
                           .rows = axis->n,
                           .columns = columns,
                           .depth = axis->n,
                           .panel = TILE * axis->n,
                           .row = 1,
                           .step = TILE,
                           .right_row = p->row,
                           .result_row = p->row,
                       },
                       false);
    } else {
        for (unsigned part = 0; part < parts(p); part++)
            folded_columns(axis, p, part, columns);
        swap(p, 0, 2);
    }
}
