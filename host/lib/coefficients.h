/* Matrices as coefficients: words of one scale, and what the host has to know of their roundings.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ORB_COEFFICIENTS_H
#define ORB_COEFFICIENTS_H

#include <orbital/orbital.h>

/* A matrix in words. */
typedef struct orb_fixed_matrix {
    size_t n;         /* rows and columns as the array takes them; those beyond `lines` are zero */
    size_t lines;     /* rows and columns that are not padding */
    int32_t *words;   /* row major, nearest to `scale` times the matrix */
    double scale;     /* chosen so that many elements are near to whole numbers */
    double *unit;     /* `lines` factors from a result in words to its value, about 1 / scale */
    double *reach;    /* `lines` magnitudes: the largest coefficient that meets this point */
    double line_norm; /* largest 2-norm of the coefficients of one result */
    double line_sum;  /* largest sum of their magnitudes */
    double terms;     /* largest number of those that are not 0 */
    double gain;      /* at least the 2-norm of the matrix in words: what it can do to the norm of its operands */
} orb_fixed_matrix;

/* Rounds the lines x lines matrix c to coefficients of so many bits, padded to n x n. inverse: a result takes a row,
 * not a column. ORB_OK or ORB_NO_MEMORY. */
orb_status orb_fixed_matrix_init(orb_fixed_matrix *m, const double *c, size_t lines, size_t n, unsigned bits,
                                 int inverse);

/* Also after a failed orb_fixed_matrix_init. */
void orb_fixed_matrix_free(orb_fixed_matrix *m);

#endif
