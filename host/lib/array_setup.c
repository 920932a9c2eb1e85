/* Preparing a transform for an array: block extents, coefficients, program.
 * SPDX-License-Identifier: Apache-2.0 */
#include "array.h"
#include "checked.h"

#include <stdlib.h>
#include <string.h>

void orb_array_discard(orb_setup *setup)
{
    array_setup *s = (array_setup *)setup;

    if (s) {
        for (int a = 0; a < 3; a++)
            orb_fixed_matrix_free(&s->matrix[a]);
        free(s->coefficients.words);
        free(s);
    }
}

/* Chooses the node's block extents, the smallest that hold the block. */
static orb_status choose_blocks(array_setup *s, const orb_core_info *info, const orb_axis axes[3])
{
    orb_status status = ORB_OK;

    for (int a = 0; a < 3; a++) {
        const size_t n = axes[a].n;
        size_t extent = n / info->p + (n % info->p != 0);

        extent = extent < 2 ? 2 : extent;
        if (extent > info->bmax)
            status = ORB_TOO_LARGE;
        else if (!status && orb_sums_can_wrap(&info->format, n))
            status = ORB_TOO_LONG;
        s->coefficients.block[a] = (unsigned)extent;
        s->base.cube[a] = extent * info->p;
    }
    return status;
}

/* The stages in their order. Identities at either end are left out: the cube is loaded where the first of the others
 * wants it, and unloaded from where the last one leaves it. */
static orb_route choose_stages(array_setup *s, const orb_core_info *info, const orb_axis axes[3], bool inverse)
{
    orb_route route = {.p = info->p, .inverse = inverse, .first = 0, .count = 3};

    while (route.count > 1 && axes[orb_stage_axis(inverse, route.first)].kind == ORB_IDENTITY) {
        route.first++;
        route.count--;
    }
    while (route.count > 1 && axes[orb_stage_axis(inverse, route.first + route.count - 1)].kind == ORB_IDENTITY)
        route.count--;
    s->stages.count = route.count;
    for (unsigned i = 0; i < 3; i++) {
        const unsigned a = orb_stage_axis(inverse, (route.first + i) % 3);

        s->stages.axis[i] = a;
        s->stages.m[i] = &s->matrix[a];
        s->base.runs[a] = i < route.count;
    }
    return route;
}

static orb_status gather_coefficients(array_setup *s)
{
    orb_coefficients *c = &s->coefficients;
    orb_status status = ORB_OK;

    for (unsigned a = 0; a < 3; a++)
        if (s->base.runs[a]) {
            c->axes |= 1u << a;
            c->count += s->matrix[a].n * s->matrix[a].n;
        }
    c->words = malloc(c->count * sizeof *c->words);
    if (c->words) {
        int32_t *next = c->words;

        for (unsigned a = 0; a < 3; a++)
            if (s->base.runs[a]) {
                const size_t count = s->matrix[a].n * s->matrix[a].n;

                memcpy(next, s->matrix[a].words, count * sizeof *next);
                next += count;
            }
    } else {
        status = ORB_NO_MEMORY;
    }
    return status;
}

orb_status orb_array_prepare(orb_backend *backend, const orb_axis axes[3], orb_direction direction, orb_shift shift,
                             orb_setup **setup)
{
    const orb_core_info *info = &backend->core->info;
    const bool inverse = direction == ORB_INVERSE;
    orb_status status = ORB_OK;
    array_setup *s = calloc(1, sizeof *s);

    if (!s)
        status = ORB_NO_MEMORY;
    if (!status) {
        s->format = info->format;
        s->mode = shift;
        status = choose_blocks(s, info, axes);
    }
    if (!status && !orb_volume(s->base.cube, 1, &s->points))
        status = ORB_NO_MEMORY;
    for (int a = 0; a < 3 && !status; a++)
        status =
            orb_fixed_matrix_init(&s->matrix[a], axes[a].matrix, axes[a].n, s->base.cube[a], info->format.cw, inverse);
    if (!status) {
        const orb_route route = choose_stages(s, info, axes, inverse);

        s->descriptors = orb_program_cube(&route, s->program);
        status = gather_coefficients(s);
    }
    if (status) {
        orb_array_discard((orb_setup *)s);
        s = NULL;
    }
    *setup = (orb_setup *)s;
    return status;
}
