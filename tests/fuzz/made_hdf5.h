/* HDF5 files that the fuzzer describes, made by libhdf5 itself.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef MADE_HDF5_H
#define MADE_HDF5_H

#include "cursor.h"

#include <stdbool.h>

#define H5_USE_110_API
#include <hdf5.h>

/** A type of elements, any that the library has. \param exact  is made false if it is none that orbital writes, nor one
 *  whose numbers these hold */
hid_t made_type(cursor *from, bool *exact);

/** Gives a dataset an attribute: the record, or what others leave. */
void made_attribute(hid_t dataset, cursor *from);

#endif
