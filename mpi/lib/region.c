/* Regions of a matrix, and their way from the ranks that have them to those that want them.
 * SPDX-License-Identifier: Apache-2.0 */
#include "region.h"

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

/* What a range of each of two regions have in common along an axis: where it begins in each of them as stored. */
typedef struct shared {
    size_t at[2], size;
} shared;

enum { SHARED = 4 };

/* The ranges that two sets of lines share, in an order that depends on the two alone. */
static int share(const orb_lines *a, const orb_lines *b, shared found[SHARED])
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

/* What two regions have in common. */
typedef struct common {
    int ranges[2];
    shared range[2][SHARED];
    size_t columns[2]; /* of the two regions */
    size_t size;       /* elements */
} common;

static common common_of(const orb_region *a, const orb_region *b)
{
    common c = {.columns = {orb_lines_count(&a->axis[1]), orb_lines_count(&b->axis[1])}};
    size_t lines[2] = {0, 0};

    for (int axis = 0; axis < 2; axis++) {
        c.ranges[axis] = share(&a->axis[axis], &b->axis[axis], c.range[axis]);
        for (int i = 0; i < c.ranges[axis]; i++)
            lines[axis] += c.range[axis][i].size;
    }
    c.size = lines[0] * lines[1];
    return c;
}

/* One row of a region, or of what is in the post. */
static void put_row(const orb_post *post, size_t elements, const char *from, char *to, bool add)
{
    if (add)
        orb_product_add(post->scalar_size == sizeof(float) ? ORB_F32 : ORB_F64, elements, from, to);
    else
        memcpy(to, from, elements * post->scalar_size);
}

/* Copies what is common out of the first region (x) and into the second (y), through packed memory where one of them is
 * NULL: *packed is moved on. */
static void copy(const common *c, const orb_post *post, const char *x, char *y, char *packed, bool add)
{
    for (int r = 0; r < c->ranges[0]; r++)
        for (size_t row = 0; row < c->range[0][r].size; row++)
            for (int s = 0; s < c->ranges[1]; s++) {
                const shared *rows = &c->range[0][r], *columns = &c->range[1][s];
                const size_t in_x = (rows->at[0] + row) * c->columns[0] + columns->at[0];
                const size_t in_y = (rows->at[1] + row) * c->columns[1] + columns->at[1];

                put_row(post, columns->size, x ? x + in_x * post->scalar_size : packed,
                        y ? y + in_y * post->scalar_size : packed, add && y);
                if (packed)
                    packed += columns->size * post->scalar_size;
            }
}

void orb_regrid_run(const orb_regrid *g, orb_post *post, const void *x, void *y)
{
    const orb_region before = g->from(g->of, g->rank), after = g->to(g->of, g->rank);
    char *in = g->in, *out = g->out;
    common c;

    for (int rank = 0; rank < g->ranks; rank++)
        if (rank != g->rank) {
            const orb_region theirs = g->from(g->of, rank);

            c = common_of(&theirs, &after);
            orb_post_receive(post, g->first_slot + rank, rank, g->tag, in, c.size);
            in += c.size * post->scalar_size;
        }
    for (int step = 1; step < g->ranks; step++) { /* not all to rank 0 first */
        const int rank = (g->rank + step) % g->ranks;
        const orb_region theirs = g->to(g->of, rank);

        c = common_of(&before, &theirs);
        copy(&c, post, x, NULL, out, false);
        orb_post_send(post, g->first_slot + g->ranks + rank, rank, g->tag, out, c.size);
        out += c.size * post->scalar_size;
    }
    c = common_of(&before, &after);
    copy(&c, post, x, y, NULL, g->add);
    in = g->in;
    for (int rank = 0; rank < g->ranks; rank++)
        if (rank != g->rank) {
            const orb_region theirs = g->from(g->of, rank);

            c = common_of(&theirs, &after);
            orb_post_wait(post, g->first_slot + rank);
            copy(&c, post, NULL, y, in, g->add);
            in += c.size * post->scalar_size;
        }
    for (int rank = 0; rank < g->ranks; rank++)
        orb_post_wait(post, g->first_slot + g->ranks + rank);
}
