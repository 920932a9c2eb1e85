/* The process grid of the transpose algorithm: one ring for each axis but the last.
 * SPDX-License-Identifier: Apache-2.0 */
#include "transpose_grid.h"

#include "partition.h"

#include <stdbool.h>
#include <string.h>

enum { RINGS = ORB_MPI_AXES - 1 };

int orb_transpose_axes(const orb_mpi_desc *d)
{
    int axes = ORB_MPI_AXES;

    while (axes > 1 && d->n[axes - 1] == 1 && d->kind[axes - 1] == ORB_IDENTITY)
        axes--;
    return axes;
}

/* Points of the largest box of a rank, in all layouts from the canonical to the transposed one. */
static double largest_block(const orb_mpi_desc *d, const int grid[RINGS])
{
    double largest = 0.0;

    for (int whole = 0; whole < ORB_MPI_AXES; whole++) {
        double block = 1.0;

        for (int a = 0; a < ORB_MPI_AXES; a++)
            block *= (double)orb_partition_largest(d->n[a], a == whole ? 1 : grid[a < whole ? a : a - 1]);
        largest = block > largest ? block : largest;
    }
    return largest;
}

/* The grid that is considered, and the best one so far. */
typedef struct search {
    const orb_mpi_desc *desc;
    int given[RINGS], now[RINGS], best[RINGS]; /* best[0] is 0 if there is none */
    int passed;                                /* of the best grid: blocks that a rank sends in its rings, */
    double block;                              /* and points of its largest box */
} search;

static void weigh(search *s)
{
    const double block = largest_block(s->desc, s->now);
    int passed = 0;

    for (int r = 0; r < RINGS; r++)
        passed += s->now[r] - 1;
    if (!s->best[0] || block < s->block || (block == s->block && passed < s->passed)) {
        memcpy(s->best, s->now, sizeof s->best);
        s->block = block;
        s->passed = passed;
    }
}

/* Tries all sizes of this ring and the following ones, for at most `ranks` ranks. */
static void try_ring(search *s, int ring, int ranks)
{
    const int first = s->given[ring] ? s->given[ring] : 1, last = s->given[ring] ? s->given[ring] : ranks;

    for (int side = last; side >= first && side <= ranks; side--) {
        s->now[ring] = side;
        if (ring == RINGS - 1)
            weigh(s);
        else
            try_ring(s, ring + 1, ranks / side);
    }
}

static bool has_phases(const orb_mpi_desc *d, int axes, const int grid[ORB_MPI_AXES])
{
    bool can = true;

    for (int a = 0; a < axes; a++)
        can = can && d->kind[a] == ORB_DFT && !d->half_axis;
    for (int r = 0; r < RINGS; r++)
        can = can && d->n[r] % (size_t)grid[r] == 0 && d->n[r + 1] % (size_t)grid[r] == 0;
    return can;
}

orb_status orb_transpose_grid(const orb_mpi_desc *d, int ranks, int grid[ORB_MPI_AXES])
{
    const int axes = orb_transpose_axes(d);
    search s = {.desc = d};
    bool any = false;

    if (grid[RINGS] > 1)
        return ORB_INVALID; /* the last axis is not divided */
    for (int r = 0; r < RINGS; r++) {
        any = any || grid[r];
        s.given[r] = grid[r] || r < axes - 1 ? grid[r] : 1;
    }
    if (!any && axes > 1 && (size_t)ranks <= d->n[0] && (size_t)ranks <= d->n[1])
        s.given[0] = ranks; /* slabs: one ring is sufficient */
    for (int r = 1; s.given[0] == ranks && r < RINGS; r++)
        s.given[r] = s.given[r] ? s.given[r] : 1;
    try_ring(&s, 0, ranks);
    memcpy(grid, s.best, sizeof s.best);
    grid[RINGS] = 1;
    if (!grid[0] ||
        (d->skewing == ORB_MPI_SKEW_PHASE && d->algorithm == ORB_MPI_TRANSPOSE && !has_phases(d, axes, grid)))
        return ORB_INVALID;
    return ORB_OK;
}
