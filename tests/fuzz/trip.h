/* A file that the fuzzer made is read, stored again, and read once more.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef TRIP_H
#define TRIP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Names: of the input, of the record beside it, and of the output. */
extern char *trip_in, *trip_record, *trip_out;

/* How many inputs there were, how many of them were volumes, and of these stored again. */
extern size_t trip_tried, trip_loaded, trip_stored;

/* Ends the fuzzer with a finding, unless good. */
void require(bool good);

/** Chooses the names of files, in a folder of their own. When the program ends, the files go and counts are printed. */
void trip_begin(const char *ending_in, const char *ending_out);

void trip_write(const char *path, const uint8_t *bytes, size_t size);

/** Reads the input. What it holds is stored in the same format, with all that is kept of its header, and has to be the
 *  same when it is read again.
 *  \param dataset  in the input's file, or NULL \param within  whether it is stored in that file, beside what is there
 *  \param exact    whether its values are those of elements that orbital writes */
void trip_run(const char *dataset, bool within, bool exact);

#endif
