/* What all commands that transform have: options, a device, reports, outputs.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TASK_H
#define TASK_H

#include "options.h"
#include "outfile.h"
#include "progress.h"
#include "user_matrix.h"
#include "volume.h"

#include <jansson.h>

/* Zero but for the options at the beginning; task_release releases all of it. */
typedef struct task {
    options o; /* the first, so that argp's input is both */
    user_matrices matrices;
    orb_device *device;
    orb_report forward, inverse; /* what all transforms so far cost */
    progress bar;
    double share; /* of the bar that the next transform takes; 0: each has a bar of its own */
    outputs *set;
    outfile *json;
} task;

/** Opens the engine that the options name. \return false on failure, which is reported */
bool task_open_engine(task *t);

/** Begins the report in JSON, if one was asked for. Files get their names in the order in which they were begun, so it
 *  comes after the others. \return false on failure, which is reported */
bool task_add_report(task *t);

/** Begins one bar for several transforms, each of which takes a share of it; progress_end ends it. */
void task_begin_bar(task *t, const char *label, double share);

/** Transforms a volume into a new one. Forward: the spec's shape into whole blocks; inverse: back.
 *  \param spec  settled; that of the options, or of a piece
 *  \param out   released by the caller when true was returned
 *  \return false on failure, which is reported; saturation is none, the report counts it */
bool task_transform(task *t, const transform_spec *spec, orb_direction direction, const volume *in, volume *out);

/** Prints the reports on both directions. */
void task_print(const task *t);

/** Checks that coefficients are finite. \return false if not, which is reported */
bool task_check_coefficients(const task *t, const volume *coefficients);

/** The reports on both directions and on their sum. \param more  an object with what else it holds, which is released
 *  \return NULL when memory ran out */
json_t *task_json(const task *t, json_t *more);

/** Writes the report, if one was asked for, and gives all outputs their names. \param report  released
 *  \return false on failure, which is reported */
bool task_commit(task *t, json_t *report);

/** Warns of results that were clipped, or are not finite. \param type  of the elements of the output
 *  \return EXIT_DONE or EXIT_LOSS */
int task_warn(const task *t, size_t infinite, size_t clipped, const dtype *type);

void task_release(task *t);

#endif
