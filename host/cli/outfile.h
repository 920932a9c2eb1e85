/* Output files that appear complete and together, or not at all.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each file is written under a temporary name in the folder of its target, and takes its name when all are complete. */
#ifndef OUTFILE_H
#define OUTFILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct outputs outputs;
typedef struct outfile outfile;

/** A new, empty set of files; NULL when memory ran out, which is reported. outputs_discard releases it.
 *  \param force  existing files may be replaced
 *  \param input  the file that is read, for the message when an output would replace it; kept, not copied */
outputs *outputs_create(bool force, const char *input);

/** Begins a file; its data is compressed when the name ends in .gz, and printed on standard output
 *  where it is "-". The file belongs to the set.
 *  \return NULL on failure, which is reported */
outfile *outputs_add(outputs *set, const char *path);

/** Notes a file that must go when the others appear, as it describes what they replace. It need not exist.
 *  \return false when it exists and may not be removed, which is reported */
bool outputs_remove(outputs *set, const char *path);

/** Appends bytes. \return false on failure, which is reported */
bool outfile_write(outfile *file, const void *bytes, size_t size);

/** Appends a string. \return false on failure, which is reported */
bool outfile_puts(outfile *file, const char *text);

/** Completes all files and gives them their names. \return false on failure, which is reported */
bool outputs_commit(outputs *set);

/** Releases the set and removes what was not committed. NULL is allowed. */
void outputs_discard(outputs *set);

#endif
