/* The JSON in which files and the records beside them say what was done.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef RECORD_TEXT_H
#define RECORD_TEXT_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* No record is longer. */
#define RECORD_BYTES ((size_t)1 << 20)

/** Parses an object in which no member appears twice.
 *  \return owned by the caller; NULL if the text is no such object */
json_t *record_parse(const char *text, size_t size);

/** Parses the record within a file. \param path  the file
 *  \return owned by the caller; NULL on failure, which is reported */
json_t *record_within(const char *path, const char *text, size_t size);

/** Reports that the record of a file's transform is damaged, and returns false. */
bool record_damaged(const char *path);

#endif
