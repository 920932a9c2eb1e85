/* Random products of matrices. Each rank compares its part with the product in exact integers, and its traffic with the
 * formulas.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: mpirun -n RANKS cluster_gemm CASES LONGEST-AXIS */
#include "grid_traffic.h"
#include "matrices.h"
#include "ring_traffic.h"
#include "spread_traffic.h"
#include "traffic.h"
#include "vector_traffic.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sets both sides of a grid that fits these ranks, or one of them, or none. */
static void random_grid(scene *s, orb_mpi_gemm_desc *d)
{
    const int first = (int)scene_below(s, 2);

    if (!scene_below(s, 4))
        return;
    d->grid[first] = 1 + (int)scene_below(s, (size_t)s->ranks);
    if (scene_below(s, 2))
        d->grid[1 - first] = 1 + (int)scene_below(s, (size_t)(s->ranks / d->grid[first]));
}

/* Random costs of strides, the same on all ranks. */
static const double *random_costs(scene *s)
{
    static double costs[64];

    CHECK(s->ranks <= 64, "%d ranks", s->ranks);
    for (int i = 0; i < s->ranks - 1; i++)
        costs[i] = 1.0 + (double)scene_below(s, 20);
    return costs;
}

/* Sets a member that only some of the algorithms support, or none. */
static void restrict_choice(scene *s, orb_mpi_gemm_desc *d)
{
    switch (scene_below(s, 6)) {
    case 0:
        d->block = 1 + scene_below(s, 5);
        break;
    case 1:
        random_grid(s, d);
        break;
    case 2:
        d->stationary = (orb_mpi_stationary)(1 + scene_below(s, 3));
        break;
    case 3:
        d->base = 1 + (int)scene_below(s, (size_t)s->ranks);
        break;
    case 4:
        *(size_t *[3]){&d->m, &d->n, &d->k}[scene_below(s, 3)] = 1;
        break;
    default:
        break;
    }
}

static orb_mpi_gemm_desc random_desc(scene *s, size_t most)
{
    orb_mpi_gemm_desc d = {.m = 1 + scene_below(s, most), .n = 1 + scene_below(s, most), .k = 1 + scene_below(s, most)};

    d.element = (orb_element)scene_below(s, 4);
    d.accumulate = (int)scene_below(s, 2);
    d.algorithm = (orb_mpi_gemm_algorithm)scene_below(s, ORB_MPI_GEMM_SPREAD + 1);
    if (d.algorithm == ORB_MPI_GEMM_AUTO) {
        restrict_choice(s, &d);
        return d;
    }
    if (d.algorithm == ORB_MPI_GEMM_SYSTOLIC || d.algorithm == ORB_MPI_GEMM_HYPERSYSTOLIC)
        d.block = scene_below(s, 5);
    else
        random_grid(s, &d);
    if (d.algorithm != ORB_MPI_GEMM_GRID && d.algorithm != ORB_MPI_GEMM_VECTOR)
        d.panel = scene_below(s, most + 2);
    if (d.algorithm == ORB_MPI_GEMM_GRID || d.algorithm == ORB_MPI_GEMM_SPREAD)
        d.stationary = (orb_mpi_stationary)scene_below(s, 4);
    if (d.algorithm == ORB_MPI_GEMM_GRID)
        d.both_ways = (int)scene_below(s, 2);
    if (d.algorithm == ORB_MPI_GEMM_VECTOR)
        *(size_t *[3]){&d.m, &d.n, &d.k}[scene_below(s, 3)] = 1;
    if (d.algorithm == ORB_MPI_GEMM_HYPERSYSTOLIC)
        d.base = (int)scene_below(s, (size_t)s->ranks + 1);
    if (d.algorithm == ORB_MPI_GEMM_HYPERSYSTOLIC && !d.base)
        d.stride_cost = random_costs(s);
    return d;
}

/* Calls orb_mpi_gemv or orb_mpi_ger if the shape allows it. */
static orb_status multiply(orb_mpi_gemm_plan *plan, const orb_mpi_gemm_desc *d, void *const part[3],
                           orb_mpi_report *report)
{
    if (d->n == 1)
        return orb_mpi_gemv(plan, part[0], part[1], part[2], report);
    return (d->k == 1 ? orb_mpi_ger : orb_mpi_gemm)(plan, part[0], part[1], part[2], report);
}

static void check_traffic(const scene *s, const orb_mpi_gemm_desc *d, const orb_mpi_report *report)
{
    if (d->algorithm == ORB_MPI_GEMM_VECTOR)
        check_vector_traffic(s, d, report);
    else if (d->algorithm == ORB_MPI_GEMM_GRID)
        check_grid_traffic(s, d, report);
    else if (d->algorithm == ORB_MPI_GEMM_SPREAD)
        check_spread_traffic(s, d, report);
    else
        check_ring_traffic(s, d, report);
}

/* The description of the plan agrees with the request, and a plan that is created from it has the same parts. Returns
 * the description, and removes the measured times from report->why. */
static orb_mpi_gemm_desc check_choice(const orb_mpi_gemm_plan *plan, const orb_mpi_gemm_desc *d, orb_mpi_report *report)
{
    const char *told = d->algorithm == ORB_MPI_GEMM_AUTO ? strstr(report->why, " s; ") : NULL;
    orb_mpi_gemm_plan *again = NULL;
    orb_mpi_gemm_desc chosen;

    CHECK(!orb_mpi_gemm_plan_desc(plan, &chosen) && chosen.algorithm != ORB_MPI_GEMM_AUTO && !chosen.stride_cost,
          "no description: %s", matrices_describe(d));
    CHECK(d->algorithm == ORB_MPI_GEMM_AUTO ? told != NULL : chosen.algorithm == d->algorithm, "%s; %s", report->why,
          matrices_describe(d));
    CHECK(chosen.m == d->m && chosen.n == d->n && chosen.k == d->k && chosen.element == d->element &&
              chosen.accumulate == d->accumulate && chosen.block == d->block &&
              (!d->stationary || chosen.stationary == d->stationary) && (!d->base || chosen.base == d->base) &&
              (!d->grid[0] || chosen.grid[0] == d->grid[0]) && (!d->grid[1] || chosen.grid[1] == d->grid[1]),
          "chosen: %s", matrices_describe(&chosen));
    if (told)
        memmove(report->why, told + 4, strlen(told + 4) + 1);
    if (d->stride_cost)
        return *d;
    CHECK(!orb_mpi_gemm_create(&again, MPI_COMM_WORLD, &chosen), "again: %s", matrices_describe(&chosen));
    for (int o = 0; o < 3; o++) {
        size_t size[2], size_again[2];

        CHECK(!orb_mpi_gemm_part(plan, (orb_mpi_operand)o, size) &&
                  !orb_mpi_gemm_part(again, (orb_mpi_operand)o, size_again) && !memcmp(size, size_again, sizeof size),
              "other parts: %s", matrices_describe(&chosen));
    }
    orb_mpi_gemm_destroy(again);
    return chosen;
}

static void check_case(scene *s, const orb_mpi_gemm_desc *desc)
{
    const orb_mpi_gemm_desc d = *desc;
    double complex *whole[3] = {matrices_random(s, d.element, d.m, d.k), matrices_random(s, d.element, d.k, d.n),
                                matrices_random(s, d.element, d.m, d.n)};
    orb_mpi_gemm_plan *plan = NULL;
    orb_mpi_gemm_desc chosen;
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
    status = multiply(plan, &d, part, &report);
    sent = traffic_take();
    CHECK(!status, "gemm: %s: %s", orb_strerror(status), matrices_describe(&d));
    for (int o = 0; o < 3; o++)
        matrices_compare(plan, &d, (orb_mpi_operand)o, part[o], whole[o]);
    CHECK(sent.messages == report.messages && sent.bytes == report.bytes && sent.collectives == 2,
          "counted %llu messages, %llu bytes, %llu collectives; told %llu, %llu: %s", (unsigned long long)sent.messages,
          (unsigned long long)sent.bytes, (unsigned long long)sent.collectives, (unsigned long long)report.messages,
          (unsigned long long)report.bytes, matrices_describe(&d));
    chosen = check_choice(plan, &d, &report);
    check_traffic(s, &chosen, &report);
    orb_mpi_gemm_destroy(plan);
    for (int o = 0; o < 3; o++) {
        free(part[o]);
        free(whole[o]);
    }
}

/* Parts of the same size, for which the formulas of the papers hold as printed: the bytes of all bases, and grids with
 * the aspect ratio of the stationary operand. */
static void check_even(scene *s)
{
    const size_t p = (size_t)s->ranks;
    orb_mpi_gemm_desc d = {.m = 3 * p, .n = 5, .k = 2 * p, .algorithm = ORB_MPI_GEMM_HYPERSYSTOLIC};

    for (d.base = 0; d.base <= s->ranks; d.base++)
        check_case(s, &d);
    d.base = 0;
    for (int i = 0; i < 4; i++) {
        d.stride_cost = random_costs(s);
        check_case(s, &d);
    }
    if (s->ranks != 12)
        return;
    check_case(s, &(orb_mpi_gemm_desc){.m = 60, .n = 20, .k = 5, .algorithm = ORB_MPI_GEMM_GRID});
    check_case(s, &(orb_mpi_gemm_desc){.m = 20, .n = 60, .k = 5, .algorithm = ORB_MPI_GEMM_GRID});
    check_case(s, &(orb_mpi_gemm_desc){.m = 60, .n = 5, .k = 20, .algorithm = ORB_MPI_GEMM_GRID});
    check_case(s, &(orb_mpi_gemm_desc){.m = 5, .n = 60, .k = 20, .algorithm = ORB_MPI_GEMM_GRID});
}

/* Messages of some ten kilobytes, which MPI sends without a copy: their buffers must remain unchanged until they have
 * been sent. */
static void check_long(scene *s)
{
    const size_t p = (size_t)s->ranks;
    orb_mpi_gemm_desc d = {.m = 20 * p, .n = 100, .k = 10 * p, .element = ORB_F64, .algorithm = ORB_MPI_GEMM_SYSTOLIC};

    check_case(s, &d);
    d.algorithm = ORB_MPI_GEMM_HYPERSYSTOLIC;
    d.base = s->ranks < 3 ? s->ranks : 3;
    check_case(s, &d);
    d.panel = 30;
    check_case(s, &d);
    d.panel = 0;
    d.base = 0;
    d.algorithm = ORB_MPI_GEMM_GRID;
    for (int stays = ORB_MPI_STATIONARY_A; stays <= ORB_MPI_STATIONARY_C; stays++)
        for (int side = 0; side < 2; side++) {
            d.stationary = (orb_mpi_stationary)stays;
            d.grid[side] = 1;
            d.grid[1 - side] = s->ranks;
            d.both_ways = 0;
            check_case(s, &d);
            d.both_ways = 1;
            check_case(s, &d);
            d.both_ways = 0;
            d.algorithm = ORB_MPI_GEMM_SPREAD;
            check_case(s, &d);
            d.algorithm = ORB_MPI_GEMM_GRID;
        }
}

int main(int argc, char **argv)
{
    scene s = scene_start(&argc, &argv);
    const int cases = argc > 1 ? atoi(argv[1]) : 0, most = argc > 2 ? atoi(argv[2]) : 0;

    CHECK(cases > 0 && most > 0, "usage: cluster_gemm CASES LONGEST-AXIS");
    check_even(&s);
    check_long(&s);
    for (int i = 0; i < cases; i++) {
        const orb_mpi_gemm_desc desc = random_desc(&s, (size_t)most);

        check_case(&s, &desc);
    }
    if (!s.rank)
        printf("%d cases\n", cases);
    scene_end();
    return 0;
}
