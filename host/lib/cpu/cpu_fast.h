/* Axes by fast Fourier transforms in place of products, in float.
 * SPDX-License-Identifier: Apache-2.0
 *
 * A line is gathered into a buffer of its own, where it is the input of one of few transforms ("ways"): its points are
 * scaled and in another order, or stand there more than once. What the way leaves in the buffer goes back the same way.
 * The rest of the kinds is in these two tables: mirrored lines and alternating signs make sines of cosines. */
#ifndef ORB_CPU_FAST_H
#define ORB_CPU_FAST_H

#include "matrix.h"

#include <stdbool.h>

typedef struct cpu_fast cpu_fast;

/* Lines of floats, real and imaginary parts (NULL: none): point i of line l is part[p][l * line + i * point]. */
typedef struct cpu_lines {
    float *part[2];
    size_t line, point;
} cpu_lines;

/* Numbers of the line that is transformed for one of the axis, with no factors but 2, 3 and 5; 0: it has no fast
 * transform. */
size_t orb_cpu_fast_length(const orb_axis *axis);

/* A transform for an axis that has one; NULL: no memory. */
cpu_fast *orb_cpu_fast_new(const orb_axis *axis);
void orb_cpu_fast_free(cpu_fast *fast);

/* Bytes of memory that running it needs. */
size_t orb_cpu_fast_memory(const cpu_fast *fast);

/* Transforms `count` lines, whose results may be where the points were. Real kinds want one part, and have one result;
 * a Fourier transform wants one or two, and has two. */
void orb_cpu_fast_run(const cpu_fast *fast, const cpu_lines *from, const cpu_lines *to, size_t count, void *memory);

#endif
