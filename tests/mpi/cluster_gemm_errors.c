/* Products of matrices: an error on one rank is an error on all ranks, and no rank waits for ever.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_gemm_errors */
#include "failing.h"
#include "matrices.h"

#include <stdio.h>
#include <stdlib.h>

static const orb_mpi_gemm_desc good = {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_HYPERSYSTOLIC, .block = 1};

static const orb_mpi_gemm_desc grid = {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_GRID};
static const orb_mpi_gemm_desc both_ways = {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_GRID, .both_ways = 1};
static const orb_mpi_gemm_desc spread = {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_SPREAD, .panel = 2};
static const orb_mpi_gemm_desc vector = {.m = 7, .n = 1, .k = 6, .algorithm = ORB_MPI_GEMM_VECTOR};
static const double ones[64] = {1, 1, 1, 1, 1, 1, 1, 1}, free_of_charge[64] = {0},
                    others[64] = {1.5, 1, 1, 1, 1, 1, 1, 1};
static const orb_mpi_gemm_desc searched = {
    .m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_HYPERSYSTOLIC, .stride_cost = ones};
static const orb_mpi_gemm_desc panels = {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_HYPERSYSTOLIC, .panel = 2};

/* The description is wrong on rank `one` only. All ranks must get ORB_INVALID, and no plan. */
static void check_create(const scene *s, int one, const orb_mpi_gemm_desc *wrong)
{
    orb_mpi_gemm_plan *plan = (orb_mpi_gemm_plan *)&good;
    const orb_status status = orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, s->rank == one ? wrong : &good);

    CHECK(status == ORB_INVALID, "status %d with rank %d wrong", status, one);
    CHECK(!plan, "a plan after an error");
}

static void check_members(const scene *s)
{
    const orb_mpi_gemm_desc wrong[] = {
        {.n = 5, .k = 6},
        {.m = 7, .k = 6},
        {.m = 7, .n = 5},
        {.m = (size_t)1 << 31, .n = 5, .k = 6},
        {.m = 7, .n = 5, .k = 6, .element = (orb_element)4},
        {.m = 7, .n = 5, .k = 6, .algorithm = (orb_mpi_gemm_algorithm)50},
        {.m = 7, .n = 5, .k = 6, .block = 1, .grid = {1}}, /* no algorithm supports both */
        {.m = 7, .n = 5, .k = 6, .base = s->ranks + 1},
        {.m = 7, .n = 5, .k = 6, .grid = {s->ranks + 1}},
        {.m = 7, .n = 5, .k = 6, .block = (size_t)1 << 31},
        {.m = 7, .n = 5, .k = 6, .panel = (size_t)1 << 31},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_SYSTOLIC, .both_ways = 1},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_GRID, .panel = 1},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_SPREAD, .block = 1},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_SPREAD, .base = 1},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_HYPERSYSTOLIC, .base = -1},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_HYPERSYSTOLIC, .base = s->ranks + 1},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_SYSTOLIC, .base = 2},   /* the systolic ring has no base */
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_SYSTOLIC, .grid = {1}}, /* rings have no grid */
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_SYSTOLIC, .stationary = ORB_MPI_STATIONARY_A},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_GRID, .block = 1}, /* grids have no members of rings */
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_GRID, .base = 1},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_GRID, .stationary = (orb_mpi_stationary)4},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_GRID, .grid = {0, -1}},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_VECTOR}, /* no operand is a vector */
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_GRID, .grid = {s->ranks + 1}},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_GRID, .grid = {s->ranks, 2}},
    };
    const orb_mpi_gemm_desc costs[] = {
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_HYPERSYSTOLIC, .block = 1, .stride_cost = free_of_charge},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_HYPERSYSTOLIC, .base = 1, .stride_cost = ones},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_SYSTOLIC, .stride_cost = ones},
        {.m = 7, .n = 5, .k = 6, .algorithm = ORB_MPI_GEMM_GRID, .stride_cost = ones},
    };
    const orb_mpi_gemm_desc different = {.m = 7, .n = 5, .k = 8};
    orb_mpi_gemm_desc others_of_good[2] = {good, good};

    for (int one = 0; one < s->ranks; one++) {
        for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
            check_create(s, one, &wrong[i]);
        for (size_t i = s->ranks == 1; i < sizeof costs / sizeof *costs; i++)
            check_create(s, one, &costs[i]);
        check_create(s, one, NULL);
        others_of_good[0].panel = 3;
        others_of_good[1].accumulate = 1;
        for (int i = 0; i < 3 && s->ranks > 1; i++)
            check_create(s, one, i ? &others_of_good[i - 1] : &different);
    }
}

/* Half of the ranks request both ways. */
static void check_ways(const scene *s)
{
    orb_mpi_gemm_plan *plan = NULL;
    orb_mpi_gemm_desc desc = grid;

    desc.both_ways = s->rank % 2;
    CHECK(orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, &desc) == ORB_INVALID && !plan, "other ways");
}

/* Costs that differ on one rank, and costs that are invalid on all ranks. */
static void check_costs(const scene *s)
{
    orb_mpi_gemm_plan *plan = NULL;
    orb_mpi_gemm_desc desc = searched;

    desc.stride_cost = s->rank ? ones : others;
    CHECK(orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, &desc) == ORB_INVALID && !plan, "other costs on rank 0");
    desc.stride_cost = free_of_charge;
    CHECK(orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, &desc) == ORB_INVALID && !plan, "costs of 0");
}

/* Each allocation of each rank fails in turn. */
static void check_memory(const scene *s, const orb_mpi_gemm_desc *desc)
{
    orb_mpi_gemm_plan *plan;
    int has_failed = 1;

    for (int one = 0; one < s->ranks; one++)
        for (long i = 0; i == 0 || has_failed; i++) {
            orb_status status;

            if (s->rank == one)
                failing_after(i);
            status = orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, desc);
            has_failed = s->rank == one && failing_has();
            failing_after(-1);
            PMPI_Bcast(&has_failed, 1, MPI_INT, one, MPI_COMM_WORLD);
            CHECK(status == (has_failed ? ORB_NO_MEMORY : ORB_OK), "status %d, allocation %ld of rank %d: %s", status,
                  i, one, matrices_describe(desc));
            CHECK(orb_mpi_failed_rank() == (status ? one : -1), "rank %d is said to have failed, not %d",
                  orb_mpi_failed_rank(), one);
            orb_mpi_gemm_destroy(plan);
        }
}

/* The same with ORB_MPI_GEMM_AUTO: if an allocation fails, another candidate may succeed. */
static void check_memory_of_choice(const scene *s)
{
    const orb_mpi_gemm_desc desc = {.m = 7, .n = 5, .k = 6};
    orb_mpi_gemm_plan *plan;
    int has_failed = 1;
    long i;

    for (i = 0; i == 0 || has_failed; i += 5) {
        orb_status status;

        if (!s->rank)
            failing_after(i);
        status = orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, &desc);
        has_failed = !s->rank && failing_has();
        failing_after(-1);
        PMPI_Bcast(&has_failed, 1, MPI_INT, 0, MPI_COMM_WORLD);
        CHECK(status == ORB_OK || (has_failed && status == ORB_NO_MEMORY), "status %d, allocation %ld", status, i);
        CHECK((plan != NULL) == !status, "a plan after an error, or none");
        orb_mpi_gemm_destroy(plan);
    }
    CHECK(i > 20, "%ld allocations", i);
}

/* One rank lacks an array, or passes one twice. */
static void check_arrays(const scene *s, const orb_mpi_gemm_desc *desc)
{
    double a[64] = {0}, b[64] = {0}, c[64] = {0};
    void *array[3] = {a, b, c};
    orb_mpi_gemm_plan *plan = NULL;
    orb_mpi_gemm_desc told;
    size_t size[2];

    CHECK(!orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, desc), "create");
    for (int one = 0; one < s->ranks; one++)
        for (int o = 0; o < 3; o++) {
            void *given[3] = {a, b, c};
            int wrong;

            CHECK(!orb_mpi_gemm_part(plan, (orb_mpi_operand)o, size), "part");
            wrong = s->rank == one && size[0] * size[1] > 0;
            if (wrong)
                given[o] = NULL;
            PMPI_Bcast(&wrong, 1, MPI_INT, one, MPI_COMM_WORLD);
            CHECK(orb_mpi_gemm(plan, given[0], given[1], given[2], NULL) == (wrong ? ORB_INVALID : ORB_OK),
                  "operand %d of rank %d", o, one);
            if (o < 2 && s->rank == one)
                given[o] = given[2] = array[o];
            CHECK(orb_mpi_gemm(plan, given[0], given[1], given[2], NULL) == ORB_INVALID, "operand %d twice", o);
        }
    CHECK(!orb_mpi_gemm_part(plan, ORB_MPI_C, size), "part");
    CHECK(orb_mpi_gemm(plan, size[0] && size[1] ? (char *)c + sizeof(float) * size[0] * size[1] - 1 : (char *)a, b, c,
                       NULL) == ORB_INVALID,
          "A begins within C");
    CHECK(orb_mpi_gemm(NULL, a, b, c, NULL) == ORB_INVALID, "no plan");
    CHECK(orb_mpi_gemv(NULL, a, b, c, NULL) == ORB_INVALID && orb_mpi_ger(NULL, a, b, c, NULL) == ORB_INVALID,
          "no plan");
    CHECK(desc->n == 1 || orb_mpi_gemv(plan, a, b, c, NULL) == ORB_INVALID, "B is no vector");
    CHECK(orb_mpi_ger(plan, a, b, c, NULL) == ORB_INVALID, "A and B are no vectors");
    CHECK(orb_mpi_gemm_part(plan, (orb_mpi_operand)3, size) == ORB_INVALID, "operand 3");
    CHECK(orb_mpi_gemm_part(NULL, ORB_MPI_A, size) == ORB_INVALID, "no plan");
    CHECK(orb_mpi_gemm_plan_desc(NULL, &told) == ORB_INVALID && orb_mpi_gemm_plan_desc(plan, NULL) == ORB_INVALID,
          "no plan, or no place");
    CHECK(orb_mpi_gemm(plan, a, b, c, NULL) == ORB_OK, "the plan serves after errors");
    orb_mpi_gemm_destroy(plan);
}

/* Ranks without elements may pass the same address for all three operands. */
static void check_empty(const scene *s)
{
    const orb_mpi_gemm_desc desc = {.m = 1, .n = 1, .k = 1, .element = ORB_F64, .algorithm = ORB_MPI_GEMM_SYSTOLIC};
    double place[3] = {2, 3, 0};
    orb_mpi_gemm_plan *plan = NULL;
    size_t size[2];

    CHECK(!orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, &desc) && !orb_mpi_gemm_part(plan, ORB_MPI_C, size), "create");
    if (size[0])
        CHECK(!orb_mpi_gemm(plan, &place[0], &place[1], &place[2], NULL) && place[2] == 6, "of %d ranks", s->ranks);
    else
        CHECK(!orb_mpi_gemm(plan, place, place, place, NULL), "no elements");
    orb_mpi_gemm_destroy(plan);
}

int main(int argc, char **argv)
{
    const scene s = scene_start(&argc, &argv);
    orb_mpi_gemm_plan *plan = NULL;

    CHECK(orb_mpi_gemm_create(&plan, MPI_COMM_NULL, &good) == ORB_INVALID, "no communicator");
    check_members(&s);
    check_memory(&s, &good);
    check_memory(&s, &grid);
    check_memory(&s, &both_ways);
    check_memory(&s, &spread);
    check_memory(&s, &vector);
    check_memory(&s, &searched);
    check_memory(&s, &panels);
    check_memory_of_choice(&s);
    if (s.ranks > 1) {
        check_costs(&s);
        check_ways(&s);
    }
    check_arrays(&s, &good);
    check_arrays(&s, &panels);
    check_arrays(&s, &grid);
    check_arrays(&s, &both_ways);
    check_arrays(&s, &spread);
    check_arrays(&s, &vector);
    check_empty(&s);
    if (!s.rank)
        printf("errors are on all ranks\n");
    scene_end();
    return 0;
}
