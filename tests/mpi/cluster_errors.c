/* An error on one rank is an error on all ranks, and no rank waits for ever.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_errors */
#include "agree.h"
#include "blas_threads.h"
#include "failing.h"
#include "scene.h"

#include <cblas.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const orb_mpi_desc good = {.n = {4, 5, 6}, .algorithm = ORB_MPI_ORBITAL};

/* The description is wrong on rank `one` only. All ranks must get this status, and no plan. */
static void check_create(scene *s, int one, const orb_mpi_desc *wrong, orb_status requested)
{
    orb_mpi_plan *plan = (orb_mpi_plan *)&good;
    const orb_status status = orb_mpi_plan_create(&plan, MPI_COMM_WORLD, s->rank == one ? wrong : &good);

    CHECK(status == requested, "status %d, not %d, with rank %d wrong", status, requested, one);
    CHECK(!plan, "a plan after an error");
}

/* Invalid members, on one rank at a time. */
static void check_members(scene *s, orb_device *device)
{
    const struct {
        orb_mpi_desc desc;
        orb_status status;
    } wrong[] = {
        {{.n = {0, 5, 6}}, ORB_INVALID},
        {{.n = {4, 0, 6}}, ORB_INVALID},
        {{.n = {4, 5, 0, 7}}, ORB_INVALID},
        {{.n = {4, 5, 6, 2}, .algorithm = ORB_MPI_CUBOID}, ORB_INVALID},  /* more axes than the algorithm supports */
        {{.n = {4, 5, 6, 1}, .algorithm = ORB_MPI_ORBITAL}, ORB_INVALID}, /* the fourth axis is no identity */
        {{.n = {4, 5, 6}, .grid = {1, 1, 1, 2}}, ORB_INVALID},
        {{.n = {4, 5, 6}, .kind = {ORB_MATRIX}}, ORB_INVALID},
        {{.n = {4, 5, 6}, .kind = {(orb_kind)99}}, ORB_INVALID},
        {{.n = {4, 5, 6}, .type = {5}}, ORB_BAD_KIND},
        {{.n = {4, 5, 6}, .kind = {ORB_DCT, ORB_DWHT}}, ORB_BAD_KIND},
        {{.n = {4, 5, 6}, .kind = {ORB_DFT}}, ORB_INVALID}, /* between real elements */
        {{.n = {4, 5, 6}, .norm = (orb_norm)7}, ORB_INVALID},
        {{.n = {4, 5, 6}, .element_in = (orb_element)9}, ORB_INVALID},
        {{.n = {4, 5, 6}, .direction = (orb_direction)2}, ORB_INVALID},
        {{.n = {4, 5, 6}, .algorithm = (orb_mpi_algorithm)50}, ORB_INVALID},
        {{.n = {4, 5, 6}, .layout = (orb_mpi_layout)2}, ORB_INVALID},
        {{.n = {4, 5, 6}, .grid = {-1}}, ORB_INVALID},
        {{.n = {4, 5, 6}, .skewing = (orb_mpi_skewing)3}, ORB_INVALID},
        {{.n = {4, 5, 6}, .shift = {1}}, ORB_INVALID},
        {{.n = {4, 5, 6}, .shift = {2, -2}}, ORB_INVALID},
        {{.n = {4, 5, 6}, .shift = {2, 0, 2}}, ORB_INVALID},
        {{.n = {4, 5, 6}, .threads = 1025}, ORB_INVALID},
        {{.n = {4, 5, 6}, .own_status = 2}, ORB_INVALID},
        {{.n = {4, 5, 6}, .half_axis = 1}, ORB_INVALID}, /* not a Fourier axis */
        {{.n = {4, 5, 6}, .algorithm = ORB_MPI_ORBITAL, .block = {2}}, ORB_INVALID},
        {{.n = {4, 5, 6}, .algorithm = ORB_MPI_CUBOID, .block = {2}}, ORB_INVALID},
        {{.n = {4, 5, 6}, .algorithm = ORB_MPI_BLOCKS}, ORB_INVALID},
        {{.n = {4, 5, 6}, .algorithm = ORB_MPI_BLOCKS, .block = {2}, .grid = {1, 2}}, ORB_INVALID},
        {{.n = {4, 5, 6, 2}, .algorithm = ORB_MPI_BLOCKS, .block = {2}}, ORB_INVALID},
        {{.n = {4, 5, 6}, .algorithm = ORB_MPI_ORBITAL, .device = device}, ORB_INVALID},
        {{.n = {4, 5, 6}, .algorithm = ORB_MPI_CUBOID, .device = device}, ORB_INVALID},
        {{.n = {4, 5, 6}, .kind = {ORB_DFT}, .element_out = ORB_C64, .half_axis = 5}, ORB_INVALID},
        {{.n = {4, 5, 6}, .kind = {ORB_DFT, ORB_DFT}, .element_out = ORB_C64, .half_axis = 1}, ORB_INVALID},
        {{.n = {4, 5, 6}, .kind = {ORB_DFT}, .element_in = ORB_C64, .element_out = ORB_C64, .half_axis = 1},
         ORB_INVALID},
        {{.n = {4, 5, 6}, .kind = {ORB_DFT}, .element_out = ORB_C64, .direction = ORB_INVERSE, .half_axis = 1},
         ORB_INVALID},
        {{.n = {4, 5, 6}, .kind = {ORB_DFT}, .element_out = ORB_C64, .algorithm = ORB_MPI_ORBITAL, .half_axis = 1},
         ORB_BAD_KIND},
        {{.n = {4, 5, 6}, .kind = {ORB_DFT}, .element_out = ORB_C64, .algorithm = ORB_MPI_CUBOID, .half_axis = 1},
         ORB_BAD_KIND},
    };
    const orb_mpi_desc different = {.n = {4, 5, 7}, .algorithm = ORB_MPI_ORBITAL};
    const orb_mpi_desc measured = {.n = {4, 5, 6}};

    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (int one = 0; one < s->ranks; one++)
            check_create(s, one, &wrong[i].desc, wrong[i].status);
    for (int one = 0; one < s->ranks; one++) {
        check_create(s, one, NULL, ORB_INVALID);
        if (s->ranks > 1) {
            check_create(s, one, &different, ORB_INVALID);
            check_create(s, one, &measured, ORB_INVALID);
        }
    }
}

#define MEMBER(name) offsetof(orb_mpi_desc, name), sizeof(((orb_mpi_desc *)NULL)->name)

/* Changes each byte of each member on one rank only. It calls the comparison directly, because some of these
 * descriptions are refused before they are compared. */
static void check_agreement(scene *s)
{
    static const struct {
        size_t offset, size;
    } members[] = {{MEMBER(n)},          {MEMBER(kind)},        {MEMBER(type)},      {MEMBER(norm)},
                   {MEMBER(element_in)}, {MEMBER(element_out)}, {MEMBER(direction)}, {MEMBER(algorithm)},
                   {MEMBER(grid)},       {MEMBER(batch)},       {MEMBER(layout)},    {MEMBER(skewing)},
                   {MEMBER(shift)},      {MEMBER(half_axis)},   {MEMBER(threads)},   {MEMBER(own_status)},
                   {MEMBER(device)},     {MEMBER(block)}};
    size_t known = 0;

    CHECK(!orb_agree_same(MPI_COMM_WORLD, &good), "the same on all ranks");
    for (size_t m = 0; m < sizeof members / sizeof *members; m++) {
        known += members[m].size;
        for (size_t byte = members[m].offset; byte < members[m].offset + members[m].size; byte++)
            for (int one = 0; one < s->ranks; one++) {
                orb_mpi_desc desc = good;

                ((unsigned char *)&desc)[byte] ^= s->rank == one ? 1 : 0;
                CHECK(orb_agree_same(MPI_COMM_WORLD, &desc) == (s->ranks > 1 ? ORB_INVALID : ORB_OK),
                      "byte %zu is another on rank %d", byte, one);
            }
    }
    CHECK(offsetof(orb_mpi_desc, reserved) - known <= 2 * sizeof(int), "a member that is not listed here");
}

static void check_all(const orb_mpi_desc *desc, orb_status requested)
{
    orb_mpi_plan *plan = NULL;
    const orb_status status = orb_mpi_plan_create(&plan, MPI_COMM_WORLD, desc);

    CHECK(status == requested && (status || plan), "status %d, not %d", status, requested);
    orb_mpi_plan_destroy(plan);
}

/* Grids that are impossible on these ranks. */
static void check_grids(scene *s)
{
    const int r = s->ranks;

    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = ORB_MPI_ORBITAL, .grid = {r + 1, r + 1, r + 1}},
              ORB_INVALID);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = ORB_MPI_ORBITAL, .grid = {1, 2, 1}}, ORB_INVALID);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = ORB_MPI_ORBITAL, .grid = {1, 1, 0}}, ORB_OK);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = ORB_MPI_ORBITAL, .grid = {0x7FFFFFFF}}, ORB_INVALID);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = ORB_MPI_CUBOID, .grid = {r, 2, 1}}, ORB_INVALID);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = ORB_MPI_CUBOID, .grid = {1, r + 1}}, ORB_INVALID);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = ORB_MPI_CUBOID, .grid = {0x7FFFFFFF, 1, 1}}, ORB_INVALID);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = ORB_MPI_CUBOID, .grid = {1, 1, r}}, ORB_OK);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .grid = {r + 1, r + 1, r + 1}}, ORB_INVALID);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = ORB_MPI_BLOCKS, .block = {1}, .grid = {r + 1}}, ORB_INVALID);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = ORB_MPI_BLOCKS, .block = {1}, .grid = {r}}, ORB_OK);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = ORB_MPI_BLOCKS, .block = {1}, .grid = {1, r}},
              r > 1 ? ORB_INVALID : ORB_OK);
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .block = {2, 0, 3}}, ORB_OK);
    for (int i = 0; i < 2; i++) {
        const orb_mpi_algorithm algorithm = i ? ORB_MPI_ALLTOALL : ORB_MPI_TRANSPOSE;

        check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = algorithm, .grid = {r, 2}}, ORB_INVALID);
        check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .algorithm = algorithm, .grid = {0x7FFFFFFF, 1}}, ORB_INVALID);
        check_all(&(orb_mpi_desc){.n = {4, 5, 6, 7}, .algorithm = algorithm, .grid = {1, 1, 1, 2}}, ORB_INVALID);
        check_all(&(orb_mpi_desc){.n = {4, 5, 6, 7}, .algorithm = algorithm, .grid = {1, 1, r}}, ORB_OK);
        check_all(&(orb_mpi_desc){.n = {4}, .algorithm = algorithm, .grid = {0}}, ORB_OK);
    }
    check_all(&(orb_mpi_desc){.n = {4, 5, 6}, .grid = {r, 1, 1}}, ORB_OK); /* some algorithm supports it */
}

/* Skewing by phases requires Fourier transforms, of lengths that are multiples of the ranks. */
static void check_phases(scene *s)
{
    const int r = s->ranks;
    orb_mpi_desc d = {.n = {(size_t)(2 * r), (size_t)r, 5},
                      .kind = {ORB_DFT, ORB_DFT, ORB_DFT},
                      .element_out = ORB_C64,
                      .algorithm = ORB_MPI_TRANSPOSE,
                      .skewing = ORB_MPI_SKEW_PHASE,
                      .grid = {r, 1, 1}};

    check_all(&d, ORB_OK);
    d.half_axis = 3;
    check_all(&d, ORB_INVALID);
    d.half_axis = 0;
    d.kind[2] = ORB_DCT;
    check_all(&d, ORB_INVALID);
    d.kind[2] = ORB_DFT;
    for (int a = 0; a < 2; a++) {
        d.n[a]++;
        check_all(&d, r > 1 ? ORB_INVALID : ORB_OK);
        d.n[a]--;
    }
}

/* Volumes that are larger than any memory. */
static void check_sizes(void)
{
    const size_t huge = (size_t)1 << 40;

    for (int algorithm = ORB_MPI_AUTO; algorithm <= ORB_MPI_ALLTOALL; algorithm++) {
        check_all(&(orb_mpi_desc){.n = {huge, huge, huge}, .algorithm = (orb_mpi_algorithm)algorithm}, ORB_NO_MEMORY);
        check_all(&(orb_mpi_desc){.n = {2, 2, 2}, .batch = SIZE_MAX, .algorithm = (orb_mpi_algorithm)algorithm},
                  ORB_NO_MEMORY);
    }
}

/* After an execution, the BLAS has its previous number of threads. */
static void check_threads(void)
{
    float in[4 * 5 * 6] = {0}, out[4 * 5 * 6];
    orb_mpi_plan *plan = NULL;

    CHECK(!orb_mpi_plan_create(&plan, MPI_COMM_SELF, &good), "create");
    for (int threads = 1; threads <= 2; threads++) {
        openblas_set_num_threads(threads);
        const int before = openblas_get_num_threads();

        CHECK(!orb_mpi_execute(plan, in, out, NULL), "execute");
        CHECK(openblas_get_num_threads() == before, "%d threads", openblas_get_num_threads());
        orb_blas_enter(threads); /* as by two plans in two threads */
        orb_blas_enter(1);
        orb_blas_leave();
        CHECK(openblas_get_num_threads() == threads, "%d threads", openblas_get_num_threads());
        orb_blas_leave();
        CHECK(openblas_get_num_threads() == before, "%d threads, not %d", openblas_get_num_threads(), before);
    }
    orb_mpi_plan_destroy(plan);
}

/* An output that overlaps the input in part is refused. Empty arrays may be anywhere. */
static void check_overlap(scene *s)
{
    const orb_mpi_desc desc = {.n = {1, 1, 6}, .algorithm = ORB_MPI_CUBOID, .grid = {s->ranks, 1, 1}};
    float array[18] = {0};
    orb_mpi_plan *plan = NULL;
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];

    CHECK(!orb_mpi_plan_create(&plan, MPI_COMM_WORLD, &desc), "create");
    CHECK(!orb_mpi_plan_input(plan, start, size), "box");
    for (int by = -6; by <= 6; by++) {
        float *out = array + 6 + (size[2] ? by : 0);
        const bool overlap = by && by > -6 && by < 6;
        const char *reason = "input and output of this rank overlap in part: pass separate arrays, or the same one";

        CHECK(orb_mpi_execute(plan, array + 6, out, NULL) == (overlap ? ORB_INVALID : ORB_OK), "%d further", by);
        CHECK(!strcmp(orb_mpi_last_error(), overlap && size[2] ? reason : ""), "%s", orb_mpi_last_error());
    }
    orb_mpi_plan_destroy(plan);
}

/* An algorithm that does not support what is asked for says so. */
static void check_unsuitable(void)
{
    static const struct {
        orb_mpi_desc desc;
        const char *reason;
    } refused[] = {
        {{.n = {4, 5, 6}, .kind = {ORB_DFT}, .element_out = ORB_C64, .algorithm = ORB_MPI_CUBOID, .half_axis = 1},
         "cuboid does not support half spectra: choose alltoall, transpose, remap or auto"},
        {{.n = {4, 5, 6}, .algorithm = ORB_MPI_ALLTOALL, .block = {2, 2, 2}},
         "alltoall does not transform blocks: choose blocks, or leave out the block"},
        {{.n = {4, 5, 6}, .algorithm = ORB_MPI_CUBOID, .grid = {7, 7, 7}},
         "cuboid cannot use this grid of ranks for this volume: leave out the grid"},
    };

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        CHECK(orb_mpi_plan_create(&(orb_mpi_plan *){NULL}, MPI_COMM_WORLD, &refused[i].desc), "%zu", i);
        CHECK(!strcmp(orb_mpi_last_error(), refused[i].reason), "%s", orb_mpi_last_error());
    }
}

static void check_arguments(void)
{
    orb_mpi_plan *plan = NULL;
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
    orb_mpi_desc desc;

    CHECK(orb_mpi_plan_create(NULL, MPI_COMM_WORLD, &good) == ORB_INVALID, "no place for a plan");
    CHECK(orb_mpi_plan_create(&plan, MPI_COMM_NULL, &good) == ORB_INVALID, "no communicator");
    CHECK(orb_mpi_plan_input(NULL, start, size) == ORB_INVALID, "no plan");
    CHECK(orb_mpi_plan_desc(NULL, &desc) == ORB_INVALID, "no plan");
    CHECK(orb_mpi_execute(NULL, start, size, NULL) == ORB_INVALID, "no plan");
    orb_mpi_plan_destroy(NULL);
    CHECK(!orb_mpi_plan_create(&plan, MPI_COMM_WORLD, &good), "create");
    CHECK(orb_mpi_plan_input(plan, NULL, size) == ORB_INVALID, "no place");
    CHECK(orb_mpi_plan_desc(plan, NULL) == ORB_INVALID, "no place");
    CHECK(orb_mpi_plan_output(plan, start, NULL) == ORB_INVALID, "no place");
    orb_mpi_plan_destroy(plan);
}

/* A rank lacks an array: this is an error on all ranks, or with own_status on this rank only. The plan remains
 * usable. */
static void check_arrays(scene *s, orb_mpi_algorithm algorithm, orb_kind kind, bool own)
{
    const orb_mpi_desc desc = {
        .n = {4, 5, 8, 1}, .algorithm = algorithm, .kind = {ORB_DCT, ORB_DCT, kind, ORB_IDENTITY}, .own_status = own};
    float *whole = scene_volumes(s, ORB_F32, 1, desc.n), *expected = scene_expected(&desc, whole), *in, *out,
          *requested;
    size_t start[ORB_MPI_AXES], size[ORB_MPI_AXES];
    orb_mpi_plan *plan = NULL;

    CHECK(!orb_mpi_plan_create(&plan, MPI_COMM_WORLD, &desc), "create");
    CHECK(!orb_mpi_plan_output(plan, start, size) && !orb_mpi_plan_input(plan, start, size), "boxes");
    in = scene_cut(ORB_F32, 1, desc.n, start, size, whole);
    requested = scene_cut(ORB_F32, 1, desc.n, start, size, expected);
    out = scene_new(ORB_F32, 1, size);
    for (int one = 0; one < s->ranks; one++) {
        const bool me = s->rank == one;
        size_t points = scene_points(size);
        const bool needed = MPI_Bcast(&points, sizeof points, MPI_BYTE, one, MPI_COMM_WORLD) == MPI_SUCCESS && points;
        orb_status status = orb_mpi_execute(plan, me ? NULL : in, out, NULL);

        CHECK(status == (needed && (me || !own) ? ORB_INVALID : ORB_OK), "rank %d without input: %d", one, status);
        status = orb_mpi_execute(plan, in, me ? NULL : out, NULL);
        CHECK(status == (needed && (me || !own) ? ORB_INVALID : ORB_OK), "rank %d without output: %d", one, status);
        CHECK(!orb_mpi_execute(plan, in, out, NULL), "then with all");
        scene_compare(&desc, ORB_F32, scene_points(size), out, requested,
                      scene_largest(ORB_F32, scene_points(desc.n), expected));
    }
    orb_mpi_plan_destroy(plan);
    free(whole);
    free(expected);
    free(in);
    free(out);
    free(requested);
}

/* Each allocation of one rank fails in turn, until there are no more. */
static void check_memory(scene *s, int one, const orb_mpi_desc *desc)
{
    const bool spare = desc->algorithm == ORB_MPI_AUTO; /* another algorithm may succeed */
    int failed = 1, errors = 0;

    for (long after = 0; failed; after++) {
        orb_mpi_plan *plan = NULL;
        orb_status status;

        failing_after(s->rank == one ? after : -1);
        status = orb_mpi_plan_create(&plan, MPI_COMM_WORLD, desc);
        failed = failing_has();
        failing_after(-1);
        MPI_Bcast(&failed, 1, MPI_INT, one, MPI_COMM_WORLD);
        CHECK(status == (failed ? ORB_NO_MEMORY : ORB_OK) || (spare && !status), "allocation %ld of rank %d: status %d",
              after, one, status);
        CHECK(!plan == (status != ORB_OK), "a plan after an error");
        CHECK(orb_mpi_failed_rank() == (status ? one : -1), "rank %d is said to have failed, not %d",
              orb_mpi_failed_rank(), one);
        orb_mpi_plan_destroy(plan);
        errors += failed;
    }
    CHECK(errors >= (one ? 1 : 4), "only %d allocations", errors); /* rank 0 is in the grid, the last rank may not be */
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);
    orb_device *device = NULL;
    const orb_mpi_desc orbital = {
        .n = {3, 4, 5}, .element_in = ORB_F64, .kind = {ORB_DCT, ORB_DWHT, ORB_DHT}, .algorithm = ORB_MPI_ORBITAL};
    const orb_mpi_desc measured = {.n = {3, 4, 5}};
    orb_mpi_desc transpose = {.n = {(size_t)s.ranks, (size_t)s.ranks, 3, 2},
                              .element_out = ORB_C128,
                              .kind = {ORB_DFT, ORB_DFT, ORB_DFT, ORB_DFT},
                              .algorithm = ORB_MPI_TRANSPOSE,
                              .skewing = ORB_MPI_SKEW_PHASE,
                              .grid = {s.ranks, 1, 1}};
    const orb_mpi_desc cuboid = {.n = {3, 4, 5},
                                 .element_in = ORB_C64,
                                 .element_out = ORB_C64,
                                 .kind = {ORB_DFT, ORB_DCT, ORB_DST},
                                 .algorithm = ORB_MPI_CUBOID,
                                 .grid = {0, 1, 1}};

    CHECK(!orb_open(&device, "cpu:threads=1"), "cpu");
    check_members(&s, device);
    orb_close(device);
    check_agreement(&s);
    check_grids(&s);
    check_phases(&s);
    check_sizes();
    check_arguments();
    check_unsuitable();
    check_threads();
    check_overlap(&s);
    for (int own = 0; own < 2; own++) {
        check_arrays(&s, ORB_MPI_ORBITAL, ORB_DCT, own);
        check_arrays(&s, ORB_MPI_CUBOID, ORB_DWHT, own);
        check_arrays(&s, ORB_MPI_TRANSPOSE, ORB_DST, own);
        check_arrays(&s, ORB_MPI_ALLTOALL, ORB_DHT, own);
    }
    for (int one = 0; one < s.ranks && one < 4; one++) {
        check_memory(&s, one == 0 ? 0 : s.ranks - 1, one % 2 ? &cuboid : &orbital);
        check_memory(&s, 0, one % 2 ? &orbital : &cuboid);
    }
    check_memory(&s, 0, &measured);
    check_memory(&s, 0, &(orb_mpi_desc){.n = {9, 4, 5}, .algorithm = ORB_MPI_BLOCKS, .block = {2, 4, 3}});
    check_memory(&s, 0, &transpose);
    check_memory(&s, s.ranks - 1, &transpose);
    transpose.algorithm = ORB_MPI_ALLTOALL;
    check_memory(&s, 0, &transpose);
    check_memory(&s, s.ranks - 1, &transpose);
    if (!s.rank)
        printf("all errors are errors on all ranks\n");
    scene_end();
    CHECK(orb_mpi_plan_create(&(orb_mpi_plan *){NULL}, MPI_COMM_SELF, &good) == ORB_INVALID, "behind MPI_Finalize");
    return 0;
}
