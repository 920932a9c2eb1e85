/* Whether all ranks read the same file.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SAME_FILE_H
#define SAME_FILE_H

#include "ranks.h"

#include <stdint.h>

/** What tells a version of a file from others. The number of a device is another one on each machine, so it is left
 *  out. */
typedef struct file_version {
    uint64_t size, number;
    int64_t modified[2], changed[2];
} file_version;

/** Checks that the name leads all ranks to the same file, or to copies of it. Collective.
 *  \param mine  out: the version that this rank finds
 *  \return false on all ranks if one has another file, which is reported */
bool same_file(const ranks *r, const char *path, file_version *mine);

/** Checks that all ranks still find the version that they found before. Collective.
 *  \return false on all ranks if one finds another version, which is reported */
bool same_version(const ranks *r, const char *path, const file_version *before);

#endif
