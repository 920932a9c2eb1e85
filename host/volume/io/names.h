/* Names of files: what they end in, and the one that is none.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef NAMES_H
#define NAMES_H

#include <stdbool.h>

/** Whether something stands before this ending. */
bool name_ends_in(const char *name, const char *ending);

/** Whether it is "-": standard input or standard output. */
bool name_is_standard(const char *name);

/** The folder for files that nobody named: TMPDIR, or /tmp. */
const char *name_of_temporary_folder(void);

/** The absolute name of what is or will be at a path, symbolic links resolved; NULL when memory ran out.
 *  The caller frees it. */
char *name_absolute(const char *path);

#endif
