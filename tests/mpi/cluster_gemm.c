/* Random products of matrices on a cluster: each rank compares its part with the definition in exact integers, and its
 * traffic with the formulas.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_gemm CASES LONGEST-AXIS */
#include "matrices.h"
#include "ring_traffic.h"
#include "traffic.h"

#include <stdio.h>
#include <stdlib.h>

static orb_mpi_gemm_desc random_desc(scene *s, size_t most)
{
    orb_mpi_gemm_desc d = {.m = 1 + scene_below(s, most), .n = 1 + scene_below(s, most), .k = 1 + scene_below(s, most)};

    d.element = scene_below(s, 2) ? ORB_F32 : ORB_F64;
    d.accumulate = (int)scene_below(s, 2);
    d.algorithm = scene_below(s, 4) ? ORB_MPI_GEMM_HYPERSYSTOLIC : ORB_MPI_GEMM_SYSTOLIC;
    d.block = scene_below(s, 5);
    if (d.algorithm == ORB_MPI_GEMM_HYPERSYSTOLIC)
        d.base = (int)scene_below(s, (size_t)s->ranks + 1);
    return d;
}

static void check_case(scene *s, size_t most)
{
    const orb_mpi_gemm_desc d = random_desc(s, most);
    double *whole[3] = {matrices_random(s, d.m, d.k), matrices_random(s, d.k, d.n), matrices_random(s, d.m, d.n)};
    orb_mpi_gemm_plan *plan = NULL;
    orb_mpi_report report;
    orb_status status;
    void *part[3];
    traffic sent;

    status = orb_mpi_gemm_create(&plan, MPI_COMM_WORLD, &d);
    CHECK(!status, "create: %s: %s", orb_strerror(status), matrices_describe(&d));
    for (int o = 0; o < 3; o++)
        part[o] = matrices_cut(plan, &d, (orb_mpi_operand)o, whole[o]);
    for (size_t i = 0; !d.accumulate && i < d.m * d.n; i++)
        whole[ORB_MPI_C][i] = 0.0;
    matrices_multiply(&d, whole[0], whole[1], whole[2]);
    traffic_take();
    status = orb_mpi_gemm(plan, part[0], part[1], part[2], &report);
    sent = traffic_take();
    CHECK(!status, "gemm: %s: %s", orb_strerror(status), matrices_describe(&d));
    for (int o = 0; o < 3; o++)
        matrices_compare(plan, &d, (orb_mpi_operand)o, part[o], whole[o]);
    CHECK(sent.messages == report.messages && sent.bytes == report.bytes && sent.collectives == 2,
          "counted %llu messages, %llu bytes, %llu collectives; told %llu, %llu: %s", (unsigned long long)sent.messages,
          (unsigned long long)sent.bytes, (unsigned long long)sent.collectives, (unsigned long long)report.messages,
          (unsigned long long)report.bytes, matrices_describe(&d));
    check_ring_traffic(s, &d, &report);
    orb_mpi_gemm_destroy(plan);
    for (int o = 0; o < 3; o++) {
        free(part[o]);
        free(whole[o]);
    }
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);
    const int cases = argc > 1 ? atoi(argv[1]) : 0, most = argc > 2 ? atoi(argv[2]) : 0;

    CHECK(cases > 0 && most > 0, "usage: cluster_gemm CASES LONGEST-AXIS");
    for (int i = 0; i < cases; i++)
        check_case(&s, (size_t)most);
    if (!s.rank)
        printf("%d cases\n", cases);
    scene_end();
    return 0;
}
