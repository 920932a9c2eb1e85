/* Fast Fourier transforms of lines beside each other, see fft.h: a vector has the same point of several lines.
 * SPDX-License-Identifier: Apache-2.0
 *
 * The butterflies of composite radices are small transforms in registers, of prime radices or 4. Everything is
 * unrolled: radices, places and roots are constants for the compiler. */
#include "code.h"

#include <string.h>

#define ALWAYS __attribute__((always_inline)) static inline
#define UNROLL _Pragma("GCC unroll 32")

typedef real vec __attribute__((vector_size(ORB_VECTOR), aligned(sizeof(real)), may_alias));

typedef struct complex_vec {
    vec re, im;
} cvec;

ALWAYS cvec add(cvec a, cvec b)
{
    return (cvec){a.re + b.re, a.im + b.im};
}

ALWAYS cvec subtract(cvec a, cvec b)
{
    return (cvec){a.re - b.re, a.im - b.im};
}

/* a + i b */
ALWAYS cvec add_i(cvec a, cvec b)
{
    return (cvec){a.re - b.im, a.im + b.re};
}

/* a - i b */
ALWAYS cvec subtract_i(cvec a, cvec b)
{
    return (cvec){a.re + b.im, a.im - b.re};
}

ALWAYS cvec times(cvec a, real c, real s)
{
    return (cvec){a.re * c - a.im * s, a.re * s + a.im * c};
}

/* ---- constants ---- */

/* cos(pi/2 * a/n) for a <= n, from the smaller angle */
ALWAYS double quarter_cosine(int a, int n)
{
    return 2 * a > n ? __builtin_sin(1.57079632679489661923 * (n - a) / n)
                     : __builtin_cos(1.57079632679489661923 * a / n);
}

/* The cosine and the sine of 2 pi k / n. */
ALWAYS double cosine(int k, int n)
{
    const int a = 4 * (k % n) > 2 * n ? 4 * n - 4 * (k % n) : 4 * (k % n);

    return a > n ? -quarter_cosine(2 * n - a, n) : quarter_cosine(a, n);
}

ALWAYS double sine(int k, int n)
{
    const int j = k % n, a = 2 * j > n ? 4 * (n - j) : 4 * j; /* up to half a turn */
    const double s = quarter_cosine(a > n ? a - n : n - a, n);

    return 2 * j > n ? -s : s;
}

/* a * exp(-2 pi i k / n) */
ALWAYS cvec turn(cvec a, int k, int n)
{
    switch (4 * k % n ? 0 : 4 * k / n % 4 + 1) {
    case 1:
        return a;
    case 2:
        return (cvec){a.im, -a.re};
    case 3:
        return (cvec){-a.re, -a.im};
    case 4:
        return (cvec){-a.im, a.re};
    default:
        return times(a, (real)cosine(k, n), (real)-sine(k, n));
    }
}

/* ---- butterflies: x[0], x[step], ... are replaced by their transform ---- */

ALWAYS void transform_two(cvec *x, int step)
{
    const cvec a = x[0], b = x[step];

    x[0] = add(a, b);
    x[step] = subtract(a, b);
}

ALWAYS void transform_four(cvec *x, int step)
{
    const cvec a = add(x[0], x[2 * step]), b = subtract(x[0], x[2 * step]);
    const cvec c = add(x[step], x[3 * step]), d = subtract(x[step], x[3 * step]);

    x[0] = add(a, c);
    x[step] = subtract_i(b, d);
    x[2 * step] = subtract(a, c);
    x[3 * step] = add_i(b, d);
}

/* An odd prime: sums and differences of opposite points, with cosines and sines. */
ALWAYS void transform_odd(cvec *x, int radix, int step)
{
    cvec sum[7], difference[7], total = x[0];

    UNROLL
    for (int j = 1; j <= radix / 2; j++) {
        sum[j] = add(x[j * step], x[(radix - j) * step]);
        difference[j] = subtract(x[j * step], x[(radix - j) * step]);
        total = add(total, sum[j]);
    }
    UNROLL
    for (int k = 1; k <= radix / 2; k++) {
        cvec even = x[0], odd = {{0}, {0}};

        UNROLL
        for (int j = 1; j <= radix / 2; j++) {
            const real c = (real)cosine(j * k, radix), s = (real)sine(j * k, radix);

            even = (cvec){even.re + sum[j].re * c, even.im + sum[j].im * c};
            odd = j == 1 ? (cvec){difference[j].re * s, difference[j].im * s}
                         : (cvec){odd.re + difference[j].re * s, odd.im + difference[j].im * s};
        }
        x[k * step] = subtract_i(even, odd);
        x[(radix - k) * step] = add_i(even, odd);
    }
    x[0] = total;
}

ALWAYS void transform_factor(cvec *x, int radix, int step)
{
    if (radix == 2)
        transform_two(x, step);
    else if (radix == 4)
        transform_four(x, step);
    else if (radix > 1)
        transform_odd(x, radix, step);
}

/* a*b points of x; result k is z[k]. */
ALWAYS void transform(cvec *x, cvec *z, int a, int b)
{
    UNROLL
    for (int j = 0; j < b; j++)
        transform_factor(x + j, a, b);
    UNROLL
    for (int k = 0; k < a; k++) {
        UNROLL
        for (int j = 1; j < b; j++)
            x[k * b + j] = turn(x[k * b + j], j * k, a * b);
        transform_factor(x + k * b, b, 1);
        UNROLL
        for (int j = 0; j < b; j++)
            z[k + a * j] = x[k * b + j];
    }
}

ALWAYS pairs from_row(pairs p, size_t row)
{
    return (pairs){{p.part[0] + row * p.row, p.part[1] + row * p.row}, p.row};
}

/* Points of x `points` rows apart to results `results` rows apart, times the twiddle factors, or for the first times a
 * number. */
ALWAYS void butterfly(pairs x, size_t points, pairs z, size_t results, int a, int b, bool first, const real *twiddles,
                      real scale, size_t width)
{
    for (size_t v = 0; v < width; v += LANES) {
        cvec in[FFT_LARGEST_RADIX], out[FFT_LARGEST_RADIX];

        UNROLL
        for (int j = 0; j < a * b; j++) {
            const size_t at = (size_t)j * points * x.row + v;

            in[j] = (cvec){*(const vec *)(x.part[0] + at), *(const vec *)(x.part[1] + at)};
        }
        transform(in, out, a, b);
        UNROLL
        for (int k = 0; k < a * b; k++) {
            const size_t at = (size_t)k * results * z.row + v;
            const cvec y = first ? (cvec){out[k].re * scale, out[k].im * scale}
                           : k   ? times(out[k], twiddles[2 * k - 2], twiddles[2 * k - 1])
                                 : out[k];

            *(vec *)(z.part[0] + at) = y.re;
            *(vec *)(z.part[1] + at) = y.im;
        }
    }
}

/* p = 0 has no twiddle factors; in the last pass it is all there is, and scales the results. The width is a constant,
 * because otherwise the compiler keeps the places of all points and results in memory. */
#define PASS_OF(a, b, name, width)                                                                                     \
    static void name##_##a##_##b(const cpu_fft_pass *pass, pairs x, pairs z, real scale)                               \
    {                                                                                                                  \
        const size_t before = pass->before, after = pass->after;                                                       \
        const real *twiddles = pass->twiddles;                                                                         \
                                                                                                                       \
        for (size_t q = 0; q < before; q++)                                                                            \
            butterfly(from_row(x, q), before *after, from_row(z, q), before, a, b, true, twiddles, scale, width);      \
        for (size_t p = 1; p < after; p++, twiddles += 2 * ((a) * (b)-1))                                              \
            for (size_t q = 0; q < before; q++)                                                                        \
                butterfly(from_row(x, q + before * p), before *after, from_row(z, q + before * (a) * (b)*p), before,   \
                          a, b, false, twiddles, scale, width);                                                        \
    }

typedef void pass_function(const cpu_fft_pass *pass, pairs x, pairs z, real scale);

/* Passes for strips of one of the two widths. */
#define PASSES(name, width)                                                                                            \
    PASS_OF(2, 1, name, width)                                                                                         \
    PASS_OF(3, 1, name, width)                                                                                         \
    PASS_OF(4, 1, name, width)                                                                                         \
    PASS_OF(5, 1, name, width)                                                                                         \
    PASS_OF(7, 1, name, width)                                                                                         \
    PASS_OF(2, 4, name, width)                                                                                         \
    PASS_OF(3, 3, name, width)                                                                                         \
    PASS_OF(2, 5, name, width)                                                                                         \
    PASS_OF(11, 1, name, width)                                                                                        \
    PASS_OF(13, 1, name, width)                                                                                        \
    static pass_function *const name##_passes[FFT_LARGEST_RADIX + 1] = {                                               \
        [2] = name##_2_1, [3] = name##_3_1, [4] = name##_4_1,  [5] = name##_5_1,   [7] = name##_7_1,                   \
        [8] = name##_2_4, [9] = name##_3_3, [10] = name##_2_5, [11] = name##_11_1, [13] = name##_13_1};

PASSES(wide, FFT_STRIP_BYTES / sizeof(real))
#if ORB_VECTOR == 64 /* of FFT_STRIP_BYTES */
#define narrow_passes wide_passes
#else
PASSES(narrow, LANES)
#endif

static pairs swapped(pairs p)
{
    return (pairs){{p.part[1], p.part[0]}, p.row};
}

/* z = factor * x, row by row; z has zeros from row n up to row `all`. */
ALWAYS void multiply(const real *factors, pairs x, pairs z, size_t n, size_t all, real scale, size_t width)
{
    for (size_t j = 0; j < n; j++) {
        const real c = factors[2 * j] * scale, s = factors[2 * j + 1] * scale;
        const pairs from = from_row(x, j), to = from_row(z, j);

        for (size_t v = 0; v < width; v += LANES) {
            const cvec y = times((cvec){*(const vec *)(from.part[0] + v), *(const vec *)(from.part[1] + v)}, c, s);

            *(vec *)(to.part[0] + v) = y.re;
            *(vec *)(to.part[1] + v) = y.im;
        }
    }
    for (size_t j = n; j < all; j++)
        for (int part = 0; part < 2; part++)
            memset(z.part[part] + j * z.row, 0, width * sizeof(real));
}

static void convolve(const cpu_fft *f, pairs x, pairs z, real scale, size_t width, real *memory)
{
    const size_t m = f->convolution->n;
    const pairs y = {{memory, memory + width}, 2 * width};
    real *const rest = memory + 2 * m * width;

    multiply(f->chirp, x, y, f->n, m, (real)1, width);
    CODE(fft)(f->convolution, y, y, (real)1, width, rest);
    multiply(f->spectrum, y, y, m, m, (real)1, width);
    CODE(fft)(f->convolution, swapped(y), swapped(y), (real)1, width, rest);
    multiply(f->chirp, y, z, f->n, f->n, scale, width);
}

static pairs each(pairs p, size_t row, size_t step)
{
    const pairs first = from_row(p, row);

    return (pairs){{first.part[0], first.part[1]}, step * p.row};
}

static void transform_long(const cpu_fft *f, pairs x, pairs z, real scale, size_t width, real *memory)
{
    const size_t columns = f->row->n, rows = f->column->n;
    const pairs y = {{memory, memory + width}, 2 * width};
    real *const next = memory + 2 * f->n * width, *const rest = next + 2 * rows * width;
    const pairs column = {{next, next + width}, 2 * width};
    const real *const cosines = f->turns[0], *const sines = f->turns[1];

    for (size_t j = 0; j < columns; j++) {
        CODE(fft)(f->column, each(x, j, columns), column, (real)1, width, rest);
        for (size_t k = 0; k < rows; k++) {
            const real turn[2] = {cosines[k * f->turns_row + j], sines[k * f->turns_row + j]};

            multiply(turn, from_row(column, k), from_row(y, k * columns + j), 1, 1, (real)1, width);
        }
    }
    for (size_t k = 0; k < rows; k++)
        CODE(fft)(f->row, from_row(y, k * columns), each(z, k, rows), scale, width, rest);
}

void CODE(fft)(const cpu_fft *f, pairs x, pairs z, real scale, size_t width, real *memory)
{
    static const real one[2] = {1, 0};
    pass_function *const *const passes = width == LANES ? narrow_passes : wide_passes;

    if (f->convolution) {
        convolve(f, x, z, scale, width, memory);
        return;
    }
    if (f->column) {
        transform_long(f, x, z, scale, width, memory);
        return;
    }
    if (!f->passes)
        multiply(one, x, z, 1, 1, scale, width);
    for (unsigned i = 0; i < f->passes; i++) {
        const bool last = i + 1 == f->passes;
        real *const room = memory + (size_t)(i % 2) * 2 * f->n * width;
        const pairs to = last ? z : (pairs){{room, room + width}, 2 * width};

        passes[f->pass[i].radix](&f->pass[i], x, to, last ? scale : (real)1);
        x = to;
    }
}
