/* Whether all ranks read the same file.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef SAME_FILE_H
#define SAME_FILE_H

#include "ranks.h"

/** Checks that the name leads all ranks to the same file, or to copies of it. Collective.
 *  \return false on all ranks if one has another file, which is reported */
bool same_file(const ranks *r, const char *path);

#endif
