/* Regions of a matrix, and their redistribution among ranks.
 * SPDX-License-Identifier: Apache-2.0 */
#include "region.h"

#include "field.h"
#include "product.h"

#include <string.h>

size_t orb_lines_count(const orb_lines *l)
{
    size_t count = 0;

    for (int i = 0; i < l->ranges; i++)
        count += l->size[i];
    return count;
}

size_t orb_region_size(const orb_region *r)
{
    return orb_lines_count(&r->axis[0]) * orb_lines_count(&r->axis[1]);
}

/* A range of lines that two regions share: where it starts in the stored lines of each. */
typedef struct shared {
    size_t at[2], size;
} shared;

enum { SHARED = 4 };

/* Finds the ranges that two sets of lines share. Their order is the same for sender and receiver. */
static int intersect(const orb_lines *a, const orb_lines *b, shared found[SHARED])
{
    size_t before_a = 0, before_b;
    int count = 0;

    for (int i = 0; i < a->ranges; before_a += a->size[i++]) {
        before_b = 0;
        for (int j = 0; j < b->ranges; before_b += b->size[j++]) {
            const size_t end_a = a->start[i] + a->size[i], end_b = b->start[j] + b->size[j];
            const size_t first = a->start[i] > b->start[j] ? a->start[i] : b->start[j];
            const size_t end = end_a < end_b ? end_a : end_b;

            if (first < end)
                found[count++] =
                    (shared){{before_a + first - a->start[i], before_b + first - b->start[j]}, end - first};
        }
    }
    return count;
}

/* The intersection of two regions. */
typedef struct common {
    int ranges[2];
    shared range[2][SHARED];
    size_t columns[2]; /* the row stride of each region */
    size_t size;       /* number of elements */
} common;

static common common_of(const orb_region *a, const orb_region *b)
{
    common c = {.columns = {orb_lines_count(&a->axis[1]), orb_lines_count(&b->axis[1])}};
    size_t lines[2] = {0, 0};

    for (int axis = 0; axis < 2; axis++) {
        c.ranges[axis] = intersect(&a->axis[axis], &b->axis[axis], c.range[axis]);
        for (int i = 0; i < c.ranges[axis]; i++)
            lines[axis] += c.range[axis][i].size;
    }
    c.size = lines[0] * lines[1];
    return c;
}

/* Copies a row, or adds it. */
static void put_row(orb_element element, size_t elements, const char *from, char *to, bool add)
{
    if (add)
        orb_product_add(element, elements, from, to);
    else
        memcpy(to, from, elements * orb_element_size(element));
}

/* How elements are stored: as in the first region, as in the second one, or packed. */
typedef enum order { AS_FIRST = 0, AS_SECOND, PACKED } order;

/* Copies the elements of an intersection, or adds them. */
static void copy(const common *c, orb_element element, const char *from, order from_order, char *to, order to_order,
                 bool add)
{
    const size_t bytes = orb_element_size(element);
    size_t at[3] = {0, 0, 0}; /* by order */

    for (int r = 0; r < c->ranges[0]; r++)
        for (size_t row = 0; row < c->range[0][r].size; row++)
            for (int s = 0; s < c->ranges[1]; s++) {
                const shared *rows = &c->range[0][r], *columns = &c->range[1][s];

                for (int i = 0; i < 2; i++)
                    at[i] = (rows->at[i] + row) * c->columns[i] + columns->at[i];
                put_row(element, columns->size, from + at[from_order] * bytes, to + at[to_order] * bytes, add);
                at[PACKED] += columns->size;
            }
}

void orb_redistribution_start(const orb_redistribution *g, orb_post *post, const void *x, void *y)
{
    const orb_region before = g->from(g->context, g->rank), after = g->to(g->context, g->rank);
    const size_t bytes = orb_element_size(g->element);
    char *in = g->in, *out = g->out;
    common c;

    for (int rank = 0; rank < g->ranks; rank++)
        if (rank != g->rank) {
            const orb_region theirs = g->from(g->context, rank);

            c = common_of(&theirs, &after);
            orb_post_receive(post, g->first_slot + rank, rank, g->tag, in, c.size);
            in += c.size * bytes;
        }
    for (int step = 1; step < g->ranks; step++) { /* so that the ranks do not all send to rank 0 first */
        const int rank = (g->rank + step) % g->ranks;
        const orb_region theirs = g->to(g->context, rank);

        c = common_of(&before, &theirs);
        copy(&c, g->element, x, AS_FIRST, out, PACKED, false);
        orb_post_send(post, g->first_slot + g->ranks + rank, rank, g->tag, out, c.size);
        out += c.size * bytes;
    }
    c = common_of(&before, &after);
    copy(&c, g->element, x, AS_FIRST, y, AS_SECOND, g->add);
}

void orb_redistribution_finish(const orb_redistribution *g, orb_post *post, void *y)
{
    const orb_region after = g->to(g->context, g->rank);
    const size_t bytes = orb_element_size(g->element);
    const char *in = g->in;

    for (int rank = 0; rank < g->ranks; rank++)
        if (rank != g->rank) {
            const orb_region theirs = g->from(g->context, rank);
            const common c = common_of(&theirs, &after);

            orb_post_wait(post, g->first_slot + rank);
            copy(&c, g->element, in, PACKED, y, AS_SECOND, g->add_others);
            in += c.size * bytes;
        }
    for (int rank = 0; rank < g->ranks; rank++)
        orb_post_wait(post, g->first_slot + g->ranks + rank);
}
