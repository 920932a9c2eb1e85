/* The matrix of one axis and the scalings before and after it.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Every kind is run as an orthonormal matrix C; a norm of scipy.fft that is not orthonormal is diag(in) C diag(out).
 * See docs/transforms.md. */
#ifndef ORB_MATRIX_H
#define ORB_MATRIX_H

#include <orbital/orbital.h>

#include <stdbool.h>

/* One axis of a plan, for its direction: z[k] = sum over i of x[i] * (matrix[i][k] + sqrt(-1) * imaginary[i][k]). */
typedef struct orb_axis {
    size_t n; /* points of a block */
    orb_kind kind;
    int type; /* of the forward transform, not 0 for a kind that has types */
    orb_direction direction;
    bool half;         /* of a Fourier axis of real points: only n/2+1 coefficients are stored */
    double *matrix;    /* n x n; NULL for an identity, and where the engine needs none */
    double *imaginary; /* n x n, NULL for real kinds */
    double *in;        /* n factors of the points before the matrix, at most 1 */
    double *out;       /* n factors of the results after it */
} orb_axis;

/* What the caller asked for on axis a of desc, with blocks of n points; everything is copied. The matrix is there only
 * if it is the caller's. ORB_OK, ORB_INVALID, ORB_NO_MEMORY, ORB_BAD_KIND, ORB_NOT_ORTHONORMAL */
orb_status orb_axis_init(orb_axis *axis, const orb_plan_desc *desc, int a, size_t n);

/* Makes the matrix of any other kind. ORB_OK, ORB_NO_MEMORY */
orb_status orb_axis_fill(orb_axis *axis);

/* Also after a failed orb_axis_init. */
void orb_axis_free(orb_axis *axis);

/* The type that is meant: 0 is the usual one. ORB_OK or ORB_BAD_KIND if n points have no such transform. */
orb_status orb_kind_check(orb_kind kind, int *type, size_t n);

/* Fills c with the orthonormal n x n matrix of a real kind other than ORB_MATRIX that orb_kind_check accepted. */
void orb_matrix_fill(orb_kind kind, int type, size_t n, double *c);

/* Fills both parts of the unitary matrix of the discrete Fourier transform, or of its inverse. */
void orb_matrix_fill_fourier(orb_direction direction, size_t n, double *real, double *imaginary);

/* The weight 1/sqrt(2) that an orthonormal DCT or DST gives to points (result = 0) or results (result = 1) at the
 * ends of their range, 1 elsewhere. */
double orb_edge_weight(orb_kind kind, int type, size_t n, size_t index, int result);

/* Entry (i, k) of an orthonormal matrix is orb_matrix_scale times both edge weights times the value of its angle: of
 * these there are few, orb_angle_count, which a table can hold. A kind without angles (0) has a pattern of such values
 * in their place. */
size_t orb_angle_count(orb_kind kind, int type, size_t n);
size_t orb_angle_of(orb_kind kind, int type, size_t n, size_t i, size_t k);
double orb_angle_value(orb_kind kind, int type, size_t n, size_t angle, int imaginary);
double orb_pattern_value(orb_kind kind, int type, size_t n, size_t i, size_t k);
double orb_matrix_scale(orb_kind kind, int type, size_t n);

/* L of docs/transforms.md: the unscaled transform and its transpose make L times the identity. */
double orb_norm_length(orb_kind kind, int type, size_t n);

#endif
