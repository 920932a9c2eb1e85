/* What outfile.c and outputs.c share: one of the output files.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef OUTFILE_STATE_H
#define OUTFILE_STATE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>
#include <zlib.h>

#define CHUNK ((size_t)1 << 20) /* bytes that are written at once */

struct outfile {
    char *path;         /* as the user wrote it, for messages */
    char *target;       /* where it goes, symbolic links resolved */
    char *temporary;    /* its name until then; NULL when there is nothing to write, only to remove */
    bool unnamed;       /* that is only a name for this process: the file goes to standard output */
    bool edited;        /* it began as a copy of the target */
    struct stat copied; /* the target then; 0 if there was none */
    int fd;
    FILE *plain;
    gzFile compressed;
    bool head_alone; /* outfile_head made a gzip member of its own for the head, which is not compressed */
};

/* Creates the file, with its path and target filled in, and opens its stream. \return false on failure, which is
 * reported */
bool outfile_begin(struct outfile *file, bool compressed);

/* Copies what a file's target holds, if there is one. \return false on failure, which is reported */
bool outfile_copy_target(struct outfile *file);

/* Writes out what the streams still hold, sets the permissions, and waits until the disk has it.
 * \return false on failure, which is reported */
bool outfile_complete(struct outfile *file);

/* Notes that the file has its name, or that nothing has its temporary one. */
void outfile_forget(struct outfile *file);

/* Releases the file, and removes it if it still has its temporary name. */
void outfile_release(struct outfile *file);

#endif
