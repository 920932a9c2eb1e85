/* ORB_MPI_GEMM_AUTO: measures algorithms, process grids and stationary operands on zeros, and keeps the fastest plan.
 * SPDX-License-Identifier: Apache-2.0 */
#include "gemm.h"

#include "agree.h"
#include "gemm_roles.h"
#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 3 };

/* The search so far. Times are those of the slowest rank. */
typedef struct search {
    MPI_Comm comm;
    int ranks;
    orb_mpi_gemm_plan *best;
    double seconds, next; /* times of the best candidate and of the second best */
    int measured;         /* number of candidates */
    orb_status refused;   /* the status if there is no plan */
} search;

/* A plan and its arrays. */
typedef struct execution {
    orb_mpi_gemm_plan *plan;
    void *part[3];
} execution;

static orb_status execute(const void *context, double *seconds)
{
    const execution *e = context;
    orb_mpi_report report;
    const orb_status status =
        orb_mpi_gemm(e->plan, e->part[ORB_MPI_A], e->part[ORB_MPI_B], e->part[ORB_MPI_C], &report);

    *seconds = status ? 0.0 : report.seconds.total;
    return status;
}

static orb_status measure(orb_mpi_gemm_plan *plan, const search *s, double *seconds)
{
    orb_status status = ORB_OK;
    execution e = {.plan = plan};
    const orb_candidate candidate = {execute, &e};

    for (int o = 0; o < 3; o++) {
        e.part[o] = calloc(plan->part[o].size[0] * plan->part[o].size[1] + 1, plan->bytes);
        if (!e.part[o])
            status = ORB_NO_MEMORY;
    }
    status = orb_agree(plan->comm, status);
    if (!status)
        status = orb_measure(plan->comm, &candidate, TRIES, s->best ? s->seconds : 0.0, seconds);
    for (int o = 0; o < 3; o++)
        free(e.part[o]);
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
    orb_agree_begin();
    return orb_agree_end(orb_gemm_create(plan, comm, desc, choose));
}
