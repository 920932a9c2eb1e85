/* Plans of fast transforms: which kernel an axis takes, and its tables.
 * SPDX-License-Identifier: Apache-2.0 */
#include "fast.h"

#include "checked.h"

#include <math.h>
#include <stdlib.h>

/* Twice the length is a number of 32 bits. */
enum { LONGEST = 1 << 28 };

/* The type of the matrix, which in an inverse is transposed. */
static int type_of(const orb_axis *axis)
{
    return axis->direction == ORB_INVERSE && (axis->type == 2 || axis->type == 3) ? 5 - axis->type : axis->type;
}

size_t orb_cpu_fast_length(const orb_axis *axis)
{
    if (axis->n > LONGEST)
        return 0;
    switch (axis->kind) {
    case ORB_DCT:
        return axis->type == 1 ? 2 * (axis->n - 1) : axis->n;
    case ORB_DST:
        return axis->type == 1 ? 2 * (axis->n + 1) : axis->n;
    case ORB_DHT:
    case ORB_DFT:
        return axis->n;
    case ORB_DWHT:
    case ORB_IDENTITY:
    case ORB_MATRIX:
        break;
    }
    return 0;
}

double orb_cpu_fast_cost(const orb_axis *axis)
{
    const size_t length = orb_cpu_fast_length(axis), pairs = length % 2 ? length : length / 2;

    return orb_cpu_fft_cost(pairs) + 3.0 * (double)length;
}

/* A matrix of type 4 with an odd number of points is that of a Hartley transform, in another order of points and of
 * results: see hartley_point. */
static cpu_kernel kernel_of(const orb_axis *axis)
{
    static const cpu_kernel of_type[] = {KERNEL_REAL, KERNEL_COSINE, KERNEL_BACK, KERNEL_QUARTER};

    if (axis->kind == ORB_DFT)
        return axis->half && axis->direction == ORB_INVERSE ? KERNEL_HALF : KERNEL_FOURIER;
    if (axis->kind == ORB_DHT || (axis->type == 4 && axis->n % 2))
        return KERNEL_HARTLEY;
    return axis->kind == ORB_DST && axis->type == 1 ? KERNEL_SINE : of_type[type_of(axis) - 1];
}

/* ---- type 4 of an odd number of points ---- */

/* The inverse of 8 modulo an odd number. */
static uint64_t inverse_of_eight(uint64_t n)
{
    return (n * (7 * n % 8) + 1) / 8 % n;
}

/* Result k is the sum over odd m = 2j+1 of x[j] cos(pi m q / 4n), q = 2k+1. As a function of m, the cosine has the
 * period 8n, is even, and changes its sign with m + 4n. By the Chinese remainder theorem, m modulo 8n is a pair of
 * remainders, modulo 8 and modulo n. The symmetries lead from any odd remainder modulo 8 to the remainder 1. So the n
 * numbers with m = 1 modulo 8 stand for all; they are sorted by m modulo n. If V is their Fourier transform and
 * s = q/8 modulo n, the sum is the real part of exp(-i pi n q / 4) V[s]. */
static size_t hartley_point(size_t number, size_t n, double *factor)
{
    uint64_t m = ((uint64_t)n * n + 8 * inverse_of_eight(n) * number) % (8 * n);

    if (m > 4 * n)
        m = 8 * n - m;
    *factor = m > 2 * n ? -1.0 : 1.0;
    if (m > 2 * n)
        m = 4 * n - m;
    return (size_t)(m / 2);
}

/* exp(-i pi n q / 4) is (+-1 +- i) / sqrt(2), so that it is the sum or the difference of both parts. */
static size_t hartley_number(size_t result, size_t n, double *factor)
{
    const uint64_t q = 2 * (uint64_t)result + 1, turn = n * q % 8;
    const size_t s = (size_t)(inverse_of_eight(n) * q % n);

    *factor = turn == 1 || turn == 7 ? sqrt(0.5) : -sqrt(0.5);
    return turn == 3 || turn == 7 ? s : (n - s) % n;
}

/* ---- tables ---- */

static bool is_quarter(const cpu_fast *f, const orb_axis *axis)
{
    return f->kernel == KERNEL_HARTLEY && axis->kind != ORB_DHT;
}

/* The point that number j of a line is, and its factor: those of cosines are in the order that makes a COSINE of them,
 * and of pairs the second comes from the other end; mirrored lines have halves of the points, but for the ends. */
static size_t point_of(const cpu_fast *f, const orb_axis *axis, size_t j, double *factor)
{
    const size_t n = f->n;

    *factor = 1.0;
    if (is_quarter(f, axis))
        return hartley_point(j, n, factor);
    switch (f->kernel) {
    case KERNEL_COSINE:
        return j < (n + 1) / 2 ? 2 * j : 2 * (n - j) - 1;
    case KERNEL_QUARTER:
        return j % 2 ? n - j : j;
    case KERNEL_REAL:
        *factor = j == 0 || j == n - 1 ? 1.0 : 0.5;
        return j < n ? j : f->length - j;
    case KERNEL_SINE:
        *factor = j == 0 || j == n + 1 ? 0.0 : j <= n ? 0.5 : -0.5;
        return j == 0 || j == n + 1 ? 0 : j <= n ? j - 1 : f->length - j - 1;
    case KERNEL_BACK:
    case KERNEL_HARTLEY:
    case KERNEL_FOURIER:
    case KERNEL_HALF:
        break;
    }
    return j;
}

/* The number of the kernel that result k is, and its sign. */
static size_t number_of(const cpu_fast *f, const orb_axis *axis, size_t k, double *factor)
{
    const size_t n = f->n;

    *factor = 1.0;
    if (is_quarter(f, axis))
        return hartley_number(k, n, factor);
    switch (f->kernel) {
    case KERNEL_BACK:
        return k % 2 ? n - 1 - k / 2 : k / 2;
    case KERNEL_QUARTER:
        *factor = k % 2 ? -1.0 : 1.0;
        return k % 2 ? n - k : k;
    case KERNEL_COSINE:
    case KERNEL_REAL:
    case KERNEL_SINE:
    case KERNEL_HARTLEY:
    case KERNEL_FOURIER:
    case KERNEL_HALF:
        break;
    }
    return k;
}

/* The weight of point or result i in the orthonormal matrix, and its scaling by the norm. */
static double weight(const orb_axis *axis, size_t i, int result)
{
    return orb_edge_weight(axis->kind, type_of(axis), axis->n, i, result) * (result ? axis->out : axis->in)[i];
}

/* Sines of types 2 to 4 are cosines of a line with signs alternately before, and its results from the other end; or,
 * type 3 and 4, the other way round. */
static void fill_orders(cpu_fast *f, const orb_axis *axis, size_t size)
{
    const bool sines = axis->kind == ORB_DST && f->kernel != KERNEL_SINE, first = sines && f->kernel == KERNEL_COSINE;
    const bool last = sines && !first, trigonometric = axis->kind == ORB_DCT || axis->kind == ORB_DST;
    const double scale = sqrt((trigonometric ? 4.0 : 1.0) / orb_norm_length(axis->kind, axis->type, f->n));
    double factor;

    for (size_t j = 0; j < f->length; j++) {
        const size_t i = point_of(f, axis, j, &factor), point = last ? f->n - 1 - i : i;

        f->from[j] = (uint32_t)point;
        orb_cpu_put(f->before, j, size, factor * weight(axis, point, 0) * (first && i % 2 ? -1.0 : 1.0));
    }
    for (size_t k = 0; k < f->n; k++) {
        const size_t number = number_of(f, axis, first ? f->n - 1 - k : k, &factor);

        f->to[number] = (uint32_t)k;
        orb_cpu_put(f->behind, number, size, factor * scale * weight(axis, k, 1) * (last && k % 2 ? -1.0 : 1.0));
    }
    f->scale = scale * weight(axis, 0, 0) * weight(axis, 0, 1);
}

static void fill_factors(cpu_fast *f, size_t size)
{
    const size_t n = f->n;

    for (size_t k = 0; k <= f->length / 2; k++) {
        double c, s;

        orb_cpu_root(k, f->length, &c, &s);
        orb_cpu_put(f->root, 2 * k, size, c);
        orb_cpu_put(f->root, 2 * k + 1, size, s);
        if (f->kernel == KERNEL_QUARTER)
            orb_cpu_root(8 * k + 1, 16 * n, &c, &s);
        else
            orb_cpu_root(k, 4 * n, &c, &s);
        orb_cpu_put(f->twist, 2 * k, size, c);
        orb_cpu_put(f->twist, 2 * k + 1, size, s);
    }
}

/* Memory of `count` things of `size` bytes each. */
static void *new (size_t count, size_t size)
{
    size_t bytes;

    return orb_mul(count, size, &bytes) ? malloc(bytes) : NULL;
}

cpu_fast *orb_cpu_fast_new(const orb_axis *axis, size_t size)
{
    cpu_fast *f = calloc(1, sizeof *f);
    bool pairs;

    if (!f)
        return NULL;
    f->kernel = kernel_of(axis);
    f->n = f->points = f->results = axis->n;
    if (axis->half)
        *(axis->direction == ORB_INVERSE ? &f->points : &f->results) = axis->n / 2 + 1;
    f->length = orb_cpu_fast_length(axis);
    f->inverse = axis->direction == ORB_INVERSE;
    f->from = new (f->length, sizeof *f->from);
    f->before = new (f->length, size);
    f->to = new (f->n, sizeof *f->to);
    f->behind = new (f->n, size);
    f->root = new (f->length / 2 + 1, 2 * size);
    f->twist = new (f->length / 2 + 1, 2 * size);
    f->fft = orb_cpu_fft_new(f->length % 2 ? f->length : f->length / 2, size);
    pairs = f->kernel == KERNEL_FOURIER && f->length % 2 == 0;
    f->whole = pairs ? orb_cpu_fft_new(f->n, size) : NULL;
    if (!f->from || !f->before || !f->to || !f->behind || !f->root || !f->twist || !f->fft || (pairs && !f->whole)) {
        orb_cpu_fast_free(f);
        return NULL;
    }
    fill_orders(f, axis, size);
    fill_factors(f, size);
    return f;
}

void orb_cpu_fast_free(cpu_fast *fast)
{
    if (fast) {
        free(fast->from);
        free(fast->to);
        free(fast->before);
        free(fast->behind);
        free(fast->root);
        free(fast->twist);
        orb_cpu_fft_free(fast->fft);
        orb_cpu_fft_free(fast->whole);
    }
    free(fast);
}

size_t orb_cpu_fast_memory(const cpu_fast *fast, size_t size)
{
    const cpu_fft *const fft = fast->fft, *const whole = fast->whole ? fast->whole : fft;
    const size_t lines = FFT_STRIP_BYTES / size;
    const size_t strip = 4 * (fast->n + fast->length) + larger(orb_cpu_fft_memory(fft), orb_cpu_fft_memory(whole));
    const size_t line =
        4 * fast->length + larger(orb_cpu_fft_line_memory(fft, size), orb_cpu_fft_line_memory(whole, size));

    return fast->length > FAST_LONGEST_STRIP ? line : larger(line, strip * lines);
}
