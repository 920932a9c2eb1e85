/* Options of orbital-mpi.
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L

#include "job_options.h"

#include "message.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_ALGORITHM = 0x600, KEY_GRID, KEY_SINGLE, KEY_DOUBLE, KEY_ENGINE, KEY_THREADS };

enum { MOST_THREADS = 1024 };

static const struct argp_option table[] = {
    {NULL, 0, NULL, 0, "How the ranks compute it:", 2},
    {"algorithm", KEY_ALGORITHM, "NAME", 0,
     "alltoall (default), transpose: transform each axis where it is whole, and transpose in between by MPI_Ialltoallv "
     "or by shifts between neighbours; remap: as alltoall, with a direct way back to the original distribution; "
     "cuboid: rotate the data along one axis at a time; orbital: rotate data and "
     "coefficients on a torus; auto: measure all and use the fastest; blocks: give each rank whole blocks (default "
     "with --block)",
     2},
    {"grid", KEY_GRID, "PxQxR", 0, "ranks along axes 0, 1 and 2 (default: 0x0x0, chosen for the shape)", 2},
    {"single", KEY_SINGLE, NULL, 0, "compute in single precision, with half the memory", 2},
    {"double", KEY_DOUBLE, NULL, 0, "compute in double precision (default)", 2},
    {"threads", KEY_THREADS, "N", 0, "threads of each rank (default: 1)", 2},
    {"engine", KEY_ENGINE, "NAME", 0,
     "compute on arrays or boards, as with `orbital forward': for all ranks, or repeated, once for each rank, as in "
     "--engine udp:192.168.1.50 --engine udp:192.168.1.51; with alltoall, transpose, remap and blocks",
     2},
    {0},
};

static const struct argp_child children[] = {{.argp = &options_files_argp}, {0}};

static const struct {
    const char *name;
    orb_mpi_algorithm algorithm;
} algorithms[] = {{"alltoall", ORB_MPI_ALLTOALL}, {"transpose", ORB_MPI_TRANSPOSE}, {"remap", ORB_MPI_REMAP},
                  {"cuboid", ORB_MPI_CUBOID},     {"orbital", ORB_MPI_ORBITAL},     {"blocks", ORB_MPI_BLOCKS},
                  {"auto", ORB_MPI_AUTO}};

enum { ALGORITHMS = sizeof algorithms / sizeof *algorithms };

const char *job_algorithm_name(orb_mpi_algorithm algorithm)
{
    size_t i = 0;
    while (i < ALGORITHMS - 1 && algorithms[i].algorithm != algorithm)
        i++;
    return algorithms[i].name;
}

static bool parse_algorithm(const char *text, orb_mpi_algorithm *algorithm)
{
    for (size_t i = 0; i < ALGORITHMS; i++)
        if (!strcmp(text, algorithms[i].name)) {
            *algorithm = algorithms[i].algorithm;
            return true;
        }
    return fail("--algorithm", "choose alltoall, transpose, remap, cuboid, orbital, blocks or auto",
                "there is no algorithm '%s'", text);
}

/* 2x2x2, or as the other options have it, 2,2,2. */
static bool parse_grid(const char *text, size_t grid[3])
{
    char *list = strdup(text);
    bool good = list;

    for (char *at = list; at && *at; at++)
        if (*at == 'x')
            *at = ',';
    good =
        good && spec_parse_sizes(list, false, grid) && grid[0] <= INT_MAX && grid[1] <= INT_MAX && grid[2] <= INT_MAX;
    free(list);
    return good || fail("--grid", "give the ranks along the three axes, e.g. 2x2x2", "'%s' is not a grid", text);
}

static bool parse_threads(const char *text, int *threads)
{
    char *end = NULL;
    const long number = strtol(text, &end, 10);

    *threads = (int)number;
    return (*text && !*end && number >= 1 && number <= MOST_THREADS) ||
           fail("--threads", NULL, "'%s' is not a number from 1 to %d", text, MOST_THREADS);
}

static bool add_engine(job_options *o, const char *name)
{
    const char **more = realloc(o->engine, ((size_t)o->engines + 1) * sizeof *more);

    if (!more)
        return fail_memory("--engine");
    o->engine = more;
    o->engine[o->engines++] = name;
    return true;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    job_options *o = state->input;
    bool good = true;

    switch (key) {
    case ARGP_KEY_INIT:
        o->common.spec.four_axes = true;
        state->child_inputs[0] = &o->common;
        break;
    case KEY_ALGORITHM:
        good = parse_algorithm(text, &o->algorithm);
        o->names_algorithm = true;
        break;
    case KEY_GRID:
        good = parse_grid(text, o->grid);
        break;
    case KEY_SINGLE:
        o->precision = PRECISION_SINGLE;
        break;
    case KEY_DOUBLE:
        o->precision = PRECISION_DOUBLE;
        break;
    case KEY_THREADS:
        good = parse_threads(text, &o->threads);
        break;
    case KEY_ENGINE:
        good = add_engine(o, text);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return good ? 0 : EINVAL;
}

const struct argp job_options_argp = {.options = table, .parser = parse, .children = children};

int job_options_parse(job_options *o, const struct argp *argp, int argc, char **argv)
{
    *o = (job_options){.algorithm = ORB_MPI_ALLTOALL};
    return options_parse(&o->common, argp, argc, argv);
}

void job_options_release(job_options *o)
{
    free(o->engine);
    options_release(&o->common);
}
