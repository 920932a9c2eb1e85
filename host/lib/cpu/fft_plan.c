/* Plans of fast Fourier transforms: the radices of a length, and its tables.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fft.h"

#include "checked.h"

#include <complex.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static const double pi = 3.14159265358979323846;

/* The time of a pass for one point of each line of a strip: nanoseconds on a processor of 3 GHz with AVX2. Radices 15,
 * 16, 20 and 25 were tried and are no quicker than two passes, as their butterflies do not fit into registers. */
static const double radix_cost[FFT_LARGEST_RADIX + 1] = {
    [2] = 1.9, [3] = 2.3, [4] = 2.7, [5] = 3.6, [7] = 5.5, [8] = 4.0, [9] = 4.7, [10] = 5.2, [11] = 9.0, [13] = 12.0};

void orb_cpu_root(size_t j, size_t n, double *cosine, double *sine)
{
    /* The angle is pi/2 * a/n. It is reflected until it is at most pi/4, where both functions are accurate. */
    size_t a = 4 * j;
    const bool negative_sine = a <= 2 * n;
    bool negative_cosine = false, swap = false;
    double c, s;

    if (!negative_sine)
        a = 4 * n - a;
    if (a > n) {
        a = 2 * n - a;
        negative_cosine = true;
    }
    if (2 * a > n) {
        a = n - a;
        swap = true;
    }
    c = cos(pi / 2.0 * (double)a / (double)n);
    s = sin(pi / 2.0 * (double)a / (double)n);
    *cosine = (negative_cosine ? -1.0 : 1.0) * (swap ? s : c);
    *sine = (negative_sine ? -1.0 : 1.0) * (swap ? c : s);
}

/* ---- the radices of a length ---- */

/* The cheapest passes for n; 0: it has a prime factor above 13. `radix` gets the first of them. */
static double cheapest(size_t n, unsigned most, unsigned *radix)
{
    double best = 0.0;

    *radix = 0;
    for (unsigned r = most; r >= 2; r--) {
        unsigned next;
        double rest, cost;

        if (radix_cost[r] == 0.0 || n % r != 0)
            continue;
        rest = n == r ? 0.0 : cheapest(n / r, r, &next);
        cost = radix_cost[r] + rest;
        if ((n == r || rest > 0.0) && (best == 0.0 || cost < best)) {
            best = cost;
            *radix = r;
        }
    }
    return best;
}

/* A length for a convolution: the cheapest of those from `least` to twice that have small factors. */
static size_t convolution_length(size_t least, double *cost)
{
    size_t best = 0;

    for (size_t a = 1; a <= 2 * least; a *= 2)
        for (size_t b = a; b <= 2 * least && b <= 81 * a; b *= 3)
            for (size_t c = b; c <= 2 * least && c <= 125 * b; c *= 5) {
                unsigned radix;
                const double passes = c >= least ? (double)c * cheapest(c, FFT_LARGEST_RADIX, &radix) : 0.0;

                if (passes > 0.0 && (best == 0 || passes < *cost)) {
                    best = c;
                    *cost = passes;
                }
            }
    return best;
}

double orb_cpu_fft_cost(size_t n)
{
    unsigned radix;
    double cost = n == 1 ? 1.0 : cheapest(n, FFT_LARGEST_RADIX, &radix);

    if (cost > 0.0)
        return (double)n * cost;
    convolution_length(2 * n - 1, &cost);
    return 2.0 * cost + 6.0 * (double)n;
}

/* ---- plans ---- */

static bool fill_passes(cpu_fft *f, size_t size)
{
    size_t before = 1, pairs = 0;
    unsigned most = FFT_LARGEST_RADIX;

    for (size_t rest = f->n; rest > 1; f->passes++) {
        cpu_fft_pass *const pass = &f->pass[f->passes];

        cheapest(rest, most, &pass->radix);
        most = pass->radix;
        rest /= pass->radix;
        pass->before = before;
        pass->after = rest;
        before *= pass->radix;
        pairs += (rest - 1) * (pass->radix - 1);
    }
    f->twiddles = malloc((2 * pairs + 1) * size);
    pairs = 0;
    for (unsigned i = 0; f->twiddles && i < f->passes; i++) {
        cpu_fft_pass *const pass = &f->pass[i];
        const size_t n = pass->radix * pass->after;

        pass->twiddles = (const char *)f->twiddles + 2 * pairs * size;
        for (size_t p = 1; p < pass->after; p++)
            for (size_t k = 1; k < pass->radix; k++, pairs++) {
                double c, s;

                orb_cpu_root(p * k % n, n, &c, &s);
                orb_cpu_put(f->twiddles, 2 * pairs, size, c);
                orb_cpu_put(f->twiddles, 2 * pairs + 1, size, s);
            }
    }
    return f->twiddles != NULL;
}

/* The points of a column: the radices of about the square root of n. */
static size_t column_length(size_t n)
{
    size_t length = 1;
    unsigned most = FFT_LARGEST_RADIX;

    for (size_t rest = n; length < rest; rest = n / length) {
        cheapest(rest, most, &most);
        length *= most;
    }
    return length;
}

static bool fill_long(cpu_fft *f, size_t size)
{
    const size_t column = column_length(f->n), row = f->n / column, width = FFT_STRIP_BYTES / size;
    double c, s;

    f->turns_row = orb_parts(row, width) * width;
    f->column = orb_cpu_fft_new(column, size);
    f->row = orb_cpu_fft_new(row, size);
    for (int part = 0; part < 2; part++)
        f->turns[part] = calloc(column * f->turns_row, size);
    for (size_t k = 0; f->turns[0] && f->turns[1] && k < column; k++)
        for (size_t j = 0; j < row; j++) {
            orb_cpu_root(j * k, f->n, &c, &s);
            orb_cpu_put(f->turns[0], k * f->turns_row + j, size, c);
            orb_cpu_put(f->turns[1], k * f->turns_row + j, size, s);
        }
    return f->column && f->row && f->turns[0] && f->turns[1];
}

/* The transform of the conjugate chirp by its definition in O(m log m), in double: of every step-th of m = n * step
 * numbers. roots[i] is exp(-2 pi i / m). */
static void transform(const double complex *x, double complex *y, size_t n, size_t step, const double complex *roots)
{
    double complex term[FFT_LARGEST_RADIX];
    size_t p = 2;

    if (n == 1) {
        *y = *x;
        return;
    }
    while (n % p)
        p++;
    for (size_t j = 0; j < p; j++)
        transform(x + j * step, y + j * (n / p), n / p, p * step, roots);
    for (size_t k = 0; k < n / p; k++) {
        for (size_t j = 0; j < p; j++)
            term[j] = y[j * (n / p) + k];
        for (size_t i = k; i < n; i += n / p) {
            double complex sum = term[0];

            for (size_t j = 1, at = i; j < p; j++, at = (at + i) % n)
                sum += roots[at * step] * term[j];
            y[i] = sum;
        }
    }
}

static bool fill_convolution(cpu_fft *f, size_t size)
{
    const size_t n = f->n;
    double cost, c, s;
    size_t m, square = 0; /* j^2 modulo 2n */
    double complex *x, *y, *roots;

    m = convolution_length(2 * n - 1, &cost);
    f->convolution = orb_cpu_fft_new(m, size);
    f->chirp = malloc(2 * n * size);
    f->spectrum = malloc(2 * m * size);
    x = calloc(m, sizeof *x);
    y = calloc(m, sizeof *y);
    roots = calloc(m, sizeof *roots);
    if (f->convolution && f->chirp && f->spectrum && x && y && roots) {
        for (size_t j = 0; j < m; j++) {
            orb_cpu_root(j, m, &c, &s);
            roots[j] = c + s * I;
        }
        for (size_t j = 0; j < n; j++) {
            orb_cpu_root(square, 2 * n, &c, &s);
            orb_cpu_put(f->chirp, 2 * j, size, c);
            orb_cpu_put(f->chirp, 2 * j + 1, size, s);
            x[j] = c - s * I;
            x[(m - j) % m] = x[j];
            square = (square + 2 * j + 1) % (2 * n);
        }
        transform(x, y, m, 1, roots);
        for (size_t k = 0; k < m; k++) {
            orb_cpu_put(f->spectrum, 2 * k, size, creal(y[k]) / (double)m);
            orb_cpu_put(f->spectrum, 2 * k + 1, size, cimag(y[k]) / (double)m);
        }
    }
    free(x);
    free(y);
    free(roots);
    return f->convolution && f->chirp && f->spectrum && x && y && roots;
}

cpu_fft *orb_cpu_fft_new(size_t n, size_t size)
{
    cpu_fft *f = calloc(1, sizeof *f);
    unsigned radix;
    bool filled;

    if (!f)
        return NULL;
    f->n = n;
    if (n > 1 && cheapest(n, FFT_LARGEST_RADIX, &radix) == 0.0)
        filled = fill_convolution(f, size);
    else
        filled = n > FFT_LONGEST ? fill_long(f, size) : fill_passes(f, size);
    if (!filled) {
        orb_cpu_fft_free(f);
        return NULL;
    }
    return f;
}

void orb_cpu_fft_free(cpu_fft *fft)
{
    if (fft) {
        orb_cpu_fft_free(fft->column);
        orb_cpu_fft_free(fft->row);
        orb_cpu_fft_free(fft->convolution);
        free(fft->turns[0]);
        free(fft->turns[1]);
        free(fft->twiddles);
        free(fft->chirp);
        free(fft->spectrum);
    }
    free(fft);
}

size_t orb_cpu_fft_memory(const cpu_fft *fft)
{
    if (fft->column) {
        const size_t column = orb_cpu_fft_memory(fft->column), row = orb_cpu_fft_memory(fft->row);

        return 2 * (fft->n + fft->column->n) + (column > row ? column : row);
    }
    if (fft->convolution)
        return 2 * fft->convolution->n + orb_cpu_fft_memory(fft->convolution);
    return 2 * fft->n * (fft->passes > 2 ? 2 : fft->passes > 1 ? 1 : 0);
}

size_t orb_cpu_fft_line_memory(const cpu_fft *fft, size_t size)
{
    const size_t width = FFT_STRIP_BYTES / size;

    if (fft->convolution)
        return 2 * fft->convolution->n + orb_cpu_fft_line_memory(fft->convolution, size);
    if (fft->column) {
        const size_t rows = fft->column->n, columns = fft->row->n, longer = rows > columns ? rows : columns;
        const size_t row = orb_cpu_fft_memory(fft->row), column = orb_cpu_fft_memory(fft->column);

        return 2 * (rows * fft->turns_row + columns * orb_parts(rows, width) * width + longer * width) +
               width * (row > column ? row : column);
    }
    return width * (2 * fft->n + orb_cpu_fft_memory(fft));
}
