/* The parts of all ranks from and to one file, by MPI-IO.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef PART_FILE_H
#define PART_FILE_H

#include "part.h"
#include "progress.h"
#include "ranks.h"

/* The elements of a file. */
typedef struct part_layout {
    uint64_t offset; /* bytes ahead of the first */
    const dtype *type;
    bool swap; /* they are in the other order of bytes */
} part_layout;

/** Reads the part of each rank; all values have to be finite. Collective.
 *  \param path  the file \param bar  shown by rank 0
 *  \param fingerprint  out: the share of this rank's values in elements_fingerprint of the file
 *  \return false on all ranks on failure of one, which is reported */
bool part_read(part *p, const ranks *r, const char *path, const part_layout *layout, uint64_t *fingerprint,
               progress *bar);

/** Writes the part of each rank into a file that is there, and waits until the disk has it. Collective.
 *  \param name  by which it is opened \param path  by which messages name it
 *  \param clipped      out: this rank's values out of the type's range
 *  \param fingerprint  out: as of part_read
 *  \return false on all ranks on failure of one, which is reported */
bool part_write(const part *p, const ranks *r, const char *name, const char *path, const part_layout *layout,
                size_t *clipped, uint64_t *fingerprint, progress *bar);

#endif
