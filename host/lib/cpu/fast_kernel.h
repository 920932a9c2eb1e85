/* The transforms of a single line that all fast kinds come down to.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CPU_FAST_WAY_H
#define ORB_CPU_FAST_WAY_H

#include "cpu_fast.h"

#include <kiss_fft.h>
#include <stdint.h>

/* What a kernel makes of its line x of `length` numbers, V[k] being its Fourier transform:
 * COSINE   n numbers: the sums over j of x[j] * cos(pi k (4j+1) / 2n)
 * BACK     n numbers: the sums over j of x[j] * cos(pi j (4k+1) / 2n), the transpose of COSINE
 * QUARTER  n/2 pairs: the sums over j of (x[2j] + i x[2j+1]) * exp(-i pi (4j+1)(4k+1) / 4n)
 * REAL     V[k] is real: it, for k from 0 on
 * SINE     V[k] is imaginary: minus it, for k from 1 on
 * HARTLEY  n numbers: Re V[k] - Im V[k]
 * FOURIER  n pairs: V[k], or its conjugate in an inverse; x is n numbers, or n pairs */
typedef enum cpu_kernel {
    KERNEL_COSINE,
    KERNEL_BACK,
    KERNEL_QUARTER,
    KERNEL_REAL,
    KERNEL_SINE,
    KERNEL_HARTLEY,
    KERNEL_FOURIER
} cpu_kernel;

struct cpu_fast {
    cpu_kernel kernel;
    size_t n;                   /* points, and results */
    size_t length;              /* numbers of the line that is transformed, in the order of the kernel */
    size_t row;                 /* numbers from one line to the next in the memory */
    float sign;                 /* of imaginary parts: -1 in an inverse Fourier transform */
    uint32_t *from, *to;        /* number j comes from point from[j], result k from number to[k] */
    float *before, *behind;     /* ... times before[j], after[k] */
    kiss_fft_cpx *root, *twist; /* exp(-2 pi i k / length); the kernel's own factors */
    kiss_fft_cfg half, whole;   /* of length / 2 pairs, NULL for an odd length; of n pairs, NULL for real kinds */
};

/* Transforms a line in place; `other` has as much room as it. pairs: of a KERNEL_FOURIER, whether it is complex. */
void orb_cpu_kernel(const cpu_fast *fast, bool pairs, float *line, kiss_fft_cpx *other);

#endif
