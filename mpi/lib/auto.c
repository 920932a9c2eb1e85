/* ORB_MPI_AUTO: measures algorithms and process grids on zeros, and keeps the fastest plan.
 * SPDX-License-Identifier: Apache-2.0 */
#include "agree.h"
#include "cluster.h"
#include "create.h"
#include "field.h"
#include "measure.h"
#include "reason.h"
#include "stages.h"
#include "transpose_grid.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 4 };

/* Algorithms that are often the fastest on few ranks come first, because slower candidates are then given up early. */
static const orb_mpi_algorithm algorithms[] = {ORB_MPI_ALLTOALL, ORB_MPI_CUBOID, ORB_MPI_TRANSPOSE,
                                               ORB_MPI_ORBITAL,  ORB_MPI_REMAP,  ORB_MPI_BLOCKS};
enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms, CANDIDATES = 24 };

typedef struct trial {
    orb_mpi_plan *plan; /* valid in the current trial and in the best one only */
    orb_mpi_algorithm algorithm;
    int grid[ORB_MPI_AXES];
    double seconds; /* of the slowest rank, in the fastest execution; the same on all ranks */
} trial;

/* An array of zeros for a box; at least one byte. */
static void *zeros(const orb_mpi_plan *plan, const orb_part *part, orb_element element)
{
    const size_t points = part->size[0] * part->size[1] * part->size[2] * part->size[3] * plan->desc.batch;

    return calloc(points ? points : 1, orb_element_size(element));
}

/* A plan and its arrays. */
typedef struct execution {
    orb_mpi_plan *plan;
    const void *in;
    void *out;
} execution;

static orb_status execute(const void *context, double *seconds)
{
    const execution *e = context;
    orb_mpi_report report;
    const orb_status status = orb_mpi_execute(e->plan, e->in, e->out, &report);

    *seconds = status ? 0.0 : report.seconds.total;
    return status;
}

static orb_status measure(trial *t, double best)
{
    orb_mpi_plan *plan = t->plan;
    void *in = zeros(plan, &plan->caller[ORB_BEFORE], plan->desc.element_in);
    void *out = zeros(plan, &plan->caller[ORB_AFTER], plan->desc.element_out);
    const execution context = {plan, in, out};
    const orb_candidate candidate = {execute, &context};
    orb_status status = orb_agree(plan->everyone, in && out ? ORB_OK : ORB_NO_MEMORY);

    if (!status)
        status = orb_measure(plan->everyone, &candidate, TRIES, best, &t->seconds);
    free(in);
    free(out);
    return status;
}

static void drop(trial *t)
{
    orb_mpi_plan_destroy(t->plan);
    t->plan = NULL;
}

/* Counts the consecutive candidates with the first one's algorithm, and returns the best of their times in
 * `seconds`. */
static int same_algorithm(const trial *trials, int count, double *seconds)
{
    int grids = 1;

    *seconds = trials[0].seconds;
    for (; grids < count && trials[grids].algorithm == trials[0].algorithm; grids++)
        *seconds = trials[grids].seconds < *seconds ? trials[grids].seconds : *seconds;
    return grids;
}

/* Puts the measured times before the description of the chosen algorithm. */
static void explain(orb_mpi_plan *plan, const trial *trials, int count)
{
    char line[sizeof plan->tally.why];
    size_t used = 0;

    for (int i = 0, grids; i < count && used < sizeof line; i += grids) {
        double seconds;

        grids = same_algorithm(trials + i, count - i, &seconds);
        used += (size_t)snprintf(line + used, sizeof line - used, "%s%s %.3g s", i ? ", " : "measured ",
                                 orb_algorithm_of(trials[i].algorithm)->name, seconds);
        if (grids > 1 && used < sizeof line)
            used += (size_t)snprintf(line + used, sizeof line - used, " (%d grids)", grids);
    }
    if (used < sizeof line)
        snprintf(line + used, sizeof line - used, "; %.*s", (int)(sizeof line - used - 3), plan->tally.why);
    memcpy(plan->tally.why, line, sizeof line);
}

/* Adds a candidate unless the grid is impossible or already in the list. Returns the new count. */
static int add(trial *trials, int count, const orb_mpi_desc *desc, orb_mpi_algorithm algorithm, int ranks,
               const int grid[ORB_MPI_AXES])
{
    trial t = {.algorithm = algorithm};
    orb_mpi_desc d = *desc;

    d.algorithm = algorithm;
    memcpy(t.grid, grid, sizeof t.grid);
    if (count == CANDIDATES || orb_algorithm_of(algorithm)->choose(&d, ranks, t.grid))
        return count;
    memcpy(d.grid, t.grid, sizeof d.grid);
    if (algorithm == ORB_MPI_REMAP && !orb_stages_remap(&d))
        return count; /* the same as ORB_MPI_ALLTOALL */
    for (int i = 0; i < count; i++)
        if (trials[i].algorithm == algorithm && !memcmp(trials[i].grid, t.grid, sizeof t.grid))
            return count;
    trials[count] = t;
    return count + 1;
}

/* Adds the default grid. For algorithms on rings, and if no side is given, also adds grids of one, two and three rings
 * of about the same length, and two rings in the other order. */
static int add_grids(trial *trials, int count, const orb_mpi_desc *desc, orb_mpi_algorithm algorithm, int ranks)
{
    const bool on_rings = algorithm == ORB_MPI_ALLTOALL || algorithm == ORB_MPI_TRANSPOSE || algorithm == ORB_MPI_REMAP;
    const int *g = desc->grid;

    count = add(trials, count, desc, algorithm, ranks, g);
    for (int rings = 1; rings < orb_transpose_axes(desc) && on_rings && !g[0] && !g[1] && !g[2]; rings++) {
        int grid[ORB_MPI_AXES] = {0}, sides[ORB_MPI_AXES] = {1, 1, 1, 1};

        if (MPI_Dims_create(ranks, rings, grid) != MPI_SUCCESS)
            return count;
        memcpy(sides, grid, (size_t)rings * sizeof *grid);
        count = add(trials, count, desc, algorithm, ranks, sides);
        if (rings == 2)
            count = add(trials, count, desc, algorithm, ranks, (int[ORB_MPI_AXES]){grid[1], grid[0], 1, 1});
    }
    return count;
}

/* Creates the plan of a candidate and measures it. */
static orb_status try(trial *t, MPI_Comm comm, const orb_mpi_desc *desc, const orb_own_request *request, double best)
{
    orb_mpi_desc d = *desc;
    orb_status status;

    d.algorithm = t->algorithm;
    d.own_status = 0; /* all ranks must continue with the same candidate */
    memcpy(d.grid, t->grid, sizeof d.grid);
    status = orb_create_plan(&t->plan, comm, &d, request, NULL);
    return status ? status : measure(t, best);
}

/* Creates the fastest plan for a description with ORB_MPI_AUTO. comm is an intracommunicator. Collective. */
static orb_status choose_plan(orb_mpi_plan **plan, MPI_Comm comm, const orb_mpi_desc *desc,
                              const orb_own_request *request)
{
    trial trials[CANDIDATES], best = {0};
    orb_status status = ORB_OK, refused = ORB_INVALID;
    int candidates = 0, count = 0, ranks;

    if (MPI_Comm_size(comm, &ranks) != MPI_SUCCESS)
        return ORB_DEVICE_FAILED;
    for (int i = 0; i < ALGORITHMS; i++)
        candidates = add_grids(trials, candidates, desc, algorithms[i], ranks);
    for (int i = 0; i < candidates && status != ORB_DEVICE_FAILED; i++) {
        trial t = trials[i];

        status = try(&t, comm, desc, request, best.seconds);
        if (status) {
            refused = status > refused ? status : refused;
            drop(&t);
            continue;
        }
        trials[count++] = t;
        if (best.plan && t.seconds >= best.seconds) {
            drop(&t);
            continue;
        }
        drop(&best);
        best = t;
    }
    if (status == ORB_DEVICE_FAILED || !count) {
        drop(&best);
        orb_reason_clear(); /* it is that of one candidate */
        return status == ORB_DEVICE_FAILED ? status : refused;
    }
    best.plan->desc.own_status = desc->own_status;
    explain(best.plan, trials, count);
    *plan = best.plan;
    return ORB_OK;
}

orb_status orb_mpi_plan_create_boxes(orb_mpi_plan **plan, MPI_Comm comm, const orb_mpi_desc *desc,
                                     const orb_mpi_box *in, const orb_mpi_box *out)
{
    const orb_own_request request = orb_own_request_of(desc, in, out);

    orb_agree_begin();
    return orb_agree_end(orb_create_plan(plan, comm, desc, &request, choose_plan));
}

orb_status orb_mpi_plan_create(orb_mpi_plan **plan, MPI_Comm comm, const orb_mpi_desc *desc)
{
    return orb_mpi_plan_create_boxes(plan, comm, desc, NULL, NULL);
}
