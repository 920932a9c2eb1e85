/* The memory that a plan on a ring allocates, compared with the formula of docs/cluster-products.md, and what panels
 * save.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_gemm_memory SIDE */
#include "blas_memory.h"
#include "failing.h"
#include "matrices.h"
#include "ring_traffic.h"

#include <stdio.h>
#include <stdlib.h>

/* Allowance for what the formula does not include: the plan itself, lists of ranks, requests of MPI. */
enum { BOOKKEEPING = 20000 };

/* The bytes that this rank allocates when it creates and executes the plan. */
static size_t allocated(const orb_mpi_gemm_desc *d)
{
    orb_mpi_gemm_plan *plan = NULL;
    size_t size[2], bytes;
    void *part[3];

    failing_after(-1);
    CHECK(!orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, d), "create: %s", matrices_describe(d));
    bytes = failing_allocated();
    for (int o = 0; o < 3; o++) {
        CHECK(!orb_mpi_gemm_part(plan, (orb_mpi_operand)o, size), "part");
        part[o] = calloc(size[0] * size[1] + 1, scene_bytes(d->element));
        CHECK(part[o], "out of memory");
    }
    failing_after(-1);
    CHECK(!orb_mpi_gemm(plan, part[0], part[1], part[2], NULL), "gemm: %s", matrices_describe(d));
    bytes += failing_allocated();
    orb_mpi_gemm_destroy(plan);
    for (int o = 0; o < 3; o++)
        free(part[o]);
    return bytes;
}

/* Square matrices whose side is a multiple of the ranks. */
static void check(const scene *s, size_t side, int base, size_t panel)
{
    const orb_mpi_gemm_desc d = {.m = side,
                                 .n = side,
                                 .k = side,
                                 .element = ORB_F64,
                                 .algorithm = ORB_MPI_GEMM_HYPERSYSTOLIC,
                                 .base = base,
                                 .panel = panel};
    const size_t p = (size_t)s->ranks, shifts = (p + (size_t)base - 1) / (size_t)base, part = side * side / p;
    const size_t width = ring_width(s, &d, (size_t)base), sums = base > 1 ? (size_t)base : 0;
    const size_t buffers = (shifts - 1 < 2 ? shifts - 1 : 2) + (width < side);
    const size_t wanted = (2 * (part - part * shifts / p) + (buffers + sums) * (part / side) * width) * sizeof(double);
    const size_t bytes = allocated(&d);

    CHECK(bytes >= wanted && bytes <= wanted + BOOKKEEPING, "%zu bytes, not %zu: %s", bytes, wanted,
          matrices_describe(&d));
    if (!s->rank)
        printf("side %zu, base %d, panels of %zu columns: %zu bytes of a rank's plan, %.2f times its part of C\n", side,
               base, width, bytes, (double)bytes / (double)(part * sizeof(double)));
}

int main(int argc, char **argv)
{
    const scene s = scene_start(&argc, &argv);
    const size_t side = argc > 1 ? (size_t)atoi(argv[1]) : 0;

    CHECK(side && side % (size_t)s.ranks == 0, "usage: cluster_gemm_memory SIDE, a multiple of the ranks");
    CHECK(!orb_blas_reserve(1), "out of memory"); /* once, with matrices of its own */
    for (int base = 1; base <= s.ranks; base++) {
        check(&s, side, base, side);
        check(&s, side, base, 0);
        check(&s, side, base, 100);
    }
    scene_end();
    return 0;
}
