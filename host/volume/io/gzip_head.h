/* The first bytes of what a gzip file holds, replaced when the file is complete.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef GZIP_HEAD_H
#define GZIP_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Puts bytes in the place of as many at the beginning that were stored, not compressed, and corrects the check sum.
 *  \param fd     of the complete file, which has no name in its header
 *  \param whole  bytes of all that it holds
 *  \return false on failure, of which errno tells */
bool gzip_replace_head(int fd, const void *bytes, size_t size, uint64_t whole);

#endif
