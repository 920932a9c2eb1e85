/* The kernels of fast transforms, see fast.h: fast_strip.c and fast_line.c are made of this file.
 * SPDX-License-Identifier: Apache-2.0
 *
 * LINE is 0 or 1. A vec has the same number of several lines of a strip, or one number of a single line.
 *
 * A real line of L numbers, L even, is a complex one of L/2, whose transform F gives that of the line:
 *     V[k] = E + T, V[L/2-k] = conj(E - T), 2 E = F[k] + conj F[L/2-k], 2 T = -i root[k] (F[k] - conj F[L/2-k])
 * BACK goes that way in the other direction. A line of odd length is a complex one without imaginary parts. */
#include "code.h"

#define ALWAYS __attribute__((always_inline)) static inline

#if LINE
typedef real vec;
enum { STEP = 1 };
#define RUN CODE(fast_line)
#else
typedef real vec __attribute__((vector_size(ORB_VECTOR), aligned(sizeof(real)), may_alias));
enum { STEP = LANES };
#define RUN CODE(fast_strip)
#endif

typedef struct complex_vec {
    vec re, im;
} cvec;

ALWAYS void fourier_transform(const cpu_fft *f, pairs x, pairs z, real scale, size_t width, real *memory)
{
    if (LINE)
        CODE(fft_line)(f, x, z, scale, memory);
    else
        CODE(fft)(f, x, z, scale, width, memory);
}

ALWAYS cvec times(cvec a, real c, real s)
{
    return (cvec){a.re * c - a.im * s, a.re * s + a.im * c};
}

ALWAYS cvec get(pairs p, size_t row, size_t v)
{
    return (cvec){*(const vec *)(p.part[0] + row * p.row + v), *(const vec *)(p.part[1] + row * p.row + v)};
}

ALWAYS void set(pairs p, size_t row, size_t v, cvec x)
{
    *(vec *)(p.part[0] + row * p.row + v) = x.re;
    *(vec *)(p.part[1] + row * p.row + v) = x.im;
}

ALWAYS pairs swapped(pairs p)
{
    return (pairs){{p.part[1], p.part[0]}, p.row};
}

/* Number j of the line. */
ALWAYS vec number(const cpu_fast *f, pairs x, size_t j, size_t v)
{
    return *(const vec *)(x.part[0] + f->from[j] * x.row + v) * ((const real *)f->before)[j];
}

/* Number k of the kernel, which is a result. */
ALWAYS void result(const cpu_fast *f, pairs z, size_t k, size_t v, vec x)
{
    *(vec *)(z.part[0] + f->to[k] * z.row + v) = x * ((const real *)f->behind)[k];
}

/* What follows from V[k]; 0 <= k <= length/2. */
ALWAYS void put(const cpu_fast *f, cpu_kernel kernel, pairs z, size_t k, size_t v, cvec x)
{
    const real *const twist = f->twist;
    const size_t n = f->n;

    switch (kernel) {
    case KERNEL_COSINE:
        x = times(x, twist[2 * k], twist[2 * k + 1]);
        if (k)
            result(f, z, n - k, v, -x.im);
        result(f, z, k, v, x.re);
        break;
    case KERNEL_HARTLEY:
        if (k)
            result(f, z, n - k, v, x.re + x.im);
        result(f, z, k, v, x.re - x.im);
        break;
    case KERNEL_REAL:
        result(f, z, k, v, x.re);
        break;
    case KERNEL_SINE:
        if (k && k <= n)
            result(f, z, k - 1, v, -x.im);
        break;
    case KERNEL_FOURIER:
        x = (cvec){x.re * (real)f->scale, x.im * (real)(f->inverse ? -f->scale : f->scale)};
        if (k && n - k < f->results)
            set(z, n - k, v, (cvec){x.re, -x.im});
        set(z, k, v, x);
        break;
    case KERNEL_BACK:
    case KERNEL_HALF:
    case KERNEL_QUARTER:
        break;
    }
}

/* Rows for so many pairs: in a strip, the parts of one side by side; of a line, one part after the other. */
ALWAYS pairs room(real **memory, size_t count, size_t width)
{
    const pairs p = {{*memory, *memory + (LINE ? count : width)}, LINE ? 1 : 2 * width};

    *memory += 2 * count * width;
    return p;
}

/* A line whose Fourier transform is wanted. */
ALWAYS void forward(const cpu_fast *f, cpu_kernel kernel, pairs x, pairs z, size_t width, real *memory)
{
    const size_t length = f->length, half = length / 2, count = f->fft->n;
    const real *const root = f->root;
    const pairs line = room(&memory, count, width), y = room(&memory, count, width);
    const vec zero = {0};

    if (length % 2) {
        for (size_t j = 0; j < length; j++)
            for (size_t v = 0; v < width; v += STEP)
                set(line, j, v, (cvec){number(f, x, j, v), zero});
        fourier_transform(f->fft, line, y, (real)1, width, memory);
        for (size_t k = 0; k <= half; k++)
            for (size_t v = 0; v < width; v += STEP)
                put(f, kernel, z, k, v, get(y, k, v));
        return;
    }
    if (kernel == KERNEL_FOURIER) {
        fourier_transform(f->fft, (pairs){{x.part[0], x.part[0] + x.row}, 2 * x.row}, y, (real)1, width, memory);
    } else {
        for (size_t j = 0; j < half; j++)
            for (size_t v = 0; v < width; v += STEP)
                set(line, j, v, (cvec){number(f, x, 2 * j, v), number(f, x, 2 * j + 1, v)});
        fourier_transform(f->fft, line, y, (real)1, width, memory);
    }
    for (size_t v = 0; v < width; v += STEP) {
        const cvec a = get(y, 0, v);

        put(f, kernel, z, 0, v, (cvec){a.re + a.im, zero});
        put(f, kernel, z, half, v, (cvec){a.re - a.im, zero});
    }
    for (size_t k = 1; k <= half / 2; k++)
        for (size_t v = 0; v < width; v += STEP) {
            const cvec a = get(y, k, v), b = get(y, half - k, v);
            const cvec e = {(a.re + b.re) * (real)0.5, (a.im - b.im) * (real)0.5};
            const cvec t = times((cvec){a.re - b.re, a.im + b.im}, root[2 * k + 1] / 2, -root[2 * k] / 2);

            put(f, kernel, z, k, v, (cvec){e.re + t.re, e.im + t.im});
            put(f, kernel, z, half - k, v, (cvec){e.re - t.re, t.im - e.im});
        }
}

/* Frequency k of a line of cosines: half the number times the conjugate of a factor. */
ALWAYS cvec frequency(const cpu_fast *f, pairs x, size_t k, size_t v)
{
    const real *const twist = f->twist;

    return times((cvec){number(f, x, k, v), -number(f, x, f->n - k, v)}, twist[2 * k] / 2, -twist[2 * k + 1] / 2);
}

/* V[k] of the line that is wanted. */
ALWAYS cvec coefficient(const cpu_fast *f, cpu_kernel kernel, pairs x, size_t k, size_t v)
{
    return kernel == KERNEL_BACK ? frequency(f, x, k, v) : get(x, k, v);
}

ALWAYS void backward(const cpu_fast *f, cpu_kernel kernel, pairs x, pairs z, size_t width, real *memory)
{
    const size_t n = f->n, half = n / 2, count = f->fft->n;
    const real *const root = f->root;
    const pairs y = room(&memory, count, width), line = room(&memory, count, width);
    const vec zero = {0};

    for (size_t v = 0; v < width; v += STEP) { /* two numbers that are real */
        const vec first = kernel == KERNEL_BACK ? number(f, x, 0, v) : get(x, 0, v).re;
        const vec middle = n % 2 ? zero : coefficient(f, kernel, x, half, v).re;

        set(y, 0, v, n % 2 ? (cvec){first, zero} : (cvec){first + middle, first - middle});
    }
    for (size_t k = 1; k <= (n % 2 ? half : half / 2); k++)
        for (size_t v = 0; v < width; v += STEP) {
            const cvec a = coefficient(f, kernel, x, k, v);

            if (n % 2) {
                set(y, k, v, a);
                set(y, n - k, v, (cvec){a.re, -a.im});
            } else {
                const cvec b = coefficient(f, kernel, x, half - k, v), s = {a.re + b.re, a.im - b.im};
                const cvec t = times((cvec){a.re - b.re, a.im + b.im}, root[2 * k + 1], root[2 * k]);

                set(y, k, v, (cvec){s.re + t.re, s.im + t.im});
                set(y, half - k, v, (cvec){s.re - t.re, t.im - s.im});
            }
        }
    fourier_transform(f->fft, swapped(y), swapped(line), (real)1, width, memory);
    for (size_t j = 0; j < n; j++)
        for (size_t v = 0; v < width; v += STEP)
            result(f, z, j, v,
                   *(const vec *)(n % 2 ? line.part[0] + j * line.row + v : line.part[j % 2] + j / 2 * line.row + v));
}

static void quarter(const cpu_fast *f, pairs x, pairs z, size_t width, real *memory)
{
    const size_t half = f->n / 2;
    const real *const twist = f->twist;
    const pairs line = room(&memory, half, width), y = room(&memory, half, width);

    for (size_t j = 0; j < half; j++)
        for (size_t v = 0; v < width; v += STEP)
            set(line, j, v,
                times((cvec){number(f, x, 2 * j, v), number(f, x, 2 * j + 1, v)}, twist[2 * j], twist[2 * j + 1]));
    fourier_transform(f->fft, line, y, (real)1, width, memory);
    for (size_t k = 0; k < half; k++)
        for (size_t v = 0; v < width; v += STEP) {
            const cvec t = times(get(y, k, v), twist[2 * k], twist[2 * k + 1]);

            result(f, z, 2 * k, v, t.re);
            result(f, z, 2 * k + 1, v, t.im);
        }
}

/* Of pairs, or of a real line of odd length, which is made pairs. */
static void fourier(const cpu_fast *f, bool complex, pairs x, pairs z, size_t width, real *memory)
{
    const cpu_fft *const fft = f->whole ? f->whole : f->fft;
    const vec zero = {0};

    if (!complex) {
        const pairs y = room(&memory, f->n, width);

        for (size_t j = 0; j < f->n; j++)
            for (size_t v = 0; v < width; v += STEP)
                set(y, j, v, (cvec){*(const vec *)(x.part[0] + j * x.row + v), zero});
        x = y;
    }
    if (f->inverse)
        fourier_transform(fft, swapped(x), swapped(z), (real)f->scale, width, memory);
    else
        fourier_transform(fft, x, z, (real)f->scale, width, memory);
}

void RUN(const cpu_fast *f, bool complex, pairs x, pairs z, size_t width, real *memory)
{
    if (LINE || ORB_VECTOR == FFT_STRIP_BYTES)
        width = STEP; /* always, and known to the compiler */
    switch (f->kernel) {
    case KERNEL_COSINE:
        forward(f, KERNEL_COSINE, x, z, width, memory);
        break;
    case KERNEL_REAL:
        forward(f, KERNEL_REAL, x, z, width, memory);
        break;
    case KERNEL_SINE:
        forward(f, KERNEL_SINE, x, z, width, memory);
        break;
    case KERNEL_HARTLEY:
        forward(f, KERNEL_HARTLEY, x, z, width, memory);
        break;
    case KERNEL_FOURIER:
        if (complex || (f->n % 2 && f->results == f->n))
            fourier(f, complex, x, z, width, memory);
        else
            forward(f, KERNEL_FOURIER, x, z, width, memory);
        break;
    case KERNEL_BACK:
        backward(f, KERNEL_BACK, x, z, width, memory);
        break;
    case KERNEL_HALF:
        backward(f, KERNEL_HALF, x, z, width, memory);
        break;
    case KERNEL_QUARTER:
        quarter(f, x, z, width, memory);
        break;
    }
}
