/* One case of a simulation: a line of NAME=VALUE.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SIM_CASE_H
#define SIM_CASE_H

#include <orbital/orbital_mpi_gemm.h>

#include "work.h"

#include <stdbool.h>

typedef struct sim_case {
    char text[400];
    int ranks;  /* number of ranks that take part; 0: all */
    bool model; /* else real data, and results are checked */
    bool idle;  /* also executes with work that costs nothing, for the time of communication alone */
    bool each;  /* also prints the counts of each rank */
    bool is_gemm;
    orb_mpi_desc transform;
    orb_mpi_gemm_desc gemm;
} sim_case;

/* The figures of an execution. */
typedef struct sim_result {
    double seconds, wait;
    double idle;  /* seconds with work that costs nothing; 0: not requested */
    double error; /* largest error relative to the largest result; -1: nothing was computed */
    uint64_t steps;
    sim_account did;
} sim_result;

/* Reads a line. Returns false after a message on stderr. */
bool sim_case_read(sim_case *c, const char *line);

/* Create a plan on comm, execute it and compare its results. Collective. Return false after a message on stderr. */
bool sim_run_transform(const sim_case *c, MPI_Comm comm, sim_result *result);
bool sim_run_gemm(const sim_case *c, MPI_Comm comm, sim_result *result);

/* Sets the figures of this rank from its report and its account. */
void sim_result_take(sim_result *result, const orb_mpi_report *report);

/* A number from -1 to 1 for a place in a vector: the same on all ranks. */
double sim_number(unsigned vector, size_t at);

#endif
