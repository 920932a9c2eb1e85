/* The transforms of a single line that all fast kinds come down to.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A real line of L numbers is a complex one of L/2, whose transform F gives that of the line:
 *     V[k] = E + T, V[L/2-k] = conj(E - T), 2 E = F[k] + conj F[L/2-k], 2 T = -i root[k] (F[k] - conj F[L/2-k])
 * BACK goes that kernel in the other direction. */
#include "fast_kernel.h"

#include <string.h>

#define ALWAYS __attribute__((always_inline)) static inline

ALWAYS kiss_fft_cpx multiply(kiss_fft_cpx a, kiss_fft_cpx b)
{
    return (kiss_fft_cpx){a.r * b.r - a.i * b.i, a.r * b.i + a.i * b.r};
}

/* Result k of the kernel, and what follows from it; 0 <= k <= length/2. */
ALWAYS void put(const cpu_fast *fast, cpu_kernel kernel, float *line, size_t k, kiss_fft_cpx v)
{
    const size_t n = fast->n;
    kiss_fft_cpx t;

    switch (kernel) {
    case KERNEL_COSINE:
        t = multiply(v, fast->twist[k]);
        if (k)
            line[n - k] = -t.i;
        line[k] = t.r;
        break;
    case KERNEL_HARTLEY:
        if (k)
            line[n - k] = v.r + v.i;
        line[k] = v.r - v.i;
        break;
    case KERNEL_REAL:
        line[k] = v.r;
        break;
    case KERNEL_SINE:
        if (k && k <= n)
            line[k - 1] = -v.i;
        break;
    case KERNEL_FOURIER:
        if (k) {
            line[2 * (n - k)] = v.r;
            line[2 * (n - k) + 1] = -v.i * fast->sign;
        }
        line[2 * k] = v.r;
        line[2 * k + 1] = v.i * fast->sign;
        break;
    case KERNEL_BACK:
    case KERNEL_QUARTER:
        break;
    }
}

/* A line whose Fourier transform is requested: that of half as many pairs, and then its symmetries. */
ALWAYS void forward(const cpu_fast *fast, cpu_kernel kernel, float *line, kiss_fft_cpx *f)
{
    const size_t half = fast->length / 2;

    kiss_fft(fast->half, (kiss_fft_cpx *)(void *)line, f);
    put(fast, kernel, line, 0, (kiss_fft_cpx){f[0].r + f[0].i, 0.0F});
    put(fast, kernel, line, half, (kiss_fft_cpx){f[0].r - f[0].i, 0.0F});
    for (size_t k = 1; k <= half / 2; k++) {
        const kiss_fft_cpx a = f[k], b = f[half - k], w = {0.5F * fast->root[k].i, -0.5F * fast->root[k].r};
        const kiss_fft_cpx e = {0.5F * (a.r + b.r), 0.5F * (a.i - b.i)};
        const kiss_fft_cpx t = multiply(w, (kiss_fft_cpx){a.r - b.r, a.i + b.i});

        put(fast, kernel, line, k, (kiss_fft_cpx){e.r + t.r, e.i + t.i});
        put(fast, kernel, line, half - k, (kiss_fft_cpx){e.r - t.r, t.i - e.i});
    }
}

/* Frequency k, and half its length less k, of a line of cosines: half the point times the conjugate of a factor. */
ALWAYS kiss_fft_cpx frequency(const cpu_fast *fast, const float *line, size_t k)
{
    const kiss_fft_cpx w = {0.5F * fast->twist[k].r, -0.5F * fast->twist[k].i};

    return multiply(w, (kiss_fft_cpx){line[k], -line[fast->n - k]});
}

static void backward(const cpu_fast *fast, float *line, kiss_fft_cpx *f)
{
    const size_t half = fast->length / 2;
    const float middle = frequency(fast, line, half).r; /* it is real */

    f[0] = (kiss_fft_cpx){line[0] + middle, line[0] - middle};
    for (size_t k = 1; k <= half / 2; k++) {
        const kiss_fft_cpx a = frequency(fast, line, k), b = frequency(fast, line, half - k);
        const kiss_fft_cpx w = {fast->root[k].i, fast->root[k].r}, s = {a.r + b.r, a.i - b.i};
        const kiss_fft_cpx t = multiply(w, (kiss_fft_cpx){a.r - b.r, a.i + b.i});

        f[k] = (kiss_fft_cpx){s.r + t.r, s.i + t.i};
        f[half - k] = (kiss_fft_cpx){s.r - t.r, t.i - s.i};
    }
    kiss_fft(fast->half, f, (kiss_fft_cpx *)(void *)line);
}

static void quarter(const cpu_fast *fast, kiss_fft_cpx *line, kiss_fft_cpx *f)
{
    const size_t half = fast->length / 2;

    for (size_t j = 0; j < half; j++)
        line[j] = multiply(line[j], fast->twist[j]);
    kiss_fft(fast->half, line, f);
    for (size_t k = 0; k < half; k++)
        line[k] = multiply(f[k], fast->twist[k]);
}

/* Of pairs, or of a real line of odd length, which is made pairs. */
static void fourier(const cpu_fast *fast, bool pairs, float *line, kiss_fft_cpx *f)
{
    for (size_t i = 0; i < fast->n; i++)
        f[i] = pairs ? (kiss_fft_cpx){line[2 * i], line[2 * i + 1]} : (kiss_fft_cpx){line[i], 0.0F};
    kiss_fft(fast->whole, f, (kiss_fft_cpx *)(void *)line);
}

void orb_cpu_kernel(const cpu_fast *fast, bool pairs, float *line, kiss_fft_cpx *other)
{
    switch (fast->kernel) {
    case KERNEL_COSINE:
        forward(fast, KERNEL_COSINE, line, other);
        break;
    case KERNEL_REAL:
        forward(fast, KERNEL_REAL, line, other);
        break;
    case KERNEL_SINE:
        forward(fast, KERNEL_SINE, line, other);
        break;
    case KERNEL_HARTLEY:
        forward(fast, KERNEL_HARTLEY, line, other);
        break;
    case KERNEL_FOURIER:
        if (pairs || !fast->half)
            fourier(fast, pairs, line, other);
        else
            forward(fast, KERNEL_FOURIER, line, other);
        break;
    case KERNEL_BACK:
        backward(fast, line, other);
        break;
    case KERNEL_QUARTER:
        quarter(fast, (kiss_fft_cpx *)(void *)line, other);
        break;
    }
}
