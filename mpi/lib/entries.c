/* Blocks of the matrix of an axis.
 * SPDX-License-Identifier: Apache-2.0 */
#include "entries.h"

#include "checked.h"
#include "field.h"

#include <stdlib.h>
#include <string.h>

static orb_status fill_table(orb_entries *entries, size_t angles)
{
    const orb_axis *axis = &entries->axis;
    const bool fourier = axis->kind == ORB_DFT;
    const double sign = axis->direction == ORB_FORWARD ? -1.0 : 1.0;
    size_t bytes;

    if (!orb_mul(angles, sizeof(double), &bytes))
        return ORB_NO_MEMORY;
    entries->values = malloc(bytes);
    entries->imaginary = fourier ? malloc(bytes) : NULL;
    if (!entries->values || (fourier && !entries->imaginary))
        return ORB_NO_MEMORY;
    for (size_t angle = 0; angle < angles; angle++) {
        entries->values[angle] = orb_angle_value(axis->kind, axis->type, axis->n, angle, 0);
        if (fourier)
            entries->imaginary[angle] = sign * orb_angle_value(axis->kind, axis->type, axis->n, angle, 1);
    }
    return ORB_OK;
}

/* The matrix of an inverse is the transpose of the forward matrix. */
static void weigh(orb_axis *axis)
{
    const double scale = orb_matrix_scale(axis->kind, axis->type, axis->n);
    const int inverse = axis->direction == ORB_INVERSE;

    for (size_t i = 0; i < axis->n; i++) {
        axis->in[i] *= scale * orb_edge_weight(axis->kind, axis->type, axis->n, i, inverse);
        axis->out[i] *= orb_edge_weight(axis->kind, axis->type, axis->n, i, !inverse);
    }
}

orb_status orb_entries_init(orb_entries *entries, const orb_plan_desc *desc, int a)
{
    orb_status status;
    size_t angles;

    *entries = (orb_entries){0};
    status = orb_axis_init(&entries->axis, desc, a, desc->n[a]);
    if (status)
        return status;
    weigh(&entries->axis);
    angles = orb_angle_count(entries->axis.kind, entries->axis.type, entries->axis.n);
    return angles ? fill_table(entries, angles) : ORB_OK;
}

void orb_entries_free(orb_entries *entries)
{
    free(entries->values);
    free(entries->imaginary);
    orb_axis_free(&entries->axis);
    *entries = (orb_entries){0};
}

static void put(void *block, bool single, size_t at, double value)
{
    if (single)
        ((float *)block)[at] = (float)value;
    else
        ((double *)block)[at] = value;
}

/* The angle of entry (i, k) of the axis. */
static size_t angle_at(const orb_axis *axis, size_t i, size_t k)
{
    const bool inverse = axis->direction == ORB_INVERSE;

    return orb_angle_of(axis->kind, axis->type, axis->n, inverse ? k : i, inverse ? i : k);
}

/* Copies elements of row i from column `first` on. Their angles are evenly spaced, so they need no divisions. */
static void copy_row(const orb_entries *entries, size_t i, size_t first, size_t count, orb_element element, void *row)
{
    const orb_axis *axis = &entries->axis;
    const bool single = orb_is_single(element), inverse = axis->direction == ORB_INVERSE;
    const size_t scalars = orb_is_complex(element) ? 2 : 1;
    const size_t angles = orb_angle_count(axis->kind, axis->type, axis->n);
    size_t angle = angles ? angle_at(axis, i, first) : 0;
    const size_t step = angles ? (angle_at(axis, i, first + 1) + angles - angle) % angles : 0;

    for (size_t k = 0; k < count; k++) {
        const double factor = axis->in[i] * axis->out[first + k];
        const size_t point = inverse ? first + k : i, result = inverse ? i : first + k;
        const double value =
            angles ? entries->values[angle] : orb_pattern_value(axis->kind, axis->type, axis->n, point, result);

        put(row, single, scalars * k, factor * value);
        if (scalars == 2 && entries->imaginary)
            put(row, single, scalars * k + 1, factor * entries->imaginary[angle]);
        angle += step;
        angle -= angle >= angles ? angles : 0;
    }
}

void orb_entries_block(const orb_entries *entries, const orb_tile *tile, orb_element element, void *block)
{
    const size_t row_bytes = tile->shape[1] * orb_element_size(element);

    memset(block, 0, tile->shape[0] * row_bytes);
    for (size_t i = 0; i < tile->count[0] && tile->count[1]; i++)
        copy_row(entries, tile->first[0] + i, tile->first[1], tile->count[1], element, (char *)block + i * row_bytes);
}
