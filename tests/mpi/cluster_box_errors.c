/* Boxes of the caller that do not divide the volume, with the exact reasons, and errors of plans with such boxes.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_box_errors, for 2 ranks or more */
#include "failing.h"
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const orb_mpi_desc real = {.n = {8, 6}, .algorithm = ORB_MPI_ALLTOALL};
static const orb_mpi_desc half = {
    .n = {8, 6}, .kind = {ORB_DFT, ORB_DFT}, .element_out = ORB_C64, .half_axis = 2, .algorithm = ORB_MPI_ALLTOALL};

/* Slabs: rank 0 has five rows, rank 1 has three, the others have none. Four columns of a half spectrum are right. */
static orb_mpi_box slab(const scene *s, size_t columns)
{
    if (s->rank > 1)
        return (orb_mpi_box){{0}, {0}};
    return (orb_mpi_box){.start = {s->rank ? 5 : 0}, .size = {s->rank ? 3 : 5, columns}};
}

static void expect(const orb_mpi_desc *desc, const orb_mpi_box *in, const orb_mpi_box *out, const char *reason)
{
    orb_mpi_plan *plan = NULL;
    const orb_status status = orb_mpi_plan_create_boxes(&plan, MPI_COMM_WORLD, desc, in, out);

    CHECK(status == (reason ? ORB_INVALID : ORB_OK), "status %d: %s", status, orb_mpi_last_error());
    CHECK(!plan == (status != ORB_OK), "a plan after an error");
    CHECK(!strcmp(orb_mpi_last_error(), reason ? reason : ""), "'%s', not '%s'", orb_mpi_last_error(), reason);
    orb_mpi_plan_destroy(plan);
}

static void check_reasons(const scene *s)
{
    const orb_mpi_box good = slab(s, 6), good_half = slab(s, 4);
    orb_mpi_box wrong = good;

    expect(&real, &good, NULL, NULL);
    expect(&real, NULL, &good, NULL);
    expect(&real, &good, &good, NULL);
    expect(&half, &good, &good_half, NULL);
    expect(&(orb_mpi_desc){.n = {8, 6, 1, 1}, .kind = {ORB_DCT, ORB_DCT, ORB_IDENTITY, ORB_IDENTITY}}, &good, &good,
           NULL);
    expect(&half, &good, &good,
           "the output box of rank 0 has 6 points from 0 on along axis 1, which has 4 points: give a box within the "
           "volume");
    expect(&half, &good_half, NULL, "no rank has point (0, 4, 0, 0) in its input box: boxes have to cover the volume");
    expect(&real, s->rank == 1 ? NULL : &good, NULL,
           "only some ranks have a box of the input or of the output: give it on all ranks");
    expect(&real, s->rank ? NULL : &good, s->rank ? &good : NULL,
           "only some ranks have a box of the input or of the output: give it on all ranks");
    wrong.start[0] -= s->rank == 1;
    expect(&real, &wrong, &good,
           "the input boxes of ranks 0 and 1 overlap at point (4, 0, 0, 0): give each point to one rank");
    wrong.size[0] += s->rank == 1;
    expect(&real, &good, &wrong,
           "the output boxes of ranks 0 and 1 overlap at point (4, 0, 0, 0): give each point to one rank");
    wrong = good;
    wrong.start[0] += s->rank == 1;
    expect(&real, &wrong, &good,
           "the input box of rank 1 has 3 points from 6 on along axis 0, which has 8 points: give a box within the "
           "volume");
    wrong.size[0] -= s->rank == 1;
    expect(&real, &wrong, &good, "no rank has point (5, 0, 0, 0) in its input box: boxes have to cover the volume");
    wrong = good;
    wrong.size[1] -= s->rank == 1;
    expect(&real, &good, &wrong, "no rank has point (5, 5, 0, 0) in its output box: boxes have to cover the volume");
    wrong.start[0] = s->rank == 1 ? SIZE_MAX : wrong.start[0];
    wrong.size[0] = s->rank == 1 ? 2 : wrong.size[0];
    expect(
        &real, &good, &wrong,
        "the output box of rank 1 has 2 points from 18446744073709551615 on along axis 0, which has 8 points: give a "
        "box within the volume");
    expect(&real, &(orb_mpi_box){{0}, {0}}, NULL,
           "no rank has point (0, 0, 0, 0) in its input box: boxes have to cover the volume");
    CHECK(orb_mpi_plan_create_boxes(&(orb_mpi_plan *){NULL}, MPI_COMM_WORLD, NULL, &good, &good) == ORB_INVALID,
          "no description");
}

/* Padding of blocks belongs to the coefficients. */
static void check_blocks(const scene *s)
{
    const orb_mpi_desc blocks = {.n = {7, 6}, .block = {4, 6}};
    const orb_mpi_box points = s->rank == 1 ? (orb_mpi_box){.size = {7, 6}} : (orb_mpi_box){{0}, {0}};

    expect(&blocks, &points, NULL, NULL);
    expect(&blocks, &points, &points,
           "no rank has point (7, 0, 0, 0) in its output box: boxes have to cover the volume");
}

/* A rank lacks an array: this is an error on all ranks, and the plan remains usable. */
static void check_arrays(scene *s)
{
    const orb_mpi_box box = slab(s, 6);
    orb_mpi_desc desc = scene_complete(&real);
    float *whole = scene_volumes(s, ORB_F32, 1, desc.n), *expected = scene_expected(&desc, whole);
    const size_t size[ORB_MPI_AXES] = {box.size[0], box.size[1], 1, 1}, points = scene_points(size);
    float *in = scene_cut(ORB_F32, 1, desc.n, box.start, size, whole), *out = scene_new(ORB_F32, 1, size);
    float *requested = scene_cut(ORB_F32, 1, desc.n, box.start, size, expected);
    orb_mpi_plan *plan = NULL;

    CHECK(!orb_mpi_plan_create_boxes(&plan, MPI_COMM_WORLD, &real, &box, &box), "create");
    for (int one = 0; one < 2; one++)
        for (int output = 0; output < 2; output++) {
            const bool me = s->rank == one;

            CHECK(orb_mpi_execute(plan, me && !output ? NULL : in, me && output ? NULL : out, NULL) == ORB_INVALID,
                  "rank %d without an array", one);
            CHECK(orb_mpi_failed_rank() == one, "rank %d has failed", orb_mpi_failed_rank());
            CHECK(!orb_mpi_execute(plan, in, out, NULL), "then with all");
            scene_compare(&desc, ORB_F32, points, out, requested, scene_largest(ORB_F32, 48, expected));
        }
    orb_mpi_plan_destroy(plan);
    free(whole);
    free(expected);
    free(in);
    free(out);
    free(requested);
}

/* Each allocation of one rank fails in turn, until there are no more. */
static void check_memory(const scene *s, int one)
{
    const orb_mpi_box in = slab(s, 6), out = slab(s, 4);
    int failed = 1, errors = 0;

    for (long after = 0; failed; after++) {
        orb_mpi_plan *plan = NULL;
        orb_status status;

        failing_after(s->rank == one ? after : -1);
        status = orb_mpi_plan_create_boxes(&plan, MPI_COMM_WORLD, &half, &in, &out);
        failed = failing_has();
        failing_after(-1);
        MPI_Bcast(&failed, 1, MPI_INT, one, MPI_COMM_WORLD);
        CHECK(status == (failed ? ORB_NO_MEMORY : ORB_OK), "allocation %ld of rank %d: status %d", after, one, status);
        CHECK(orb_mpi_failed_rank() == (status ? one : -1), "rank %d has failed", orb_mpi_failed_rank());
        orb_mpi_plan_destroy(plan);
        errors += failed;
    }
    CHECK(errors > 10, "only %d allocations", errors);
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);

    CHECK(s.ranks > 1, "usage: mpirun -n RANKS cluster_box_errors, for 2 ranks or more");
    check_reasons(&s);
    check_blocks(&s);
    check_arrays(&s);
    check_memory(&s, 0);
    check_memory(&s, 1);
    if (!s.rank)
        printf("all reasons are exact\n");
    scene_end();
    return 0;
}
