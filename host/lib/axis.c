/* One axis of a plan: its matrix for the direction, and the scalings of its norm.
 * SPDX-License-Identifier: Apache-2.0 */
#include "checked.h"
#include "error.h"
#include "matrix.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* How far a user's matrix may be from orthonormal, in any element of its product with its transpose. */
static const double orthonormal_tolerance = 1e-6;

static bool all_finite(const double *x, size_t count)
{
    bool finite = true;

    for (size_t i = 0; i < count; i++)
        finite = finite && isfinite(x[i]);
    return finite;
}

static bool orthonormal(const double *c, size_t n)
{
    bool good = true;

    for (size_t i = 0; i < n && good; i++)
        for (size_t j = i; j < n && good; j++) {
            double sum = i == j ? -1.0 : 0.0;

            for (size_t k = 0; k < n; k++)
                sum += c[i * n + k] * c[j * n + k];
            good = fabs(sum) <= orthonormal_tolerance;
        }
    return good;
}

static void transpose(double *c, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++) {
            const double element = c[i * n + k];

            c[i * n + k] = c[k * n + i];
            c[k * n + i] = element;
        }
}

static orb_status copy_users(orb_axis *axis, const orb_plan_desc *desc, int a)
{
    const double *const matrix = desc->matrix[a], *const inverse = desc->inverse[a];
    const orb_direction direction = desc->direction;
    const size_t n = axis->n;

    if (!matrix)
        return orb_refuse(ORB_INVALID, "matrix[%d] is NULL: ORB_MATRIX needs %zu x %zu numbers", a, n, n);
    if (!all_finite(matrix, n * n) || (inverse && !all_finite(inverse, n * n)))
        return orb_refuse(ORB_INVALID, "matrix[%d] or its inverse holds a NaN or an infinity: replace it", a);
    if (!inverse && !orthonormal(matrix, n))
        return orb_refuse(ORB_NOT_ORTHONORMAL, "matrix[%d] is not orthonormal and has no inverse: give the inverse too",
                          a);
    memcpy(axis->matrix, inverse && direction == ORB_INVERSE ? inverse : matrix, n * n * sizeof *matrix);
    if (!inverse && direction == ORB_INVERSE)
        transpose(axis->matrix, n);
    return ORB_OK;
}

/* The unscaled transform is sqrt(L) diag(w) C diag(1/w), w being the edge weights: the inverse of it takes the results'
 * weights first and divides by the points'. The weights, at most 1, go before the matrix so that nothing overflows. */
static void fill_scalings(orb_axis *axis, orb_norm norm)
{
    const int type = axis->type;
    const bool plain = norm == ORB_ORTHO || axis->kind == ORB_MATRIX;
    const double root = plain ? 1.0 : sqrt(orb_norm_length(axis->kind, type, axis->n));
    const bool grows = (norm == ORB_BACKWARD) == (axis->direction == ORB_FORWARD);
    const int inverse = axis->direction == ORB_INVERSE;

    for (size_t i = 0; i < axis->n; i++) {
        const double before = plain ? 1.0 : orb_edge_weight(axis->kind, type, axis->n, i, inverse);
        const double behind = plain ? 1.0 : orb_edge_weight(axis->kind, type, axis->n, i, !inverse);

        axis->in[i] = before;
        axis->out[i] = (grows ? root : 1.0 / root) / behind;
    }
}

/* Memory for one part of the matrix, or NULL. */
static double *new_matrix(size_t n)
{
    size_t count;

    return orb_mul(n, n, &count) ? calloc(count, sizeof(double)) : NULL;
}

orb_status orb_axis_init(orb_axis *axis, const orb_plan_desc *desc, int a, size_t n)
{
    orb_status status;

    *axis = (orb_axis){.n = n, .kind = desc->kind[a], .type = desc->type[a], .direction = desc->direction};
    axis->half = desc->half_axis == (unsigned)a + 1;
    status = orb_kind_check(axis->kind, &axis->type, n);
    if (status == ORB_INVALID)
        orb_refuse(status, "kind[%d] is %u: its constants go from 0 to %u", a, (unsigned)axis->kind, ORB_DFT);
    else if (status && axis->kind == ORB_DWHT)
        orb_refuse(status, "kind[%d] is dwht of type %d on %zu points: use type 1 or 2, and a power of two", a,
                   axis->type, n);
    else if (status)
        orb_refuse(status, "type[%d] is %d on %zu points: use 1 to 4, and type 1 of dct on two points or more", a,
                   axis->type, n);
    if (!status) {
        axis->in = calloc(n, sizeof *axis->in);
        axis->out = calloc(n, sizeof *axis->out);
        status = axis->in && axis->out ? ORB_OK : ORB_NO_MEMORY;
    }
    if (!status)
        fill_scalings(axis, desc->norm);
    if (!status && axis->kind == ORB_MATRIX) {
        axis->matrix = new_matrix(n);
        status = axis->matrix ? copy_users(axis, desc, a) : ORB_NO_MEMORY;
    }
    return status;
}

orb_status orb_axis_fill(orb_axis *axis)
{
    if (axis->kind == ORB_IDENTITY || axis->kind == ORB_MATRIX)
        return ORB_OK;
    axis->matrix = new_matrix(axis->n);
    axis->imaginary = axis->kind == ORB_DFT ? new_matrix(axis->n) : NULL;
    if (!axis->matrix || (axis->kind == ORB_DFT && !axis->imaginary))
        return ORB_NO_MEMORY;
    if (axis->kind == ORB_DFT) {
        orb_matrix_fill_fourier(axis->direction, axis->n, axis->matrix, axis->imaginary);
    } else {
        orb_matrix_fill(axis->kind, axis->type, axis->n, axis->matrix);
        if (axis->direction == ORB_INVERSE)
            transpose(axis->matrix, axis->n);
    }
    return ORB_OK;
}

void orb_axis_free(orb_axis *axis)
{
    free(axis->matrix);
    free(axis->imaginary);
    free(axis->in);
    free(axis->out);
    *axis = (orb_axis){0};
}
