/* Moves boxes between volumes and cubes.
 * SPDX-License-Identifier: Apache-2.0 */
#include "field.h"

#include <math.h>
#include <string.h>

/* A line of a box along the last axis of its cube. */
typedef struct line {
    ptrdiff_t start, stride; /* in scalars */
    size_t count;            /* points that are in the field */
    double factor;           /* of all of them */
    const double *along;     /* of each, or NULL */
} line;

bool orb_is_complex(orb_element element)
{
    return element == ORB_C64 || element == ORB_C128;
}

bool orb_is_single(orb_element element)
{
    return element == ORB_F32 || element == ORB_C64;
}

size_t orb_element_size(orb_element element)
{
    return (orb_is_single(element) ? sizeof(float) : sizeof(double)) * (orb_is_complex(element) ? 2 : 1);
}

size_t orb_field_within(const orb_field *field, const orb_box *box, unsigned axis)
{
    const size_t left = field->n[axis] > box->first[axis] ? field->n[axis] - box->first[axis] : 0;

    return left < box->extent[axis] ? left : box->extent[axis];
}

static const double *factors(const orb_field *field, const orb_box *box, unsigned axis)
{
    return field->factor[axis] ? field->factor[axis] + box->first[axis] % field->block[axis] : NULL;
}

static double factor_at(const double *factor, size_t index)
{
    return factor ? factor[index] : 1.0;
}

/* Line (i, j) of a box; count 0 if it lies outside. */
static line line_of(const orb_field *field, const orb_box *box, unsigned part, size_t i, size_t j)
{
    const unsigned a = box->axis[0], b = box->axis[1], c = box->axis[2];
    const ptrdiff_t scalars = orb_is_complex(field->element) ? 2 : 1;
    const ptrdiff_t row = (ptrdiff_t)field->n[2], dense[3] = {(ptrdiff_t)field->n[1] * row, row, 1};
    const ptrdiff_t *const stride = field->stride[2] ? field->stride : dense;
    line l = {0};

    if (i < orb_field_within(field, box, a) && j < orb_field_within(field, box, b)) {
        l.count = orb_field_within(field, box, c);
        l.stride = stride[c] * scalars;
        l.start = ((ptrdiff_t)(box->first[a] + i) * stride[a] + (ptrdiff_t)(box->first[b] + j) * stride[b] +
                   (ptrdiff_t)box->first[c] * stride[c]) *
                      scalars +
                  (ptrdiff_t)part;
        l.factor = factor_at(factors(field, box, a), i) * factor_at(factors(field, box, b), j);
        l.along = factors(field, box, c);
    }
    return l;
}

static bool gather_line(const orb_field *field, const line *l, double *x)
{
    bool finite = true;

    if (orb_is_single(field->element)) {
        const float *from = (const float *)field->from + l->start;

        for (size_t k = 0; k < l->count; k++)
            x[k] = (double)from[(ptrdiff_t)k * l->stride];
    } else {
        const double *from = (const double *)field->from + l->start;

        for (size_t k = 0; k < l->count; k++)
            x[k] = from[(ptrdiff_t)k * l->stride];
    }
    for (size_t k = 0; k < l->count; k++) {
        x[k] *= l->factor * factor_at(l->along, k);
        finite = finite && isfinite(x[k]);
    }
    return finite;
}

bool orb_field_gather(const orb_field *field, const orb_box *box, unsigned part, double *cube)
{
    bool finite = true;

    for (size_t i = 0; i < box->cube[0]; i++)
        for (size_t j = 0; j < box->cube[1]; j++) {
            double *x = cube + (i * box->cube[1] + j) * box->cube[2];
            const line l = line_of(field, box, part, i, j);

            finite = gather_line(field, &l, x) && finite;
            memset(x + l.count, 0, (box->cube[2] - l.count) * sizeof *x);
        }
    return finite;
}

static void scatter_line(const orb_field *field, const line *l, const double *x)
{
    if (orb_is_single(field->element)) {
        float *to = (float *)field->to + l->start;

        for (size_t k = 0; k < l->count; k++)
            to[(ptrdiff_t)k * l->stride] = x ? (float)(x[k] * (l->factor * factor_at(l->along, k))) : 0.0f;
    } else {
        double *to = (double *)field->to + l->start;

        for (size_t k = 0; k < l->count; k++)
            to[(ptrdiff_t)k * l->stride] = x ? x[k] * (l->factor * factor_at(l->along, k)) : 0.0;
    }
}

void orb_field_scatter(const orb_field *field, const orb_box *box, unsigned part, const double *cube)
{
    if (part < (orb_is_complex(field->element) ? 2 : 1))
        for (size_t i = 0; i < box->cube[0]; i++)
            for (size_t j = 0; j < box->cube[1]; j++) {
                const line l = line_of(field, box, part, i, j);

                scatter_line(field, &l, cube ? cube + (i * box->cube[1] + j) * box->cube[2] : NULL);
            }
}
