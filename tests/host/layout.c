/* Volumes within larger arrays, with gaps between their points.
 * SPDX-License-Identifier: Apache-2.0 */
#include "layout.h"

#include <cpu/cpu.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD = 24, FILL = 0xA5 };

char *layout_point(const layout *l, size_t at)
{
    const size_t i = at / l->n[2] / l->n[1], j = at / l->n[2] % l->n[1], k = at % l->n[2];

    return l->first +
           ((int64_t)i * l->stride[0] + (int64_t)j * l->stride[1] + (int64_t)k * l->stride[2]) * (int64_t)l->size;
}

void layout_allocate(layout *l)
{
    size_t before = GUARD, after = GUARD + 1;

    for (int a = 0; a < 3; a++)
        *(l->stride[a] < 0 ? &before : &after) += (l->n[a] - 1) * (size_t)llabs(l->stride[a]);
    l->bytes = (before + after) * l->size;
    l->array = malloc(l->bytes);
    assert_non_null(l->array);
    memset(l->array, FILL, l->bytes);
    l->first = l->array + before * l->size;
}

layout layout_random(const size_t n[3], orb_element element, bool c_order)
{
    layout l = {.element = element, .size = orb_element_size(element)};
    unsigned order[3] = {2, 1, 0}; /* the shortest stride first */
    int64_t step = random_below(2) ? 1 : 1 + (int64_t)random_below(3);

    memcpy(l.n, n, sizeof l.n);
    for (unsigned x = 2; x > 0 && !c_order; x--) {
        const unsigned other = (unsigned)random_below(x + 1), a = order[x];

        order[x] = order[other];
        order[other] = a;
    }
    for (unsigned x = 0; x < 3; x++) {
        const unsigned a = order[x];

        l.stride[a] = c_order || random_below(3) ? step : -step;
        step = step * (int64_t)n[a] + (random_below(2) ? (int64_t)random_below(4) : 0);
    }
    layout_allocate(&l);
    return l;
}

layout layout_dense(const size_t n[3], orb_element element)
{
    layout l = {.element = element,
                .n = {n[0], n[1], n[2]},
                .size = orb_element_size(element),
                .stride = {(int64_t)(n[1] * n[2]), (int64_t)n[2], 1}};

    layout_allocate(&l);
    return l;
}

void layout_copy(const layout *from, const layout *to)
{
    for (size_t p = 0; p < points_of(from->n); p++)
        memcpy(layout_point(to, p), layout_point(from, p), from->size);
}

void layout_assert_gaps(const layout *l)
{
    char *rest = malloc(l->bytes);
    layout other = *l;

    assert_non_null(rest);
    memcpy(rest, l->array, l->bytes);
    other.first = rest + (l->first - l->array);
    for (size_t p = 0; p < points_of(l->n); p++)
        memset(layout_point(&other, p), FILL, l->size);
    for (size_t b = 0; b < l->bytes; b++)
        assert_int_equal((unsigned char)rest[b], FILL);
    free(rest);
}

static double scalar(const layout *l, const char *at, size_t part)
{
    return orb_is_single(l->element) ? (double)((const float *)(const void *)at)[part]
                                     : ((const double *)(const void *)at)[part];
}

void layout_fill(const layout *l)
{
    const size_t parts = is_complex(l->element) ? 2 : 1;

    for (size_t p = 0; p < parts * points_of(l->n); p++) {
        char *at = layout_point(l, p / parts);

        if (orb_is_single(l->element))
            ((float *)(void *)at)[p % parts] = (float)random_uniform();
        else
            ((double *)(void *)at)[p % parts] = random_uniform();
    }
}

void layout_assert_alike(const layout *one, const layout *other, double bound)
{
    const size_t parts = is_complex(one->element) ? 2 : 1;
    double largest = 0, error = 0;

    for (size_t p = 0; p < points_of(one->n); p++)
        for (size_t part = 0; part < parts; part++) {
            const double x = scalar(one, layout_point(one, p), part), y = scalar(other, layout_point(other, p), part);

            largest = worse(largest, fabs(x));
            error = worse(error, fabs(x - y));
        }
    assert_true(error <= bound * largest);
}
