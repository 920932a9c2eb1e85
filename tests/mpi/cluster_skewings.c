/* All ways of a transposition give the same: bit for bit, but for the roundings of skewing by phases.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_skewings P1 P2, the rings */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The result of this rank; its box is that of the input where coefficients are canonical. */
static void *transform(const orb_mpi_desc *d, const void *whole, size_t *points, orb_mpi_report *report)
{
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
    orb_mpi_plan *plan = NULL;
    orb_status status = orb_mpi_plan_create(&plan, MPI_COMM_WORLD, d);
    void *in, *out;

    CHECK(!status, "create: %s", orb_strerror(status));
    CHECK(!orb_mpi_plan_input(plan, start, size), "input");
    in = scene_cut(d->element_in, d->batch, scene_complete(d).n, start, size, whole);
    CHECK(!orb_mpi_plan_output(plan, start, size), "output");
    out = scene_new(d->element_out, d->batch, size);
    *points = d->batch * scene_points(size);
    status = orb_mpi_execute(plan, in, out, report);
    CHECK(!status, "execute: %s", orb_strerror(status));
    orb_mpi_plan_destroy(plan);
    free(in);
    return out;
}

/* On one ring of p ranks whose radix is p, rows go to their rank by the shorter direction, in shifts between
 * neighbours: row j takes j or p-j shifts, p*p/4 together, rounded down. All parts are equal, and numbers complex. */
static void check_neighbours(const orb_mpi_desc *d, const orb_mpi_report *report, size_t points)
{
    const uint64_t p = (uint64_t)d->grid[0], transpositions = d->layout == ORB_MPI_CANONICAL ? 2 : 1;
    const uint64_t row = points / p * 2 * sizeof(double);

    CHECK(report->steps == transpositions * (p - 1) && report->messages == report->steps &&
              report->bytes == transpositions * (p * p / 4) * row,
          "a ring of %d ranks: %llu shifts, %llu messages, %llu bytes", d->grid[0], (unsigned long long)report->steps,
          (unsigned long long)report->messages, (unsigned long long)report->bytes);
}

static void check_same(const orb_mpi_desc *d, const void *whole, const void *requested, size_t wanted_points)
{
    orb_mpi_report report;
    char text[400];
    size_t points;
    void *out = transform(d, whole, &points, &report);

    scene_describe(d, text, sizeof text);
    CHECK(points == wanted_points, "%zu points, not %zu: %s", points, wanted_points, text);
    if (d->algorithm == ORB_MPI_TRANSPOSE && d->skewing == ORB_MPI_SKEW_PHASE)
        scene_compare(d, d->element_out, points, out, requested, scene_largest(d->element_out, points, requested));
    else
        CHECK(!memcmp(out, requested, points * scene_bytes(d->element_out)), "not the same bits: %s", text);
    if (d->shift[0] == d->grid[0] && d->grid[1] == 1)
        check_neighbours(d, &report, points);
    free(out);
}

static void check_all(const orb_mpi_desc *one, const void *whole, int ring)
{
    const int shifts[][ORB_MPI_SHIFTS] = {{0}, {3}, {ring > 1 ? ring : 2}, {2, 3}, {3, 2, 4}};
    orb_mpi_desc d = *one;
    size_t points;
    void *requested;

    d.algorithm = ORB_MPI_ALLTOALL;
    requested = transform(&d, whole, &points, NULL);
    d.algorithm = ORB_MPI_TRANSPOSE;
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++)
        for (int skewing = ORB_MPI_SKEW_INDEXED; skewing <= ORB_MPI_SKEW_PHASE; skewing++) {
            memcpy(d.shift, shifts[i], sizeof d.shift);
            d.skewing = (orb_mpi_skewing)skewing;
            check_same(&d, whole, requested, points);
        }
    free(requested);
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);
    const int p = argc > 1 ? atoi(argv[1]) : 0, q = argc > 2 ? atoi(argv[2]) : 0;
    orb_mpi_desc d = {.kind = {ORB_DFT, ORB_DFT, ORB_DFT},
                      .element_in = ORB_F64,
                      .element_out = ORB_C128,
                      .grid = {p, q, 1},
                      .batch = 2};

    CHECK(p > 0 && q > 0, "usage: cluster_skewings P1 P2");
    memcpy(d.n, (size_t[ORB_MPI_AXES]){(size_t)(2 * p), (size_t)(p * q), (size_t)(3 * q)}, sizeof d.n);
    for (int way = 0; way < 4; way++) {
        void *whole;

        d.direction = way % 2 ? ORB_INVERSE : ORB_FORWARD;
        d.layout = way / 2 ? ORB_MPI_SKEWED : ORB_MPI_CANONICAL;
        whole = scene_volumes(&s, d.element_in, d.batch, scene_complete(&d).n);
        check_all(&d, whole, p);
        free(whole);
    }
    if (!s.rank)
        printf("all ways are the same\n");
    scene_end();
    return 0;
}
