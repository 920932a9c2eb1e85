/* Whether all ranks read the same file.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SAME_FILE_H
#define SAME_FILE_H

#include "ranks.h"

#include <sys/stat.h>

/** Checks that the name leads all ranks to the same file, or to copies of it. Collective.
 *  \param mine  out: what this rank finds
 *  \return false on all ranks if one has another file, which is reported */
bool same_file(const ranks *r, const char *path, struct stat *mine);

/** Checks that all ranks still find what they found before, and that nobody wrote to it in between. Collective.
 *  \return false on all ranks if one finds a change, which is reported */
bool same_version(const ranks *r, const char *path, const struct stat *before);

#endif
