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

/* The matrix of an inverse is the transpose: its points are the results of the forward one. */
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

/* Entry (i, k) of the axis. */
static void entry(const orb_entries *entries, size_t i, size_t k, double z[2])
{
    const orb_axis *axis = &entries->axis;
    const bool inverse = axis->direction == ORB_INVERSE;
    const size_t point = inverse ? k : i, result = inverse ? i : k;
    const double factor = axis->in[i] * axis->out[k];

    z[1] = 0.0;
    if (entries->values) {
        const size_t angle = orb_angle_of(axis->kind, axis->type, axis->n, point, result);

        z[0] = factor * entries->values[angle];
        if (entries->imaginary)
            z[1] = factor * entries->imaginary[angle];
    } else {
        z[0] = factor * orb_pattern_value(axis->kind, axis->type, axis->n, point, result);
    }
}

static void put(void *block, bool single, size_t at, double value)
{
    if (single)
        ((float *)block)[at] = (float)value;
    else
        ((double *)block)[at] = value;
}

void orb_entries_block(const orb_entries *entries, const orb_tile *tile, orb_element element, void *block)
{
    const bool single = orb_is_single(element), complex = orb_is_complex(element);

    memset(block, 0, tile->shape[0] * tile->shape[1] * orb_element_size(element));
    for (size_t i = 0; i < tile->count[0]; i++)
        for (size_t k = 0; k < tile->count[1]; k++) {
            const size_t at = i * tile->shape[1] + k;
            double z[2];

            entry(entries, tile->first[0] + i, tile->first[1] + k, z);
            put(block, single, complex ? 2 * at : at, z[0]);
            if (complex)
                put(block, single, 2 * at + 1, z[1]);
        }
}
