/* Options of orbital-mpi: those of orbital for files and transforms, and how to distribute the work.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef JOB_OPTIONS_H
#define JOB_OPTIONS_H

#include "options.h"

#include <orbital/orbital_mpi.h>

typedef enum job_precision { PRECISION_UNSAID, PRECISION_SINGLE, PRECISION_DOUBLE } job_precision;

typedef struct job_options {
    options common; /* first, as parsers of these get it */
    orb_mpi_algorithm algorithm;
    bool names_algorithm; /* the user did */
    size_t grid[3];       /* 0: chosen */
    job_precision precision;
    int threads;         /* of a rank with the engine cpu; 0: the default */
    const char **engine; /* of each rank, or one for all; NULL: cpu */
    int engines;
} job_options;

/** The name of an algorithm. */
const char *job_algorithm_name(orb_mpi_algorithm algorithm);

/** What a command's own parser takes in as a child; its input is the options of a job_options. */
extern const struct argp job_options_argp;

/** As options_parse; job_options_release is needed in every case. */
int job_options_parse(job_options *o, const struct argp *argp, int argc, char **argv);

/** Frees what is in it. */
void job_options_release(job_options *o);

#endif
