/* The transforms of a single line that all fast kinds come down to.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_CPU_FAST_WAY_H
#define ORB_CPU_FAST_WAY_H

#include "cpu_fast.h"

#include <kiss_fft.h>
#include <stdint.h>

/* What a way makes of its line x of `length` numbers, V[k] being its Fourier transform:
 * COSINE   n numbers: the sums over j of x[j] * cos(pi k (4j+1) / 2n)
 * BACK     n numbers: the sums over j of x[j] * cos(pi j (4k+1) / 2n), the transpose of COSINE
 * QUARTER  n/2 pairs: the sums over j of (x[2j] + i x[2j+1]) * exp(-i pi (4j+1)(4k+1) / 4n)
 * REAL     V[k] is real: it, for k from 0 on
 * SINE     V[k] is imaginary: minus it, for k from 1 on
 * HARTLEY  n numbers: Re V[k] - Im V[k]
 * FOURIER  n pairs: V[k], or its conjugate in an inverse; x is n numbers, or n pairs */
typedef enum cpu_way { WAY_COSINE, WAY_BACK, WAY_QUARTER, WAY_REAL, WAY_SINE, WAY_HARTLEY, WAY_FOURIER } cpu_way;

struct cpu_fast {
    cpu_way way;
    size_t n;                   /* points, and results */
    size_t length;              /* numbers of the line that is transformed, in the order of the way */
    size_t row;                 /* numbers from one line to the next in the memory */
    float sign;                 /* of imaginary parts: -1 in an inverse Fourier transform */
    uint32_t *from, *to;        /* number j comes from point from[j], result k from number to[k] */
    float *before, *behind;     /* ... times before[j], behind[k] */
    kiss_fft_cpx *root, *twist; /* exp(-2 pi i k / length); the way's own factors */
    kiss_fft_cfg half, whole;   /* of length / 2 pairs, NULL for an odd length; of n pairs, NULL for real kinds */
};

/* Transforms a line in place; `other` has as much room as it. pairs: of a WAY_FOURIER, whether it is complex. */
void orb_cpu_way(const cpu_fast *fast, bool pairs, float *line, kiss_fft_cpx *other);

#endif
