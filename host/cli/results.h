/* Reports of executions, for people and as JSON.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef REPORT_H
#define REPORT_H

#include "dtype.h"
#include "outfile.h"

#include <orbital/orbital.h>

#include <jansson.h>

/** Prints cycles, words, how the work was cut and why, what was out of the range of the device's numbers, and time on
 *  standard output. */
void report_print(const char *label, const orb_device *device, const orb_report *report);

/** Warns of results that the array clipped or, if it computes in float, could not represent, of values that are not
 *  finite, and of values clipped to the range of the output's type, if there were any. */
void report_loss(const char *path, const orb_device *device, uint64_t saturations, size_t infinite, size_t clipped,
                 const dtype *type);

/** What two executions cost together; cuts, tori and the reason are those of a. */
orb_report report_sum(const orb_report *a, const orb_report *b);

/** Adds what a piece of a volume cost, to nothing or to the pieces before it. */
void report_add(orb_report *total, const orb_report *piece);

/** A number, or null if it is not finite, because JSON cannot represent it. */
json_t *report_number(double value);

/** All of a report; orbital(1) names the keys. \return NULL when memory ran out */
json_t *report_json(const orb_report *report);

/** Writes a report, which is released. \return false on failure, which is reported */
bool report_write(outfile *file, json_t *content);

#endif
