/* Axes by fast Fourier transforms in place of products.
 * SPDX-License-Identifier: Apache-2.0
 *
 * There are a few kernels. A table has the order in which a kernel takes the points of a line, and their factors. A
 * second table has the order of the results, and their factors. With these two, the kernels serve all kinds and types:
 * mirrored lines and alternating signs turn cosines into sines. */
#ifndef ORB_CPU_FAST_H
#define ORB_CPU_FAST_H

#include "fft.h"
#include "matrix.h"

#include <stdint.h>

/* What a kernel makes of its line x of `length` numbers, V[k] being its Fourier transform:
 * COSINE   n numbers: the sums over j of x[j] * cos(pi k (4j+1) / 2n)
 * BACK     n numbers: the sums over j of x[j] * cos(pi j (4k+1) / 2n), the transpose of COSINE
 * QUARTER  n/2 pairs: the sums over j of (x[2j] + i x[2j+1]) * exp(-i pi (4j+1)(4k+1) / 4n)
 * REAL     V[k] is real: it, for k from 0 on
 * SINE     V[k] is imaginary: minus it, for k from 1 on
 * HARTLEY  n numbers: Re V[k] - Im V[k]
 * FOURIER  n pairs: V[k], or its conjugate in an inverse; x is n numbers, or n pairs
 * HALF     n numbers: the inverse of FOURIER for a real line, of which the first n/2+1 pairs are given */
typedef enum cpu_kernel {
    KERNEL_COSINE,
    KERNEL_BACK,
    KERNEL_QUARTER,
    KERNEL_REAL,
    KERNEL_SINE,
    KERNEL_HARTLEY,
    KERNEL_FOURIER,
    KERNEL_HALF
} cpu_kernel;

typedef struct cpu_fast {
    cpu_kernel kernel;
    size_t n;      /* points of the axis */
    size_t points; /* of a line, pairs of a half spectrum */
    size_t results;
    size_t length;         /* numbers of the line that is transformed, in the order of the kernel */
    bool inverse;          /* of a Fourier transform */
    double scale;          /* of a Fourier transform; others have it in `behind` */
    uint32_t *from, *to;   /* number j of the line comes from point from[j]; number j of the kernel is result to[j] */
    void *before, *behind; /* ... times before[j], behind[j] */
    void *root, *twist;    /* pairs: exp(-2 pi i k / length); the kernel's own factors */
    cpu_fft *fft;          /* of length/2 pairs; of n pairs for an odd length */
    cpu_fft *whole;        /* of the pairs of a Fourier transform of even length, else NULL */
} cpu_fast;

/* Numbers of the line that is transformed for one of the axis; 0: it has no fast transform. */
size_t orb_cpu_fast_length(const orb_axis *axis);

/* What a line takes, about, for an axis that has one: in nanoseconds for as many lines as 64 bytes have numbers. */
double orb_cpu_fast_cost(const orb_axis *axis);

/* A transform for an axis that has one, in numbers of `size` bytes; NULL: no memory. */
cpu_fast *orb_cpu_fast_new(const orb_axis *axis, size_t size);
void orb_cpu_fast_free(cpu_fast *fast);

enum { FAST_LONGEST_STRIP = 1 << 14 /* numbers of lines that may be transformed together */ };

/* Numbers of memory that running it needs. */
size_t orb_cpu_fast_memory(const cpu_fast *fast, size_t size);

#endif
