/* The transform of one axis: products, with the sums and differences before or after them.
 * SPDX-License-Identifier: Apache-2.0
 *
 * With H = ceil(n/2): even sums are H numbers, odd ones n - H. A middle point is a sum of its own. */
#include "code.h"

#include <string.h>

static unsigned parts(const work *w)
{
    return w->complex ? 2 : 1;
}

/* One of the two free buffers. */
static rows buffer(const work *w, unsigned part, unsigned which)
{
    return (rows){w->pool[part][(w->next + which) % POOL], w->row};
}

/* Results are in free buffer `which` from now on, or elsewhere: both are free then. */
static void take(work *w, unsigned which)
{
    for (unsigned part = 0; part < 2; part++)
        w->now[part] = buffer(w, part, which);
    w->next = (w->next + which + 1) % POOL;
}

/* Are these in one of the buffers? */
static bool in_buffer(const work *w, unsigned part)
{
    bool found = false;

    for (unsigned i = 0; i < POOL; i++)
        found |= w->now[part].at == w->pool[part][i];
    return found;
}

/* Have the results imaginary parts? */
static bool comes_out_complex(const cpu_axis *axis, const work *w)
{
    return axis->fast && axis->fast->kernel == KERNEL_HALF ? false : w->complex || axis->fourier;
}

/* The products of all numbers with whole matrices. `one` has the sizes, matrix_left the matrix's side. */
static void multiply_whole(const cpu_axis *axis, const work *w, product one, bool matrix_left, const rows to[2])
{
    const unsigned sources = parts(w);

    for (unsigned part = 0; part < (axis->fourier ? 2 : sources); part++)
        for (unsigned from = 0; from < sources; from++) {
            const cpu_factor *factor = &axis->factor[from != part];

            if (from != part && !axis->fourier)
                continue;
            one.left = matrix_left ? factor->left : w->now[from].at;
            one.right = matrix_left ? w->now[from].at : factor->right;
            one.result = to[part].at;
            one.result_row = to[part].row;
            /* (a + ib)(C + iS): the real part has -bS */
            one.mode = from == 0 || !axis->fourier ? PRODUCT_SET : part == 0 ? PRODUCT_SUBTRACT : PRODUCT_ADD;
            CODE(multiply)(&one);
        }
}

/* ---- rows ---- */

/* Even sums stand at the start of a row, odd ones `odd` after it. */
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

static void folded_rows(const cpu_axis *axis, const work *w, unsigned part, size_t lines)
{
    const bool input = axis->fold == CPU_FOLD_INPUT;
    const size_t odd = round_up(axis->factor[0].n, WIDTH);
    const rows x = w->now[part], y = buffer(w, part, 0), z = buffer(w, part, 1);

    for (size_t l = 0; l < lines; l++)
        (input ? fold_row : split_row)(x.at + l * x.row, y.at + l * y.row, axis->n, odd);
    for (unsigned half = 0; half < 2; half++) {
        const size_t n = axis->factor[half].n, at = half ? odd : 0;

        CODE(multiply)
        (&(product){
            .rows = lines,
            .columns = n,
            .depth = n,
            .left = y.at + at,
            .panel = TILE * y.row,
            .row = y.row,
            .step = 1,
            .right = axis->factor[half].right,
            .right_row = round_up(n, WIDTH),
            .result = z.at + at,
            .result_row = z.row,
        });
    }
    for (size_t l = 0; l < lines; l++)
        (input ? join_row : unfold_row)(z.at + l * z.row, y.at + l * y.row, axis->n, odd);
}

void CODE(transform_rows)(const cpu_axis *axis, work *w, size_t lines)
{
    const rows results[2] = {buffer(w, 0, 0), buffer(w, 1, 0)};

    if (axis->identity)
        return;
    if (axis->fast)
        CODE(fast_rows)(axis->fast, w->now, w->complex, results, lines, w->fast);
    else if (axis->fold == CPU_WHOLE)
        multiply_whole(axis, w,
                       (product){
                           .rows = lines,
                           .columns = axis->n,
                           .depth = axis->n,
                           .panel = TILE * w->now[0].row,
                           .row = w->now[0].row,
                           .step = 1,
                           .right_row = round_up(axis->n, WIDTH),
                       },
                       false, results);
    else
        for (unsigned part = 0; part < parts(w); part++)
            folded_rows(axis, w, part, lines);
    take(w, 0);
    w->complex = comes_out_complex(axis, w);
}

/* ---- columns ---- */

/* y[k] = x[k] + x[other], z[k] = x[k] - x[other], row by row */
static void add_rows(const real *a, const real *b, real *sum, real *difference, size_t columns)
{
    for (size_t c = 0; c < columns; c++) {
        const real x = a[c], y = b[c];

        sum[c] = x + y;
        difference[c] = x - y;
    }
}

/* Of the buffer between, the even half is in the first rows, the odd one after it. Input: sums, then products into
 * every other row; output: products of every other row, then sums. */
static void folded_columns(const cpu_axis *axis, const work *w, unsigned part, size_t columns, rows z)
{
    const bool input = axis->fold == CPU_FOLD_INPUT;
    const size_t n = axis->n, even = axis->factor[0].n, full = round_up(columns, WIDTH);
    const rows x = w->now[part], y = buffer(w, part, 0);

    if (input) {
        for (size_t k = 0; k < n / 2; k++)
            add_rows(x.at + k * x.row, x.at + (n - 1 - k) * x.row, y.at + k * y.row, y.at + (even + k) * y.row, full);
        if (n % 2)
            memcpy(y.at + (n / 2) * y.row, x.at + (n / 2) * x.row, full * sizeof(real));
    }
    for (unsigned half = 0; half < 2; half++)
        CODE(multiply)
    (&(product){
        .rows = axis->factor[half].n,
        .columns = columns,
        .depth = axis->factor[half].n,
        .left = axis->factor[half].left,
        .panel = TILE * axis->factor[half].n,
        .row = 1,
        .step = TILE,
        .right = input ? y.at + half * even * y.row : x.at + half * x.row,
        .right_row = input ? y.row : 2 * x.row,
        .result = input ? z.at + half * z.row : y.at + half * even * y.row,
        .result_row = input ? 2 * z.row : y.row,
    });
    if (!input) {
        for (size_t k = 0; k < n / 2; k++)
            add_rows(y.at + k * y.row, y.at + (even + k) * y.row, z.at + k * z.row, z.at + (n - 1 - k) * z.row, full);
        if (n % 2)
            memcpy(z.at + (n / 2) * z.row, y.at + (n / 2) * y.row, full * sizeof(real));
    }
}

void CODE(transform_columns)(const cpu_axis *axis, work *w, size_t columns, const rows *to)
{
    const rows results[2] = {to ? *to : buffer(w, 0, 1), buffer(w, 1, 1)};

    if (axis->identity)
        return;
    if (axis->fast) {
        const bool stays = !to && in_buffer(w, 0);
        const rows there[2] = {stays ? w->now[0] : results[0], stays && w->complex ? w->now[1] : results[1]};

        CODE(fast_columns)(axis->fast, w->now, w->complex, there, columns, w->fast);
        if (stays) {
            w->now[1] = there[1];
            w->complex = comes_out_complex(axis, w);
            return;
        }
    } else if (axis->fold == CPU_WHOLE)
        multiply_whole(axis, w,
                       (product){
                           .rows = axis->n,
                           .columns = columns,
                           .depth = axis->n,
                           .panel = TILE * axis->n,
                           .row = 1,
                           .step = TILE,
                           .right_row = w->now[0].row,
                       },
                       true, results);
    else
        for (unsigned part = 0; part < parts(w); part++)
            folded_columns(axis, w, part, columns, results[part]);
    take(w, 1);
    w->complex = comes_out_complex(axis, w);
}
