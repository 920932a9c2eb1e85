/* One case of a simulation: a line of NAME=VALUE.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SIM_CASE_H
#define SIM_CASE_H

#include <orbital/orbital_mpi_gemm.h>

#include "work.h"

#include <stdbool.h>

typedef struct sim_case {
    char text[400];
    int ranks;  /* the first so many; 0: all */
    bool model; /* or real data, and results that are checked */
    bool idle;  /* once more with work that costs nothing, for the time of communication alone */
    bool each;  /* the counts of each rank, too */
    bool is_gemm;
    orb_mpi_desc transform;
    orb_mpi_gemm_desc gemm;
} sim_case;

/* What came out, of the rank that has the most of each. */
typedef struct sim_result {
    double seconds, wait;
    double idle;  /* seconds with work that costs nothing; 0: not asked for */
    double error; /* largest difference from what is expected, of the largest result; -1: nothing was computed */
    uint64_t steps;
    sim_deeds did;
} sim_result;

/* False with a message on stderr. */
bool sim_case_read(sim_case *c, const char *line);

/* Make a plan on comm, execute it, compare. Collective. False with a message on stderr. */
bool sim_run_transform(const sim_case *c, MPI_Comm comm, sim_result *result);
bool sim_run_gemm(const sim_case *c, MPI_Comm comm, sim_result *result);

/* The report of this rank, and what it did in an execution. */
void sim_result_take(sim_result *result, const orb_mpi_report *report);

/* A number from -1 to 1 for a place in a vector: the same on all ranks. */
double sim_number(unsigned vector, size_t at);

#endif
