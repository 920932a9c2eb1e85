/* ORB_MPI_GEMM_AUTO: measures algorithms, process grids and stationary operands on zeros, and keeps the fastest plan.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm.h"

#include "agree.h"
#include "gemm_roles.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Several tries, because the first execution touches new memory. A candidate that takes GIVE_UP_RATIO times as long as
 * the best one is not tried again. */
enum { TRIES = 3, GIVE_UP_RATIO = 2 };

/* Seconds after which a candidate is not tried again. */
static const double time_limit = 1.0;

/* The search so far. Times are those of the slowest rank. */
typedef struct search {
    MPI_Comm comm;
    int ranks;
    orb_mpi_gemm_plan *best;
    double seconds, next; /* times of the best candidate and of the second best */
    int measured;         /* number of candidates */
    orb_status refused;   /* the status if there is no plan */
} search;

/* Executes once. Returns the time of the slowest rank. */
static orb_status time_once(orb_mpi_gemm_plan *plan, void *const part[3], double *seconds)
{
    orb_mpi_report report;
    orb_status status = orb_mpi_gemm(plan, part[ORB_MPI_A], part[ORB_MPI_B], part[ORB_MPI_C], &report);

    if (!status && MPI_Allreduce(&report.seconds.total, seconds, 1, MPI_DOUBLE, MPI_MAX, plan->comm) != MPI_SUCCESS)
        status = ORB_DEVICE_FAILED;
    return status;
}

/* Executes up to TRIES times, but no more after the time limit, or if the candidate is much slower than the best
 * one. */
static orb_status time_plan(orb_mpi_gemm_plan *plan, void *const part[3], const search *s, double *best)
{
    orb_status status = ORB_OK;
    double spent = 0.0;

    for (int i = 0; i < TRIES && !status && spent < time_limit; i++) {
        double seconds = 0.0;

        status = time_once(plan, part, &seconds);
        if (!i || seconds < *best)
            *best = seconds;
        spent += seconds;
        if (s->best && *best > GIVE_UP_RATIO * s->seconds)
            break;
    }
    return status;
}

static orb_status measure(orb_mpi_gemm_plan *plan, const search *s, double *seconds)
{
    orb_status status = ORB_OK;
    void *part[3];

    for (int o = 0; o < 3; o++) {
        part[o] = calloc(plan->part[o].size[0] * plan->part[o].size[1] + 1, plan->bytes);
        if (!part[o])
            status = ORB_NO_MEMORY;
    }
    status = orb_agree(plan->comm, status);
    if (!status)
        status = time_plan(plan, part, s, seconds);
    for (int o = 0; o < 3; o++)
        free(part[o]);
    return status;
}

/* Measures a candidate, and keeps it if it is the fastest so far. */
static void try_one(search *s, const orb_mpi_gemm_desc *desc)
{
    orb_mpi_gemm_plan *plan = NULL, *slower;
    double seconds = 0.0;
    orb_status status;

    if (s->refused == ORB_DEVICE_FAILED)
        return;
    status = orb_gemm_create(&plan, s->comm, desc, NULL);
    if (!status)
        status = measure(plan, s, &seconds);
    if (status) {
        s->refused = status > s->refused ? status : s->refused;
        orb_mpi_gemm_destroy(plan);
        return;
    }
    s->measured++;
    if (!s->best || seconds < s->seconds) {
        slower = s->best;
        s->best = plan;
        s->next = s->seconds;
        s->seconds = seconds;
    } else {
        slower = plan;
        s->next = s->measured == 2 || seconds < s->next ? seconds : s->next;
    }
    orb_mpi_gemm_destroy(slower);
}

/* Tries the two grids that send the fewest bytes. */
static void try_shapes(search *s, orb_mpi_gemm_desc d)
{
    enum { SHAPES = 2 };
    int grid[SHAPES][2], count = 0;

    while (count < SHAPES && orb_roles_shape(&d, s->ranks, count, grid[count]))
        count++;
    for (int nth = 0; nth < count; nth++) {
        memcpy(d.grid, grid[nth], sizeof d.grid);
        try_one(s, &d);
    }
}

/* Tries grids with the largest operand stationary, then with each of the others, and finally the best of these grids
 * both ways. */
static void try_grids(search *s, orb_mpi_gemm_desc d)
{
    const orb_mpi_stationary first = orb_roles_stays(&d), given = d.stationary;

    d.algorithm = ORB_MPI_GEMM_GRID;
    d.stationary = first;
    try_shapes(s, d);
    for (int stays = ORB_MPI_STATIONARY_A; stays <= ORB_MPI_STATIONARY_C && !given; stays++)
        if (stays != (int)first) {
            d.stationary = (orb_mpi_stationary)stays;
            try_shapes(s, d);
        }
    if (s->best && s->best->desc.algorithm == ORB_MPI_GEMM_GRID && !d.both_ways) {
        d = s->best->desc;
        d.both_ways = 1;
        try_one(s, &d);
    }
}

static void explain(const search *s)
{
    char line[sizeof s->best->tally.why], *why = s->best->tally.why;
    const int used = s->measured > 1 ? snprintf(line, sizeof line, "the fastest of %d: %.3g s, the next %.3g s; ",
                                                s->measured, s->seconds, s->next)
                                     : snprintf(line, sizeof line, "the only one: %.3g s; ", s->seconds);

    snprintf(line + used, sizeof line - (size_t)used, "%.*s", (int)sizeof line - used - 1, why);
    memcpy(why, line, sizeof line);
}

static orb_status choose(orb_mpi_gemm_plan **plan, MPI_Comm comm, const orb_mpi_gemm_desc *desc)
{
    static const orb_mpi_gemm_algorithm others[] = {ORB_MPI_GEMM_VECTOR, ORB_MPI_GEMM_SPREAD,
                                                    ORB_MPI_GEMM_HYPERSYSTOLIC, ORB_MPI_GEMM_SYSTOLIC};
    search s = {.comm = comm, .refused = ORB_INVALID};
    orb_mpi_gemm_desc d = *desc;

    if (MPI_Comm_size(comm, &s.ranks) != MPI_SUCCESS)
        s.refused = ORB_DEVICE_FAILED;
    try_grids(&s, d);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        d.algorithm = others[i];
        try_one(&s, &d);
    }
    if (s.refused == ORB_DEVICE_FAILED || !s.best) {
        orb_mpi_gemm_destroy(s.best);
        return s.refused;
    }
    explain(&s);
    *plan = s.best;
    return ORB_OK;
}

orb_status orb_mpi_gemm_create(orb_mpi_gemm_plan **plan, MPI_Comm comm, const orb_mpi_gemm_desc *desc)
{
    orb_status status;

    orb_agree_begin();
    status = orb_gemm_create(plan, comm, desc, choose);
    if (!status)
        orb_agree_begin(); /* forget the candidates that failed */
    return status;
}
