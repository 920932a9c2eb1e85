/* The JSON beside files that cannot hold it themselves, FILE.orbital.json: a layout, a record, a fingerprint.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SIDECAR_H
#define SIDECAR_H

#include <jansson.h>
#include <stdbool.h>

/** The name of a file's sidecar; the caller frees it. NULL when memory ran out, which is reported. */
char *sidecar_name(const char *path);

/** Reads a sidecar. \return owned by the caller: an object with no other members than "raw", "orbital" (an object) and
 *  "values"; NULL on failure, which is reported */
json_t *sidecar_read(const char *name);

/** Reports that a file is not a sidecar, and returns false. */
bool sidecar_damaged(const char *name);

/** Whether the file of a sidecar's name, if there is one, may be replaced or removed: not if somebody else wrote it.
 *  \param replaced  false: removed, where of a symbolic link only the link goes
 *  \return false when not, which is reported */
bool sidecar_may_go(const char *name, bool replaced);

#endif
