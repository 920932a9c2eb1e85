/* FILE.orbital.json: what orbital knows of a file whose format has no place for it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SIDECAR_H
#define SIDECAR_H

#include "outfile.h"

#include <jansson.h>

/** The name of a file's sidecar; the caller frees it. NULL when memory ran out. */
char *sidecar_name(const char *path);

/** What a file's sidecar holds, owned by the caller: NULL when there is none.
 *  \param path  NULL: there is no place for one
 *  \param good  out: false when there is one that cannot be used, which is reported */
json_t *sidecar_load(const char *path, bool *good);

/** Writes {"orbital": record} with members of more (both may be NULL). \return false on failure, which is reported */
bool sidecar_write(outfile *file, const json_t *record, const json_t *more);

#endif
