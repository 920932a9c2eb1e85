/* Datasets in HDF5 files, shared by the files that load and store them.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef FORMAT_HDF5_H
#define FORMAT_HDF5_H

#include "volume.h"

#define H5_USE_110_API /* later libraries have the functions of 1.10, too */
#include <hdf5.h>

#define HDF5_RECORD "orbital" /* the attribute that holds the record of what was done, as JSON */

/* The dataset that a volume is read from: open, because only the library can read its properties. */
typedef struct hdf5_header {
    hid_t file, dataset, space;
    hid_t memory; /* the type as which it is read */
} hdf5_header;

/** Closes what the library has opened or made; nothing if the number is negative. */
void hdf5_close(hid_t object);

/** To be called before any other function of the library: it prints nothing, and does nothing when the program ends,
 *  for where a disk is full it tries again then, and falls. */
void hdf5_begin(void);

/** The error of the last call of the library, in parentheses after a space; empty if there was none.
 *  \param text  room for it */
const char *hdf5_complaint(char *text, size_t size);

/** As volume_write_begin, volume_write and volume_write_end. */
bool hdf5_begin_dataset(volume_writer *w);
bool hdf5_write(volume_writer *w, const volume *piece);
bool hdf5_end(volume_writer *w, bool good);

#endif
