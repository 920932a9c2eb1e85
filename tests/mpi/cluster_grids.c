/* Compares the grids that the library chooses with an exhaustive search by the rule of docs/cluster-algorithms.md.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n 1 cluster_grids CASES */
#include "cluster.h"
#include "grid_shape.h"
#include "scene.h"
#include "transpose_grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_RANKS = 64, SIDES = 3 };

static size_t parts(size_t n, int p)
{
    return (n + (size_t)p - 1) / (size_t)p;
}

/* Points of the largest box of a rank, and the number of blocks that are sent. */
typedef struct merit {
    size_t box;
    int blocks;
} merit;

static merit merit_of_cuboid(const orb_mpi_desc *d, const int g[SIDES])
{
    merit m = {1, 0};

    for (int a = 0; a < SIDES; a++) {
        m.box *= parts(d->n[a], g[a]);
        m.blocks += d->kind[a] == ORB_IDENTITY ? 0 : g[a] - 1;
    }
    return m;
}

/* Ring r divides axis r + 1 if the whole axis is r or an earlier one, else axis r. */
static merit merit_of_transpose(const orb_mpi_desc *d, const int g[SIDES])
{
    merit m = {0, g[0] + g[1] + g[2] - SIDES};

    for (int whole = 0; whole <= SIDES; whole++) {
        size_t box = d->n[whole];

        for (int r = 0; r < SIDES; r++)
            box *= parts(d->n[r < whole ? r : r + 1], g[r]);
        m.box = box > m.box ? box : m.box;
    }
    return m;
}

/* If all else is equal, the grid that divides the first axes more is better. */
static bool is_better(merit a, const int of_a[SIDES], merit b, const int of_b[SIDES])
{
    if (a.box != b.box)
        return a.box < b.box;
    if (a.blocks != b.blocks)
        return a.blocks < b.blocks;
    return of_a[0] != of_b[0] ? of_a[0] > of_b[0] : of_a[1] != of_b[1] ? of_a[1] > of_b[1] : of_a[2] < of_b[2];
}

/* The best grid of at most so many ranks with the given sides (0: any side); best[0] is 0 if there is none. */
static void try_all(const orb_mpi_desc *d, int ranks, const int given[SIDES],
                    merit (*of)(const orb_mpi_desc *d, const int g[SIDES]), int best[SIDES])
{
    int g[SIDES];

    memset(best, 0, SIDES * sizeof *best);
    for (g[0] = 1; g[0] <= ranks; g[0]++)
        for (g[1] = 1; g[0] * g[1] <= ranks; g[1]++)
            for (g[2] = 1; g[0] * g[1] * g[2] <= ranks; g[2]++) {
                bool fits = true;

                for (int a = 0; a < SIDES; a++)
                    fits = fits && (!given[a] || given[a] == g[a]);
                if (fits && (!best[0] || is_better(of(d, g), g, of(d, best), best)))
                    memcpy(best, g, sizeof g);
            }
}

static orb_mpi_desc random_desc(scene *s, int axes)
{
    const size_t most = scene_below(s, 2) ? 8 : 40; /* small volumes have more ties */
    orb_mpi_desc d = {.n = {1, 1, 1, 1}, .kind = {ORB_IDENTITY, ORB_IDENTITY, ORB_IDENTITY, ORB_IDENTITY}};

    for (int a = 0; a < axes; a++) {
        d.n[a] = 1 + scene_below(s, most);
        d.kind[a] = scene_below(s, 4) ? ORB_DCT : ORB_IDENTITY;
    }
    return d;
}

static void compare(const char *what, const orb_mpi_desc *d, int ranks, orb_status status, const int grid[SIDES],
                    const int best[SIDES])
{
    CHECK(status == (best[0] ? ORB_OK : ORB_INVALID) && !memcmp(grid, best, SIDES * sizeof *grid),
          "%s: %zu x %zu x %zu x %zu on %d ranks: grid %d x %d x %d, not %d x %d x %d", what, d->n[0], d->n[1], d->n[2],
          d->n[3], ranks, grid[0], grid[1], grid[2], best[0], best[1], best[2]);
}

static void check_cuboid(scene *s)
{
    const orb_mpi_desc d = random_desc(s, SIDES);
    const int ranks = 1 + (int)scene_below(s, MOST_RANKS);
    int given[SIDES], grid[ORB_MPI_AXES] = {0}, best[SIDES];
    orb_status status;

    for (int a = 0; a < SIDES; a++)
        grid[a] = given[a] = scene_below(s, 4) ? 0 : 1 + (int)scene_below(s, 6);
    status = orb_algorithm_cuboid.choose(&d, ranks, grid);
    try_all(&d, ranks, given, merit_of_cuboid, best);
    compare("cuboid", &d, ranks, status, grid, best);
}

static void check_transpose(scene *s)
{
    const int ranks = 1 + (int)scene_below(s, MOST_RANKS), axes = 2 + (int)scene_below(s, 3);
    orb_mpi_desc d = random_desc(s, axes);
    int given[SIDES], grid[ORB_MPI_AXES] = {0}, best[SIDES];
    orb_status status;

    d.kind[axes - 1] = ORB_DCT; /* so that it is the last axis */
    for (int r = 0; r < SIDES; r++)
        grid[r] = given[r] = scene_below(s, 4) ? 0 : 1 + (int)scene_below(s, 6);
    if (!given[0] && !given[1] && !given[2] && (size_t)ranks <= d.n[0] && (size_t)ranks <= d.n[1])
        given[0] = ranks; /* slabs */
    for (int r = axes - 1; r < SIDES; r++)
        given[r] = given[r] ? given[r] : 1;
    status = orb_transpose_grid(&d, ranks, grid);
    try_all(&d, ranks, given, merit_of_transpose, best);
    compare("transpose", &d, ranks, status, grid, best);
}

static size_t blocks_of(const orb_mpi_desc *d, int axis)
{
    return d->block[axis] ? parts(d->n[axis], (int)d->block[axis]) : 1;
}

/* The blocks of the rank that has the most. An axis without blocks must not be divided. */
static merit merit_of_blocks(const orb_mpi_desc *d, const int g[SIDES])
{
    merit m = {1, 0};

    for (int a = 0; a < SIDES; a++)
        m.box *= parts(blocks_of(d, a), g[a]);
    return m;
}

static void check_blocks(scene *s)
{
    const int ranks = 1 + (int)scene_below(s, MOST_RANKS);
    orb_mpi_desc d = random_desc(s, SIDES);
    int given[SIDES], grid[ORB_MPI_AXES] = {0}, best[SIDES];
    bool divides = false;
    orb_status status;

    for (int a = 0; a < SIDES; a++) {
        d.block[a] = scene_below(s, 3) ? 1 + scene_below(s, 8) : 0;
        grid[a] = given[a] = scene_below(s, 4) ? 0 : 1 + (int)scene_below(s, 6);
        divides = divides || (given[a] > 1 && blocks_of(&d, a) == 1);
    }
    status = orb_algorithm_blocks.choose(&d, ranks, grid);
    if (divides) {
        CHECK(status == ORB_INVALID, "an axis of one block is divided");
        return;
    }
    try_all(&d, ranks, given, merit_of_blocks, best);
    CHECK(status == (best[0] ? ORB_OK : ORB_INVALID), "blocks on %d ranks: status %d", ranks, status);
    if (best[0]) /* grids with the same work may differ */
        CHECK(merit_of_blocks(&d, grid).box == merit_of_blocks(&d, best).box && grid[0] * grid[1] * grid[2] <= ranks,
              "blocks of %zu x %zu x %zu on %d ranks: grid %d x %d x %d, not %d x %d x %d", d.block[0], d.block[1],
              d.block[2], ranks, grid[0], grid[1], grid[2], best[0], best[1], best[2]);
}

static double cost_of(const void *of, size_t rows, size_t columns)
{
    const double *table = of;

    return table[rows * (MOST_RANKS + 1) + columns];
}

/* Shapes must use all ranks, or as many as the given sides allow, and come in the order of their costs. Shapes of the
 * same cost come in the order of their rows. So shape number nth is the best one that was not found before. */
static void check_shape(scene *s)
{
    static double table[(MOST_RANKS + 1) * (MOST_RANKS + 1)];
    bool found[MOST_RANKS + 1] = {false};
    const size_t ranks = 1 + scene_below(s, MOST_RANKS);
    int given[2];

    for (int i = 0; i < 2; i++)
        given[i] = scene_below(s, 4) ? 0 : 1 + (int)scene_below(s, 9);
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        table[i] = (double)scene_below(s, 4); /* so that many shapes cost the same */
    for (int nth = 0; nth < 4; nth++) {
        size_t shape[2], best[2] = {0, 0};

        for (size_t rows = 1; rows <= ranks; rows++)
            for (size_t columns = 1; rows * columns <= ranks; columns++) {
                const bool fits = given[0] && given[1] ? rows == (size_t)given[0] && columns == (size_t)given[1]
                                  : given[0]           ? rows == (size_t)given[0] && columns == ranks / rows
                                  : given[1]           ? columns == (size_t)given[1] && rows == ranks / columns
                                                       : rows * columns == ranks;

                if (fits && !found[rows] &&
                    (!best[0] || cost_of(table, rows, columns) < cost_of(table, best[0], best[1]))) {
                    best[0] = rows;
                    best[1] = columns;
                }
            }
        orb_grid_shape(given, ranks, nth, cost_of, table, shape);
        CHECK(shape[0] == best[0] && shape[1] == best[1], "%d x %d of %zu ranks, number %d: %zu x %zu, not %zu x %zu",
              given[0], given[1], ranks, nth, shape[0], shape[1], best[0], best[1]);
        found[best[0]] = best[0] > 0;
    }
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);
    const int cases = argc > 1 ? atoi(argv[1]) : 1000;

    for (int i = 0; i < cases; i++) {
        check_cuboid(&s);
        check_transpose(&s);
        check_blocks(&s);
        check_shape(&s);
    }
    printf("%d cases: no grid is better\n", cases);
    scene_end();
    return 0;
}
