/* Matrices as coefficients: words of one scale, and what the host has to know of their roundings.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_COEFFICIENTS_H
#define ORB_COEFFICIENTS_H

#include "fixed.h"
#include "matrix.h"

/* A matrix in words. A complex one is a real one of blocks: part i of the points times block (i, o) is part o of the
 * results. */
typedef struct orb_fixed_matrix {
    size_t n;                     /* points, and results */
    unsigned parts_in, parts_out; /* 1 real, 2 complex */
    int32_t *words;      /* parts_in * n rows, parts_out * n columns, row major, nearest to `scale` times the matrix */
    double scale;        /* fixed point: chosen so that many elements are near to whole numbers; float: a power of 2 */
    double *unit;        /* n factors from a result in words to its value, about 1 / scale; float: just that */
    double *reach;       /* a magnitude for each row: the largest coefficient that meets this point */
    double line_norm;    /* largest 2-norm of the coefficients of one result */
    double line_sum;     /* largest sum of their magnitudes */
    double terms;        /* largest number of those that are not 0 */
    double mean_square;  /* mean over the results of the sum of the squares of their exact coefficients */
    double error_square; /* ... of the squares of the errors of their coefficients, times unit */
    double error_sum;    /* the largest sum of the magnitudes of these errors */
    double gain;         /* at least the 2-norm of the matrix in words: what it can do to the norm of its operands */
} orb_fixed_matrix;

/* Rounds the matrix of an axis, between points and results of so many parts, to coefficients of a format. What measures
 * bounds is left out in float. ORB_OK or ORB_NO_MEMORY. */
orb_status orb_fixed_matrix_init(orb_fixed_matrix *m, const orb_axis *axis, unsigned parts_in, unsigned parts_out,
                                 const orb_format *format);

/* Also after a failed orb_fixed_matrix_init. */
void orb_fixed_matrix_free(orb_fixed_matrix *m);

/* Copies the size x size tile of block (from, to) that begins at (row, column); it is zero beyond the matrix. */
void orb_fixed_matrix_tile(const orb_fixed_matrix *m, unsigned from, unsigned to, size_t row, size_t column,
                           size_t size, int32_t *tile);

#endif
