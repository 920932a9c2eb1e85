/* A plan of products is refused where the BLAS would lack memory, on all ranks, and AUTO then takes another algorithm.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_blas */
#include "scene.h"

#include <orbital/orbital_mpi_gemm.h>

#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

/* Limits the address space of this process to so much more than it has. */
static void leave(size_t bytes)
{
    FILE *file = fopen("/proc/self/statm", "r");
    unsigned long pages = 0;
    struct rlimit limit;

    CHECK(file && fscanf(file, "%lu", &pages) == 1, "/proc/self/statm");
    fclose(file);
    CHECK(!getrlimit(RLIMIT_AS, &limit), "getrlimit");
    limit.rlim_cur = pages * (size_t)sysconf(_SC_PAGESIZE) + bytes;
    if (!bytes || limit.rlim_cur > limit.rlim_max)
        limit.rlim_cur = limit.rlim_max;
    CHECK(!setrlimit(RLIMIT_AS, &limit), "setrlimit");
}

static orb_status create(const scene *s, orb_mpi_algorithm algorithm)
{
    orb_mpi_plan *plan = NULL;
    const orb_mpi_desc d = {.n = {12, 12, 12}, .algorithm = algorithm, .element_in = ORB_F64, .element_out = ORB_F64};
    const orb_status status = orb_mpi_plan_create(&plan, s->comm, &d);

    orb_mpi_plan_destroy(plan);
    return status;
}

static orb_status create_gemm(const scene *s)
{
    orb_mpi_gemm_plan *plan = NULL;
    const orb_mpi_gemm_desc d = {.m = 8, .n = 8, .k = 8, .algorithm = ORB_MPI_GEMM_SYSTOLIC, .element = ORB_F64};
    const orb_status status = orb_mpi_gemm_create(&plan, s->comm, &d);

    orb_mpi_gemm_destroy(plan);
    return status;
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);
    const int lacks = s.ranks - 1; /* the rank that lacks memory */

    CHECK(!create(&s, ORB_MPI_ALLTOALL), "alltoall"); /* so MPI has its memory */
    if (s.rank == lacks)
        leave((size_t)100 << 20);
    /* one rank has no ring of cuboid, and a few ranks have one block of orbital, which is rank 0's */
    CHECK(create(&s, s.ranks > 1 ? ORB_MPI_CUBOID : ORB_MPI_ORBITAL) == ORB_NO_MEMORY, "transform");
    CHECK(orb_mpi_failed_rank() == lacks, "rank %d", orb_mpi_failed_rank());
    CHECK(create_gemm(&s) == ORB_NO_MEMORY, "product");
    CHECK(!create(&s, ORB_MPI_AUTO), "auto");
    leave(0);
    CHECK(!create(&s, ORB_MPI_ORBITAL) && !create(&s, ORB_MPI_CUBOID) && !create_gemm(&s), "with memory");
    if (!s.rank)
        printf("refused on all ranks\n");
    scene_end();
    return 0;
}
