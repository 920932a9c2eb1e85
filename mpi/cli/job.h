/* A transform from file to file by all ranks.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef JOB_H
#define JOB_H

#include "job_options.h"
#include "part_file.h"

/* A part_layout that rank 0 can broadcast. */
typedef struct job_elements {
    uint64_t offset;
    char letter;   /* of the type, */
    unsigned size; /* and its bytes */
    bool swap;
} job_elements;

/* What rank 0 found in the input's header and record, for all. */
typedef struct job_facts {
    orb_mpi_desc desc;
    size_t in_shape[3], out_shape[3];
    bool first_fastest;        /* axis 0 is the fastest in the memory of a rank */
    bool complex, complex_out; /* the points of the input, of the output */
    bool single;               /* numbers are computed in single precision */
    part_series in, out;
    job_elements elements; /* of the input */
} job_facts;

/* What rank 0 alone has open. */
typedef struct job_files {
    volume_reader in;
    outputs *set;
    volume_target target;
    volume_writer writer;
    outfile *json;
    json_t *record;
    uint64_t size; /* of the output, in bytes */
} job_files;

/* What it cost: the sums over all ranks, seconds of rank 0. */
typedef struct job_cost {
    orb_mpi_desc chosen;  /* with the algorithm and the grid */
    orb_mpi_report first; /* of rank 0 */
    unsigned long long messages, bytes, saturations;
    double cycles; /* of devices: of the rank that has the most */
    double read, write, total;
} job_cost;

/** Opens and checks everything on rank 0, so that impossible jobs fail before any work.
 *  \return false on failure, which is reported; job_close is needed in both cases */
bool job_open(job_files *f, job_options *o, const ranks *r, orb_direction direction, job_facts *facts);

/** The engine of the ranks where they have no devices. */
const char *job_engine_name(const job_facts *facts);

/** Begins the output with its header, and takes room for the whole on the disk.
 *  \param report  the engine, and the coarsest step of its words, for the record
 *  \param elements  out: where they will be \return false on failure, which is reported */
bool job_begin_output(job_files *f, const job_options *o, const job_facts *facts, const orb_report *report,
                      const dtype *type, job_elements *elements);

/** Notes that all of the input was read, and its fingerprint. */
void job_take_fingerprint(job_files *f, uint64_t fingerprint);

/** Checks that the output is whole, and gives the files their names.
 *  \param report  for the file of reports, where there is one, by which it is released
 *  \return false on failure, which is reported */
bool job_finish(job_files *f, json_t *report);

/** Closes all, and removes what was not finished. */
void job_close(job_files *f);

/** Prints what it cost on standard output. */
void job_print(const job_facts *facts, const ranks *r, const job_cost *cost);

/** The same for JSON. \return NULL when memory ran out */
json_t *job_json(const job_facts *facts, const ranks *r, const job_cost *cost);

/** Does it all. Collective. \return the exit code, the same on all ranks */
int job_run(job_options *o, const ranks *r, orb_direction direction);

#endif
