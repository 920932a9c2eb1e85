/* Input files, plain or compressed with gzip: exact reads, and sizes checked before anyone allocates.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef INFILE_H
#define INFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Deflate cannot do better than 258 bytes from two bits, some 1032 to one. */
#define INFILE_DEFLATE 1032u

typedef struct infile infile;

typedef enum infile_packing {
    INFILE_BY_NAME,    /* compressed if the name ends in .gz */
    INFILE_BY_CONTENT, /* compressed if it begins so */
    INFILE_PLAIN,
    INFILE_GZIP
} infile_packing;

/** Opens a regular file that is not empty, or what comes through standard input, "-", of which a copy is made unless it
 *  is such a file. NULL on failure, which is reported. infile_close releases it. */
infile *infile_open(const char *path, infile_packing packing);

/** Closes a file. NULL is allowed. */
void infile_close(infile *file);

/** The path as it was given, for messages. */
const char *infile_path(const infile *file);

/** The name by which libraries may open the file. */
const char *infile_name(const infile *file);

/** The path beside which there may be a sidecar; NULL of standard input. */
const char *infile_beside(const infile *file);

/** Whether it is read as compressed with gzip. */
bool infile_compressed(const infile *file);

/** Bytes of a plain file, or more bytes than a compressed one can hold. */
uint64_t infile_limit(const infile *file);

/** Reads up to size bytes from the beginning, where it stands again after; returns how many there were. Damage is not
 *  reported here. */
size_t infile_start(infile *file, void *bytes, size_t size);

/** Checks that bytes after an offset can be in the file. \return false when not, which is reported */
bool infile_holds(const infile *file, uint64_t offset, uint64_t size);

/** As infile_holds, where a library unpacks the file: to ratio times its size at most. */
bool infile_holds_packed(const infile *file, uint64_t size, uint64_t ratio);

/** Whether the file has the size and the time of its last change that it had when it was opened.
 *  \return false when not, which is reported */
bool infile_unchanged(const infile *file);

/** How far from its beginning it stands. */
uint64_t infile_at(const infile *file);

/** Moves to an offset from the file's beginning. \return false on failure, which is reported */
bool infile_seek(infile *file, uint64_t offset);

/** Reads a plain file on from an offset as compressed with gzip.
 *  \return false on failure, which is reported */
bool infile_unpack(infile *file, uint64_t offset);

/** Reads exactly size bytes. \return false on failure, which is reported */
bool infile_read(infile *file, void *bytes, size_t size);

/** Whether a plain file is compressed with gzip from an offset on. */
bool infile_is_packed(const infile *file, uint64_t offset);

/** Behind the last read: checks that a compressed file ends undamaged. \return false when not, which is reported */
bool infile_finish(infile *file);

/** Whether infile_finish found data after the last read. */
bool infile_has_more(const infile *file);

#endif
