/* Fast Fourier transforms of any length, for both precisions.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A length whose prime factors are at most 13 is transformed in passes (Stockham's algorithm, so that results come in
 * their natural order). With n = before * radix * after, a pass takes the points at distance n/radix from each other:
 *     z[q + before * (radix * p + k)] = w^(p k) * (sum over j of x[q + before * (p + after * j)] * v^(j k))
 * for q < before, p < after and k < radix, where v = exp(-2 pi i / radix) and w = exp(-2 pi i / (radix * after)).
 * A long line would leave the caches in each pass, so it is a matrix of rows x columns points: its columns are
 * transformed, turned by w^(row column), w = exp(-2 pi i / n), and then its rows.
 * A length with a larger prime factor is a convolution of another length (Bluestein's algorithm). */
#ifndef ORB_CPU_FFT_H
#define ORB_CPU_FFT_H

#include <stdbool.h>
#include <stddef.h>

enum {
    FFT_PASSES = 12,
    FFT_LARGEST_RADIX = 13,
    FFT_LONGEST = 1024,  /* points that are transformed in passes */
    FFT_STRIP_BYTES = 64 /* of the numbers of all lines that are transformed together: a line of the cache */
};

typedef struct cpu_fft_pass {
    unsigned radix;
    size_t before, after;
    const void *twiddles; /* cosine and sine of each w^(p k), for p > 0 and k > 0, k first */
} cpu_fft_pass;

typedef struct cpu_fft {
    size_t n;
    unsigned passes;
    cpu_fft_pass pass[FFT_PASSES];
    void *twiddles;               /* of all passes */
    struct cpu_fft *column, *row; /* of a long line, else NULL */
    size_t turns_row;             /* numbers of a row of its factors */
    void *turns[2];               /* ... their cosines, and their sines, row by row */
    struct cpu_fft *convolution;  /* Bluestein: a transform of 2n-1 points or more, or NULL */
    void *chirp;                  /* n pairs: exp(-pi i j^2 / n) */
    void *spectrum;               /* the transform of the conjugate chirp, divided by its length */
} cpu_fft;

/* A transform of n points, 1 or more, in numbers of `size` bytes; NULL: no memory. */
cpu_fft *orb_cpu_fft_new(size_t n, size_t size);
void orb_cpu_fft_free(cpu_fft *fft);

/* Numbers of memory that a transform needs for each line of a strip, and for a single line. */
size_t orb_cpu_fft_memory(const cpu_fft *fft);
size_t orb_cpu_fft_line_memory(const cpu_fft *fft, size_t size);

/* What a line takes, about: in nanoseconds for as many lines as 64 bytes have numbers. */
double orb_cpu_fft_cost(size_t n);

/* Number `at` of a table of numbers of so many bytes. */
static inline void orb_cpu_put(void *table, size_t at, size_t size, double value)
{
    if (size == sizeof(float))
        ((float *)table)[at] = (float)value;
    else
        ((double *)table)[at] = value;
}

/* The cosine and the sine of -2 pi j / n, correctly rounded but for the last bit; j < n. */
void orb_cpu_root(size_t j, size_t n, double *cosine, double *sine);

#endif
