/* Checks that boxes divide a volume.
 * SPDX-License-Identifier: Apache-2.0 */
#include "cover.h"

#include "checked.h"
#include "reason.h"

typedef struct cover {
    const size_t *n;
    int ranks;
    const orb_part *box;
} cover;

static orb_status check_ends(const char *what, const cover *c)
{
    for (int rank = 0; rank < c->ranks; rank++)
        for (int a = 0; a < ORB_MPI_AXES; a++) {
            const size_t n = c->n[a], start = c->box[rank].start[a], size = c->box[rank].size[a];

            if (size && (size > n || start > n - size))
                return orb_refuse_because(ORB_INVALID,
                                          "the %s box of rank %d has %zu points from %zu on along axis %d, which has "
                                          "%zu points: give a box within the volume",
                                          what, rank, size, start, a, n);
        }
    return ORB_OK;
}

/* Returns whether two boxes overlap, and their first common point. */
static bool overlap(const orb_part *x, const orb_part *y, size_t point[ORB_MPI_AXES])
{
    for (int a = 0; a < ORB_MPI_AXES; a++) {
        point[a] = larger(x->start[a], y->start[a]);
        if (smaller(x->start[a] + x->size[a], y->start[a] + y->size[a]) <= point[a])
            return false;
    }
    return true;
}

static orb_status check_pairs(const char *what, const cover *c)
{
    size_t p[ORB_MPI_AXES];

    for (int rank = 0; rank < c->ranks; rank++)
        for (int other = rank + 1; other < c->ranks; other++)
            if (overlap(&c->box[rank], &c->box[other], p))
                return orb_refuse_because(ORB_INVALID,
                                          "the %s boxes of ranks %d and %d overlap at point (%zu, %zu, %zu, %zu): give "
                                          "each point to one rank",
                                          what, rank, other, p[0], p[1], p[2], p[3]);
    return ORB_OK;
}

/* The box with a point, or NULL. */
static const orb_part *find(const cover *c, const size_t point[ORB_MPI_AXES])
{
    for (int rank = 0; rank < c->ranks; rank++) {
        const orb_part *box = &c->box[rank];
        bool within = true;

        for (int a = 0; a < ORB_MPI_AXES && within; a++)
            within = point[a] >= box->start[a] && point[a] - box->start[a] < box->size[a];
        if (within)
            return box;
    }
    return NULL;
}

/* Searches along this axis and the later ones. Returns whether `point` is now the first point without a box. The points
 * up to `end` along an axis have the same boxes, so the search continues there. */
static bool find_gap(const cover *c, int axis, size_t point[ORB_MPI_AXES], size_t end[ORB_MPI_AXES])
{
    for (point[axis] = 0; point[axis] < c->n[axis]; point[axis] = end[axis]) {
        end[axis] = c->n[axis];
        if (axis < ORB_MPI_AXES - 1) {
            if (find_gap(c, axis + 1, point, end))
                return true;
        } else {
            const orb_part *box = find(c, point);

            if (!box)
                return true;
            for (int a = 0; a < ORB_MPI_AXES; a++)
                end[a] = smaller(end[a], box->start[a] + box->size[a]);
        }
    }
    return false;
}

orb_status orb_cover_check(const char *what, const size_t n[ORB_MPI_AXES], int ranks, const orb_part *box)
{
    const cover c = {.n = n, .ranks = ranks, .box = box};
    size_t p[ORB_MPI_AXES] = {0}, end[ORB_MPI_AXES];
    orb_status status = check_ends(what, &c);

    if (!status)
        status = check_pairs(what, &c);
    if (!status && find_gap(&c, 0, p, end))
        status = orb_refuse_because(ORB_INVALID,
                                    "no rank has point (%zu, %zu, %zu, %zu) in its %s box: boxes have to cover the "
                                    "volume",
                                    p[0], p[1], p[2], p[3], what);
    return status;
}
