/* Output files that appear when all are complete.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each file is written under a temporary name in the folder of its target, where only its user may read it, and takes
 * its name when all are complete. It takes over the permissions and the owner of a file that it replaces. Without
 * `force` it replaces none, not even one that appeared meanwhile. A symbolic link stays, and the file that it names is
 * replaced; other hard links to that file keep the old content. */
#ifndef OUTFILE_H
#define OUTFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct outputs outputs;
typedef struct outfile outfile;

/** A new, empty set of files; NULL when memory ran out, which is reported. outputs_discard releases it.
 *  \param force  existing files may be replaced
 *  \param input  the file that is read, for the message when an output would replace it; kept, not copied */
outputs *outputs_create(bool force, const char *input);

/** As outputs_create, for a command that has no --force: it replaces no file, and its messages advise no --force. */
outputs *outputs_create_new(const char *input);

/** Begins a file; its data is compressed when the name ends in .gz. The file belongs to the set.
 *  \param path  "-" is standard output: it gets the file when all are complete, and what the program prints there goes
 *               to standard error from now on
 *  \return NULL on failure, which is reported */
outfile *outputs_add(outputs *set, const char *path);

/** As outputs_add, compressed or not whatever the name. */
outfile *outputs_add_as(outputs *set, const char *path, bool compressed);

/** Begins a file as a copy of the one that is there, if there is one, to be changed by its name.
 *  \return NULL on failure, which is reported */
outfile *outputs_edit(outputs *set, const char *path);

/** Notes a file that must go when the others appear, as it describes what they replace. It need not exist.
 *  \return false when it exists and may not be removed, which is reported */
bool outputs_remove(outputs *set, const char *path);

/** Appends bytes. \return false on failure, which is reported */
bool outfile_write(outfile *file, const void *bytes, size_t size);

/** Appends bytes to an empty file that will be replaced when what follows is known.
 *  \return false on failure, which is reported */
bool outfile_head(outfile *file, const void *bytes, size_t size);

/** Makes what was appended to a plain file so far visible to others. \return false on failure, which is reported */
bool outfile_flush(outfile *file);

/** Replaces the bytes of outfile_head by as many others. \return false on failure, which is reported */
bool outfile_replace_head(outfile *file, const void *bytes, size_t size);

/** The name under which libraries may open and write a file until it is complete. */
const char *outfile_name(const outfile *file);

/** Reports that a file cannot be written. \param error  an errno \return false */
bool outfile_complain(const outfile *file, int error);

/** Whether the disk is the cause of an error, of which a library tells nothing but errno. */
bool outfile_disk_fails(int error);

/** The size of the file so far, in bytes. */
uint64_t outfile_size(const outfile *file);

/** Compresses what is appended from here on. \return false on failure, which is reported */
bool outfile_compress(outfile *file);

/** Appends a string. \return false on failure, which is reported */
bool outfile_puts(outfile *file, const char *text);

/** Completes all files and gives them their names. The message of a failure names those that have their names by then:
 *  none, unless another program interferes while names are given.
 *  \return false on failure, which is reported */
bool outputs_commit(outputs *set);

/** Releases the set and removes what was not committed. NULL is allowed. */
void outputs_discard(outputs *set);

#endif
